import SurfLanguage

/// A JSON document. Objects keep the order of their members, and numbers keep their text.
///
/// Build one as a literal and write it once: `["file": JSONValue(path), "entries": JSONValue(count)]`.
package enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    /// A number as written, such as `4.50`.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// A string, or null.
    package init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }

    /// An integer, or null.
    package init(_ number: (some BinaryInteger)?) { self = number.map { .number(String($0)) } ?? .null }

    /// A number, or null if it is nil or not finite.
    package init(_ number: Double?) {
        guard let number, number.isFinite else {
            self = .null
            return
        }
        var bytes: [UInt8] = []
        bytes.append(number: number)
        self = .number(String(decoding: bytes, as: UTF8.self))
    }

    /// An array of strings.
    package init(_ texts: [String]) { self = .array(texts.map(JSONValue.string)) }

    /// A store date as a string in the zone of `dates`, or null.
    package init(_ date: Double?, _ dates: inout ISODateWriter) { self.init(date.map { dates.string($0) }) }

    /// The document as one line, including the line feed.
    package var line: [UInt8] {
        var json = JSONWriter()
        json.value(self)
        json.endLine()
        return json.bytes
    }
}

extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    package init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(JSONObject(members.map { JSONObject.Member(key: $0, value: $1) }))
    }
}

/// The values in a document that was read; nil if the value is of another kind.
extension JSONValue {
    /// The text of a string.
    package var text: String? { if case .string(let text) = self { text } else { nil } }

    /// A number as an integer; nil if its text has a point or an exponent, or it does not fit.
    package func integer<Number: FixedWidthInteger>() -> Number? {
        if case .number(let text) = self { Number(text) } else { nil }
    }

    /// A number as the nearest Double; nil if it exceeds the range of a Double.
    package var double: Double? {
        guard case .number(let text) = self, let number = Double(text), number.isFinite else { return nil }
        return number
    }

    /// The elements of an array.
    package var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    /// The members of an object.
    package var object: JSONObject? { if case .object(let object) = self { object } else { nil } }
}

/// The members of a JSON object, in order.
package struct JSONObject: Equatable, Sendable, ExpressibleByDictionaryLiteral {
    package struct Member: Equatable, Sendable {
        package let key: String
        package let value: JSONValue

        package init(key: String, value: JSONValue) { (self.key, self.value) = (key, value) }
    }

    package private(set) var members: [Member]

    package init(_ members: [Member]) { self.members = members }

    package init(dictionaryLiteral members: (String, JSONValue)...) {
        self.members = members.map { Member(key: $0, value: $1) }
    }

    /// The value of a key; nil if there is none. Complexity: linear in the number of members.
    package subscript(key: String) -> JSONValue? { members.first { $0.key == key }?.value }

    /// The members of both, in order.
    package static func + (left: JSONObject, right: JSONObject) -> JSONObject {
        JSONObject(left.members + right.members)
    }
}
