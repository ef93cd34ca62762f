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

    /// Writes each entry that `entries` passes on, without keeping it. The `human` format keeps them all for its table.
    func write(_ entries: (_ take: (EntryRecord) throws -> Void) throws -> Void) throws {
        switch format {
        case .human: try writeTable(entries)
        case .json: try writeJSON(entries)
        case .csv: try writeCSV(entries)
        case .plain: try writePlain(entries)
        }
    }

    /// Writes entries that are in memory.
    func write(_ records: [EntryRecord]) throws {
        try write { take in for record in records { try take(record) } }
    }

    /// Writes one entry as a JSON object, or null.
    func writeObject(_ record: EntryRecord?) throws {
        var (json, dates) = (JSONWriter(), ISODateWriter(zone: zone))
        if let record { json.entry(record, columns: columns, &dates) } else { json.null() }
        json.endLine()
        try console.data(json.bytes)
    }

    private func writeTable(_ entries: ((EntryRecord) throws -> Void) throws -> Void) throws {
        var records: [EntryRecord] = []
        try entries { records.append($0) }
        if records.isEmpty { return }
        let fitted = text.table(records, columns: columns).fitted(to: console.width)
        for (index, line) in fitted.lines.enumerated() {
            try console.line(index == 0 ? Decoration.bold(line, console.isColoured) : line)
        }
        guard !fitted.hidden.isEmpty else { return }
        try console.flush()
        console.note(Sentences.hidden(fitted.hidden))
    }

    private func writeJSON(_ entries: ((EntryRecord) throws -> Void) throws -> Void) throws {
        var (json, dates) = (JSONWriter(), ISODateWriter(zone: zone))
        json.beginArray()
        try entries { record in
            json.entry(record, columns: columns, &dates)
            guard json.bytes.count > 32_768 else { return }
            try console.data(json.bytes)
            json.removeWritten()
        }
        json.endArray()
        json.endLine()
        try console.data(json.bytes)
    }

    private func writeCSV(_ entries: ((EntryRecord) throws -> Void) throws -> Void) throws {
        var (writer, bytes) = (CSVWriter(columns: columns, zone: zone), [UInt8]())
        writer.appendHeader(to: &bytes)
        try console.rows(bytes)
        try entries { record in
            bytes.removeAll(keepingCapacity: true)
            writer.append(record, to: &bytes)
            try console.rows(bytes)
        }
    }

    private func writePlain(_ entries: ((EntryRecord) throws -> Void) throws -> Void) throws {
        var (writer, bytes) = (PlainWriter(columns: columns, zone: zone), [UInt8]())
        try entries { record in
            bytes.removeAll(keepingCapacity: true)
            writer.append(record, to: &bytes)
            try console.rows(bytes)
        }
    }
}
