import Foundation

/// Finds the names that a text mentions, in order, as ranges of its bytes without the sign.
///
/// A sign counts at the start of the text, and after a blank, an opening bracket or quote, a comma, a semicolon, or a
/// dash that is not ASCII's. It does not count inside a word, an e-mail address or a URL. A name consists of Unicode
/// letters and digits, `_` and `-`, and ends with none of the latter. A tag contains a letter, so that `#1` is none. A
/// person begins with a letter, so that `@14s` stays a period and `@6am` a time.
///
/// Complexity: linear, at the speed of `memchr` where there is no sign. The bytes must stay valid. They need not be
/// UTF-8.
package struct MentionReader {
    private let kind: MentionKind
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    package init(_ kind: MentionKind, _ bytes: UnsafeBufferPointer<UInt8>) {
        (self.kind, self.bytes) = (kind, bytes)
    }

    /// The range of the next name; nil at the end.
    package mutating func next() -> Range<Int>? {
        while let sign = nextSign() {
            position = sign + 1
            guard beginsWord(sign), let name = name(from: position) else { continue }
            position = name.upperBound
            return name
        }
        return nil
    }

    private func nextSign() -> Int? {
        guard let start = bytes.baseAddress, position < bytes.count,
            let found = memchr(start + position, Int32(kind.sign), bytes.count - position)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(start)
    }

    private func beginsWord(_ sign: Int) -> Bool {
        guard sign > 0 else { return true }
        let before = bytes[sign - 1]
        if before < 0x80 { return before <= 0x20 || MentionReader.opening.contains(before) }
        var start = sign - 1
        while start > 0, bytes[start] & 0xC0 == 0x80, sign - start < 4 { start -= 1 }
        guard let (scalar, length) = scalar(at: start), start + length == sign else { return false }
        return scalar.properties.isWhitespace || MentionReader.isOpening(scalar.properties.generalCategory)
    }

    private static let opening = Array("([{<\"',;".utf8)

    private static func isOpening(_ category: Unicode.GeneralCategory) -> Bool {
        switch category {
        case .openPunctuation, .initialPunctuation, .finalPunctuation, .dashPunctuation: true
        default: false
        }
    }

    /// The name that begins at `start`; nil if there is none.
    private func name(from start: Int) -> Range<Int>? {
        var (index, end, hasLetter) = (start, start, false)
        while index < bytes.count {
            let (length, part) = part(at: index)
            guard let part else { break }
            if part == .letter { hasLetter = true }
            if kind == .person, index == start, part != .letter { return nil }
            index += length
            if part != .joint { end = index }
        }
        return hasLetter && end > start ? start..<end : nil
    }

    private enum Part { case letter, digit, mark, joint }

    /// The part of a name at an index, and its length; nil if none is there.
    private func part(at index: Int) -> (length: Int, part: Part?) {
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): return (1, .letter)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return (1, .digit)
        case UInt8(ascii: "_"), UInt8(ascii: "-"): return (1, .joint)
        case ..<0x80: return (1, nil)
        default:
            guard let (scalar, length) = scalar(at: index) else { return (1, nil) }
            return (length, MentionReader.part(scalar))
        }
    }

    private static func part(_ scalar: Unicode.Scalar) -> Part? {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: .letter
        case .decimalNumber, .letterNumber: .digit
        case .nonspacingMark, .spacingMark, .enclosingMark: .mark
        default: nil
        }
    }

    /// The scalar that begins at an index, and its length in bytes; nil if the bytes are not UTF-8.
    private func scalar(at index: Int) -> (Unicode.Scalar, Int)? {
        let rest = UnsafeBufferPointer(rebasing: bytes[index..<min(index + 4, bytes.count)])
        var decoder = UTF8()
        var bytes = rest.makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return nil }
        return (scalar, UTF8.width(scalar))
    }
}

extension MentionKind {
    /// The names that a text mentions, as written, in order and with repetitions.
    package func names(in text: String) -> [String] {
        var (text, names) = (text, [String]())
        text.withUTF8 { bytes in
            var reader = MentionReader(self, bytes)
            while let range = reader.next() { names.append(String(decoding: bytes[range], as: UTF8.self)) }
        }
        return names
    }
}
