import Journal

/// Makes text safe to show on a terminal: nothing in it moves the cursor, changes colours or turns the line around.
package enum Harmless {
    /// The text for one line: controls are shown as their pictures, what changes direction as a replacement character.
    package static func text(_ text: String) -> String { replaced(text, keepsLines: false) }

    /// The text for several lines: as `text`, but newlines stay.
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
