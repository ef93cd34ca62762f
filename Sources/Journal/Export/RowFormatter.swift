import Foundation

/// Turns row blocks into the bytes of a file, piece by piece: `begin`, any number of blocks, `end`.
protocol RowFormatter: Sendable {
    /// The bytes since the last `removeWritten`.
    var bytes: [UInt8] { get }

    /// Forgets the bytes and keeps their memory.
    mutating func removeWritten()

    /// Adds what stands before the first entry.
    mutating func begin()

    /// Adds the entries of a block.
    mutating func append(_ block: RecordBlock)

    /// Adds what stands behind the last entry.
    mutating func end()
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

    mutating func begin() { writer.appendHeader(to: &bytes) }

    mutating func append(_ block: RecordBlock) {
        let columns = columns.map { BlockColumn($0, in: block) }
        for row in 0..<block.count { writer.append(columns, of: row, in: block, to: &bytes) }
    }

    mutating func end() {}
}

/// Row blocks as JSON objects, one to a line: in one array, or each by itself.
struct JSONRows: RowFormatter {
    private let columns: [EntryColumn]
    private let isArray: Bool
    private var json = JSONWriter()
    private var dates: ISODateWriter
    private var isEmpty = true

    init(columns: [EntryColumn], zone: TimeZone, isArray: Bool) {
        self.columns = columns
        self.isArray = isArray
        dates = ISODateWriter(zone: zone)
    }

    var bytes: [UInt8] { json.bytes }

    mutating func removeWritten() { json.removeWritten() }

    mutating func begin() {
        if isArray { json.beginArray() }
    }

    mutating func append(_ block: RecordBlock) {
        let places = columns.map { BlockColumn($0, in: block) }
        if block.count > 0 { isEmpty = false }
        for row in 0..<block.count {
            if isArray { json.beginLine() }
            appendObject(row, in: block, places)
            if !isArray { json.endLine() }
        }
    }

    mutating func end() {
        guard isArray else { return }
        if !isEmpty { json.endLine() }
        json.endArray()
        json.endLine()
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
