import Foundation
import SQLite
import Testing

/// A journal whose log was not checkpointed, left by a program that was killed after writing a lot.
struct LeftLogTests {
    private static let rows = 20_000

    /// A journal whose rows are only in its log.
    private func sandbox() throws -> Sandbox {
        let (writer, sandbox) = (try Sandbox(), try Sandbox())
        try writer.makeEmptyJournal()
        let database = try writer.connect()
        try database.execute("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
        try database.execute(ManyEntries.withoutChecksums)
        for part in 0..<4 {
            let (first, last) = (part * Self.rows / 4 + 1, (part + 1) * Self.rows / 4)
            try database.execute(ManyEntries.insertion(of: first...last))
        }
        // With the log open, the files are as a killed process leaves them.
        try FileManager.default.createDirectory(atPath: sandbox.path + "/data", withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: writer.path + "/data/surfjournal", toPath: sandbox.path + "/data/surfjournal")
        try database.close()
        return sandbox
    }

    private func size(_ path: String) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    }

    @Test func `a log left behind is read, written to and checkpointed into the journal`() throws {
        let sandbox = try sandbox()
        #expect(size(sandbox.journal + "-wal") > 1 << 20)
        #expect(size(sandbox.journal) < 1 << 19)
        #expect(try sandbox.run("list", "-n", "1", "--json").objects().count == 1)
        let added = try sandbox.run("add", "today: Malibu, 4ft", "--json").object()
        #expect(added["id"] as? Int == Self.rows + 1)
        #expect(try sandbox.run("check").errors.contains("20,001 sessions"))
        #expect(try sandbox.run("export", "out.csv").errors.contains("20,001 sessions"))
        #expect(size(sandbox.journal) > 1 << 20)
        #expect(size(sandbox.journal + "-wal") < 1 << 20)
    }

    @Test func `a backup includes a log that was left behind`() throws {
        let sandbox = try sandbox()
        #expect(try sandbox.run("backup", "copy.sqlite").errors.contains("20,000 sessions"))
        #expect(try sandbox.run("list", "--store", "copy.sqlite", "-n", "1", "--json").objects().count == 1)
    }

    @Test func `the complete transactions of a truncated log are kept`() throws {
        let sandbox = try sandbox()
        let log = sandbox.journal + "-wal"
        #expect(truncate(log, off_t(size(log) * 3 / 5)) == 0)
        let stats = try sandbox.run("stats", "--json", "--samples", "with").object()
        #expect(stats["sessions"] as? Int == Self.rows / 2)
        #expect(try sandbox.run("check").code == 0)
        #expect(try sandbox.run("add", "today: Malibu, 4ft", "--json").object()["id"] as? Int == Self.rows / 2 + 1)
    }
}
