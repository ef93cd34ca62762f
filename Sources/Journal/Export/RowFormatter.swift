import Foundation
import SurfLanguage

/// Turns row blocks into the bytes of a file, piece by piece. Pieces follow each other as they are, but for the separator
/// at the very first entry.
protocol RowFormatter: Sendable {
    /// The bytes of the entries since the last `removeWritten`.
    var bytes: [UInt8] { get }

    /// Forgets the bytes and keeps their memory.
    mutating func removeWritten()

    /// Adds the entries of a block, each with the separator before it.
    mutating func append(_ block: RecordBlock)

    /// How many bytes separate an entry from the one before.
    var separatorSize: Int { get }

    /// What stands before the first entry.
    var head: [UInt8] { get }

    /// What stands behind the last entry.
    func tail(hasEntries: Bool) -> [UInt8]
}

extension ExportFormat {
    /// A formatter for a store with `fields`, with dates in a zone.
    func formatter(fields: [EntryField], zone: TimeZone) -> any RowFormatter {
        let columns = columns(fields: fields)
        return switch self {
        case .csv(let dialect): CSVRows(dialect, columns: columns, zone: zone)
        case .json: JSONRows(columns: columns, zone: zone, isArray: true)
        case .jsonl: JSONRows(columns: columns, zone: zone, isArray: false)
        }
    }
}

/// Row blocks as CSV.
struct CSVRows: RowFormatter {
    private(set) var bytes: [UInt8] = []
    private let columns: [EntryColumn]
    private var writer: CSVWriter

    init(_ dialect: CSVDialect, columns: [EntryColumn], zone: TimeZone) {
        self.columns = columns
        writer = CSVWriter(dialect, columns: columns, zone: zone)
    }

    mutating func removeWritten() { bytes.removeAll(keepingCapacity: true) }

    let separatorSize = 0

    var head: [UInt8] {
        var bytes: [UInt8] = []
        writer.appendHeader(to: &bytes)
        return bytes
    }

    func tail(hasEntries: Bool) -> [UInt8] { [] }

    mutating func append(_ block: RecordBlock) {
        let columns = columns.map { BlockColumn($0, in: block) }
        for row in 0..<block.count { writer.append(columns, of: row, in: block, to: &bytes) }
    }
}

/// Row blocks as JSON objects, one to a line: in one array, or each by itself.
struct JSONRows: RowFormatter {
    private let columns: [EntryColumn]
    private let isArray: Bool
    private var json = JSONWriter()
    private var dates: ISODateWriter

    init(columns: [EntryColumn], zone: TimeZone, isArray: Bool) {
        self.columns = columns
        self.isArray = isArray
        dates = ISODateWriter(zone: zone)
    }

    var bytes: [UInt8] { json.bytes }

    mutating func removeWritten() { json.removeWritten() }

    var separatorSize: Int { isArray ? 1 : 0 }

    var head: [UInt8] { Array((isArray ? "[" : "").utf8) }

    func tail(hasEntries: Bool) -> [UInt8] { Array((isArray ? hasEntries ? "\n]\n" : "]\n" : "").utf8) }

    mutating func append(_ block: RecordBlock) {
        let places = columns.map { BlockColumn($0, in: block) }
        for row in 0..<block.count {
            if isArray { json.beginNextLine() }
            appendObject(row, in: block, places)
            if !isArray { json.endLine() }
        }
    }

    private mutating func appendObject(_ row: Int, in block: RecordBlock, _ places: [BlockColumn]) {
        json.beginObject()
        for index in columns.indices {
            json.key(columns[index].name)
            appendValue(places[index], row, in: block)
        }
        json.endObject()
    }

    private mutating func appendValue(_ place: BlockColumn, _ row: Int, in block: RecordBlock) {
        switch place {
        case .id: json.value(block.id(row))
        case .rev: json.value(block.rev(row))
        case .sample: json.value(block.isSample(row))
        case .date(let slot): json.value(block.date(row, column: slot), &dates)
        case .integer(let slot): json.value(block.integer(row, column: slot).map(Int64.init))
        case .number(let slot): json.value(block.number(row, column: slot))
        case .text(let slot):
            if let text = block.text(row, column: slot) { json.value(utf8: text) } else { json.null() }
        case .absent: json.null()
        }
    }
}
