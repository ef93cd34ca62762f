import Foundation
import Journal
import JournalExchange
import JournalInsight
import SurfLanguage

/// Formats places as rows.
struct SpotOutput {
    private let spots: [Spot]
    private let zone: TimeZone

    init(_ spots: [Spot], zone: TimeZone) {
        (self.spots, self.zone) = (spots, zone)
    }

    private static let columns = ["location", "sessions", "first", "last", "variants"]

    /// The places as a table.
    var table: Table {
        var dates = HumanDate(zone: zone)
        let rows = spots.map { spot in
            let days = [spot.first, spot.last].map { date in date.map { String(dates.minute($0).prefix(10)) } ?? "" }
            return [spot.name.map(TerminalSafe.text) ?? "-", Messages.grouped(spot.sessions)] + days
                + [spot.variants.map(TerminalSafe.text).joined(separator: ", ")]
        }
        let columns = [
            Table.Column(title: "place", least: 10), Table.Column(title: "sessions", alignment: .right),
            Table.Column(title: "first", yields: 3), Table.Column(title: "last", yields: 2),
            Table.Column(title: "also", least: 6, yields: 1),
        ]
        let hasVariants = spots.contains { !$0.variants.isEmpty }
        return hasVariants
            ? Table(columns: columns, rows: rows)
            : Table(columns: columns.dropLast(), rows: rows.map { $0.dropLast() })
    }

    /// The places as a JSON array of objects.
    var json: JSONValue {
        var dates = ISODateWriter(zone: zone)
        return .array(
            spots.map { spot in
                [
                    "location": JSONValue(spot.name), "sessions": JSONValue(spot.sessions),
                    "first": JSONValue(spot.first, &dates), "last": JSONValue(spot.last, &dates),
                    "variants": JSONValue(spot.variants),
                ]
            })
    }

    /// The places as CSV with a header. Several variants are joined by `; `.
    var csv: [UInt8] {
        var bytes: [UInt8] = []
        for cells in [SpotOutput.columns] + cells { CSVQuoting.append(line: cells, to: &bytes) }
        return bytes
    }

    /// The places as tab-separated values.
    var plain: [UInt8] {
        var bytes: [UInt8] = []
        for cells in cells {
            for (index, cell) in cells.enumerated() {
                if index > 0 { bytes.append(0x09) }
                PlainCell.append(cell, to: &bytes)
            }
            bytes.append(0x0A)
        }
        return bytes
    }

    private var cells: [[String]] {
        var dates = ISODateWriter(zone: zone)
        return spots.map { spot in
            [
                spot.name ?? "", String(spot.sessions), spot.first.map { dates.string($0) } ?? "",
                spot.last.map { dates.string($0) } ?? "", spot.variants.joined(separator: "; "),
            ]
        }
    }
}
