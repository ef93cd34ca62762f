import Testing

@testable import JournalCLI

struct LineDrawingTests {
    private func glyphs(_ text: String) -> [LineGlyph] { text.map { $0 == "\n" ? .newRow : LineGlyph(String($0)) } }

    private func positions(_ text: String, columns: Int) -> [[Int]] {
        LineLayout(glyphs(text), columns: columns).starts.map { [$0.row, $0.column] }
    }

    @Test func `characters fill rows, and a wide one is not split`() {
        #expect(positions("abc", columns: 3) == [[0, 0], [0, 1], [0, 2], [1, 0]])
        #expect(positions("a漢字", columns: 4) == [[0, 0], [0, 1], [1, 0], [1, 2]])
        #expect(positions("a\nb", columns: 4) == [[0, 0], [0, 1], [1, 0], [1, 1]])
        #expect(positions("", columns: 4) == [[0, 0]])
    }

    @Test(arguments: [
        ("漢", "漢", 2), ("e\u{301}", "e\u{301}", 1), ("\n", "↵", 1), ("\u{1B}", "␛", 1), ("\u{301}", "◌\u{301}", 1),
        ("\u{200D}", "\u{FFFD}", 1), ("\u{202E}", "\u{FFFD}", 1), ("🏄🏽‍♂️", "🏄🏽‍♂️", 2),
    ])
    func `a character is shown safely and has a width`(text: String, shown: String, width: Int) {
        let glyph = LineGlyph(text)
        #expect(Array(glyph.text.unicodeScalars) == Array(shown.unicodeScalars))
        #expect(glyph.width == width)
    }

    @Test func `only changes are drawn`() {
        var drawing = LineDrawing()
        #expect(drawing.show(glyphs("ab"), cursor: 2, columns: 10, rows: 5) == "ab")
        #expect(drawing.show(glyphs("abc"), cursor: 3, columns: 10, rows: 5) == "c")
        #expect(drawing.show(glyphs("abc"), cursor: 1, columns: 10, rows: 5) == "\u{1B}[2D")
        #expect(drawing.show(glyphs("axbc"), cursor: 2, columns: 10, rows: 5) == "xbc\u{1B}[J\u{1B}[2D")
        #expect(drawing.show(glyphs("axbc"), cursor: 2, columns: 10, rows: 5) == "")
        #expect(drawing.show(glyphs("ax"), cursor: 0, columns: 10, rows: 5) == "\u{1B}[J\r")
        #expect(drawing.leave("!") == "\u{1B}[2C!\r\n")
    }

    @Test func `a line with more rows than the screen shows those around the cursor`() {
        let layout = LineLayout(glyphs("0123456789"), columns: 2)
        #expect(layout.window(around: 10, rows: 3) == 6..<10)
        #expect(layout.window(around: 0, rows: 3) == 0..<6)
        #expect(layout.window(around: 5, rows: 3) == 2..<8)
        #expect(layout.window(around: 5, rows: 9) == 0..<10)
    }
}
