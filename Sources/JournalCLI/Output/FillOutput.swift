import Foundation
import Journal
import JournalTransfer
import SurfLanguage

/// The values that a buoy's readings fill in.
struct FillOutput {
    private let fillings: [Filling]
    private let text: EntryText

    init(_ fillings: [Filling], _ text: EntryText) {
        (self.fillings, self.text) = (fillings, text)
    }

    /// A row per entry. Fields that stay unchanged are empty.
    var table: Table {
        let rows = fillings.map { filling in
            [
                String(filling.id), text.short(.date(filling.date), of: .date),
                text.short(filling.location.map(FieldValue.text), of: .location),
            ]
                + BuoyValues.fields.map { field in
                    filling.values[field].map { text.short($0, of: field) } ?? ""
                }
        }
        let columns =
            [
                Table.Column(title: "id", alignment: .right), Table.Column(title: "date", short: 14),
                Table.Column(title: "place", least: 8),
            ] + BuoyValues.fields.map { Table.Column(title: $0.words, yields: $0 == .wind ? 1 : 2) }
        return Table(columns: columns, rows: rows)
    }

    /// One object with the number of filled entries and each one's new values.
    func json(filled: Int, zone: TimeZone) -> JSONValue {
        var dates = ISODateWriter(zone: zone)
        let sessions = fillings.map { filling -> JSONValue in
            [
                "id": JSONValue(filling.id), "date": JSONValue(filling.date, &dates),
                "location": JSONValue(filling.location),
                "fields": .object(JSONObject(filling.values, of: filling.fields, &dates)),
            ]
        }
        return ["filled": JSONValue(filled), "sessions": .array(sessions)]
    }
}
