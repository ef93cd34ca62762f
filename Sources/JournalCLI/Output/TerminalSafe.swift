import Journal

/// Makes text safe to show on a terminal. Nothing in it moves the cursor, changes colours or reverses the line.
package enum TerminalSafe {
    /// The text for one line. Controls are shown as their pictures, direction controls as replacement characters.
    package static func text(_ text: String) -> String { replaced(text, keepsLines: false) }

    /// The text for several lines, as `text(_:)` but with newlines kept.
    package static func lines(_ text: String) -> String { replaced(text, keepsLines: true) }

    private static func replaced(_ text: String, keepsLines: Bool) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            scalars.append(keepsLines && scalar == "\n" ? scalar : TerminalText.shown(scalar))
        }
        return String(scalars)
    }
}
