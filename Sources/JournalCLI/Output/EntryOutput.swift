import Foundation
import Journal
import JournalTransfer
import SurfLanguage

/// The format of data.
enum OutputFormat: Sendable {
    case human, json, csv, plain
}

/// Writes entries to the console in a format.
struct EntryOutput {
    let console: Console
    let format: OutputFormat
    let columns: [EntryColumn]
    let text: EntryText
    let zone: TimeZone

    /// The number of rows that a table keeps until the widths of its columns are known.
    static let keptRows = 10_000

    /// Writes the entries of each block that `blocks` passes on, without keeping it. The `human` format needs the widths
    /// of all rows first. It calls `blocks` twice if there are more rows than it keeps.
    func write(_ blocks: (_ take: (RecordBlock) throws -> Void) throws -> Void) throws {
        switch format {
        case .human: try writeTable(blocks)
        case .json: try writeJSON(blocks)
        case .csv: try writeCSV(blocks)
        case .plain: try blocks { block in try writePlain((0..<block.count).map(block.record)) }
        }
    }

    /// Writes entries that are in memory.
    func write(_ records: [EntryRecord]) throws {
        switch format {
        case .human: try writeTable(records)
        case .json:
            var dates = ISODateWriter(zone: zone)
            try console.json(.array(records.map { .object(JSONObject($0, columns: columns, &dates)) }))
        case .csv: try writeCSV(records)
        case .plain: try writePlain(records)
        }
    }

    /// Writes one entry as a JSON object, or null.
    /// - Parameter added: More keys of the object.
    func writeObject(_ record: EntryRecord?, adding added: JSONObject = JSONObject([])) throws {
        var dates = ISODateWriter(zone: zone)
        try console.json(record.map { .object(JSONObject($0, columns: columns, &dates) + added) } ?? .null)
    }

    private func writeTable(_ blocks: ((RecordBlock) throws -> Void) throws -> Void) throws {
        var layout = TableLayout(text.table([], columns: columns).columns)
        var (kept, count) = ([[String]](), 0)
        try blocks { block in
            let rows = rows(of: block)
            rows.forEach { layout.include($0) }
            count += rows.count
            if count <= EntryOutput.keptRows { kept += rows } else { kept = [] }
        }
        if count == 0 { return }
        layout.fit(to: console.width)
        try console.line(Decoration.bold(layout.header, console.isColoured))
        if count <= EntryOutput.keptRows {
            try console.lines(kept.map(layout.line))
        } else {
            try blocks { block in try console.lines(rows(of: block).map(layout.line)) }
        }
        try note(hidden: layout.hidden)
    }

    private func rows(of block: RecordBlock) -> [[String]] {
        text.table((0..<block.count).map(block.record), columns: columns).clippedRows
    }

    private func writeTable(_ records: [EntryRecord]) throws {
        if records.isEmpty { return }
        let fitted = text.table(records, columns: columns).fitted(to: console.width)
        for (index, line) in fitted.lines.enumerated() {
            try console.line(index == 0 ? Decoration.bold(line, console.isColoured) : line)
        }
        try note(hidden: fitted.hidden)
    }

    private func note(hidden: [String]) throws {
        if hidden.isEmpty { return }
        try console.flush()
        console.note(Messages.hidden(hidden))
    }

    private func writeJSON(_ blocks: ((RecordBlock) throws -> Void) throws -> Void) throws {
        var (json, dates) = (JSONWriter(), ISODateWriter(zone: zone))
        json.beginArray()
        try blocks { block in
            json.entries(of: block, columns: columns, &dates)
            try console.data(json.bytes)
            json.removeWritten()
        }
        json.endArray()
        json.endLine()
        try console.data(json.bytes)
    }

    private func writeCSV(_ blocks: ((RecordBlock) throws -> Void) throws -> Void) throws {
        var (writer, bytes) = (CSVWriter(columns: columns, zone: zone), [UInt8]())
        writer.appendHeader(to: &bytes)
        try console.rows(bytes)
        try blocks { block in
            bytes.removeAll(keepingCapacity: true)
            writer.append(block, to: &bytes)
            try console.rows(bytes)
        }
    }

    private func writeCSV(_ records: [EntryRecord]) throws {
        var (writer, bytes) = (CSVWriter(columns: columns, zone: zone), [UInt8]())
        writer.appendHeader(to: &bytes)
        for record in records { writer.append(record, to: &bytes) }
        try console.rows(bytes)
    }

    private func writePlain(_ records: [EntryRecord]) throws {
        var (writer, bytes) = (PlainWriter(columns: columns, zone: zone), [UInt8]())
        for record in records { writer.append(record, to: &bytes) }
        try console.rows(bytes)
    }
}
