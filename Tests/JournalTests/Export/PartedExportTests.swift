import Foundation
import Testing

@testable import Journal
@testable import JournalTransfer

/// Exports of journals that are read in parts.
struct PartedExportTests {
    private let journal: TemporaryJournal

    init() throws {
        journal = try TemporaryJournal()
    }

    /// Adds entries with these IDs, as another program would.
    private func add(_ ids: String) throws {
        try journal.sql(
            """
            INSERT INTO ZJOURNALENTRY (Z_PK, Z_ENT, Z_OPT, ZDATE, ZLOCATION, ZRATING)
            SELECT value, 1, 1, 500000000 + value * 1000.5, 'Place, ' || value, 1 + value % 5 FROM (\(ids));
            UPDATE Z_PRIMARYKEY SET Z_MAX = (SELECT max(Z_PK) FROM ZJOURNALENTRY);
            """)
    }

    private func dense(_ first: Int, _ last: Int) -> String {
        "WITH RECURSIVE ids(value) AS (SELECT \(first) UNION ALL SELECT value + 1 FROM ids WHERE value < \(last)) SELECT * FROM ids"
    }

    private func exported(_ format: ExportFormat, _ query: EntryQuery = EntryQuery()) throws -> String {
        let target = journal.folder.appendingPathComponent("out").path
        let file = try OutputFile.replacing(target, force: true, sparing: nil)
        try Export(query, of: journal.open(), as: format, zone: .gmt, to: file).run()
        return String(decoding: FileManager.default.contents(atPath: target) ?? Data(), as: UTF8.self)
    }

    /// The expected export, made record by record in one read.
    private func slowly(_ query: EntryQuery = EntryQuery()) throws -> String {
        let open = try journal.open()
        var writer = CSVWriter(columns: CSVDialect.standard.columns(fields: open.fields), zone: .gmt)
        var bytes: [UInt8] = []
        writer.appendHeader(to: &bytes)
        var ordered = query
        ordered.sort = .id
        try open.records(ordered) { writer.append($0, to: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `a journal of many parts is exported in the order of the IDs`() throws {
        try add(dense(1, 30_000))
        #expect(try exported(.csv(.standard)) == slowly())
    }

    @Test func `IDs that are far apart are exported`() throws {
        try add("SELECT value FROM json_each('[1, 8192, 8193, 8194, 1000000, 9000000000000000000]')")
        #expect(try exported(.csv(.standard)) == slowly())
    }

    @Test func `parts without matching entries leave no trace`() throws {
        try add(dense(1, 40_000))
        try journal.sql(
            "UPDATE ZJOURNALENTRY SET ZRATING = 1; UPDATE ZJOURNALENTRY SET ZRATING = 5 WHERE Z_PK IN (9000, 39999)")
        let stars = EntryQuery(filter: [.number(.rating, low: 5, high: nil)])
        #expect(try exported(.csv(.standard), stars) == slowly(stars))
        let json = try JSONSerialization.jsonObject(with: Data(exported(.json, stars).utf8)) as? [[String: Any]]
        #expect(json?.compactMap { $0["id"] as? Int } == [9000, 39999])
    }

    @Test func `JSON of many parts is one array, and JSON lines are one stream`() throws {
        try add(dense(1, 20_000))
        let text = try exported(.json)
        let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
        #expect(json?.compactMap { $0["id"] as? Int } == Array(1...20_000))
        let lines = try exported(.jsonl).split(separator: "\n")
        #expect(text == "[\n" + lines.joined(separator: ",\n") + "\n]\n")
    }

    @Test func `an empty journal is exported without entries`() throws {
        #expect(try exported(.json) == "[]\n")
        #expect(try exported(.jsonl) == "")
        #expect(try exported(.csv(.standard)) == slowly())
    }

    @Test(arguments: [1...1, 1...8192, 1...8193, -5...20_000, Int64.min...Int64.max, 7...1_000_000_000_000])
    func `parts cover the IDs without gaps`(keys: ClosedRange<Int64>) {
        let parts = ExportIDRanges(keys)
        #expect(parts[0].lowerBound == keys.lowerBound)
        #expect(parts[parts.count - 1].upperBound == keys.upperBound)
        for part in 1..<max(parts.count, 1) { #expect(parts[part].lowerBound == parts[part - 1].upperBound + 1) }
        #expect(parts.count <= 4_097)
    }
}
