/// The character encoding of a file.
package enum TextEncoding: Equatable, Sendable {
    case utf8
    /// UTF-16 with a byte-order mark.
    case utf16(isBigEndian: Bool)
    case windows1252

    /// The encoding of a file that begins with these bytes: by its mark, otherwise UTF-8. Windows-1252 if some bytes
    /// are not valid UTF-8 and there are no multibyte UTF-8 characters.
    static func of(_ bytes: some Collection<UInt8>) -> TextEncoding {
        let mark = Array(bytes.prefix(2))
        if mark == [0xFF, 0xFE] { return .utf16(isBigEndian: false) }
        if mark == [0xFE, 0xFF] { return .utf16(isBigEndian: true) }
        var census = UTF8Census()
        census.count(bytes)
        return census.hasOthers && !census.hasMultibyte ? .windows1252 : .utf8
    }
}

/// Checks bytes for multibyte UTF-8 characters and for bytes that are not valid UTF-8.
///
/// Used by one thread at a time.
struct UTF8Census {
    private(set) var hasMultibyte = false
    private(set) var hasOthers = false
    /// The number of bytes missing from the current character.
    private var open = 0

    /// Complexity: linear.
    mutating func count(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if open > 0, byte & 0xC0 == 0x80 {
                open -= 1
                if open == 0 { hasMultibyte = true }
                continue
            }
            if open > 0 { hasOthers = true }
            open = 0
            switch byte {
            case 0..<0x80: continue
            case 0xC2...0xDF: open = 1
            case 0xE0...0xEF: open = 2
            case 0xF0...0xF4: open = 3
            default: hasOthers = true
            }
        }
    }
}

/// Converts a file to UTF-8 without a byte-order mark, piece by piece. The first piece has at least three bytes, or is
/// the whole file.
///
/// An invalid character becomes a byte that is not valid UTF-8, so its row is refused. Used by one thread at a time.
struct TextDecoder {
    let encoding: TextEncoding
    /// The first byte of a pair, and the first half of a surrogate pair, waiting for the rest.
    private var byte: UInt8?
    private var highSurrogate: UInt16?
    private var isAtBeginning = true
    /// Whether the last byte so far is DOS's mark for the end of a text.
    private var endsInMark = false

    init(_ encoding: TextEncoding) { self.encoding = encoding }

    /// The UTF-8 of the next bytes. Complexity: linear.
    mutating func decode(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        defer { isAtBeginning = false }
        switch encoding {
        case .utf8: return utf8(bytes)
        case .windows1252: return TextDecoder.windows1252(bytes)
        case .utf16(let isBigEndian): return utf16(isAtBeginning ? bytes.dropFirst(2) : bytes, isBigEndian)
        }
    }

    /// The bytes without marks at the beginning: two exports that were joined may have two. DOS ends a text with 0x1A, which
    /// waits until more follows it.
    private mutating func utf8(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = bytes
        if isAtBeginning { while rest.starts(with: CSVDialect.byteOrderMark) { rest = rest.dropFirst(3) } }
        if endsInMark, !rest.isEmpty { rest = [TextDecoder.endMark] + rest }
        endsInMark = rest.last == TextDecoder.endMark
        return endsInMark ? rest.dropLast() : rest
    }

    private static let endMark: UInt8 = 0x1A

    /// The rest at the end of the file: an invalid byte if a character is incomplete.
    mutating func finish() -> ArraySlice<UInt8> {
        let isCut = byte != nil || highSurrogate != nil
        (byte, highSurrogate) = (nil, nil)
        return isCut ? [TextDecoder.noCharacter] : []
    }

    private static let noCharacter: UInt8 = 0xFF

    private static func windows1252(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes {
            switch byte {
            case 0..<0x80: decoded.append(byte)
            case 0x80..<0xA0:
                if let scalar = high[Int(byte) - 0x80] {
                    decoded.append(contentsOf: Character(scalar).utf8)
                } else {
                    decoded.append(noCharacter)
                }
            default: decoded.append(contentsOf: [0xC0 | byte >> 6, 0x80 | byte & 0x3F])
            }
        }
        return decoded[...]
    }

    /// The characters of 0x80 to 0x9F; five are unassigned. Source: Unicode's table CP1252.TXT.
    private static let high: [Unicode.Scalar?] = [
        "€", nil, "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", nil, "Ž", nil, nil, "‘", "’", "“", "”", "•",
        "–",
        "—", "˜", "™", "š", "›", "œ", nil, "ž", "Ÿ",
    ]

    private mutating func utf16(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) -> ArraySlice<UInt8> {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        for next in bytes {
            guard let first = byte else {
                byte = next
                continue
            }
            byte = nil
            let unit = isBigEndian ? UInt16(first) << 8 | UInt16(next) : UInt16(next) << 8 | UInt16(first)
            append(unit, to: &decoded)
        }
        return decoded[...]
    }

    private mutating func append(_ unit: UInt16, to decoded: inout [UInt8]) {
        if let high = highSurrogate {
            highSurrogate = nil
            if UTF16.isTrailSurrogate(unit) {
                let value = 0x10000 + (UInt32(high & 0x3FF) << 10 | UInt32(unit & 0x3FF))
                if let scalar = Unicode.Scalar(value) { decoded.append(contentsOf: Character(scalar).utf8) }
                return
            }
            decoded.append(TextDecoder.noCharacter)
        }
        if UTF16.isLeadSurrogate(unit) {
            highSurrogate = unit
        } else if let scalar = Unicode.Scalar(unit) {
            decoded.append(contentsOf: Character(scalar).utf8)
        } else {
            decoded.append(TextDecoder.noCharacter)
        }
    }
}
