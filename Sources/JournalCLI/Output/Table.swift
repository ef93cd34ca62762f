/// A table for people, with columns padded to a common width and fitted to a terminal.
///
/// Cells must be safe to print. If a table is too wide, its flexible columns are shortened first, starting with the
/// widest; then columns are omitted; then lines are truncated.
struct Table: Equatable, Sendable {
    /// A column, and how it shrinks.
    struct Column: Equatable, Sendable {
        var title: String
        var alignment: DisplayWidth.Alignment = .left
        /// The smallest width to which its cells may be truncated. Nil if they may not.
        var least: Int?
        /// The width to which its cells are truncated before anything else shrinks, such as a date without its time.
        var short: Int?
        /// Columns with the highest number are omitted first. Nil if the column stays.
        var yields: Int?
    }

    /// A table's lines, and the titles of omitted columns.
    struct Fitted: Equatable, Sendable {
        var lines: [String]
        var hidden: [String]
    }

    var columns: [Column]
    var rows: [[String]]

    private static let gap = 2
    /// The largest width of a cell, even if the table's width is unlimited.
    static let widest = 240

    /// The header and rows in at most `width` columns. With nil the width is unlimited, but very long cells are still
    /// truncated.
    func fitted(to width: Int?) -> Fitted {
        Table(columns: columns, rows: rows.map { $0.map(Table.clipped) }).fittedWhole(to: width)
    }

    private static func clipped(_ cell: String) -> String {
        if cell.utf8.count <= widest { return cell }
        return DisplayWidth.truncated(String(cell.prefix(widest + 1)), to: widest)
    }

    private func fittedWhole(to width: Int?) -> Fitted {
        var shown = Array(columns.indices)
        var widths = naturalWidths()
        guard let width else { return Fitted(lines: lines(shown, widths), hidden: []) }
        var hidden: [String] = []
        shorten(&widths, if: total(shown, widths) > width)
        while total(shown, widths) > width {
            if shrink(&widths, shown, by: total(shown, widths) - width) { break }
            guard let last = shown.filter({ columns[$0].yields != nil }).max(by: isLater) else { break }
            shown.removeAll { $0 == last }
            if !columns[last].title.isEmpty { hidden.append(columns[last].title) }
            widths = naturalWidths()
            shorten(&widths, if: true)
        }
        return Fitted(lines: lines(shown, widths).map { DisplayWidth.truncated($0, to: width) }, hidden: hidden)
    }

    private func isLater(_ left: Int, _ right: Int) -> Bool {
        (columns[left].yields ?? 0) < (columns[right].yields ?? 0)
    }

    private func naturalWidths() -> [Int] {
        columns.indices.map { column in
            rows.reduce(DisplayWidth.of(columns[column].title)) { max($0, DisplayWidth.of($1[column])) }
        }
    }

    private func shorten(_ widths: inout [Int], if isNeeded: Bool) {
        guard isNeeded else { return }
        for column in columns.indices { widths[column] = min(widths[column], columns[column].short ?? .max) }
    }

    private func total(_ shown: [Int], _ widths: [Int]) -> Int {
        shown.reduce(0) { $0 + widths[$1] } + Table.gap * max(0, shown.count - 1)
    }

    /// Takes `excess` columns from the widest flexible columns. Returns false if they cannot shrink that much.
    private func shrink(_ widths: inout [Int], _ shown: [Int], by excess: Int) -> Bool {
        var excess = excess
        while excess > 0 {
            let flexible = shown.filter { column in columns[column].least.map { widths[column] > $0 } ?? false }
            guard let widest = flexible.max(by: { widths[$0] < widths[$1] }) else { return false }
            widths[widest] -= 1
            excess -= 1
        }
        return true
    }

    private func lines(_ shown: [Int], _ widths: [Int]) -> [String] {
        ([columns.map(\.title)] + rows).map { row in
            var line = ""
            for column in shown {
                if column != shown.first { line += String(repeating: " ", count: Table.gap) }
                line += cell(row[column], of: columns[column], width: widths[column])
            }
            return line.withoutTrailingBlanks
        }
    }

    private func cell(_ text: String, of column: Column, width: Int) -> String {
        let shown = column.short == width ? String(text.prefix(width)) : text
        return DisplayWidth.padded(DisplayWidth.truncated(shown, to: width), to: width, column.alignment)
    }
}

extension String {
    /// The text without the spaces at its end.
    var withoutTrailingBlanks: String {
        let end = utf8.lastIndex { $0 != UInt8(ascii: " ") }
        return end.map { String(self[...$0]) } ?? ""
    }
}
