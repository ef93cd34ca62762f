/// Finds the end of a document type declaration, with its internal subset, piece by piece. Nothing of it is kept.
struct XMLDeclaration: Sendable {
    /// The number of bytes passed over.
    private(set) var size = 0
    private var brackets = 0
    private var angles = 0
    private var quote: UInt8?
    private var isComment = false
    /// The last four bytes, in which the marks of comments are found.
    private var last: UInt32 = 0

    /// The position after the declaration; nil if it goes on.
    mutating func end(in bytes: ArraySlice<UInt8>) -> Int? {
        for index in bytes.indices where ends(at: bytes[index]) { return index + 1 }
        return nil
    }

    /// Takes the next byte. Returns whether it is the last one.
    private mutating func ends(at byte: UInt8) -> Bool {
        size += 1
        last = last << 8 | UInt32(byte)
        if isComment {
            if last & 0xFF_FFFF == 0x2D_2D3E {
                isComment = false
                angles -= 1
            }
            return false
        }
        if let open = quote {
            if byte == open { quote = nil }
            return false
        }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
        case UInt8(ascii: "["): brackets += 1
        case UInt8(ascii: "]"): brackets -= 1
        case UInt8(ascii: "<"): angles += 1
        case UInt8(ascii: ">"): angles -= 1
        case UInt8(ascii: "-"): isComment = last == 0x3C21_2D2D
        default: break
        }
        return angles == 0 && brackets <= 0
    }
}
