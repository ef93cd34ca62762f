import Foundation
import Journal
import SurfLanguage

/// Turns row blocks into the bytes of a file, piece by piece. The pieces are concatenated, without the separator before
/// the very first entry.
protocol RowFormatter: Sendable {
    /// Appends the entries of a block, each preceded by the separator.
    mutating func append(_ block: RecordBlock, to bytes: inout [UInt8])

    /// The number of bytes in a separator.
    var separatorSize: Int { get }

    /// The bytes before the first entry.
    var head: [UInt8] { get }

    /// The bytes after the last entry.
    func tail(hasEntries: Bool) -> [UInt8]
}

extension ExportFormat {
    /// A formatter for a store with `fields`, with dates in `zone`.
    /// - Parameters:
    ///   - now: The time of the export.
    ///   - computed: What JSON has beside the entries' values.
    func formatter(
        fields: [EntryField], zone: TimeZone, now: Double, computed: (any ComputedMember)? = nil
    ) -> any RowFormatter {
        let columns = columns(fields: fields)
        return switch self {
        case .csv(let dialect): CSVWriter(dialect, columns: columns, zone: zone)
        case .json: JSONRows(columns: columns, zone: zone, isArray: true, computed: computed)
        case .jsonl: JSONRows(columns: columns, zone: zone, isArray: false, computed: computed)
        case .ics: CalendarRows(fields: fields, zone: zone, now: now)
        }
    }
}

/// The key of what an exported object has beside the entry's values. An import ignores it.
package let computedKey = "computed"

/// Writes a member of an entry's object that is computed from its values. A copy is used on each thread.
package protocol ComputedMember: Sendable {
    /// Appends a key and its value, or nothing.
    mutating func append(_ row: Int, of block: RecordBlock, to json: inout JSONWriter)
}

/// Formats row blocks as JSON objects, one per line, in an array or not.
struct JSONRows: RowFormatter {
    private let columns: [EntryColumn]
    private let isArray: Bool
    private var json = JSONWriter()
    private var dates: ISODateWriter
    private var computed: (any ComputedMember)?

    /// - Parameter computed: Writes a last member of each object; nil for none.
    init(columns: [EntryColumn], zone: TimeZone, isArray: Bool, computed: (any ComputedMember)? = nil) {
        self.columns = columns
        self.computed = computed
        self.isArray = isArray
        dates = ISODateWriter(zone: zone)
    }

    var separatorSize: Int { isArray ? 1 : 0 }

    var head: [UInt8] { Array((isArray ? "[" : "").utf8) }

    func tail(hasEntries: Bool) -> [UInt8] { Array((isArray ? hasEntries ? "\n]\n" : "]\n" : "").utf8) }

    mutating func append(_ block: RecordBlock, to bytes: inout [UInt8]) {
        // The writer appends to the bytes themselves.
        json.swapBytes(&bytes)
        defer { json.swapBytes(&bytes) }
        let places = columns.map { BlockColumn($0, in: block) }
        for row in 0..<block.count {
            if isArray { json.beginNextLine() }
            json.entry(row, in: block, columns, places, &dates) { json in computed?.append(row, of: block, to: &json) }
            if !isArray { json.endLine() }
        }
    }
}
