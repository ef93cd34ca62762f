import Journal

/// The terminal's representation of one character of a prompt or a line.
struct LineGlyph: Equatable {
    /// The text to write. It moves the cursor by `width` columns and nothing else.
    var text: String
    /// The width in columns.
    var width: Int

    /// The start of a new row.
    static let newRow = LineGlyph(text: "\n", width: 0)

    private init(text: String, width: Int) { (self.text, self.width) = (text, width) }

    /// The glyph of a grapheme cluster. Control characters are shown as pictures, a newline as an arrow.
    init(_ text: String) {
        let safe = text == "\n" ? "↵" : TerminalSafe.text(text)
        let width = DisplayWidth.of(safe)
        if width > 0 {
            self.init(text: safe, width: width)
        } else {
            // A combining mark without a base is shown on a dotted circle. A cluster without any visible form is shown
            // as U+FFFD.
            self.init(text: text.unicodeScalars.allSatisfy(\.isMark) ? "◌" + safe : "\u{FFFD}", width: 1)
        }
    }

    /// A control character as typed by its code, such as `^X`.
    init(control: Unicode.Scalar) {
        self.init(text: "^" + String(Character(Unicode.Scalar(UInt8(control.value ^ 0x40)))), width: 2)
    }
}

extension Unicode.Scalar {
    /// Whether the scalar combines with the one before it.
    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }
}
