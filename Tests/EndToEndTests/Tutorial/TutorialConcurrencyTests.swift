import Foundation
import SQLite
import Testing

/// Several processes that read and write one journal.
@Suite struct TutorialConcurrencyTests {
    private static let count = 40_000

    private let sandbox: Sandbox

    /// A journal with more entries than fit into pipes and buffers.
    init() throws {
        sandbox = try Sandbox()
        try sandbox.makeEmptyJournal()
        let connection = try sandbox.connect()
        try connection.execute(
            """
            BEGIN;
            WITH RECURSIVE n(k) AS (VALUES (1) UNION ALL SELECT k + 1 FROM n WHERE k < \(Self.count))
            INSERT INTO ZJOURNALENTRY (Z_PK, Z_ENT, Z_OPT, ZDATE, ZLOCATION, ZHEIGHT, ZPERIOD, ZWIND, ZRATING)
            SELECT k, 1, 1, k * 1000.5, 'Malibu', '4ft', '12s', 'offshore 5kts', 4 FROM n;
            UPDATE Z_PRIMARYKEY SET Z_MAX = \(Self.count);
            COMMIT;
            """)
        try connection.close()
    }

    /// SEED-07
    @Test func `the journal is in WAL mode and can be read while another process writes`() throws {
        #expect(try sandbox.sql("PRAGMA journal_mode") == "wal")
        let writer = try sandbox.connect()
        try writer.execute("BEGIN IMMEDIATE; DELETE FROM ZJOURNALENTRY WHERE Z_PK > 3")
        let during = try sandbox.run("export")
        #expect(during.code == 0)
        #expect(during.lines.count == Self.count + 1)
        try writer.execute("COMMIT")
        #expect(try sandbox.run("export").lines.count == 4)
        try writer.close()
    }

    /// SEED-07
    @Test func `an export shows the journal as it was at its start and does not block edits`() throws {
        let before = try sandbox.run("export").output
        let pipe = Pipe()
        let export = try sandbox.start(into: pipe, "export")
        let start = try #require(try pipe.fileHandleForReading.read(upToCount: 1))
        #expect(try sandbox.run("edit", "39999", "--spot", "Edited").code == 0)
        #expect(try sandbox.run("edit", "1", "--spot", "Edited").code == 0)
        #expect(try sandbox.run("delete", "39998", "40000").code == 0)
        #expect(try sandbox.run("add", "2014-08-01: Added, 4ft").code == 0)
        #expect(try sandbox.connect().scalar("PRAGMA wal_checkpoint(PASSIVE)") == 0)
        #expect(export.isRunning)
        let rest = try pipe.fileHandleForReading.readToEnd() ?? Data()
        export.waitUntilExit()
        #expect(export.terminationStatus == 0)
        #expect(String(decoding: start + rest, as: UTF8.self) == before)
        let after = try sandbox.run("export")
        #expect(after.lines.count == Self.count)
        #expect(after.lines.filter { $0.contains("Edited") || $0.contains("Added") }.count == 3)
    }
}
