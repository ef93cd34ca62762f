import Foundation
import Journal

/// Entries as people read them. Texts are harmless.
struct EntryText: Sendable {
    private var dates: HumanDate

    init(zone: TimeZone) {
        dates = HumanDate(zone: zone)
    }

    /// A table of entries.
    func table(_ records: [EntryRecord], columns: [EntryColumn]) -> Table {
        var dates = dates
        let rows = records.map { record in columns.map { EntryText.cell($0, record, &dates) } }
        return Table(columns: columns.map(EntryText.column), rows: rows)
    }

    /// One entry, a line for each field.
    func lines(_ record: EntryRecord, fields: [EntryField]) -> [String] {
        let sample = record.sample ? ", sample" : ""
        return ["Session \(record.id) (revision \(record.rev)\(sample))"] + lines(record.values, fields)
    }

    /// A scratchpad, a line for each field; what it changes has a star.
    func lines(_ pad: Scratchpad, fields: [EntryField]) -> [String] {
        let changed = Set(pad.changes.keys)
        return [Sentences.scratchpadHead(pad.entryID, rev: pad.baseRev)] + lines(pad.values, fields, changed)
    }

    private func lines(_ values: EntryValues, _ fields: [EntryField], _ changed: Set<EntryField> = []) -> [String] {
        EntryField.allCases.filter(fields.contains).map { field in
            (changed.contains(field) ? "* " : "  ") + DisplayWidth.padded(field.name, to: 10) + long(values[field])
        }
    }

    /// The values that are there, in one line.
    func summary(_ values: EntryValues) -> String {
        let swell = [values.height, values.period].compactMap(\.self).map(Harmless.text).joined(separator: " @ ")
        let parts: [String?] = [
            values.location.map(Harmless.text), values.date.map(dates.understood), swell.isEmpty ? nil : swell,
            values.wind.map(Harmless.text), values.rating.map(EntryText.stars), values.notes.map(Harmless.text),
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// What changes turn the fields into, in one line.
    func summary(_ changes: [EntryField: FieldValue?]) -> String {
        let parts = EntryField.allCases.compactMap { field -> String? in
            guard let value = changes[field] else { return nil }
            return "\(field.name) \(value.map { short($0) } ?? "cleared")"
        }
        return parts.isEmpty ? "no change" : parts.joined(separator: ", ")
    }

    /// A value in a table or a line; what is absent is a dash.
    func short(_ value: FieldValue?) -> String {
        switch value {
        case nil: "-"
        case .date(let date)?: dates.understood(date)
        case .rating(let stars)?: EntryText.stars(stars)
        case .text(let text)?: Harmless.text(text)
        }
    }

    private func long(_ value: FieldValue?) -> String {
        switch value {
        case .date(let date)?: dates.exact(date)
        case .rating(let stars)?: "\(EntryText.stars(stars)) (\(stars)/5)"
        case .text, nil: short(value)
        }
    }

    private static func stars(_ count: Int16) -> String {
        (0...5).contains(count) ? String(repeating: "★", count: Int(count)) : String(count)
    }

    private static func column(_ column: EntryColumn) -> Table.Column {
        switch column {
        case .id, .rev: Table.Column(title: column.name, alignment: .right)
        case .sample: Table.Column(title: column.name, yields: 9)
        case .field(.date): Table.Column(title: column.name, short: 10)
        case .field(.location): Table.Column(title: column.name, least: 8)
        case .field(.rating): Table.Column(title: column.name, yields: 1)
        case .field(.height): Table.Column(title: column.name, least: 5, yields: 2)
        case .field(.wind): Table.Column(title: column.name, least: 6, yields: 3)
        case .field(.period): Table.Column(title: column.name, least: 5, yields: 4)
        case .field(.notes): Table.Column(title: column.name, least: 8, yields: 5)
        }
    }

    private static func cell(_ column: EntryColumn, _ record: EntryRecord, _ dates: inout HumanDate) -> String {
        switch column {
        case .id: String(record.id)
        case .rev: String(record.rev)
        case .sample: record.sample ? "sample" : ""
        case .field(.date): record.values.date.map { dates.minute($0) } ?? ""
        case .field(.rating): record.values.rating.map(stars) ?? ""
        case .field(let field): record.values.text(field).map(Harmless.text) ?? ""
        }
    }
}
