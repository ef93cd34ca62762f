import Journal
import SurfLanguage

/// Scans the bytes of one object. A nil or false result means invalid JSON.
struct JSONScan {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0

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
                // The caller refuses objects with too many members.
                if members.count > ImportLimit.mostColumns { return members }
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

    // MARK: Numbers, words and skipped values

    /// A number according to RFC 8259.
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

    mutating func word(_ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard position + count <= bytes.count else { return false }
        for index in 0..<count where bytes[position + index] != word.utf8Start[index] { return false }
        position += count
        return true
    }

    /// Skips an array or object of any depth, without checking its words.
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

    // MARK: Steps

    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

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
}
