import Foundation
import SQLite
import Testing

/// In cases where the tutorial's app aborts, the program exits with an error and nothing is lost.
@Suite struct TutorialFailureTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
    }

    /// SEED-01, SEED-06
    @Test(arguments: [8, 48, 64, 600])
    func `a first launch that cannot copy the samples leaves nothing, and the next one succeeds`(blocks: Int) throws {
        let failed = try sandbox.run(fileLimit: blocks, "list --quiet")
        #expect(failed.code == 1)
        #expect(failed.output.isEmpty)
        #expect(failed.errors.hasPrefix("surfjournal: "))
        #expect(failed.errors.contains("is full"))
        #expect(sandbox.journalNames == [])
        #expect(try sandbox.run("list", "--json").objects().count == 5_000)
    }

    /// SEED-06
    @Test(arguments: ["file", "file/below"])
    func `a first launch that cannot create the journal's folder reports why`(folder: String) throws {
        try sandbox.write("", to: "file")
        sandbox.environment["XDG_DATA_HOME"] = sandbox.file(folder)
        let failed = try sandbox.run("list")
        #expect(failed.code == 1)
        #expect(failed.errors.contains("cannot be opened (Not a directory)"))
        #expect(sandbox.files == ["file"])
    }

    /// SEED-03
    @Test func `a first launch never replaces an existing file`() throws {
        try sandbox.write("not a journal", to: sandbox.journal)
        #expect(try sandbox.run("list").code == 5)
        #expect(sandbox.journalBytes == ["SurfJournalModel.sqlite": Data("not a journal".utf8)])
    }

    /// SEED-01
    @Test func `samples removed from a journal stay removed`() throws {
        #expect(try sandbox.run("sample", "remove").code == 0)
        #expect(try sandbox.run("list", "--json").objects().isEmpty)
    }

    /// APP-08
    @Test(arguments: ["edit 1 --wind glassy", "add '2014-08-01: Rincon, 4ft'", "delete 1"])
    func `a failed save is an error and leaves the journal unchanged`(
        command: String
    ) throws {
        try sandbox.makeEmptyJournal()
        #expect(try sandbox.run("add", "2014-08-01: Malibu, 4ft").code == 0)
        let before = try sandbox.run("export").output
        let other = try sandbox.connect()
        try fillLog(other)
        let failed = try sandbox.run(fileLimit: 64, command)
        #expect(failed.code == 1)
        #expect(failed.errors.hasPrefix("surfjournal: "))
        try other.close()
        #expect(try sandbox.run("export").output == before)
        #expect(try sandbox.run("add", "2014-08-02: Rincon, 4ft").code == 0)
    }

    /// Makes the log grow to at least 64 blocks of 512 bytes; it stays that size while the connection is open.
    ///
    /// Only the size is read: opening and closing a file of the store would release the connection's locks.
    private func fillLog(_ connection: Connection) throws {
        try connection.execute("PRAGMA wal_autocheckpoint = 0")
        while try logSize() < 64 * 512 { try connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 1") }
    }

    private func logSize() throws -> Int {
        let exists = FileManager.default.fileExists(atPath: sandbox.journal + "-wal")
        let attributes = exists ? try FileManager.default.attributesOfItem(atPath: sandbox.journal + "-wal") : [:]
        return attributes[.size] as? Int ?? 0
    }
}
