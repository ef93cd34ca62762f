import Foundation
import Testing

@testable import Journal
@testable import JournalTransfer
@testable import SurfLanguage

struct ExportFormatTests {
    private let zone = TimeZone(identifier: "America/Los_Angeles")!

    private func text(_ format: ExportFormat, _ blocks: [RecordBlock], fields: [EntryField] = EntryField.firstModel)
        -> String
    {
        var formatter = format.formatter(fields: fields, zone: zone, now: 0)
        var bytes: [UInt8] = []
        for block in blocks { formatter.append(block, to: &bytes) }
        let entries = bytes.dropFirst(formatter.separatorSize)
        let tail = formatter.tail(hasEntries: !entries.isEmpty)
        return String(decoding: formatter.head + entries + tail, as: UTF8.self)
    }

    @Test(arguments: [
        ("a.csv", ExportFormat.csv(.excel)), ("a.json", .json), ("a.JSONL", .jsonl), ("a.b.Json", .json),
        ("a", .csv(.excel)),
        ("-", .csv(.excel)), ("json", .csv(.excel)), ("x.json/a", .csv(.excel)), ("a.txt", .csv(.excel)),
        ("", .csv(.excel)),
        ("a.", .csv(.excel)), ("/dev/stdout", .csv(.excel)),
    ])
    func `the extension of a file name decides the format`(path: String, format: ExportFormat) {
        #expect(ExportFormat(path: path, dialect: .excel) == format)
    }

    @Test func `each format has a name`() {
        let names = ["csv", "json", "jsonl", "ics"]
        #expect(names.map { ExportFormat(name: $0) } == [.csv(.standard), .json, .jsonl, .ics])
        #expect(ExportFormat(name: "xml") == nil)
    }

    @Test(arguments: [ExportFormat.csv(.standard), .csv(.excel), .json, .jsonl])
    func `exports are sorted by ID`(format: ExportFormat) {
        let query = format.ordered(EntryQuery(sort: .field(.rating), reversed: true, limit: 3))
        #expect(query.sort == .id && !query.reversed && query.limit == 3)
    }

    @Test func `the original dialect keeps the order of the list`() {
        let query = ExportFormat.csv(.original).ordered(EntryQuery(sort: .field(.rating), reversed: true))
        #expect(query.sort == .field(.rating) && query.reversed)
    }

    @Test func `JSON is one array with an entry on each line`() throws {
        let blocks = try Blocks()
        let second = EntryRecord(id: 2, rev: 9, values: EntryValues(rating: 3))
        let first =
            #"{"id":5001,"date":"2026-09-12T07:00:00-07:00","location":"Malibu","height":"4ft","period":"12s","#
            + #""wind":"offshore 5kts","rating":5}"#
        let other = #"{"id":2,"date":null,"location":null,"height":null,"period":null,"wind":null,"rating":3}"#
        let pieces = [try blocks.block([entry]), try blocks.block([]), try blocks.block([second])]
        #expect(text(.json, pieces) == "[\n\(first),\n\(other)\n]\n")
        #expect(text(.jsonl, pieces) == "\(first)\n\(other)\n")
    }

    @Test func `an export without entries is still complete`() {
        #expect(text(.json, []) == "[]\n")
        #expect(text(.jsonl, []) == "")
        #expect(text(.csv(.standard), []) == "id,date,location,height,period,wind,rating\n")
        #expect(text(.csv(.original), []) == "")
    }

    /// Entries and blocks are written by two different implementations.
    @Test(arguments: CSVDialect.allCases)
    func `blocks are written exactly as entries are`(dialect: CSVDialect) throws {
        let fields = EntryField.allCases
        let texts = [
            "", "a,b", "\"", "=1", "'-", "-4", "é波🏄🏽‍♀️ long enough for words", "\r\n", "\u{1}", "a\tb", "12345678",
            "1234567é",
        ]
        let records = texts.enumerated().map { index, text in
            EntryRecord(
                id: .max - Int64(index), rev: 2,
                values: EntryValues(
                    date: Double(index) * 1e7 - 4e8 - 0.5, location: text, height: text,
                    wind: index % 2 == 0 ? nil : text,
                    rating: Int16(index - 6), notes: text))
        }
        var writer = CSVWriter(dialect, columns: dialect.columns(fields: fields), zone: zone)
        var bytes: [UInt8] = []
        writer.appendHeader(to: &bytes)
        for record in records { writer.append(record, to: &bytes) }
        let block = try Blocks(fields: fields).block(records)
        #expect(Array(text(.csv(dialect), [block], fields: fields).utf8) == bytes)
    }

    @Test(arguments: [ExportFormat.csv(.standard), .json])
    func `bytes that are not UTF-8 are replaced`(format: ExportFormat) throws {
        let block = try Blocks().block([entry]) { builder, slots in
            [0xFF, 0x2C, 0xC3].withUnsafeBufferPointer { builder.set(bytes: $0, column: slots[.location]!) }
        }
        let written = text(format, [block])
        #expect(written.contains("\"\u{FFFD},\u{FFFD}\""))
    }

    @Test(arguments: [[0x61], Array("abcdefgh".utf8), Array("abcdefghé".utf8), Array("éabcdefg🏄".utf8), []])
    func `valid UTF-8 is recognized`(bytes: [UInt8]) {
        #expect(bytes.withUnsafeBufferPointer(\.isUTF8))
    }

    @Test(arguments: [
        [0xFF], Array("abcdefg".utf8) + [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80], Array("abcdefgh".utf8) + [0x80],
        [0xF4, 0x90, 0x80, 0x80],
    ])
    func `invalid UTF-8 is recognized`(bytes: [UInt8]) {
        #expect(!bytes.withUnsafeBufferPointer(\.isUTF8))
    }

    @Test func `progress is reported at most ten times a second`() {
        var throttle = Throttle()
        let milliseconds: [UInt64] = [5, 6, 104, 105, 204, 206, 1000]
        #expect(milliseconds.filter { throttle.allows(at: $0 * 1_000_000) } == [5, 105, 206, 1000])
    }
}
