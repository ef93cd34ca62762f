import Foundation
import Journal
import JournalExchange
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

    /// Writes the entries of each block that `blocks` passes on, without keeping it. The `human` format keeps them all
    /// for its table.
    func write(_ blocks: (_ take: (RecordBlock) throws -> Void) throws -> Void) throws {
        switch format {
        case .human: try writeTable(records(blocks))
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

    private func records(_ blocks: ((RecordBlock) throws -> Void) throws -> Void) throws -> [EntryRecord] {
        var records: [EntryRecord] = []
        try blocks { block in records += (0..<block.count).map(block.record) }
        return records
    }

    private func writeTable(_ records: [EntryRecord]) throws {
        if records.isEmpty { return }
        let fitted = text.table(records, columns: columns).fitted(to: console.width)
        for (index, line) in fitted.lines.enumerated() {
            try console.line(index == 0 ? Decoration.bold(line, console.isColoured) : line)
        }
        guard !fitted.hidden.isEmpty else { return }
        try console.flush()
        console.note(Messages.hidden(fitted.hidden))
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
