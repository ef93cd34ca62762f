import Foundation
import SurfLanguage

/// Reads the cells of an imported row as values of an entry.
package struct CellReader: Sendable {
    /// What each column is; nil for one that import leaves out.
    package let columns: [EntryColumn?]
    private let values: ImportedValueReader
    /// The column of the time zone.
    private let zone: Int?
    /// The column of the place, and the place of rows that say none.
    private let place: (column: Int?, otherwise: String?)
    private let zones: PlaceZones

    /// - Parameters:
    ///   - height: The unit that is written behind a height that says none; nil keeps it as it is.
    ///   - zones: The zones of places, in which a time is read where the row says none.
    ///   - place: The place of rows that say none.
    package init(
        columns: [EntryColumn?], dates: DateParser, height: LengthUnit? = nil, zones: PlaceZones = PlaceZones(),
        place: String? = nil
    ) {
        self.columns = columns
        values = ImportedValueReader(dates: dates, height: height)
        zone = columns.firstIndex(of: .field(.timeZone))
        self.place = (columns.firstIndex(of: .field(.location)), place)
        self.zones = zones
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
            case .field(.date)?: try setDate(of: &entry, row, index)
            case .field(let field)?: entry[field] = try value(of: field, row, index)
            case .rev?, .sample?, nil: continue
            }
        }
        return (id, entry)
    }

    /// Sets the date; where it is read in the place's zone, the zone too.
    private func setDate(of entry: inout EntryValues, _ row: CSVRow, _ index: Int) throws(RowProblem) {
        if let date = row.withBytes(index, ISODateReader.read) {
            entry[.date] = try values.date(date, row.text(index))
            return
        }
        if let zone, !row.isEmpty(zone) {
            entry[.date] = try values.value(of: .date, row.text(index), inZone: row.text(zone))
            return
        }
        let name = zones.isEmpty ? nil : placeName(row).flatMap(zones.zone)
        entry[.date] = try values.value(of: .date, row.text(index), inZone: name)
        entry.timeZone = name
    }

    private func placeName(_ row: CSVRow) -> String? {
        guard let column = place.column, !row.isEmpty(column) else { return place.otherwise }
        return FormulaGuard.removed(from: row.text(column))
    }

    private func value(of field: EntryField, _ row: CSVRow, _ index: Int) throws(RowProblem) -> FieldValue {
        let text = row.text(index)
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
