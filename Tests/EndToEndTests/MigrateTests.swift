import Foundation
import SQLite
import Testing

/// `migrate` on stores that Apple's Core Data wrote for the tutorial's app.
struct MigrateTests {
    private static let tutorials =
        "SELECT count(*), sum(Z_PK), sum(Z_OPT), total(ZDATE), group_concat(ZLOCATION) FROM ZJOURNALENTRY"

    private func row(_ sandbox: Sandbox) throws -> [Value] {
        let connection = try sandbox.connect()
        let statement = try connection.prepare(Self.tutorials)
        return try statement.step() ? statement.values() : []
    }

    @Test(arguments: TutorialAppleStoreTests.whole)
    func `migrate adds the later fields to a journal from the tutorial and keeps every session`(
        shape: TutorialAppleStore.Shape, system: TutorialAppleStore.System
    ) throws {
        let sandbox = try Sandbox.withAppleStore(shape, system)
        let before = try row(sandbox)
        let outcome = try sandbox.run("migrate")
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("5,000 sessions"))
        #expect(outcome.errors.contains("SurfJournalModel-before-migrate.sqlite"))
        #expect(try row(sandbox) == before)
        #expect(try sandbox.sql("PRAGMA integrity_check") == "ok")
        #expect(try sandbox.sql("SELECT count(*) FROM sqlite_master WHERE name = 'Z_JournalEntry_byDate'") == 1)
        let entry = try sandbox.run("edit", "7", "--notes", "now with notes", "--waves", "9", "--json").object()
        #expect(entry["notes"] as? String == "now with notes")
        #expect(try sandbox.run("sample", "remove").code == 0)
    }

    @Test func `migrate reports what it did, also as JSON, and does nothing the second time`() throws {
        let sandbox = try Sandbox.withAppleStore(.checkpointed)
        let object = try sandbox.run("migrate", "--json").object()
        #expect([object["from"] as? Int, object["to"] as? Int, object["entries"] as? Int] == [1, 4, 5_000])
        let backup = try #require(object["backup"] as? String)
        #expect(try sandbox.run("list", "--json", "--store", backup).objects().count == 5_000)
        let again = try sandbox.run("migrate", "--json")
        #expect(again.code == 0)
        #expect(try again.object()["backup"] is NSNull)
    }

    @Test func `an interrupted migration leaves one copy and does not overwrite another file`() throws {
        let sandbox = try Sandbox.withAppleStore(.checkpointed)
        let folder = (sandbox.journal as NSString).deletingLastPathComponent
        let first = folder + "/SurfJournalModel-before-migrate.sqlite"
        let before = try Data(contentsOf: URL(fileURLWithPath: sandbox.journal))
        let migrate = {
            for end in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: sandbox.journal + end) }
            try before.write(to: URL(fileURLWithPath: sandbox.journal))
            return try sandbox.run("migrate").errors
        }
        for _ in 1...2 {
            #expect(try migrate().contains("SurfJournalModel-before-migrate.sqlite"))
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names.filter { $0.contains("before-migrate") } == ["SurfJournalModel-before-migrate.sqlite"])
        }
        try Data("mine".utf8).write(to: URL(fileURLWithPath: first))
        #expect(try migrate().contains("SurfJournalModel-before-migrate-2.sqlite"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: first)) == Data("mine".utf8))
    }

    @Test func `migrate removes the tutorial's old model from the store`() throws {
        let sandbox = try Sandbox.withAppleStore(.checkpointed)
        #expect(try sandbox.run("migrate").code == 0)
        #expect(try sandbox.sql("SELECT count(*) FROM Z_MODELCACHE") == 0)
        let bytes = try #require(try sandbox.sql("SELECT Z_PLIST FROM Z_METADATA").blob)
        let list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String: Any]
        #expect(list?["NSStoreModelVersionHashesDigest"] == nil)
        #expect(list?["NSStoreModelVersionChecksumKey"] == nil)
        #expect(list?["NSPersistenceFrameworkVersion"] as? Int == 1518)
    }

    @Test func `a journal that another program has locked is not migrated`() throws {
        let sandbox = try Sandbox.withAppleStore(.checkpointed)
        let connection = try Connection(path: sandbox.journal)
        try connection.execute("BEGIN IMMEDIATE")
        let outcome = try sandbox.run("migrate")
        #expect(outcome.code == 6)
        try connection.execute("ROLLBACK")
        try connection.close()
        #expect(try sandbox.sql("SELECT count(*) FROM pragma_table_info('ZJOURNALENTRY')") == 9)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: sandbox.path + "/data/surfjournal").filter {
                $0.contains("before")
            } == [])
    }

    @Test func `a script that migrates its journal continues with the new one and its history`() throws {
        let sandbox = try Sandbox.withAppleStore(.checkpointed)
        try sandbox.write(
            """
            list -n 1 --plain
            migrate
            edit 7 --notes 'now with notes'
            undo
            sample remove
            undo --list --json
            """, to: "script")
        let outcome = try sandbox.shell("\"$SURF\" -q < script")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.lines.last?.contains("\"command\":\"edit\"") == true)
        #expect(try sandbox.sql("SELECT ZNOTES IS NULL FROM ZJOURNALENTRY WHERE Z_PK = 7") == 1)
    }

    @Test func `a journal is not migrated while a session is being edited`() throws {
        let sandbox = try Sandbox.withAppleStore(.checkpointed)
        try sandbox.write("edit 7\nset rating 1\nmigrate\n", to: "script")
        let outcome = try sandbox.shell("\"$SURF\" < script")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("stdin:3: You are editing a session"))
        #expect(try sandbox.sql("SELECT count(*) FROM pragma_table_info('ZJOURNALENTRY')") == 9)
    }

    /// B-MIG-03: after a kill at any moment the journal is the old one or the new one, and migrating again completes
    /// it.
    @Test func `killing migrate at any moment leaves the complete old journal or the complete new one`() throws {
        let sandbox = try Sandbox.withAppleStore(.checkpointed)
        let before = try row(sandbox)
        var delay: UInt32 = 0
        var kills = 0
        while kills < 12 {
            let running = try sandbox.start(["migrate"])
            usleep(delay)
            running.send(SIGKILL)
            let code = try running.outcome().code
            #expect(try row(sandbox) == before)
            let columns = try sandbox.sql("SELECT count(*) FROM pragma_table_info('ZJOURNALENTRY')")
            let ours = try sandbox.run("sample", "remove").code == 0
            #expect(columns == (ours ? 21 : 9))
            if ours { break }
            #expect(code != 0)
            delay += 4_000
            kills += 1
        }
        #expect(try sandbox.run("migrate").code == 0)
        #expect(try row(sandbox) == before)
        #expect(try sandbox.sql("SELECT count(*) FROM pragma_table_info('ZJOURNALENTRY')") == 22)
        #expect(try sandbox.sql("PRAGMA integrity_check") == "ok")
        let left = try FileManager.default.contentsOfDirectory(atPath: sandbox.path + "/data/surfjournal")
        #expect(left.filter { $0.hasPrefix(".") } == [])
    }
}
