import Foundation
import Journal
import JournalExchange
import SurfLanguage

/// The values that a buoy's readings fill in.
struct FillOutput {
    private let fillings: [Filling]
    private let text: EntryText

    init(_ fillings: [Filling], _ text: EntryText) {
        (self.fillings, self.text) = (fillings, text)
    }

    private static let fields: [EntryField] = [.wind, .swellHeight, .swellPeriod, .swellDirection, .waterTemperature]

    /// A row per entry. Fields that stay unchanged are empty.
    var table: Table {
        let rows = fillings.map { filling in
            [
                String(filling.id), text.short(.date(filling.date), of: .date),
                text.short(filling.location.map(FieldValue.text), of: .location),
            ]
                + FillOutput.fields.map { field in
                    filling.values[field].map { text.short($0, of: field) } ?? ""
                }
        }
        let columns =
            [
                Table.Column(title: "id", alignment: .right), Table.Column(title: "date", short: 14),
                Table.Column(title: "place", least: 8),
            ] + FillOutput.fields.map { Table.Column(title: $0.words, yields: $0 == .wind ? 1 : 2) }
        return Table(columns: columns, rows: rows)
    }

    /// One object with the number of filled entries and each one's new values.
    func json(filled: Int, zone: TimeZone) -> [UInt8] {
        var (json, dates) = (JSONWriter(), ISODateWriter(zone: zone))
        json.beginObject()
        json.key("filled")
        json.value(Int64(filled))
        json.key("sessions")
        json.beginArray()
        for filling in fillings {
            json.beginObject()
            json.key("id")
            json.value(filling.id)
            json.key("date")
            json.value(filling.date, &dates)
            json.key("location")
            json.value(filling.location)
            json.key("fields")
            json.beginObject()
            for field in filling.fields {
                json.key(field.name)
                json.value(of: field, filling.values, &dates)
            }
            json.endObject()
            json.endObject()
        }
        json.endArray()
        json.endObject()
        json.endLine()
        return json.bytes
    }
}
