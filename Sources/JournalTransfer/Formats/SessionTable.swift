import Foundation
import Journal
import SurfLanguage

/// Sessions as a table to edit: cells separated by tabs, as in a spreadsheet, with the names of the columns.
package enum SessionTable {
    /// The table of the sessions. `NumberedRows.these` reads it.
    package static func text(_ records: [EntryRecord], fields: [EntryField], zone: TimeZone) -> [UInt8] {
        let columns = EntryColumn.csv(fields: fields)
        var cells = CellWriter(zone: zone) { $1.append(contentsOf: $0.utf8) }
        var bytes: [UInt8] = []
        CSVQuoting.append(rawLine: columns.map(\.name), separator: tab, to: &bytes)
        for record in records {
            let texts = columns.map { column in
                var cell: [UInt8] = []
                cells.append(column, of: record, to: &cell)
                return String(decoding: cell, as: UTF8.self)
            }
            CSVQuoting.append(rawLine: texts, separator: tab, to: &bytes)
        }
        return bytes
    }

    private static let tab: UInt8 = 0x09
}
