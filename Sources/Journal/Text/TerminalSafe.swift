/// Makes text safe to show on a terminal. Nothing in it moves the cursor, changes colours or reverses the line.
package enum TerminalSafe {
    /// Whether a scalar controls the terminal or reorders text: a control character or a direction mark.
    package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        case 0xFEFF, 0xFFF9...0xFFFB, 0xE0001: true
        default: false
        }
    }

    /// A visible form of a scalar: a C0 control as its picture, any other such character as U+FFFD.
    package static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard isControl(scalar) else { return scalar }
        switch scalar.value {
        case 0..<0x20: return Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        case 0x7F: return "\u{2421}"
        default: return "\u{FFFD}"
        }
    }

    /// The text for one line. Controls are shown as their pictures, direction controls as replacement characters.
    package static func text(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(shown(scalar)) }
        return String(scalars)
    }
}

/// Makes rows of data safe for a terminal: control characters are shown as symbols and have no effect.
///
/// Newlines, tabs, and a return before a newline are kept. Invalid UTF-8 becomes U+FFFD. Pieces may end in the middle
/// of a character.
package struct TerminalRows: Sendable {
    private var rest: [UInt8] = []

    package init() {}

    /// The visible form of the next piece. An incomplete character at its end is kept for the piece after it.
    package mutating func shown(_ bytes: some Sequence<UInt8>, isLast: Bool = false) -> [UInt8] {
        rest += bytes
        let count = isLast ? rest.count : TerminalRows.wholeCount(rest)
        let scalars = Array(String(decoding: rest[..<count], as: UTF8.self).unicodeScalars)
        rest.removeFirst(count)
        var shown = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            let isReturn = scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
            shown.append(isReturn || scalar == "\n" || scalar == "\t" ? scalar : TerminalSafe.shown(scalar))
        }
        return Array(String(shown).utf8)
    }

    /// The number of bytes before an incomplete character, or before a return at the end.
    private static func wholeCount(_ bytes: [UInt8]) -> Int {
        if bytes.last == 0x0D { return bytes.count - 1 }
        guard let start = bytes.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }), bytes[start] >= 0xC0 else {
            return bytes.count
        }
        let length = bytes[start] < 0xE0 ? 2 : bytes[start] < 0xF0 ? 3 : 4
        return bytes.count - start < length ? start : bytes.count
    }
}
