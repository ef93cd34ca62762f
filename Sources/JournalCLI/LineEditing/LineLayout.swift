/// The positions of glyphs on a terminal.
struct LineLayout: Equatable {
    /// A row and a column, starting at 0 for the first glyph.
    struct Position: Equatable {
        var row = 0
        var column = 0
    }

    /// The start of each glyph, followed by the end of the last.
    private(set) var starts: [Position] = []
    private let columns: Int

    /// Lays out the glyphs in rows of `columns` columns, at least 2. A wide glyph that does not fit begins the next
    /// row.
    init(_ glyphs: [LineGlyph], columns: Int) {
        self.columns = columns
        var next = Position()
        for glyph in glyphs {
            if next.column + glyph.width > columns { next = Position(row: next.row + 1, column: 0) }
            starts.append(next)
            next.column += glyph.width
            if glyph == .newRow || next.column >= columns { next = Position(row: next.row + 1, column: 0) }
        }
        starts.append(next)
    }

    /// The end of the last glyph.
    var end: Position { starts[starts.count - 1] }

    /// Whether the glyph fills the rest of its row.
    func fillsRow(_ index: Int, _ glyph: LineGlyph) -> Bool {
        glyph == .newRow || starts[index].column + glyph.width >= columns
    }

    /// The range of glyphs in at most `rows` rows around the glyph at `index`.
    func window(around index: Int, rows: Int) -> Range<Int> {
        if end.row < rows { return 0..<(starts.count - 1) }
        let first = max(0, min(starts[index].row - rows / 2, end.row - rows + 1))
        let lower = starts.firstIndex { $0.row >= first } ?? 0
        let upper = starts.firstIndex { $0.row >= first + rows } ?? starts.count - 1
        return lower..<min(upper, starts.count - 1)
    }
}
