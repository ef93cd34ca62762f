import SurfLanguage

/// The reason why a JSON document is refused.
package enum JSONError: Error, Equatable, Sendable {
    /// The text is not JSON, or not UTF-8.
    case malformed
    /// A key that occurs twice in one object.
    case repeatedKey(String, JSONValue)
    /// The document has too many values.
    case tooLarge
}

/// Reads one JSON document strictly according to RFC 8259. Numbers keep their text.
///
/// It refuses repeated keys, strings with half a surrogate pair, values nested more than 128 deep (`malformed`), and
/// documents of more than a million values, which would need many times the memory of their text.
package struct JSONReader {
    private static let maxDepth = 128
    private static let maxValues = 1_000_000
    /// From this number of members on, a set finds repeated keys faster than a search does.
    private static let manyMembers = 32

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var depth = 0
    private var valueCount = 0

    /// Reads bytes that contain exactly one document.
    /// - Complexity: Linear in the number of bytes.
    package static func value(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        // A closure with a typed error is not inferred through withUnsafeBufferPointer's rethrows.
        let result = bytes.withUnsafeBufferPointer { bytes -> Result<JSONValue, JSONError> in
            guard bytes.isUTF8 else { return .failure(.malformed) }
            var reader = JSONReader(bytes: bytes)
            do throws(JSONError) { return .success(try reader.document()) } catch { return .failure(error) }
        }
        return try result.get()
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private mutating func document() throws(JSONError) -> JSONValue {
        let value = try value()
        skipBlanks()
        guard position == bytes.count else { throw .malformed }
        return value
    }

    // MARK: Values

    private mutating func value() throws(JSONError) -> JSONValue {
        skipBlanks()
        valueCount += 1
        if valueCount > JSONReader.maxValues { throw .tooLarge }
        switch peek {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"): return .object(try nested { (reader) throws(JSONError) in try reader.object() })
        case UInt8(ascii: "["): return .array(try nested { (reader) throws(JSONError) in try reader.array() })
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        default: return .number(try number())
        }
    }

    private mutating func nested<Value>(
        _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        depth += 1
        if depth > JSONReader.maxDepth { throw .malformed }
        position += 1
        let value = try body(&self)
        depth -= 1
        return value
    }

    /// The members of an object, after its brace.
    private mutating func object() throws(JSONError) -> JSONObject {
        var members: [JSONObject.Member] = []
        var keys: Set<String> = []
        if take("}") { return JSONObject(members) }
        repeat {
            skipBlanks()
            let key = try string()
            guard take(":") else { throw .malformed }
            let value = try value()
            if members.count == JSONReader.manyMembers { keys = Set(members.map(\.key)) }
            let isRepeated =
                members.count < JSONReader.manyMembers
                ? members.contains { $0.key == key } : !keys.insert(key).inserted
            if isRepeated { throw .repeatedKey(key, value) }
            members.append(JSONObject.Member(key: key, value: value))
        } while take(",")
        guard take("}") else { throw .malformed }
        return JSONObject(members)
    }

    /// The elements of an array, after its bracket.
    private mutating func array() throws(JSONError) -> [JSONValue] {
        var elements: [JSONValue] = []
        if take("]") { return elements }
        repeat { elements.append(try value()) } while take(",")
        guard take("]") else { throw .malformed }
        return elements
    }

    private mutating func number() throws(JSONError) -> String {
        let start = position
        if peek == UInt8(ascii: "-") { position += 1 }
        let whole = position
        guard digits() > 0, bytes[whole] != UInt8(ascii: "0") || position == whole + 1 else { throw .malformed }
        if peek == UInt8(ascii: ".") {
            position += 1
            guard digits() > 0 else { throw .malformed }
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            position += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
            guard digits() > 0 else { throw .malformed }
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func digits() -> Int {
        let start = position
        while peek?.isDigit == true { position += 1 }
        return position - start
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        guard takeWord(word) else { throw .malformed }
        return value
    }

    // MARK: Strings

    private mutating func string() throws(JSONError) -> String {
        guard peek == UInt8(ascii: "\"") else { throw .malformed }
        position += 1
        let start = position
        while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
        if peek == UInt8(ascii: "\"") {
            position += 1
            return String(decoding: bytes[start..<position - 1], as: UTF8.self)
        }
        return try string(beginning: Array(bytes[start..<position]))
    }

    /// The rest of a string with escape sequences.
    private mutating func string(beginning start: [UInt8]) throws(JSONError) -> String {
        var text = start
        while let byte = peek, byte >= 0x20 {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text += Array(String(try escaped()).utf8)
            default: text.append(byte)
            }
        }
        throw .malformed
    }

    /// The character after a backslash.
    private mutating func escaped() throws(JSONError) -> Unicode.Scalar {
        guard let byte = peek else { throw .malformed }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            guard let scalar = unicode() else { throw .malformed }
            return scalar
        default: throw .malformed
        }
    }

    /// The character of one `\u`, or of two that form a surrogate pair.
    private mutating func unicode() -> Unicode.Scalar? {
        guard let first = hexadecimal() else { return nil }
        guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
        guard takeWord("\\u"), let second = hexadecimal(), (0xDC00..<0xE000).contains(second) else { return nil }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    private mutating func hexadecimal() -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        let digits = bytes[position..<position + 4]
        guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }) else { return nil }
        position += 4
        return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    // MARK: Bytes

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipBlanks() {
        while peek?.isJSONBlank == true { position += 1 }
    }

    /// Skips whitespace, and a character if it is next.
    private mutating func take(_ mark: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard peek == UInt8(ascii: mark) else { return false }
        position += 1
        return true
    }

    /// Skips a word if it is next.
    private mutating func takeWord(_ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard position + count <= bytes.count else { return false }
        for index in 0..<count where bytes[position + index] != word.utf8Start[index] { return false }
        position += count
        return true
    }
}

extension UInt8 {
    /// Whether it is JSON whitespace.
    package var isJSONBlank: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
