import Foundation
import Journal

/// Writes entries as CSV bytes. It caches only dates, so memory does not grow with the rows.
package struct CSVWriter: RowFormatter {
    private let dialect: CSVDialect
    private let columns: [EntryColumn]
    private var cells: CellWriter

    package init(_ dialect: CSVDialect = .standard, columns: [EntryColumn], zone: TimeZone) {
        self.dialect = dialect
        self.columns = columns
        cells = CellWriter(zone: zone) { CSVQuoting.append(text: $0, guarding: dialect.guardsFormulas, to: &$1) }
    }

    /// Appends the byte-order mark and the header, if the dialect has them.
    package func appendHeader(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: dialect.mark)
        guard dialect.hasHeader else { return }
        bytes.append(contentsOf: columns.map(\.name).joined(separator: ",").utf8)
        bytes.append(contentsOf: dialect.lineEnd)
    }

    let separatorSize = 0

    var head: [UInt8] {
        var bytes: [UInt8] = []
        appendHeader(to: &bytes)
        return bytes
    }

    func tail(hasEntries: Bool) -> [UInt8] { [] }

    /// Appends an entry and the line end.
    package mutating func append(_ record: EntryRecord, to bytes: inout [UInt8]) {
        for index in columns.indices {
            if index > 0 { bytes.append(CSVQuoting.comma) }
            cells.append(columns[index], of: record, to: &bytes)
        }
        bytes.append(contentsOf: dialect.lineEnd)
    }

    /// Appends the entries of a block and their line ends, without making strings.
    package mutating func append(_ block: RecordBlock, to bytes: inout [UInt8]) {
        let places = columns.map { BlockColumn($0, in: block) }
        for row in 0..<block.count {
            for index in places.indices {
                if index > 0 { bytes.append(CSVQuoting.comma) }
                append(places[index], of: row, in: block, to: &bytes)
            }
            bytes.append(contentsOf: dialect.lineEnd)
        }
    }

    private mutating func append(
        _ column: BlockColumn, of row: Int, in block: RecordBlock, to bytes: inout [UInt8]
    ) {
        switch column {
        case .id: bytes.append(decimal: block.id(row))
        case .rev: bytes.append(decimal: block.rev(row))
        case .sample: bytes.append(contentsOf: (block.isSample(row) ? "true" : "false").utf8)
        case .date(let slot): if let date = block.date(row, column: slot) { cells.dates.append(date, to: &bytes) }
        case .integer(let slot):
            if let number = block.integer(row, column: slot) { bytes.append(decimal: Int64(number)) }
        case .number(let slot): if let number = block.number(row, column: slot) { bytes.append(number: number) }
        case .text(let slot):
            guard let text = block.text(row, column: slot) else { return }
            let guards = dialect.guardsFormulas
            if text.isUTF8 { return CSVQuoting.append(utf8: text, guarding: guards, to: &bytes) }
            CSVQuoting.append(text: String(decoding: text, as: UTF8.self), guarding: guards, to: &bytes)
        case .mentions, .absent: return
        }
    }
}
