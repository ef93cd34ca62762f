import Foundation
import Journal
import SurfLanguage

/// Writes the cells of entries. A null value is an empty cell. Each format has its own way to write text.
struct CellWriter: Sendable {
    var dates: ISODateWriter
    private let spell: @Sendable (String, inout [UInt8]) -> Void

    init(zone: TimeZone, spelling spell: @escaping @Sendable (String, inout [UInt8]) -> Void) {
        dates = ISODateWriter(zone: zone)
        self.spell = spell
    }

    /// Appends the cell of a column.
    mutating func append(_ column: EntryColumn, of record: EntryRecord, to bytes: inout [UInt8]) {
        switch column {
        case .id: bytes.append(decimal: record.id)
        case .rev: bytes.append(decimal: record.rev)
        case .sample: bytes.append(contentsOf: (record.sample ? "true" : "false").utf8)
        case .field(let field): append(record.values[field], to: &bytes)
        case .mentions: return
        }
    }

    private mutating func append(_ value: FieldValue?, to bytes: inout [UInt8]) {
        switch value {
        case nil: return
        case .date(let date)?: dates.append(date, to: &bytes)
        case .integer(let number)?: bytes.append(decimal: Int64(number))
        case .number(let number)?: bytes.append(number: number)
        case .text(let text)?: spell(text, &bytes)
        }
    }
}
