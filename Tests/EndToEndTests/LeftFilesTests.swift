import Foundation
import SQLite
import Testing

/// Files left beside a journal by a killed program, a restored copy or by hand: refused files stay byte for byte, and
/// files that belong together are opened.
struct LeftFilesTests {
    /// A journal whose newest sessions are only in its log, as a killed program leaves it.
    private func left(_ sandbox: Sandbox, in target: Sandbox) throws {
        let reader = try Connection(path: sandbox.journal)
        try reader.execute("PRAGMA wal_autocheckpoint = 0")
        _ = try reader.scalar("SELECT count(*) FROM sqlite_schema")
        for place in ["Malibu", "Rincon"] { #expect(try sandbox.run("add", "\(place), 4ft").code == 0) }
        for suffix in ["", "-wal", "-shm"] { try copy(sandbox.journal + suffix, to: target.file("x.sqlite" + suffix)) }
        try reader.close()
    }

    private func copy(_ path: String, to target: String) throws {
        try? FileManager.default.removeItem(atPath: target)
        try FileManager.default.copyItem(atPath: path, toPath: target)
    }

    private func state(_ sandbox: Sandbox) -> [String: Data?] {
        Dictionary(
            uniqueKeysWithValues: sandbox.files.filter { $0.hasPrefix("x.sqlite") }
                .map { ($0, FileManager.default.contents(atPath: sandbox.file($0))) })
    }

    private static let commands = [
        ["list"], ["add", "Malibu, 4ft"], ["check"], ["export"], ["migrate"], ["backup", "copy.sqlite"], ["undo"],
        ["init"],
    ]

    private func expectRefused(_ sandbox: Sandbox, _ words: String, code: Int32 = 5) throws {
        let before = state(sandbox)
        for command in Self.commands {
            let outcome = try sandbox.start(command + ["--store", "x.sqlite"]).outcome()
            #expect(outcome.code == (command == ["init"] ? 1 : code), "\(command) \(outcome.errors)")
            if command != ["init"] { #expect(outcome.errors.contains(words), "\(command) \(outcome.errors)") }
            #expect(state(sandbox) == before, "\(command)")
        }
    }

    private static let foreign = "-wal does not match the journal"

    @Test func `a journal left with its log opens with all its sessions`() throws {
        let sandbox = try Sandbox.small()
        try left(sandbox, in: sandbox)
        #expect(sandbox.size(of: "x.sqlite-wal") > 0)
        #expect(try sandbox.run("list", "--plain", "--store", "x.sqlite").lines.count == 5)
        #expect(try sandbox.run("add", "Malibu, 4ft", "--store", "x.sqlite").code == 0)
        #expect(try sandbox.run("check", "--store", "x.sqlite").errors.contains("6 sessions"))
    }

    @Test func `a log that was partly checkpointed still belongs to its journal`() throws {
        let sandbox = try Sandbox.small()
        let reader = try Connection(path: sandbox.journal)
        try reader.execute("PRAGMA wal_autocheckpoint = 0")
        _ = try reader.scalar("SELECT count(*) FROM sqlite_schema")
        #expect(try sandbox.run("add", "Malibu, 4ft").code == 0)
        let pin = try Connection(path: sandbox.journal)
        try pin.execute("BEGIN")
        _ = try pin.scalar("SELECT count(*) FROM ZJOURNALENTRY")
        #expect(try sandbox.run("add", "Rincon, 4ft").code == 0)
        try reader.checkpoint(.passive)
        for suffix in ["", "-wal", "-shm"] { try copy(sandbox.journal + suffix, to: sandbox.file("x.sqlite" + suffix)) }
        #expect(try sandbox.run("list", "--plain", "--store", "x.sqlite").lines.count == 5)
        withExtendedLifetime(pin) {}
    }

    @Test func `an older copy beside a newer log is refused and all files stay`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("backup", "old.sqlite").code == 0)
        #expect(try sandbox.run("edit", "1", "--rating", "2").code == 0)
        try left(sandbox, in: sandbox)
        try copy(sandbox.file("old.sqlite"), to: sandbox.file("x.sqlite"))
        try expectRefused(sandbox, Self.foreign)
    }

    @Test func `a newer copy beside an older log is refused and all files stay`() throws {
        let sandbox = try Sandbox.small()
        try left(sandbox, in: sandbox)
        #expect(try sandbox.run("edit", "1", "--rating", "2").code == 0)
        #expect(try sandbox.run("backup", "new.sqlite").code == 0)
        try copy(sandbox.file("new.sqlite"), to: sandbox.file("x.sqlite"))
        try expectRefused(sandbox, Self.foreign)
    }

    @Test func `the log of another journal of the same age is refused and all files stay`() throws {
        let (sandbox, other) = (try Sandbox.small(), try Sandbox())
        for command in [["init"], ["add", "Ales, 4ft"], ["add", "B, 4ft"], ["add", "C, 4ft"]] {
            #expect(try other.start(command).outcome().code == 0)
        }
        try left(other, in: sandbox)
        try copy(sandbox.journal, to: sandbox.file("x.sqlite"))
        try expectRefused(sandbox, Self.foreign)
    }

    @Test func `a log beside an empty file is refused and both stay`() throws {
        let sandbox = try Sandbox.small()
        try left(sandbox, in: sandbox)
        try sandbox.write("", to: "x.sqlite")
        try expectRefused(sandbox, Self.foreign)
    }

    @Test func `a log beside a file that is not a database is not applied to it`() throws {
        let sandbox = try Sandbox.small()
        try left(sandbox, in: sandbox)
        try sandbox.write(String(repeating: "not a database ", count: 4000), to: "x.sqlite")
        try expectRefused(sandbox, "is not a database")
    }

    @Test func `a journal beside another kind of file named like its log is refused and both stay`() throws {
        let sandbox = try Sandbox.small()
        try copy(sandbox.journal, to: sandbox.file("x.sqlite"))
        try sandbox.write(String(repeating: "shopping list ", count: 40), to: "x.sqlite-wal")
        try expectRefused(sandbox, Self.foreign)
    }

    @Test func `a log damaged at its beginning is refused and stays`() throws {
        let sandbox = try Sandbox.small()
        try left(sandbox, in: sandbox)
        var log = try #require(FileManager.default.contents(atPath: sandbox.file("x.sqlite-wal")))
        log[200] ^= 1
        try log.write(to: URL(fileURLWithPath: sandbox.file("x.sqlite-wal")))
        try expectRefused(sandbox, "-wal is damaged")
        #expect(truncate(sandbox.file("x.sqlite-wal"), 3000) == 0)
        try expectRefused(sandbox, "-wal is damaged")
    }

    @Test func `a log without an index and without a complete transaction is ignored`() throws {
        let sandbox = try Sandbox.small()
        try left(sandbox, in: sandbox)
        try FileManager.default.removeItem(atPath: sandbox.file("x.sqlite-shm"))
        #expect(truncate(sandbox.file("x.sqlite-wal"), 3000) == 0)
        #expect(try sandbox.run("list", "--plain", "--store", "x.sqlite").lines.count == 3)
        #expect(try sandbox.run("add", "Malibu, 4ft", "--store", "x.sqlite").code == 0)
        #expect(try sandbox.run("list", "--plain", "--store", "x.sqlite").lines.count == 4)
    }

    @Test(arguments: [
        "CREATE TABLE t(a)", "DROP TABLE Z_PRIMARYKEY", "DELETE FROM Z_METADATA",
        "ALTER TABLE ZJOURNALENTRY RENAME COLUMN ZLOCATION TO ZWHERE",
    ])
    func `a database that is not a journal is refused with its log and all files stay`(sql: String) throws {
        let sandbox = try Sandbox.small()
        let database =
            sql.hasPrefix("CREATE")
            ? try Connection(path: sandbox.file("y.sqlite")) : try Connection(path: sandbox.journal)
        try database.execute("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
        try database.execute(sql)
        let path = sql.hasPrefix("CREATE") ? sandbox.file("y.sqlite") : sandbox.journal
        for suffix in ["", "-wal", "-shm"] { try copy(path + suffix, to: sandbox.file("x.sqlite" + suffix)) }
        try expectRefused(sandbox, "x.sqlite is ")
        try FileManager.default.removeItem(atPath: sandbox.file("x.sqlite-shm"))
        try expectRefused(sandbox, "x.sqlite is ")
    }

    /// A rollback journal left by a program that was killed while writing a copy of the journal that has no log.
    private func leftRollback(_ sandbox: Sandbox) throws -> String {
        try copy(sandbox.journal, to: sandbox.file("other.sqlite"))
        let other = try Connection(path: sandbox.file("other.sqlite"))
        try other.execute("PRAGMA journal_mode = DELETE; PRAGMA cache_size = 2; BEGIN")
        try other.execute("UPDATE ZJOURNALENTRY SET ZNOTES = hex(randomblob(200000))")
        try copy(sandbox.file("other.sqlite-journal"), to: sandbox.file("left-journal"))
        try other.execute("ROLLBACK")
        try other.close()
        return sandbox.file("left-journal")
    }

    @Test func `the rollback journal of another file is not applied and stays`() throws {
        let (sandbox, writer) = (try Sandbox.small(), try Sandbox.small())
        let left = try leftRollback(writer)
        try copy(sandbox.journal, to: sandbox.file("x.sqlite"))
        try copy(left, to: sandbox.file("x.sqlite-journal"))
        try expectRefused(sandbox, "-journal does not match the journal")
    }

    @Test func `verifying or restoring a backup reports a damaged log`() throws {
        let sandbox = try Sandbox.small()
        try left(sandbox, in: sandbox)
        #expect(truncate(sandbox.file("x.sqlite-wal"), 3000) == 0)
        let before = state(sandbox)
        for command in [["backup", "--verify", "x.sqlite"], ["restore", "x.sqlite", "--yes"]] {
            let outcome = try sandbox.start(command).outcome()
            #expect(outcome.code == 5)
            #expect(outcome.errors.contains("-wal is damaged"))
            #expect(state(sandbox) == before)
        }
    }

    /// A state of the journal beside the log of another state that differs in only one thing.
    struct OtherState: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The statements that are run, each by a new connection or all by one, with a checkpoint after each.
        let writes: [String]
        var byOne = true
        /// After how many statements the journal is copied, and after how many the log.
        let journal: Int
        let log: Int
    }

    static let otherStates = [
        OtherState(
            testDescription: "an older counter of changes",
            writes: ["PRAGMA application_id = 1", "PRAGMA application_id = 2", "PRAGMA application_id = 3"],
            byOne: false, journal: 1, log: 3),
        OtherState(
            testDescription: "a newer counter of changes",
            writes: ["PRAGMA application_id = 1", "PRAGMA application_id = 2", "PRAGMA application_id = 3"],
            byOne: false, journal: 3, log: 1),
        OtherState(
            testDescription: "a missing page right after its end",
            writes: ["CREATE TABLE t(a)"]
                + [String](repeating: "INSERT INTO t VALUES (zeroblob(5000))", count: 3), journal: 2, log: 4),
        OtherState(
            testDescription: "more transactions of its history than the log has",
            writes: ["PRAGMA application_id = 1"]
                + [String](
                    repeating: "UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 1 WHERE Z_NAME = 'TRANSACTION'", count: 3),
            journal: 2, log: 4),
        OtherState(
            testDescription: "a higher counter of IDs",
            writes: ["PRAGMA application_id = 1"]
                + [String](repeating: "UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 5 WHERE Z_ENT = 1", count: 2),
            journal: 3, log: 2),
    ]

    @Test(arguments: otherStates)
    func `the log of another state is refused by the one thing that differs and all files stay`(
        state other: OtherState
    ) throws {
        let sandbox = try Sandbox.small()
        let connect = {
            let writer = try Connection(path: sandbox.journal)
            try writer.execute("PRAGMA wal_autocheckpoint = 0; SELECT count(*) FROM sqlite_schema")
            return writer
        }
        var writer = try connect()
        for (number, sql) in zip(1..., other.writes) {
            try writer.execute(sql)
            if number == other.log { try copy(sandbox.journal + "-wal", to: sandbox.file("x.sqlite-wal")) }
            try writer.checkpoint(.passive)
            if number == other.journal { try copy(sandbox.journal, to: sandbox.file("x.sqlite")) }
            if other.byOne { continue }
            try writer.close()
            writer = try connect()
        }
        #expect(sandbox.size(of: "x.sqlite-wal") > 0)
        try expectRefused(sandbox, Self.foreign)
    }

    @Test func `an unfinished log is ignored even beside the index of another log`() throws {
        let (sandbox, other) = (try Sandbox.small(), try Sandbox.small())
        try left(sandbox, in: sandbox)
        try left(other, in: other)
        try copy(other.file("x.sqlite-wal"), to: sandbox.file("x.sqlite-wal"))
        #expect(truncate(sandbox.file("x.sqlite-wal"), 3000) == 0)
        #expect(try sandbox.run("list", "--plain", "--store", "x.sqlite").lines.count == 3)
        #expect(try sandbox.run("check", "--store", "x.sqlite").code == 0)
    }

    @Test func `an index without a log, beside a database that is not a journal, stays`() throws {
        let sandbox = try Sandbox.small()
        let database = try Connection(path: sandbox.file("y.sqlite"))
        try database.execute("CREATE TABLE t(a); PRAGMA journal_mode = WAL; INSERT INTO t VALUES (1)")
        try copy(sandbox.file("y.sqlite-shm"), to: sandbox.file("x.sqlite-shm"))
        try database.close()
        try copy(sandbox.file("y.sqlite"), to: sandbox.file("x.sqlite"))
        try expectRefused(sandbox, "x.sqlite is ")
    }
}
