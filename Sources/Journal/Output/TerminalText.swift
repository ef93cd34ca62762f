/// What a terminal takes for an order in a text, or turns a line around by: controls, and marks of direction.
package enum TerminalText {
    /// Whether a terminal does something else with a scalar than to show it.
    package static func isOrder(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        case 0xFEFF, 0xFFF9...0xFFFB, 0xE0001: true
        default: false
        }
    }

    /// A scalar as it is shown: a control as its picture, another order as a replacement character.
    package static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard isOrder(scalar) else { return scalar }
        switch scalar.value {
        case 0..<0x20: return Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        case 0x7F: return "\u{2421}"
        default: return "\u{FFFD}"
        }
    }
}

/// Rows of data on their way to a terminal: what it would take for an order is shown instead.
///
/// Newlines, tabs, and a return before a newline stay; what is no UTF-8 becomes U+FFFD. Pieces may end in the middle of a
/// character.
package struct TerminalRows: Sendable {
    private var rest: [UInt8] = []

    package init() {}

    /// What is shown of the next piece; the beginning of a character at its end waits for the piece after it.
    package mutating func shown(_ bytes: some Sequence<UInt8>, isLast: Bool = false) -> [UInt8] {
        rest += bytes
        let count = isLast ? rest.count : TerminalRows.wholeCount(rest)
        let scalars = Array(String(decoding: rest[..<count], as: UTF8.self).unicodeScalars)
        rest.removeFirst(count)
        var shown = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            let isReturn = scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
            shown.append(isReturn || scalar == "\n" || scalar == "\t" ? scalar : TerminalText.shown(scalar))
        }
        return Array(String(shown).utf8)
    }

    /// How many bytes come before a character, or a return, whose end is still to come.
    private static func wholeCount(_ bytes: [UInt8]) -> Int {
        if bytes.last == 0x0D { return bytes.count - 1 }
        guard let start = bytes.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }), bytes[start] >= 0xC0 else {
            return bytes.count
        }
        let length = bytes[start] < 0xE0 ? 2 : bytes[start] < 0xF0 ? 3 : 4
        return bytes.count - start < length ? start : bytes.count
    }
}
