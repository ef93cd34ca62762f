/// What a terminal shows for one character of a prompt or a line.
struct LineGlyph: Equatable {
    /// What is written: nothing in it moves the cursor but by its width.
    var text: String
    /// The columns that it takes.
    var width: Int

    /// The begin of a new row.
    static let newRow = LineGlyph(text: "\n", width: 0)

    private init(text: String, width: Int) { (self.text, self.width) = (text, width) }

    /// The glyph of a grapheme cluster: controls are pictures, and a newline is an arrow.
    init(_ text: String) {
        let harmless = text == "\n" ? "↵" : Harmless.text(text)
        let width = DisplayWidth.of(harmless)
        if width > 0 {
            self.init(text: harmless, width: width)
        } else {
            // A mark without its letter stands on a circle; what has no form at all is a sign for that.
            self.init(text: text.unicodeScalars.allSatisfy(\.isMark) ? "◌" + harmless : "\u{FFFD}", width: 1)
        }
    }

    /// A control that was typed by its code, as `^X`.
    init(control: Unicode.Scalar) {
        self.init(text: "^" + String(Character(Unicode.Scalar(UInt8(control.value ^ 0x40)))), width: 2)
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is drawn onto the one before it.
    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }
}
