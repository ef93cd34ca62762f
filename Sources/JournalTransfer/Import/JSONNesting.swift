/// How deep a position in a JSON text is, byte by byte. Brackets in strings do not count.
struct JSONNesting: Sendable {
    private(set) var depth = 0
    private(set) var isInString = false
    private var isEscaped = false

    mutating func take(_ byte: UInt8) {
        if isInString {
            isInString = isEscaped || byte != UInt8(ascii: "\"")
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            return
        }
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
    }
}
