import Foundation
import SQLite
import Testing

/// A log that does not match the journal beside it is shown by `check --with-log`, and put in place or left out by
/// `restore`. Nothing is lost, and nothing has to be moved by hand.
struct DoubtfulLogTests {
    private static let names = ["", "-wal", "-shm"].map { "x.sqlite" + $0 }
    private static let words = "-wal does not match the journal"

    /// A journal of three sessions whose log has two more, as a killed program leaves it.
    private func left(_ sandbox: Sandbox) throws {
        let reader = try Connection(path: sandbox.journal)
        try reader.execute("PRAGMA wal_autocheckpoint = 0")
        _ = try reader.scalar("SELECT count(*) FROM sqlite_schema")
        for day in [1, 2] { #expect(try sandbox.run("add", "2015-05-0\(day) 07:00: Malibu, 4ft").code == 0) }
        for (suffix, name) in zip(["", "-wal", "-shm"], Self.names) {
            try sandbox.place(sandbox.journal + suffix, at: name)
        }
        try reader.close()
    }

    /// The same, with a file of which the log cannot know that it has the same sessions.
    private func doubtful() throws -> Sandbox {
        let sandbox = try Sandbox.small()
        try sandbox.place(sandbox.journal, at: "other.sqlite")
        let other = try Connection(path: sandbox.file("other.sqlite"))
        try other.execute("UPDATE Z_STATE SET Z_MARK = randomblob(16)")
        try other.close()
        try left(sandbox)
        try sandbox.place(sandbox.file("other.sqlite"), at: "x.sqlite")
        return sandbox
    }

    private func state(_ sandbox: Sandbox) -> [Data?] {
        Self.names.map { FileManager.default.contents(atPath: sandbox.file($0)) }
    }

    private func start(_ sandbox: Sandbox, _ arguments: String...) throws -> Outcome {
        try sandbox.start(arguments + ["--store", "x.sqlite"]).outcome()
    }

    @Test func `every command refuses the journal with what shows the log, and changes nothing`() throws {
        let sandbox = try doubtful()
        let before = state(sandbox)
        for arguments in [
            ["list"], ["add", "Zuma, 4ft"], ["check"], ["export"], ["backup", "copy.sqlite"], ["undo"], ["migrate"],
        ] {
            let outcome = try sandbox.start(arguments + ["--store", "x.sqlite"]).outcome()
            #expect(outcome.code == 5, "\(arguments)")
            #expect(outcome.errors.contains(Self.words), "\(arguments) \(outcome.errors)")
            #expect(outcome.errors.contains("surfjournal check --with-log --store "), "\(arguments)")
            #expect(!outcome.errors.contains("away"))
            #expect(state(sandbox) == before, "\(arguments)")
        }
        for arguments in [["backup", "--verify", "x.sqlite"], ["restore", "x.sqlite", "--yes"]] {
            let outcome = try sandbox.start(arguments).outcome()
            #expect(outcome.code == 5 && outcome.errors.contains(Self.words), "\(arguments) \(outcome.errors)")
            #expect(state(sandbox) == before, "\(arguments)")
        }
    }

    @Test func `check --with-log shows the sessions with the log and without, and changes nothing`() throws {
        let sandbox = try doubtful()
        let before = state(sandbox)
        let outcome = try start(sandbox, "check", "--with-log")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(
            outcome.lines == [
                "With the log: 5 sessions, the newest of 2015-05-02 07:00.",
                "Without it: 3 sessions, the newest of 2014-09-03 09:00.",
            ])
        #expect(outcome.errors.contains("surfjournal restore --with-log --store "))
        #expect(outcome.errors.contains("surfjournal restore --without-log --store "))
        let object = try start(sandbox, "check", "--with-log", "--json").object()
        #expect(object["inDoubt"] as? Bool == true)
        #expect((object["withLog"] as? [String: Any])?["entries"] as? Int == 5)
        #expect((object["withoutLog"] as? [String: Any])?["entries"] as? Int == 3)
        #expect(state(sandbox) == before)
    }

    @Test(arguments: [("--with-log", 5), ("--without-log", 3)])
    func `restore puts the log in place or leaves it out, and keeps both files`(option: String, count: Int) throws {
        let sandbox = try doubtful()
        let before = state(sandbox)
        #expect(try start(sandbox, "restore", option).code == 2)
        #expect(state(sandbox) == before)
        let object = try start(sandbox, "restore", option, "--yes", "--json").object()
        #expect(object["entries"] as? Int == count)
        #expect(object["kept"] as? String == sandbox.file("x-before-restore.sqlite"))
        #expect(sandbox.size(of: "x.sqlite-wal") == 0)
        #expect(try start(sandbox, "list", "--plain").lines.count == count)
        #expect(try start(sandbox, "check").code == 0)
        #expect(try sandbox.bytes("x-before-restore.sqlite") == before[0])
        #expect(try sandbox.bytes("x-before-restore.sqlite-wal") == before[1])
        // Drafts may name the sessions of the log.
        #expect(try start(sandbox, "add", "Zuma, 4ft", "--json").object()["id"] as? Int == 6)
        let kept = ["restore", "--with-log", "--yes", "--store", "x-before-restore.sqlite"]
        #expect(try sandbox.start(kept).outcome().code == 0)
        #expect(try sandbox.run("list", "--plain", "--store", "x-before-restore.sqlite").lines.count == 5)
    }

    @Test func `two logs of the same file are both kept`() throws {
        let sandbox = try doubtful()
        let before = state(sandbox)
        #expect(try start(sandbox, "restore", "--without-log", "--yes").code == 0)
        for (name, bytes) in zip(Self.names, before) {
            try #require(bytes).write(to: URL(fileURLWithPath: sandbox.file(name)))
        }
        #expect(truncate(sandbox.file("x.sqlite-wal"), off_t((before[1]?.count ?? 0) - 1)) == 0)
        #expect(try start(sandbox, "restore", "--without-log", "--yes").code == 0)
        #expect(try sandbox.bytes("x-before-restore.sqlite-wal") == before[1])
        #expect(sandbox.size(of: "x-before-restore-2.sqlite-wal") == (before[1]?.count ?? 0) - 1)
    }

    @Test func `a log that belongs to the journal is neither put in place nor left out`() throws {
        let sandbox = try Sandbox.small()
        try left(sandbox)
        let before = state(sandbox)
        let shown = try start(sandbox, "check", "--with-log")
        #expect(shown.lines.first?.contains("5 sessions") == true && shown.lines.last?.contains("3 sessions") == true)
        #expect(shown.code == 0 && shown.errors.contains("The log belongs to the journal."), "\(shown.errors)")
        for option in ["--with-log", "--without-log"] {
            let outcome = try start(sandbox, "restore", option, "--yes")
            #expect(outcome.code == 1 && outcome.errors.contains("belongs to the journal"), "\(outcome.errors)")
        }
        #expect(state(sandbox) == before)
        #expect(try start(sandbox, "list", "--plain").lines.count == 5)
    }

    @Test func `a journal without a log has nothing to show or to restore`() throws {
        let sandbox = try Sandbox.small()
        for arguments in [["check", "--with-log"], ["restore", "--with-log"], ["restore", "--without-log"]] {
            let outcome = try sandbox.start(arguments).outcome()
            #expect(outcome.code == 3 && outcome.errors.contains("There is no log"), "\(arguments) \(outcome.errors)")
        }
        for arguments in [
            ["restore"], ["restore", "copy.sqlite", "--with-log"], ["restore", "--with-log", "--without-log"],
            ["check", "--with-log", "--accept"],
        ] {
            #expect(try sandbox.start(arguments).outcome().code == 2, "\(arguments)")
        }
    }

    @Test func `a damaged log is left out by restore, and kept`() throws {
        let sandbox = try Sandbox.small()
        try left(sandbox)
        #expect(truncate(sandbox.file("x.sqlite-wal"), 3000) == 0)
        let log = try sandbox.bytes("x.sqlite-wal")
        let refused = try start(sandbox, "list")
        #expect(refused.code == 5 && refused.errors.contains("surfjournal restore --without-log --store "))
        #expect(try start(sandbox, "restore", "--with-log", "--yes").code == 5)
        #expect(try start(sandbox, "restore", "--without-log", "--yes").code == 0)
        #expect(try start(sandbox, "list", "--plain").lines.count == 3)
        #expect(try sandbox.bytes("x-before-restore.sqlite-wal") == log)
    }

    @Test func `the log of a copy that continued separately is refused, however short its history is`() throws {
        for kept in [1, 3] {
            let (sandbox, other) = (try Sandbox.small(), try Sandbox())
            try FileManager.default.createDirectory(
                atPath: (other.journal as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: sandbox.journal, toPath: other.journal)
            #expect(try other.run("add", "2015-05-01 07:00: Zuma, 4ft").code == 0)
            let writer = try Connection(path: sandbox.journal)
            try writer.execute("PRAGMA wal_autocheckpoint = 0")
            _ = try writer.scalar("SELECT count(*) FROM sqlite_schema")
            for _ in 0..<4 { #expect(try sandbox.run("add", "2015-05-01 07:00: Malibu, 4ft").code == 0) }
            try writer.execute(
                "DELETE FROM ATRANSACTION WHERE Z_PK <= (SELECT max(Z_PK) FROM ATRANSACTION) - \(kept)")
            for (suffix, name) in zip(["", "-wal", "-shm"], Self.names) {
                try sandbox.place(sandbox.journal + suffix, at: name)
            }
            try sandbox.place(other.journal, at: "x.sqlite")
            let before = state(sandbox)
            let outcome = try start(sandbox, "list")
            #expect(outcome.code == 5 && outcome.errors.contains(Self.words), "\(kept) \(outcome.errors)")
            #expect(state(sandbox) == before)
            withExtendedLifetime(writer) {}
        }
    }

    @Test(.enabled(if: Fault.canBeInjected), arguments: ["--with-log", "--without-log"])
    func `a restore of a log that is killed anywhere leaves the old files or the new journal`(option: String) throws {
        let beginning = try doubtful()
        let before = state(beginning)
        let command = ["restore", option, "--yes", "--store", "x.sqlite"]
        let count = option == "--with-log" ? 5 : 3
        let steps = try beginning.copy().run(command, with: Fault(kind: .kill, step: 0)).report.steps
        try #require(steps > 10)
        for step in stride(from: steps, to: steps / 2, by: -2) {
            let sandbox = try beginning.copy()
            let killed = try sandbox.run(command, with: Fault(kind: .kill, step: step))
            let listed = try start(sandbox, "list", "--plain")
            let isOld = listed.code == 5 && state(sandbox)[..<2] == before[..<2]
            #expect(isOld || listed.lines.count == count, "\(step), \(killed.report.call): \(listed.errors)")
            if isOld { #expect(try sandbox.start(command).outcome().code == 0, "\(step)") }
            #expect(try start(sandbox, "list", "--plain").lines.count == count, "\(step)")
            #expect(try start(sandbox, "check").code == 0, "\(step)")
            #expect(sandbox.leftovers == [])
        }
    }

    /// A copy of the journal that has no write-ahead log, and the rollback journal that a killed program left beside it.
    private func leftRollback(_ sandbox: Sandbox, _ sql: String) throws -> (file: Data, journal: Data) {
        try sandbox.place(sandbox.journal, at: "y.sqlite")
        let writer = try Connection(path: sandbox.file("y.sqlite"))
        try writer.execute("PRAGMA journal_mode = DELETE; PRAGMA cache_size = 2; PRAGMA cache_spill = 1")
        try writer.execute(sql)
        try writer.execute("BEGIN; UPDATE Z_STATE SET Z_BEFORE = Z_MARK, Z_MARK = randomblob(16)")
        try writer.execute("CREATE TABLE t(a); INSERT INTO t VALUES (zeroblob(200000))")
        let left = (try sandbox.bytes("y.sqlite"), try sandbox.bytes("y.sqlite-journal"))
        try writer.execute("ROLLBACK")
        try writer.close()
        return left
    }

    @Test func `a rollback journal is applied to its own file and not to another copy of it`() throws {
        let sandbox = try Sandbox.small()
        let own = try leftRollback(sandbox, "SELECT 1")
        #expect(own.journal.count > 0)
        let other = try leftRollback(sandbox, "UPDATE Z_STATE SET Z_MARK = randomblob(16)")
        for (file, journal, code) in [(own.file, own.journal, 0), (other.file, own.journal, 5)] as [(Data, Data, Int32)]
        {
            try file.write(to: URL(fileURLWithPath: sandbox.file("x.sqlite")))
            try journal.write(to: URL(fileURLWithPath: sandbox.file("x.sqlite-journal")))
            let listed = try start(sandbox, "list", "--plain")
            #expect(listed.code == code, "\(listed.errors)")
            if code == 0 { #expect(listed.lines.count == 3) }
            if code == 5 { #expect(listed.errors.contains("-journal does not match the journal")) }
        }
        #expect(try start(sandbox, "restore", "--with-log", "--yes").code == 0)
        #expect(try start(sandbox, "list", "--plain").lines.count == 3)
        #expect(try sandbox.bytes("x-before-restore.sqlite-journal") == own.journal)
    }
}
