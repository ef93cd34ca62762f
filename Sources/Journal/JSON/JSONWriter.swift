import SurfLanguage

/// Writes JSON: keys in the order given, no whitespace, text as UTF-8. Control characters of terminals are escaped.
///
/// A small document is built as a `JSONValue` and written at once. Entries, of which there may be many, are written
/// value by value instead. The caller then balances `begin` and `end`, and writes a key before each value of an object.
package struct JSONWriter: Sendable {
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init() {}

    /// Removes the bytes and keeps their memory, for the next piece of a stream.
    package mutating func removeWritten() { bytes.removeAll(keepingCapacity: true) }

    /// Swaps the bytes with others, to which the next values are then appended.
    package mutating func swapBytes(_ others: inout [UInt8]) { swap(&bytes, &others) }

    package mutating func beginObject() { begin("{") }
    package mutating func endObject() { end("}") }
    package mutating func beginArray() { begin("[") }
    package mutating func endArray() { end("]") }

    /// Writes a document.
    package mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let flag): self.value(flag)
        case .number(let text): literal(text)
        case .string(let text): self.value(text)
        case .array(let elements):
            array(elements) { $0 }
        case .object(let object):
            beginObject()
            members(object)
            endObject()
        }
    }

    /// Writes the members of an object, between `beginObject` and `endObject`.
    package mutating func members(_ object: JSONObject) {
        for member in object.members {
            key(member.key)
            value(member.value)
        }
    }

    /// Writes an array. Only one element's document is in memory at a time.
    package mutating func array<Element>(_ elements: some Sequence<Element>, _ value: (Element) -> JSONValue) {
        beginArray()
        for element in elements { self.value(value(element)) }
        endArray()
    }

    /// Writes the key of the next value.
    package mutating func key(_ name: String) {
        separate()
        appendString(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string, or null.
    package mutating func value(_ text: String?) {
        guard let text else { return null() }
        separate()
        appendString(text)
    }

    /// Writes a string from its bytes. Invalid UTF-8 becomes U+FFFD.
    package mutating func value(utf8 text: UnsafeBufferPointer<UInt8>) {
        guard text.isUTF8 else { return value(String(decoding: text, as: UTF8.self)) }
        separate()
        appendString(utf8: text)
    }

    /// Writes an integer, or null.
    package mutating func value(_ number: Int64?) {
        guard let number else { return null() }
        separate()
        bytes.append(decimal: number)
    }

    /// Writes a number, or null if it is nil or not finite.
    package mutating func value(_ number: Double?) {
        guard let number, number.isFinite else { return null() }
        separate()
        bytes.append(number: number)
    }

    /// Writes true or false.
    package mutating func value(_ flag: Bool) { literal(flag ? "true" : "false") }

    /// Writes null.
    package mutating func null() { literal("null") }

    /// Writes a store date as a string in the zone of `dates`, or null.
    package mutating func value(_ date: Double?, _ dates: inout ISODateWriter) {
        guard let date else { return null() }
        separate()
        bytes.append(UInt8(ascii: "\""))
        dates.append(date, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Ends a line after a value of a `jsonl` stream.
    package mutating func endLine() {
        bytes.append(0x0A)
        needsComma = false
    }

    /// Begins a line for a further value of an array. The comma is at the end of the line before.
    package mutating func beginNextLine() {
        bytes.append(UInt8(ascii: ","))
        bytes.append(0x0A)
        needsComma = false
    }

    private mutating func literal(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func begin(_ mark: Unicode.Scalar) {
        separate()
        bytes.append(UInt8(ascii: mark))
        needsComma = false
    }

    private mutating func end(_ mark: Unicode.Scalar) {
        bytes.append(UInt8(ascii: mark))
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func appendString(_ text: String) {
        var text = text
        text.withUTF8 { appendString(utf8: $0) }
    }

    private mutating func appendString(utf8: UnsafeBufferPointer<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        if utf8.allSatisfy(JSONWriter.isPlain) {
            bytes.append(contentsOf: utf8)
        } else {
            for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars { appendEscaped(scalar) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Whether a byte needs no escaping. False for a byte that may begin a scalar that is escaped.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F: false
        case 0xC2, 0xD8, 0xE2, 0xEF, 0xF3: false
        default: true
        }
    }

    private mutating func appendEscaped(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\"", "\\": bytes += [UInt8(ascii: "\\"), UInt8(truncatingIfNeeded: scalar.value)]
        case "\u{08}": bytes += "\\b".utf8
        case "\t": bytes += "\\t".utf8
        case "\n": bytes += "\\n".utf8
        case "\u{0C}": bytes += "\\f".utf8
        case "\r": bytes += "\\r".utf8
        case _ where TerminalSafe.isControl(scalar):
            for unit in UTF16.encode(scalar).map(Array.init) ?? [] { appendEscaped(unit) }
        default: bytes += UTF8.encode(scalar).map(Array.init) ?? []
        }
    }

    private mutating func appendEscaped(_ unit: UInt16) {
        let digits = Array("0123456789abcdef".utf8)
        bytes += "\\u".utf8
        for shift in [12, 8, 4, 0] { bytes.append(digits[Int(unit >> shift) & 15]) }
    }
}
