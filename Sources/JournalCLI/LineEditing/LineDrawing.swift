/// The line that is edited, as it stands on the terminal.
///
/// It writes what changed: a character typed at the end is that character. It knows where it left the terminal's cursor,
/// counted from the row that the prompt begins in. A value; what it returns is to be written at once.
struct LineDrawing {
    private var glyphs: [LineGlyph] = []
    /// The glyph that the cursor is on.
    private var index = 0
    private var cursor = LineLayout.Position()
    private var end = LineLayout.Position()

    /// Makes the terminal show these glyphs, its cursor on one of them or behind the last; of more rows than the screen
    /// has, those around the cursor; one row stays free for a line that fills its last row.
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

    /// Moves the cursor to the row below the line, where nothing is shown yet.
    /// - Parameter mark: what is shown behind the line first.
    mutating func leave(_ mark: String = "") -> String {
        let output = move(to: end) + mark + "\r\n"
        self = LineDrawing()
        return output
    }

    /// Moves the cursor to where the prompt begins and clears all from there on, after the rows became so many columns long.
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

    /// The glyphs from one on, the cursor being where that one begins.
    private static func written(_ glyphs: [LineGlyph], from first: Int, _ layout: LineLayout) -> String {
        var output = ""
        for index in first..<glyphs.count {
            // A wide glyph that began the next row left a column free.
            if index > first, layout.starts[index].column == 0, !layout.fillsRow(index - 1, glyphs[index - 1]) {
                output += " "
            }
            output += glyphs[index] == .newRow ? "\u{1B}[K\r\n" : glyphs[index].text
        }
        // Behind a full row the terminal waits with its cursor in that row until more is written.
        if let last = glyphs.last, first < glyphs.count, last != .newRow, layout.end.column == 0 {
            output += " \r\u{1B}[K"
        }
        return output
    }
}
