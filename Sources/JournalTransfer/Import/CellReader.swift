import Foundation
import Journal
import SurfLanguage

/// Reads the cells of an imported row as values of an entry.
package struct CellReader: Sendable {
    /// The meaning of each column; nil for one that is not imported.
    package let columns: [ColumnMeaning?]
    private let names: [String]
    /// Whether cells are exact values as `export` writes them. Otherwise they are read by their headers.
    private let isExact: Bool
    /// Whether text is kept as it is although other cells are read by their headers: every header is a field's name.
    private let keepsTexts: Bool
    private let values: ImportedValueReader
    /// The time zones of places, for times without a zone.
    var zones = PlaceValues<String>()
    /// The place of rows without one.
    var otherPlace: String?
    /// Whether times in the date column are meaningless.
    private let hasDays: Bool
    private let id, date, time, zone, place: Int?
    /// The columns with one whole value each, except the date.
    private let simple: [(index: Int, field: EntryField)]
    private let height, low, high, windDirection, swell, companions: Int?

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
            ImportedValueReader(dates: dates, height: height))
    }

    private init(
        _ columns: [ColumnMeaning?], names: [String], isExact: Bool, hasDays: Bool = false,
        _ values: ImportedValueReader
    ) {
        (self.columns, self.names, self.isExact, self.hasDays) = (columns, names, isExact, hasDays)
        self.values = values
        keepsTexts = isExact || names.allSatisfy { EntryColumn(name: $0)?.name == $0 }
        let index = { (target: ColumnMeaning.Target) in columns.firstIndex { $0?.target == target } }
        id = index(.id)
        date = index(.field(.date, .whole))
        time = index(.field(.date, .time))
        zone = index(.field(.timeZone, .whole))
        place = index(.field(.location, .whole))
        height = index(.field(.height, .whole))
        (low, high) = (index(.field(.height, .low)), index(.field(.height, .high)))
        windDirection = index(.field(.wind, .direction))
        swell = index(.field(.swellHeight, .swell))
        companions = index(.field(.notes, .companions))
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
            note(index) { () throws(RowProblem) in
                let value = try value(of: field, row, index)
                entry[field] = field == .notes ? value.map { entry.notes.joined(to: $0) } ?? entry[.notes] : value
            }
        }
        readParts(row, into: &entry)
        if !zones.isEmpty, let date, entry.date != nil, entry.timeZone == nil,
            row.withBytes(date, ISODateReader.read) == nil
        {
            entry.timeZone = zoneOfPlace(row)
        }
        if !problems.isEmpty { throw RowProblems(problems) }
        return (key, entry)
    }

    /// The row's date as it was typed; nil if it has none.
    func dateText(_ row: CSVRow) -> String? {
        guard let date, hasValue(row, date) else { return nil }
        return columns[date]?.text(of: cell(row, date))
    }

    /// Whether a cell has a value, not a placeholder such as a dash.
    func saysSomething(_ row: CSVRow, _ index: Int) -> Bool {
        guard index < row.count, !row.isEmpty(index) else { return false }
        let cell = row.text(index).trimmingBlanks()
        return !cell.isEmpty && !ColumnMeaning.isNothing(cell)
    }

    /// Whether the row has a height whose unit is given neither in the row nor in the header.
    func assumesHeight(_ row: CSVRow) -> Bool {
        [height, low, high].contains { index in
            guard let index, let meaning = columns[index], !meaning.note.hasUnit else { return false }
            let text = cell(row, index)
            return values.withUnit(text) != text
        }
    }

    /// The header of the date column.
    var dateColumn: String { date.map { names[$0] } ?? "" }

    private func hasOnlyEmptyCells(_ row: CSVRow, from start: Int) -> Bool {
        row.count > start && (start..<row.count).allSatisfy { cell(row, $0).isEmpty }
    }

    /// Whether all cells of a row are empty.
    func isEmpty(_ row: CSVRow) -> Bool { (0..<row.count).allSatisfy { !hasValue(row, $0) } }

    private func hasValue(_ row: CSVRow, _ index: Int) -> Bool {
        index < row.count && !row.isEmpty(index) && (keepsTexts || !cell(row, index).isEmpty)
    }

    private func cell(_ row: CSVRow, _ index: Int) -> String {
        guard index < row.count else { return "" }
        return keepsTexts ? row.text(index) : row.text(index).trimmingBlanks()
    }

    // MARK: Values

    private func value(of field: EntryField, _ row: CSVRow, _ index: Int) throws(RowProblem) -> FieldValue? {
        let text = cell(row, index)
        if keepsTexts, field.isText { return try values.kept(FormulaGuard.removed(from: text), of: field) }
        if isExact { return try values.value(of: field, text) }
        if field == .height, values.isDate(text) { throw .dateForHeight }
        guard let meant = columns[index]?.text(of: FormulaGuard.removed(from: text)), !meant.isEmpty else { return nil }
        if field == .height, SlashedNumbers.isIn(meant), SlashedNumbers.range(meant) == nil {
            throw .field(.notAValue(.height, text))
        }
        return try values.value(of: field, meant)
    }

    /// Reads the date, and the duration if the time is a range.
    private func readDate(_ row: CSVRow, _ index: Int, into entry: inout EntryValues) throws(RowProblem) {
        let clock = clockText(row)
        guard hasValue(row, index) else { return }
        if clock.isEmpty, !hasDays, let date = row.withBytes(index, ISODateReader.read) {
            entry.date = try values.date(date, row.text(index))
            return
        }
        let meaning = columns[index]
        let meant = isExact ? row.text(index) : meaning?.text(of: cell(row, index)) ?? ""
        if meant.isEmpty { return }
        let day = hasDays || !clock.isEmpty ? values.dayText(of: meant) ?? meant : meant
        let name = zone.flatMap { hasValue(row, $0) ? cell(row, $0) : nil } ?? meaning?.note.zone ?? zoneOfPlace(row)
        let text = clock.isEmpty ? day : "\(day) \(clock)"
        guard case .date(let date) = try values.value(of: .date, text, inZone: name) else { return }
        entry.date = date
        if !isExact { entry.duration = values.minutes(ofDate: text) }
    }

    /// The row's time of day, as text for the date parser.
    private func clockText(_ row: CSVRow) -> String { time.flatMap { columns[$0]?.text(of: cell(row, $0)) } ?? "" }

    /// The problem with a date, attributed to the time column where that is the cause.
    private func dateProblem(_ problem: RowProblem, _ row: CSVRow, _ index: Int) -> CellProblem {
        guard let time, !clockText(row).isEmpty,
            values.dayText(of: columns[index]?.text(of: cell(row, index)) ?? "") != nil
        else { return CellProblem(problem, column: names[index], cell: cell(row, index)) }
        let isUnread = if case .field(.date(.unreadable)) = problem { true } else { false }
        return CellProblem(isUnread ? .notATime : problem, column: names[time], cell: cell(row, time))
    }

    private func zoneOfPlace(_ row: CSVRow) -> String? {
        let name = place.map { FormulaGuard.removed(from: cell(row, $0)) } ?? ""
        return (name.isEmpty ? otherPlace : name).flatMap { zones[$0] }
    }

    private func readSwell(_ row: CSVRow, _ index: Int, into entry: inout EntryValues) throws(RowProblem) {
        guard let text = columns[index]?.text(of: cell(row, index)), !text.isEmpty else { return }
        guard let found = SwellCell.values(text) else { throw .notASwell }
        for (field, value) in found { entry[field] = value }
    }

    /// Combines values that are split over two columns.
    private func readParts(_ row: CSVRow, into entry: inout EntryValues) {
        if let low, let high { entry.height = height(row, low, high) }
        if let windDirection {
            let direction = columns[windDirection]?.text(of: cell(row, windDirection)) ?? ""
            let hasIt = entry.wind?.folded.split(separator: " ").contains { $0 == direction.folded } == true
            if !direction.isEmpty, !hasIt { entry.wind = [direction, entry.wind].joinedTexts(" ") }
        }
        if let companions {
            let people = FormulaGuard.removed(from: cell(row, companions))
            if !people.isEmpty { entry[.notes] = entry.notes.joined(to: .text(people)) }
        }
    }

    /// `3-4ft` for `3` and `4`; a single number if they are equal or one is missing.
    private func height(_ row: CSVRow, _ low: Int, _ high: Int) -> String? {
        let (from, to) = (cell(row, low), cell(row, high))
        let text = from.isEmpty || from == to ? to : to.isEmpty ? from : "\(from)-\(to)"
        guard let meant = columns[high]?.text(of: text), !meant.isEmpty else { return nil }
        return values.withUnit(meant)
    }
}

extension [String?] {
    fileprivate func joinedTexts(_ separator: String) -> String? {
        let texts = compactMap { $0?.isEmpty == false ? $0 : nil }
        return texts.isEmpty ? nil : texts.joined(separator: separator)
    }
}

extension String? {
    /// The notes with the text of another column appended, unless they are that text or end with it.
    fileprivate func joined(to other: FieldValue) -> FieldValue {
        guard let self, case .text(let text) = other else { return other }
        let isIncluded = self == text || self.hasSuffix("; " + text)
        return .text(isIncluded || text.isEmpty ? self : self.isEmpty ? text : "\(self); \(text)")
    }
}
