import Foundation

/// Writes entries as lines of tab-separated cells: CSV's columns, no header, no quotes, no formula guard.
package struct PlainWriter: Sendable {
    private let columns: [EntryColumn]
    private var dates: ISODateWriter

    package init(columns: [EntryColumn], zone: TimeZone) {
        self.columns = columns
        dates = ISODateWriter(zone: zone)
    }

    /// Appends an entry and the line's end; what is absent is an empty cell.
    package mutating func append(_ record: EntryRecord, to bytes: inout [UInt8]) {
        for index in columns.indices {
            if index > 0 { bytes.append(0x09) }
            switch columns[index] {
            case .id: bytes.append(decimal: record.id)
            case .rev: bytes.append(decimal: record.rev)
            case .sample: bytes.append(contentsOf: (record.sample ? "true" : "false").utf8)
            case .field(let field): append(record.values[field], to: &bytes)
            }
        }
        bytes.append(0x0A)
    }

    private mutating func append(_ value: FieldValue?, to bytes: inout [UInt8]) {
        switch value {
        case nil: return
        case .date(let date)?: dates.append(date, to: &bytes)
        case .rating(let number)?, .count(let number)?: bytes.append(decimal: Int64(number))
        case .number(let number)?: bytes.append(number: number)
        case .text(let text)?: PlainCell.append(text, to: &bytes)
        }
    }
}

/// Writes cells of plain output.
package enum PlainCell {
    /// Appends a text with `\\ \t \n \r` for backslash, tab, newline and return.
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
