import Foundation
import Journal
import SurfLanguage

/// Entries as people read them. Texts are harmless.
struct EntryText: Sendable {
    private var dates: SessionDates
    private let numbers: NumberWords

    init(zone: TimeZone, units: LengthUnit = .feet) {
        dates = SessionDates(zone: zone)
        numbers = NumberWords(units: units)
    }

    /// A table of entries.
    func table(_ records: [EntryRecord], columns: [EntryColumn]) -> Table {
        var dates = dates
        let rows = records.map { record in columns.map { cell($0, record, &dates) } }
        return Table(columns: columns.map(EntryText.column), rows: rows)
    }

    /// One entry, a line for each of the tutorial's fields, and for each other one that it has.
    func lines(_ record: EntryRecord, fields: [EntryField]) -> [String] {
        let sample = record.sample ? ", sample" : ""
        return ["Session \(record.id) (revision \(record.rev)\(sample))"] + lines(record.values, fields)
    }

    /// A scratchpad, likewise; what it changes has a star.
    func lines(_ pad: Scratchpad, fields: [EntryField]) -> [String] {
        let changed = Set(pad.changes.keys)
        return [Sentences.scratchpadHead(pad.entryID, rev: pad.baseRev)] + lines(pad.values, fields, changed)
    }

    private func lines(_ values: EntryValues, _ fields: [EntryField], _ changed: Set<EntryField> = []) -> [String] {
        let shown = EntryField.allCases.filter { field in
            fields.contains(field) && (field.isShown(in: values) || changed.contains(field))
        }
        let width = max(10, (shown.map(\.words.count).max() ?? 0) + 2)
        var dates = dates
        let own = dates.dates(in: values.timeZone)
        return shown.map { field in
            let mark = changed.contains(field) ? "* " : "  "
            return mark + DisplayWidth.padded(field.words, to: width) + long(values[field], of: field, own)
        }
    }

    /// When a session was, in its own zone, as what was typed is echoed; with the zone's name where that is not the machine's.
    func understood(_ date: Double, in zone: String?) -> String {
        var dates = dates
        return dates.text(date, in: zone) { $0.understood($1) }
    }

    /// The values that are there, in one line.
    /// - Parameter said: the sentence that they were read from, if they were; what it left open is told.
    func summary(_ values: EntryValues, _ said: Sentence = Sentence()) -> String {
        let swell = [values.height, values.period].compactMap(\.self).map(Harmless.text).joined(separator: " @ ")
        let parts: [String?] = [
            values.location.map { place($0, said) },
            values.date.map { (said.isTimeAssumed ? "about " : "") + understood($0, in: values.timeZone) },
            swell.isEmpty ? nil : swell,
            values.wind.map(Harmless.text), values.rating.map(EntryText.stars),
            values.notes.map { said.pieces.isEmpty ? Harmless.text($0) : "notes “\(Harmless.text($0))”" },
        ]
        let later: [EntryField] = [.board, .tide, .crowd, .waves, .duration] + EntryField.measured
        let others = later.compactMap { field in values[field].map { "\(field.words) \(short($0, of: field))" } }
        return (parts.compactMap(\.self) + others).joined(separator: ", ")
    }

    private func place(_ name: String, _ said: Sentence) -> String {
        if said.isNewPlace { return Harmless.text(name) + " (a new place)" }
        guard let typed = said.typedPlace, typed.folded != name.folded else { return Harmless.text(name) }
        return "\(Harmless.text(name)) (you typed “\(Harmless.text(typed))”)"
    }

    /// Every value that a session would have, a line each, with the words that it was read from.
    func lines(_ values: EntryValues, _ said: Sentence, _ fields: [EntryField]) -> [String] {
        let shown = EntryField.allCases.filter { fields.contains($0) && values[$0] != nil }
        let width = max(10, (shown.map(\.words.count).max() ?? 0) + 2)
        var dates = dates
        let own = dates.dates(in: values.timeZone)
        return shown.map { field in
            let words = said.pieces.filter { $0.field == field }.map { "“\(Harmless.text($0.text))”" }
            var value = field == .location ? place(values.location ?? "", said) : long(values[field], of: field, own)
            if field == .date, said.isTimeAssumed { value = "about " + value }
            let source = words.isEmpty ? "" : "  from " + words.joined(separator: ", ")
            return "  " + DisplayWidth.padded(field.words, to: width) + value + source
        }
    }

    /// What changes turn the fields into, in one line.
    func summary(_ changes: [EntryField: FieldValue?]) -> String {
        let parts = EntryField.allCases.compactMap { field -> String? in
            guard let value = changes[field] else { return nil }
            return "\(field.words) \(value.map { short($0, of: field) } ?? "cleared")"
        }
        return parts.isEmpty ? "no change" : parts.joined(separator: ", ")
    }

    /// A value in a table or a line; what is absent is a dash.
    func short(_ value: FieldValue?, of field: EntryField) -> String {
        switch value {
        case nil: "-"
        case .date(let date)?: dates.here.understood(date)
        case .rating(let stars)?: EntryText.stars(stars)
        case .count(let count)?: String(count)
        case .number(let number)?: field.unit.map { numbers.words(number, $0) } ?? "\(number)"
        case .text(let text)?: Harmless.text(text)
        }
    }

    private func long(_ value: FieldValue?, of field: EntryField, _ dates: HumanDate) -> String {
        switch value {
        case .date(let date)?: dates.exact(date)
        case .rating(let stars)?: "\(EntryText.stars(stars)) (\(stars)/5)"
        case .number(let number)?: field.unit.map { numbers.both(number, $0) } ?? "\(number)"
        case .text, .count, nil: short(value, of: field)
        }
    }

    /// The day and the minute of a session in a table.
    func minute(_ values: EntryValues) -> String {
        var dates = dates
        return minute(values, &dates)
    }

    private func minute(_ values: EntryValues, _ dates: inout SessionDates) -> String {
        values.date.map { dates.text($0, in: values.timeZone) { $0.minute($1) } } ?? ""
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
        case .field(let field): later(field)
        }
    }

    private static func later(_ field: EntryField) -> Table.Column {
        switch field.kind {
        case .count, .number: Table.Column(title: field.name, alignment: .right, yields: 6)
        default: Table.Column(title: field.name, least: 6, yields: 7)
        }
    }

    private func cell(_ column: EntryColumn, _ record: EntryRecord, _ dates: inout SessionDates) -> String {
        switch column {
        case .id: String(record.id)
        case .rev: String(record.rev)
        case .sample: record.sample ? "sample" : ""
        case .field(.date): minute(record.values, &dates)
        case .field(.rating): record.values.rating.map(EntryText.stars) ?? ""
        case .field(let field): record.values[field].map { short($0, of: field) } ?? ""
        }
    }
}

extension EntryField {
    /// The unit of a number field; nil for every other.
    var unit: NumberUnit? {
        if case .number(let unit) = kind { unit } else { nil }
    }

    /// What is known of the sea.
    fileprivate static let measured: [EntryField] = [.swellHeight, .swellPeriod, .swellDirection, .waterTemperature]
}
