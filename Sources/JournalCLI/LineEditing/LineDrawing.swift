/// The edited line as the terminal shows it.
///
/// Only differences are written: a character typed at the end is written as that character. The position of the
/// terminal's cursor is tracked from the row in which the prompt begins. A value; write what its methods return
/// immediately.
struct LineDrawing {
    private var glyphs: [LineGlyph] = []
    /// The index of the glyph under the cursor.
    private var index = 0
    private var cursor = LineLayout.Position()
    private var end = LineLayout.Position()

    /// Shows these glyphs, with the cursor on the glyph at `target` or after the last one. If they need more rows than
    /// the screen has, the rows around the cursor are shown. One row stays free, because a line may fill its last row.
    mutating func show(_ all: [LineGlyph], cursor target: Int, columns: Int, rows: Int) -> String {
        let window = LineLayout(all, columns: columns).window(around: target, rows: max(1, rows - 1))
        let new = Array(all[window])
        let layout = LineLayout(new, columns: columns)
        let same = zip(glyphs, new).prefix { $0 == $1 }.count
        var output = ""
        if same < max(glyphs.count, new.count) {
            output += move(to: layout.starts[same]) + LineDrawing.written(new, from: same, layout)
            if same < glyphs.count { output += "\u{1B}[J" }
            (glyphs, cursor, end) = (new, layout.end, layout.end)
        }
        index = target - window.lowerBound
        return output + move(to: layout.starts[index])
    }

    /// Moves the cursor to the empty row below the line.
    /// - Parameter mark: Text to show after the line first.
    mutating func leave(_ mark: String = "") -> String {
        let output = move(to: end) + mark + "\r\n"
        self = LineDrawing()
        return output
    }

    /// Moves the cursor to the start of the prompt and clears everything from there. `columns` is the new width of the
    /// terminal.
    mutating func clear(columns: Int) -> String {
        let row = LineLayout(glyphs, columns: columns).starts[index].row
        self = LineDrawing()
        return "\r" + (row > 0 ? "\u{1B}[\(row)A" : "") + "\u{1B}[J"
    }

    private mutating func move(to target: LineLayout.Position) -> String {
        defer { cursor = target }
        let rows = target.row - cursor.row
        let vertical = rows < 0 ? "\u{1B}[\(-rows)A" : rows > 0 ? "\u{1B}[\(rows)B" : ""
        let columns = target.column - cursor.column
        if columns == 0 { return vertical }
        if target.column == 0 { return vertical + "\r" }
        return vertical + (columns < 0 ? "\u{1B}[\(-columns)D" : "\u{1B}[\(columns)C")
    }

    /// The output for the glyphs from index `first`. The cursor must be where that glyph begins.
    private static func written(_ glyphs: [LineGlyph], from first: Int, _ layout: LineLayout) -> String {
        var output = ""
        for index in first..<glyphs.count {
            // A wide glyph that did not fit left one column free at the end of the previous row.
            if index > first, layout.starts[index].column == 0, !layout.fillsRow(index - 1, glyphs[index - 1]) {
                output += " "
            }
            output += glyphs[index] == .newRow ? "\u{1B}[K\r\n" : glyphs[index].text
        }
        // After a full row the terminal keeps its cursor in that row until more is written.
        if let last = glyphs.last, first < glyphs.count, last != .newRow, layout.end.column == 0 {
            output += " \r\u{1B}[K"
        }
        return output
    }
}

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
