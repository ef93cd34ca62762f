/// The width of text on a terminal, computed by grapheme clusters.
///
/// Source: Unicode Standard Annex 11 (East Asian Width; wide and full-width characters take two columns) and Technical
/// Standard 51 (emoji).
package enum DisplayWidth {
    /// The alignment of padded text.
    package enum Alignment: Sendable { case left, right }

    /// The width of a text in columns. The text must not contain control characters; see `TerminalSafe`. Complexity:
    /// linear.
    package static func of(_ text: String) -> Int {
        plain(text) ?? text.reduce(0) { $0 + of($1) }
    }

    /// The width of a text of Latin letters and stars, in which each scalar takes one column. Nil for other texts. Most
    /// texts in a journal are of this kind and need not be split into clusters.
    private static func plain(_ text: String) -> Int? {
        var count = 0
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x20..<0x7F, 0xA1..<0xAD, 0xAE...0x2FF, 0x2605, 0x2606: count += 1
            default: return nil
            }
        }
        return count
    }

    /// The text truncated to at most `width` columns. A truncated text ends with an ellipsis.
    package static func truncated(_ text: String, to width: Int) -> String {
        if of(text) <= width { return text }
        if width < 1 { return "" }
        var (kept, used) = ("", 0)
        for character in text {
            used += of(character)
            if used > width - 1 { break }
            kept.append(character)
        }
        return kept + "…"
    }

    /// The text padded with spaces to `width` columns. A wider text is returned unchanged.
    package static func padded(_ text: String, to width: Int, _ alignment: Alignment = .left) -> String {
        let blanks = String(repeating: " ", count: max(0, width - of(text)))
        return alignment == .left ? text + blanks : blanks + text
    }

    /// The width of a grapheme cluster, 0 to 2 columns in every script in use.
    static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let base = scalars.first(where: { !isZeroWidth($0) }) else { return 0 }
        if scalars.contains("\u{FE0E}") { return isWide(base) && !base.properties.isEmojiPresentation ? 2 : 1 }
        if scalars.contains("\u{FE0F}"), base.properties.isEmoji { return 2 }
        if base.properties.isEmojiPresentation || isWide(base) { return 2 }
        return scalars.count { isHalfWidthMark($0) } + (isHalfWidthMark(base) ? 0 : 1)
    }

    /// Whether the scalar is a half-width voiced sound mark, which belongs to its syllable's cluster but has its own
    /// column.
    private static func isHalfWidthMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0xFF9E || scalar.value == 0xFF9F
    }

    private static func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: scalar.value != 0xAD
        case .control: true
        default: false
        }
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
            0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x2FFFD,
            0x30000...0x3FFFD:
            true
        default: false
        }
    }
}
