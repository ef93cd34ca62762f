/// Where glyphs stand on a terminal.
struct LineLayout: Equatable {
    /// A row and a column, from 0 at the first glyph.
    struct Position: Equatable {
        var row = 0
        var column = 0
    }

    /// Where each glyph begins, and at the end where a next one would.
    private(set) var starts: [Position] = []
    private let columns: Int

    /// Lays glyphs out in rows of so many columns, at least 2; a wide one that does not fit a row begins the next.
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

    /// Where the glyphs end.
    var end: Position { starts[starts.count - 1] }

    /// Whether nothing is free in the row behind a glyph.
    func fillsRow(_ index: Int, _ glyph: LineGlyph) -> Bool {
        glyph == .newRow || starts[index].column + glyph.width >= columns
    }

    /// The glyphs of a number of rows around one of the glyphs: the indices of those that a screen has room for.
    func window(around index: Int, rows: Int) -> Range<Int> {
        if end.row < rows { return 0..<(starts.count - 1) }
        let first = max(0, min(starts[index].row - rows / 2, end.row - rows + 1))
        let lower = starts.firstIndex { $0.row >= first } ?? 0
        let upper = starts.firstIndex { $0.row >= first + rows } ?? starts.count - 1
        return lower..<min(upper, starts.count - 1)
    }
}
