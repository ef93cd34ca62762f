/// Makes text safe to show on a terminal: nothing in it moves the cursor, changes colours or turns the line around.
package enum Harmless {
    /// The text for one line: controls are shown as their pictures, what changes direction as a replacement character.
    package static func text(_ text: String) -> String { replaced(text, keepsLines: false) }

    /// The text for several lines: as `text`, but newlines stay.
    package static func lines(_ text: String) -> String { replaced(text, keepsLines: true) }

    private static func replaced(_ text: String, keepsLines: Bool) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(shown(scalar, keepsLines)) }
        return String(scalars)
    }

    private static func shown(_ scalar: Unicode.Scalar, _ keepsLines: Bool) -> Unicode.Scalar {
        switch scalar.value {
        case 0x0A where keepsLines: scalar
        case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        case 0x7F: "\u{2421}"
        case 0x80...0x9F, 0x2028, 0x2029, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: "\u{FFFD}"
        case 0xFEFF, 0xFFF9...0xFFFB, 0xE0001: "\u{FFFD}"
        default: scalar
        }
    }
}
