import Foundation
import SQLite
import Testing

/// A journal whose own log was left by a killed program is opened with it, whatever the log's transactions deleted from
/// the history.
struct OwnLogTests {
    private static let day = 86_400
    /// Every command that opens the journal.
    private static let commands = [
        ["list", "--plain"], ["check"], ["export", "out.csv"], ["backup", "copy.sqlite"],
        ["backup", "--verify", "x.sqlite"], ["undo", "--list"], ["add", "Zuma, 4ft"],
    ]

    private func expectOpens(_ sandbox: Sandbox, sessions: Int) throws {
        let listed = try sandbox.run("list", "--plain", "--store", "x.sqlite")
        #expect(listed.code == 0 && listed.lines.count == sessions, "\(listed.errors)")
        for command in Self.commands {
            let store = command.contains("--verify") ? [] : ["--store", "x.sqlite"]
            let outcome = try sandbox.start(command + store).outcome()
            #expect(outcome.code == 0, "\(command) \(outcome.errors)")
        }
    }

    /// Keeps the log of the default journal from being checkpointed, as a slow reader does.
    private func reader(_ sandbox: Sandbox) throws -> Connection {
        let reader = try Connection(path: sandbox.journal)
        try reader.execute("PRAGMA wal_autocheckpoint = 0; BEGIN")
        _ = try reader.scalar("SELECT count(*) FROM ZJOURNALENTRY")
        return reader
    }

    /// Copies the default journal as a killed process would leave it now.
    private func leave(_ sandbox: Sandbox) throws {
        for suffix in ["", "-wal", "-shm"] { try sandbox.place(sandbox.journal + suffix, at: "x.sqlite" + suffix) }
        #expect(sandbox.size(of: "x.sqlite-wal") > 0)
    }

    @Test(.enabled(if: Fault.canBeInjected), arguments: [-99 * day, -40 * 365 * day])
    func `an add that trims the whole history can be killed anywhere`(age: Int) throws {
        let beginning = try Sandbox()
        beginning.setClock(wrongBy: age)
        for arguments in [["init"], ["add", "Malibu, 4ft"], ["add", "Rincon, 3ft"]] {
            #expect(try beginning.start(arguments).outcome().code == 0)
        }
        beginning.setClock(wrongBy: 0)
        let add = ["add", "Trestles, 5ft"]
        let steps = try beginning.copy().run(add, with: Fault(kind: .kill, step: 0)).report.steps
        try #require(steps > 10)
        // The history is trimmed after the session was saved.
        for step in (steps / 3)...steps {
            let sandbox = try beginning.copy()
            let killed = try sandbox.run(add, with: Fault(kind: .kill, step: step))
            let listed = try sandbox.run("list", "--plain")
            #expect(listed.code == 0, "\(step), \(killed.report.call): \(listed.errors)")
            let isAcknowledged = killed.outcome.errors.contains("Trestles")
            #expect(listed.lines.count == 3 || listed.lines.count == 2 && !isAcknowledged, "\(step)")
            #expect(try sandbox.run("add", "Zuma, 2ft").code == 0)
            #expect(try sandbox.run("check").code == 0)
        }
    }

    @Test func `more commands beside a slow reader than the history keeps`() throws {
        let sandbox = try Sandbox.small()
        let reader = try reader(sandbox)
        try sandbox.write((1...1_150).map { "edit 1 --rating \(1 + $0 % 5)\n" }.joined(), to: "script")
        let outcome = try sandbox.run("run", "script", "-q")
        #expect(outcome.code == 0, "\(outcome.errors.suffix(300))")
        try leave(sandbox)
        #expect(try sandbox.sql("SELECT count(*) FROM ATRANSACTION WHERE Z_PK < 10") == 0)
        try expectOpens(sandbox, sessions: 3)
        withExtendedLifetime(reader) {}
    }

    /// The number of transactions that stay in the history; nil if the history is removed.
    @Test(arguments: [0, 1, 2, nil], [true, false])
    func `a log that shortens the history belongs to the journal, with a mark and without`(
        kept: Int?, hasMark: Bool
    ) throws {
        let sandbox = try Sandbox.small()
        let writer = try Connection(path: sandbox.journal)
        if !hasMark { try writer.execute("DROP TABLE Z_STATE") }
        try writer.checkpoint(.truncate)
        try writer.execute("PRAGMA wal_autocheckpoint = 0")
        _ = try writer.scalar("SELECT count(*) FROM sqlite_schema")
        if hasMark { #expect(try sandbox.run("add", "Malibu, 4ft").code == 0) }
        if let kept {
            try writer.execute(
                "DELETE FROM ATRANSACTION WHERE Z_PK <= (SELECT max(Z_PK) FROM ATRANSACTION) - \(kept)")
        } else {
            try writer.execute("DROP TABLE ATRANSACTION; DROP TABLE ACHANGE; DROP TABLE ATRANSACTIONSTRING")
        }
        try leave(sandbox)
        let listed = try sandbox.run("list", "--plain", "--store", "x.sqlite")
        #expect(listed.code == 0 && listed.lines.count == (hasMark ? 4 : 3), "\(listed.errors)")
        #expect(try sandbox.run("add", "Zuma, 4ft", "--store", "x.sqlite").code == 0)
        withExtendedLifetime(writer) {}
    }

    @Test func `a metadata change by a program without checksums belongs to the journal`() throws {
        let sandbox = try Sandbox.small()
        let writer = try Connection(path: sandbox.journal)
        try writer.execute("PRAGMA wal_autocheckpoint = 0")
        try writer.execute("UPDATE Z_METADATA SET Z_VERSION = 2")
        try leave(sandbox)
        #expect(try sandbox.run("list", "--plain", "--store", "x.sqlite").lines.count == 3)
        #expect(try sandbox.run("check", "--store", "x.sqlite").output.contains("metadata was changed"))
        withExtendedLifetime(writer) {}
    }

    @Test func `a log cut or changed anywhere keeps the transactions before that, or is reported`() throws {
        let sandbox = try Sandbox.small()
        let reader = try reader(sandbox)
        for place in ["Malibu", "Rincon"] { #expect(try sandbox.run("add", "\(place), 4ft").code == 0) }
        try leave(sandbox)
        let files = try ["", "-wal", "-shm"].map { try sandbox.bytes("x.sqlite" + $0) }
        for position in stride(from: 40, to: files[1].count, by: files[1].count / 12) {
            for isCut in [true, false] {
                var log = files[1]
                if isCut { log = log[..<position] } else { log[position] ^= 1 }
                for (suffix, bytes) in zip(["", "-wal", "-shm"], [files[0], log, files[2]]) {
                    try bytes.write(to: URL(fileURLWithPath: sandbox.file("x.sqlite" + suffix)))
                }
                let listed = try sandbox.run("list", "--plain", "--store", "x.sqlite")
                let isKept = listed.code == 0 && (3...5).contains(listed.lines.count)
                #expect(isKept || listed.errors.contains("-wal is damaged"), "\(position) \(listed.errors)")
                if isKept { #expect(try sandbox.run("check", "--store", "x.sqlite").code == 0, "\(position)") }
            }
        }
        withExtendedLifetime(reader) {}
    }
}

extension Sandbox {
    /// Copies a file to a name in the working folder, replacing any file there.
    func place(_ path: String, at name: String) throws {
        try? FileManager.default.removeItem(atPath: file(name))
        try FileManager.default.copyItem(atPath: path, toPath: file(name))
    }

    /// The bytes of a file in the working folder.
    func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: file(name))) }
}
