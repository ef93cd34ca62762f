/// Reads the cells of an imported row as values of an entry.
package struct CellReader: Sendable {
    /// What each column is; nil for one that import leaves out.
    package var columns: [EntryColumn?]
    private let fields: FieldReader

    package init(columns: [EntryColumn?], dates: DateParser) {
        self.columns = columns
        fields = FieldReader(dates: dates, length: .metres)
    }

    /// Why a row cannot become an entry.
    package enum RowError: Error, Equatable, Sendable {
        /// Another number of cells than columns.
        case cellCount(found: Int, expected: Int)
        /// An ID that is no number above zero.
        case notAnID(String)
        case field(FieldError)
    }

    /// The entry's key, where the row has one, and its values; empty cells are absent, one formula guard is taken off texts.
    /// A length without a unit is in metres, as it is exported.
    package func read(_ cells: [String]) throws(RowError) -> (id: Int64?, values: EntryValues) {
        guard cells.count == columns.count else { throw .cellCount(found: cells.count, expected: columns.count) }
        var (id, values): (Int64?, EntryValues) = (nil, EntryValues())
        for (column, cell) in zip(columns, cells) where !cell.isEmpty {
            switch column {
            case .id?: id = try key(cell)
            case .field(let field)?: values[field] = try value(of: field, cell)
            case .rev?, .sample?, nil: continue
            }
        }
        return (id, values)
    }

    private func key(_ cell: String) throws(RowError) -> Int64 {
        guard cell.utf8.allSatisfy(\.isDigit), let id = Int64(cell), id > 0 else { throw .notAnID(cell) }
        return id
    }

    private func value(of field: EntryField, _ cell: String) throws(RowError) -> FieldValue {
        let isText =
            switch field.kind {
            case .text, .zone, .measure: true
            case .date, .rating, .count, .number: false
            }
        do throws(FieldError) {
            return try fields.value(of: field, isText ? FormulaGuard.removed(from: cell) : cell)
        } catch { throw .field(error) }
    }
}
