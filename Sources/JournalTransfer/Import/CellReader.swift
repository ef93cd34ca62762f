import Foundation
import Journal
import SurfLanguage

/// Reads the cells of an imported row as values of an entry.
package struct CellReader: Sendable {
    /// The meaning of each column; nil for one that is not imported.
    package let columns: [ColumnMeaning?]
    let names: [String]
    /// Whether cells are exact values as `export` writes them. Otherwise they are read by their headers.
    let isExact: Bool
    /// Whether text is kept as it is although other cells are read by their headers: every header is a field's name.
    let keepsTexts: Bool
    var values: ImportedValueReader
    /// The time zones of places, for times without a zone.
    var zones = PlaceValues<String>()
    /// The place of rows without one.
    var otherPlace: String?
    /// Reads sentences, and the places in titles.
    var sentences: SentenceReader?
    /// Whether times in the date column are meaningless, and whether only some dates have one.
    let hasDays, mixesClocks: Bool
    let id, date, time, end, zone, place: Int?
    /// The columns with one whole value each, except the date.
    private let simple: [(index: Int, field: EntryField)]
    let height, low, high, windDirection, swell, companions, rating: Int?
    let title, activity, sentence: Int?
    /// The second column with the same header, which counts where the first is empty.
    private let spares: [Int: Int]
    private let meanings = RepeatedCells<String>()
    let lacksUnit = RepeatedCells<Bool>()
    private let results = RepeatedCells<Result<FieldValue?, RowProblem>>()

    /// A reader for files that `export` writes.
    package init(columns: [EntryColumn?], dates: DateReader) {
        let meanings = columns.map { column -> ColumnMeaning? in
            switch column {
            case .id?: ColumnMeaning(.id)
            case .field(let field)?: ColumnMeaning(.field(field, .whole))
            default: nil
            }
        }
        self.init(
            meanings, names: columns.map { $0?.name ?? "" }, isExact: true,
            ImportedValueReader(dates: dates, height: nil))
    }

    /// A reader for any other table.
    init(_ columns: SheetColumns, dates: DateReader, height: LengthUnit?) {
        self.init(
            columns.meanings, names: columns.names, isExact: false, hasDays: columns.hasDays,
            mixesClocks: columns.mixesClocks,
            ImportedValueReader(dates: dates, height: height), spares: columns.spares)
    }

    private init(
        _ columns: [ColumnMeaning?], names: [String], isExact: Bool, hasDays: Bool = false,
        mixesClocks: Bool = false, _ values: ImportedValueReader, spares: [Int: Int] = [:]
    ) {
        self.spares = spares
        (self.columns, self.names, self.isExact) = (columns, names, isExact)
        (self.hasDays, self.mixesClocks) = (hasDays, mixesClocks)
        self.values = values
        keepsTexts = isExact || names.allSatisfy { EntryColumn(name: $0)?.name == $0 }
        let index = { (target: ColumnMeaning.Target) in columns.firstIndex { $0?.target == target } }
        id = index(.id)
        date = index(.field(.date, .whole))
        (time, end) = (index(.field(.date, .time)), index(.field(.date, .end)))
        zone = index(.field(.timeZone, .whole))
        place = index(.field(.location, .whole))
        (height, rating) = (index(.field(.height, .whole)), index(.field(.rating, .whole)))
        (low, high) = (index(.field(.height, .low)), index(.field(.height, .high)))
        windDirection = index(.field(.wind, .direction))
        swell = index(.field(.swellHeight, .swell))
        companions = index(.field(.notes, .companions))
        (title, activity, sentence) = (index(.title), index(.activity), index(.sentence))
        simple = columns.indices.compactMap { index in
            guard case .field(let field, .whole)? = columns[index]?.target, field != .date else { return nil }
            return (index, field)
        }
    }

    /// The entry's ID, if the row has one, and its values. Empty cells are absent; one formula guard is removed from
    /// text. A length without a unit is in metres, as exported.
    /// - Throws: `RowProblems` with every problem in the row.
    package func read(_ row: CSVRow) throws(RowProblems) -> (id: Int64?, values: EntryValues) {
        let isWhole = row.count == columns.count || !isExact && hasOnlyEmptyCells(row, from: columns.count)
        guard isWhole || !isExact && row.count < columns.count else {
            throw RowProblems(.cellCount(found: row.count, expected: columns.count))
        }
        var (problems, entry): ([CellProblem], EntryValues) = ([], EntryValues())
        func note(_ column: Int, _ body: () throws(RowProblem) -> Void) {
            do throws(RowProblem) { try body() } catch {
                problems.append(CellProblem(error, column: names[column], cell: cell(row, column)))
            }
        }
        var key: Int64?
        if let id, hasValue(row, id) { note(id) { () throws(RowProblem) in key = try ImportedID.read(cell(row, id)) } }
        if let date {
            do throws(RowProblem) { try readDate(row, date, into: &entry) } catch {
                problems.append(dateProblem(error, row, date))
            }
        }
        if let swell { note(swell) { () throws(RowProblem) in try readSwell(row, swell, into: &entry) } }
        for (index, field) in simple where hasValue(row, index) {
            note(index) { () throws(RowProblem) in try readSimple(field, row, index, into: &entry) }
        }
        readParts(row, into: &entry)
        if let sentence { note(sentence) { () throws(RowProblem) in try readSentence(row, sentence, into: &entry) } }
        addZone(row, into: &entry)
        if !problems.isEmpty { throw RowProblems(problems) }
        return (key, entry)
    }

    private func readSimple(
        _ field: EntryField, _ row: CSVRow, _ index: Int, into entry: inout EntryValues
    ) throws(RowProblem) {
        if field == .waves, !isExact, isWords(cell(row, index)) {
            entry[.notes] = entry.notes.joined(to: .text("\(field.words): \(cell(row, index))"))
            return
        }
        let value = try value(of: field, row, index)
        entry[field] = field == .notes ? value.map { entry.notes.joined(to: $0) } ?? entry[.notes] : value
    }

    // MARK: Cells

    /// Whether a cell has a value, not a placeholder such as a dash.
    func saysSomething(_ row: CSVRow, _ index: Int) -> Bool {
        guard index < row.count, !row.isEmpty(index) else { return false }
        let cell = row.text(index).trimmingBlanks()
        return !cell.isEmpty && !ColumnMeaning.isNothing(cell)
    }

    private func hasOnlyEmptyCells(_ row: CSVRow, from start: Int) -> Bool {
        row.count > start && (start..<row.count).allSatisfy { cell(row, $0).isEmpty }
    }

    /// Whether all cells of a row are empty.
    func isEmpty(_ row: CSVRow) -> Bool { (0..<row.count).allSatisfy { !hasValue(row, $0) } }

    func hasValue(_ row: CSVRow, _ index: Int) -> Bool {
        let index = filled(row, index)
        return index < row.count && !row.isEmpty(index) && (keepsTexts || !cell(row, index).isEmpty)
    }

    /// The column, or the second one with its header if the cell is empty.
    private func filled(_ row: CSVRow, _ index: Int) -> Int {
        if spares.isEmpty || index < row.count && !row.isEmpty(index) { return index }
        return spares[index] ?? index
    }

    func cell(_ row: CSVRow, _ index: Int) -> String {
        let index = filled(row, index)
        guard index < row.count else { return "" }
        return keepsTexts ? row.text(index) : row.tidied?[index] ?? SheetCell.text(row.text(index))
    }

    /// The cell as it is typed, according to its header; empty for a column without a meaning.
    func meant(_ row: CSVRow, _ index: Int) -> String {
        guard let meaning = columns[index] else { return "" }
        let cell = cell(row, index)
        return meanings.value(index, cell) { meaning.text(of: cell) }
    }

    /// Words where a number is expected, such as `lots`.
    private func isWords(_ cell: String) -> Bool {
        !cell.isEmpty && !ColumnMeaning.isNothing(cell) && !cell.contains(where: \.isNumber)
    }

    // MARK: Values

    private func value(of field: EntryField, _ row: CSVRow, _ index: Int) throws(RowProblem) -> FieldValue? {
        let text = cell(row, index)
        if keepsTexts, field.isText { return try values.kept(FormulaGuard.removed(from: text), of: field) }
        if isExact { return try values.value(of: field, text) }
        // Notes hardly repeat.
        if field == .notes { return try value(of: field, text, index) }
        return try results.value(index, text) {
            Result { () throws(RowProblem) in try value(of: field, text, index) }
        }.get()
    }

    /// The value of a date's text.
    func date(_ text: String, _ index: Int, inZone zone: String?) throws(RowProblem) -> FieldValue? {
        try results.value(index, text, inZone: zone) {
            Result { () throws(RowProblem) in try values.value(of: .date, text, inZone: zone) }
        }.get()
    }

    private func value(of field: EntryField, _ text: String, _ index: Int) throws(RowProblem) -> FieldValue? {
        if field == .height, let range = SheetCell.range(ofDate: text) {
            return try values.value(of: field, columns[index]?.text(of: range) ?? range)
        }
        if field == .height, values.isDate(text) { throw .dateForHeight }
        guard let meant = columns[index]?.text(of: FormulaGuard.removed(from: text)), !meant.isEmpty else { return nil }
        if field == .height, SlashedNumbers.isIn(meant), SlashedNumbers.range(meant) == nil {
            throw .field(.notAValue(.height, text))
        }
        return try values.value(of: field, meant)
    }
}

extension String? {
    /// The notes with the text of another column appended, unless they are that text or end with it.
    func joined(to other: FieldValue) -> FieldValue {
        guard let self, case .text(let text) = other else { return other }
        let isIncluded = self == text || self.hasSuffix("; " + text)
        return .text(isIncluded || text.isEmpty ? self : self.isEmpty ? text : "\(self); \(text)")
    }
}
