import Foundation
import Journal
import JournalTransfer
import SurfLanguage

/// The values that observations fill in, and where they come from.
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
                + Filling.fields.map { field in
                    filling.filled.first { $0.field == field }.map { text.short($0.value, of: field) } ?? ""
                } + [TerminalSafe.text(FillOutput.stations(filling))]
        }
        let columns =
            [
                Table.Column(title: "id", alignment: .right), Table.Column(title: "date", shortWidth: 14),
                Table.Column(title: "place", minWidth: 8),
            ] + Filling.fields.map { Table.Column(title: $0.words, hidePriority: $0 == .wind ? 1 : 2) }
            + [Table.Column(title: "from", hidePriority: 3)]
        return Table(columns: columns, rows: rows)
    }

    /// The stations of a session's values, the first field's first.
    private static func stations(_ filling: Filling) -> String {
        let names = filling.filled.map(\.origin.station)
        return names.enumerated().filter { index, name in names.firstIndex(of: name) == index }.map(\.element)
            .joined(separator: ", ")
    }

    /// The origin of each value, by field.
    static func sources(_ filled: [FilledValue]) -> JSONObject {
        JSONObject(filled.map { JSONObject.Member(key: $0.field.name, value: .object($0.origin.json)) })
    }

    /// One object with the number of filled entries and each one's new values.
    func json(filled: Int, zone: TimeZone) -> JSONValue {
        var dates = ISODateWriter(zone: zone)
        let sessions = fillings.map { filling -> JSONValue in
            [
                "id": JSONValue(filling.id), "date": JSONValue(filling.date, &dates),
                "location": JSONValue(filling.location),
                "fields": .object(JSONObject(filling.values, of: filling.filled.map(\.field), &dates)),
                "sources": .object(FillOutput.sources(filling.filled)),
            ]
        }
        return ["filled": JSONValue(filled), "sessions": .array(sessions)]
    }
}
