/// The keys and values of one object of JSON, in their order. Lists and objects in it are stepped over.
struct JSONObject: Equatable, Sendable {
    enum Value: Equatable, Sendable {
        case null
        case text(String)
        /// A number as it is written.
        case number(String)
        /// A true, a false, a list or an object.
        case other
    }

    let members: [(key: String, value: Value)]

    static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.members.elementsEqual(right.members) { $0.key == $1.key && $0.value == $1.value }
    }

    /// Reads bytes that are exactly one object; nil where they are not.
    init?(_ bytes: [UInt8]) {
        let members = bytes.withUnsafeBufferPointer { bytes -> [(key: String, value: Value)]? in
            guard bytes.isUTF8 else { return nil }
            var scan = JSONScan(bytes)
            return scan.object()
        }
        guard let members else { return nil }
        self.members = members
    }
}

/// Goes through the bytes of one object. What returns nil, or false, found what is no JSON.
private struct JSONScan {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    mutating func object() -> [(key: String, value: JSONObject.Value)]? {
        guard take("{") else { return nil }
        var members: [(key: String, value: JSONObject.Value)] = []
        if !take("}") {
            repeat {
                skipBlanks()
                guard let key = string(), take(":"), let value = value() else { return nil }
                members.append((key, value))
            } while take(",")
            guard take("}") else { return nil }
        }
        skipBlanks()
        return position == bytes.count ? members : nil
    }

    private mutating func value() -> JSONObject.Value? {
        skipBlanks()
        guard position < bytes.count else { return nil }
        switch bytes[position] {
        case UInt8(ascii: "\""): return string().map(JSONObject.Value.text)
        case UInt8(ascii: "n"): return word("null") ? .null : nil
        case UInt8(ascii: "t"): return word("true") ? .other : nil
        case UInt8(ascii: "f"): return word("false") ? .other : nil
        case UInt8(ascii: "["), UInt8(ascii: "{"): return skipNested() ? .other : nil
        default: return number().map(JSONObject.Value.number)
        }
    }

    // MARK: Numbers, words, and what is stepped over

    /// A number as RFC 8259 has it.
    private mutating func number() -> String? {
        let start = position
        if peek == UInt8(ascii: "-") { position += 1 }
        let whole = position
        guard digits() > 0, bytes[whole] != UInt8(ascii: "0") || position == whole + 1 else { return nil }
        if peek == UInt8(ascii: ".") {
            position += 1
            guard digits() > 0 else { return nil }
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            position += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
            guard digits() > 0 else { return nil }
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func digits() -> Int {
        let start = position
        while peek?.isDigit == true { position += 1 }
        return position - start
    }

    private mutating func word(_ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard position + count <= bytes.count else { return false }
        for index in 0..<count where bytes[position + index] != word.utf8Start[index] { return false }
        position += count
        return true
    }

    /// Steps over a list or object, however deep; its words are not looked at.
    private mutating func skipNested() -> Bool {
        var depth = 0
        repeat {
            guard let byte = peek else { return false }
            switch byte {
            case UInt8(ascii: "\""): if string() == nil { return false }
            case UInt8(ascii: "["), UInt8(ascii: "{"): (depth, position) = (depth + 1, position + 1)
            case UInt8(ascii: "]"), UInt8(ascii: "}"): (depth, position) = (depth - 1, position + 1)
            default: position += 1
            }
        } while depth > 0
        return true
    }

    // MARK: Strings

    private mutating func string() -> String? {
        guard peek == UInt8(ascii: "\"") else { return nil }
        position += 1
        let start = position
        while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
        if peek == UInt8(ascii: "\"") {
            position += 1
            return String(decoding: bytes[start..<position - 1], as: UTF8.self)
        }
        var text = Array(bytes[start..<position])
        while let byte = peek, byte >= 0x20 {
            position += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
            if byte != UInt8(ascii: "\\") {
                text.append(byte)
            } else {
                guard let scalar = escaped() else { return nil }
                text += Array(String(scalar).utf8)
            }
        }
        return nil
    }

    /// The character behind a backslash.
    private mutating func escaped() -> Unicode.Scalar? {
        guard let byte = peek else { return nil }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return unicode()
        default: return nil
        }
    }

    /// The character of one `\u`, or of two that are a pair.
    private mutating func unicode() -> Unicode.Scalar? {
        guard let first = hexadecimal() else { return nil }
        guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
        guard word("\\u"), let second = hexadecimal(), (0xDC00..<0xE000).contains(second) else { return nil }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    private mutating func hexadecimal() -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        let digits = bytes[position..<position + 4]
        guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }) else { return nil }
        position += 4
        return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    // MARK: Steps

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipBlanks() {
        while peek?.isJSONBlank == true { position += 1 }
    }

    /// Steps over blanks and a mark, where that comes next.
    private mutating func take(_ mark: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard peek == UInt8(ascii: mark) else { return false }
        position += 1
        return true
    }
}
