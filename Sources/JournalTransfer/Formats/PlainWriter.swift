import Foundation
import Journal

/// Writes entries as lines of tab-separated cells: the columns of CSV, without header, quotes or formula guard.
package struct PlainWriter: Sendable {
    private let columns: [EntryColumn]
    private var cells: CellWriter

    package init(columns: [EntryColumn], zone: TimeZone) {
        self.columns = columns
        cells = CellWriter(zone: zone, spelling: PlainCell.append)
    }

    /// Appends an entry and the line end. A null value is an empty cell.
    package mutating func append(_ record: EntryRecord, to bytes: inout [UInt8]) {
        for index in columns.indices {
            if index > 0 { bytes.append(0x09) }
            cells.append(columns[index], of: record, to: &bytes)
        }
        bytes.append(0x0A)
    }
}

/// Writes cells of plain output.
package enum PlainCell {
    /// Appends text, with `\\ \t \n \r` for backslash, tab, newline and return.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): bytes += "\\\\".utf8
            case 0x09: bytes += "\\t".utf8
            case 0x0A: bytes += "\\n".utf8
            case 0x0D: bytes += "\\r".utf8
            default: bytes.append(byte)
            }
        }
    }
}
