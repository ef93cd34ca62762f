import Foundation
import SurfLanguage

/// Reads the cells of an imported row as values of an entry.
package struct CellReader: Sendable {
    /// What each column is; nil for one that import leaves out.
    package let columns: [EntryColumn?]
    private let values: ImportedValueReader
    /// The column of the time zone.
    private let zone: Int?

    /// - Parameter height: The unit that is written behind a height that says none; nil keeps it as it is.
    package init(columns: [EntryColumn?], dates: DateParser, height: LengthUnit? = nil) {
        self.columns = columns
        values = ImportedValueReader(dates: dates, height: height)
        zone = columns.firstIndex(of: .field(.timeZone))
    }

    /// The entry's key, where the row has one, and its values; empty cells are absent, one formula guard is taken off texts.
    /// A length without a unit is in metres, as it is exported.
    package func read(_ row: CSVRow) throws(RowProblem) -> (id: Int64?, values: EntryValues) {
        guard row.count == columns.count else {
            throw .cellCount(found: row.count, expected: columns.count)
        }
        var (id, entry): (Int64?, EntryValues) = (nil, EntryValues())
        for index in columns.indices where !row.isEmpty(index) {
            switch columns[index] {
            case .id?: id = try ImportedID.read(row.text(index))
            case .field(let field)?: entry[field] = try value(of: field, row, index)
            case .rev?, .sample?, nil: continue
            }
        }
        return (id, entry)
    }

    private func value(of field: EntryField, _ row: CSVRow, _ index: Int) throws(RowProblem) -> FieldValue {
        if field == .date, let date = row.withBytes(index, ISODateReader.read) {
            return try values.date(date, row.text(index))
        }
        let text = row.text(index)
        if field == .date, let zone, !row.isEmpty(zone) {
            return try values.value(of: field, text, inZone: row.text(zone))
        }
        return try values.value(of: field, field.isText ? FormulaGuard.removed(from: text) : text)
    }
}

/// Reads the values of imported rows, whatever the file is made of.
struct ImportedValueReader: Sendable {
    private let fields: FieldReader

    /// - Parameter height: The unit that is written behind a height that says none; nil keeps it as it is.
    init(dates: DateParser, height: LengthUnit?) {
        fields = FieldReader(dates: dates, length: .metres, height: height)
    }

    /// A date that was read by its bytes; refused in the future.
    func date(_ date: Double, _ text: @autoclosure () -> String) throws(RowProblem) -> FieldValue {
        if date > fields.dates.now { throw .field(.date(.future(text(), understood: date))) }
        return .date(date)
    }

    /// - Parameter zone: The name of the zone that a date is read in; nil is the machine's.
    func value(of field: EntryField, _ text: String, inZone zone: String? = nil) throws(RowProblem) -> FieldValue {
        do throws(FieldError) {
            return try fields.inZone(named: zone).value(of: field, text)
        } catch {
            throw .field(error)
        }
    }
}

extension EntryField {
    /// Whether the field's value is text as it was typed.
    var isText: Bool {
        switch kind {
        case .text, .zone, .measure: true
        case .date, .rating, .count, .number: false
        }
    }
}
