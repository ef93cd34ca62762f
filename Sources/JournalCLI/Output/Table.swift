/// A table for people, with columns padded to a common width and fitted to a terminal.
///
/// Cells must be safe to print. If a table is too wide, its flexible columns are shortened first, starting with the
/// widest; then columns are hidden; then lines are truncated.
struct Table: Equatable, Sendable {
    /// A column, and how it shrinks.
    struct Column: Equatable, Sendable {
        var title: String
        var alignment: DisplayWidth.Alignment = .left
        /// The smallest width to which its cells may be truncated; nil if they may not.
        var minWidth: Int?
        /// The width to which its cells are truncated before anything else shrinks, such as a date without its time.
        var shortWidth: Int?
        /// The column with the highest number is hidden first; nil if the column is never hidden.
        var hidePriority: Int?
    }

    /// A table's lines, and the titles of hidden columns.
    struct Fitted: Equatable, Sendable {
        var lines: [String]
        var hidden: [String]
    }

    var columns: [Column]
    var rows: [[String]]

    /// The largest width of a cell, even if the table's width is unlimited.
    static let widest = 240

    /// The header and rows in at most `width` columns. With nil the width is unlimited, but very long cells are still
    /// truncated.
    func fitted(to width: Int?) -> Fitted {
        let rows = clippedRows
        var layout = TableLayout(columns)
        for row in rows { layout.include(row) }
        layout.fit(to: width)
        return Fitted(lines: [layout.header] + rows.map(layout.line), hidden: layout.hidden)
    }

    /// The rows with very long cells truncated.
    var clippedRows: [[String]] { rows.map { $0.map(Table.clipped) } }

    private static func clipped(_ cell: String) -> String {
        if cell.utf8.count <= widest { return cell }
        return DisplayWidth.truncated(String(cell.prefix(widest + 1)), to: widest)
    }
}

extension String {
    /// The text without the spaces at its end.
    var withoutTrailingBlanks: String {
        let end = utf8.lastIndex { $0 != UInt8(ascii: " ") }
        return end.map { String(self[...$0]) } ?? ""
    }
}
