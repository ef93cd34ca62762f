/// Fits the columns of a table to a terminal. It measures every cell, but keeps no rows.
struct TableLayout {
    private static let gap = 2

    private let columns: [Table.Column]
    private var naturalWidths: [Int]
    private var shown: [Int]
    private var widths: [Int] = []
    private var limit: Int?
    /// The titles of hidden columns.
    private(set) var hidden: [String] = []

    init(_ columns: [Table.Column]) {
        self.columns = columns
        naturalWidths = columns.map { DisplayWidth.of($0.title) }
        shown = Array(columns.indices)
    }

    /// Makes the columns wide enough for a row.
    mutating func include(_ row: [String]) {
        for column in columns.indices {
            naturalWidths[column] = max(naturalWidths[column], DisplayWidth.of(row[column]))
        }
    }

    /// Fits the columns to at most `limit` columns of a terminal; nil for no limit. Call it after all rows were included.
    mutating func fit(to limit: Int?) {
        self.limit = limit
        widths = naturalWidths
        guard let limit else { return }
        shorten(if: total > limit)
        while total > limit {
            if shrink(by: total - limit) { break }
            guard let last = shown.filter({ columns[$0].hidePriority != nil }).max(by: isHiddenLater) else { break }
            shown.removeAll { $0 == last }
            if !columns[last].title.isEmpty { hidden.append(columns[last].title) }
            widths = naturalWidths
            shorten(if: true)
        }
    }

    /// The line with the titles.
    var header: String { line(columns.map(\.title)) }

    /// The line of a row.
    func line(_ row: [String]) -> String {
        var line = ""
        for column in shown {
            if column != shown.first { line += String(repeating: " ", count: TableLayout.gap) }
            line += cell(row[column], of: columns[column], width: widths[column])
        }
        return DisplayWidth.truncated(line.withoutTrailingBlanks, to: limit ?? .max)
    }

    private func isHiddenLater(_ left: Int, _ right: Int) -> Bool {
        (columns[left].hidePriority ?? 0) < (columns[right].hidePriority ?? 0)
    }

    private mutating func shorten(if isNeeded: Bool) {
        guard isNeeded else { return }
        for column in columns.indices { widths[column] = min(widths[column], columns[column].shortWidth ?? .max) }
    }

    private var total: Int {
        shown.reduce(0) { $0 + widths[$1] } + TableLayout.gap * max(0, shown.count - 1)
    }

    /// Takes `excess` columns from the widest flexible columns. Returns false if they cannot shrink that much.
    private mutating func shrink(by excess: Int) -> Bool {
        for _ in 0..<excess {
            let flexible = shown.filter { column in columns[column].minWidth.map { widths[column] > $0 } ?? false }
            guard let widest = flexible.max(by: { widths[$0] < widths[$1] }) else { return false }
            widths[widest] -= 1
        }
        return true
    }

    private func cell(_ text: String, of column: Table.Column, width: Int) -> String {
        let shown = column.shortWidth == width ? String(text.prefix(width)) : text
        return DisplayWidth.padded(DisplayWidth.truncated(shown, to: width), to: width, column.alignment)
    }
}
