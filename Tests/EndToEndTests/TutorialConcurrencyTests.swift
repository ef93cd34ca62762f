import Foundation
import SQLite
import Testing

/// Readers and writers of one journal in several processes.
@Suite struct TutorialConcurrencyTests {
    private static let count = 40_000

    private let scene: TutorialScene

    /// A journal of ours with more entries than pipes and buffers hold.
    init() throws {
        scene = try TutorialScene()
        try scene.run("init")
        let connection = try scene.connect()
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
    @Test func `the journal has a log, and is read while another process writes`() throws {
        #expect(try scene.sql("PRAGMA journal_mode") == "wal")
        let writer = try scene.connect()
        try writer.execute("BEGIN IMMEDIATE; DELETE FROM ZJOURNALENTRY WHERE Z_PK > 3")
        let during = try scene.run("export")
        #expect(during.code == 0)
        #expect(during.lines.count == Self.count + 1)
        try writer.execute("COMMIT")
        #expect(try scene.run("export").lines.count == 4)
        try writer.close()
    }

    /// SEED-07
    @Test func `an export under way shows the journal of its start and blocks no edit`() throws {
        let before = try scene.run("export").output
        let pipe = Pipe()
        let export = scene.process(into: pipe, "export")
        try export.run()
        let start = try #require(try pipe.fileHandleForReading.read(upToCount: 1))
        #expect(try scene.run("edit", "39999", "--spot", "Edited").code == 0)
        #expect(try scene.run("edit", "1", "--spot", "Edited").code == 0)
        #expect(try scene.run("delete", "39998", "40000").code == 0)
        #expect(try scene.run("add", "2014-08-01: Added, 4ft").code == 0)
        #expect(try scene.sql("PRAGMA wal_checkpoint(PASSIVE)") == 0)
        #expect(export.isRunning)
        let rest = try pipe.fileHandleForReading.readToEnd() ?? Data()
        export.waitUntilExit()
        #expect(export.terminationStatus == 0)
        #expect(start + rest == before)
        let after = try scene.run("export")
        #expect(after.lines.count == Self.count)
        #expect(after.lines.filter { $0.contains("Edited") || $0.contains("Added") }.count == 3)
    }
}
