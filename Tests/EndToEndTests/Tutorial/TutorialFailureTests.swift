import Foundation
import SQLite
import Testing

/// Where the tutorial's app aborts, the program ends with a sentence and an exit code, and nothing is lost (DIV-9).
@Suite struct TutorialFailureTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
    }

    /// SEED-01, SEED-06
    @Test(arguments: [8, 48, 64, 600])
    func `a first launch whose copy fails says so and leaves nothing, and the next one seeds`(blocks: Int) throws {
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
    func `a first launch without a folder to make the journal in says what is in the way`(folder: String) throws {
        try sandbox.write("", to: "file")
        sandbox.environment["XDG_DATA_HOME"] = sandbox.file(folder)
        let failed = try sandbox.run("list")
        #expect(failed.code == 1)
        #expect(failed.errors.contains("cannot be opened (Not a directory)"))
        #expect(sandbox.files == ["file"])
    }

    /// SEED-03
    @Test func `a first launch never takes the place of what is there`() throws {
        try sandbox.write("not a journal", to: sandbox.journal)
        #expect(try sandbox.run("list").code == 5)
        #expect(sandbox.journalBytes == ["SurfJournalModel.sqlite": Data("not a journal".utf8)])
    }

    /// SEED-01
    @Test func `what was removed from a seeded journal stays removed`() throws {
        #expect(try sandbox.run("sample", "remove").code == 0)
        #expect(try sandbox.run("list", "--json").objects().isEmpty)
    }

    /// APP-08
    @Test(arguments: ["edit 1 --wind glassy", "add '2014-08-01: Rincon, 4ft'", "delete 1"])
    func `a save that fails ends the program with an error and leaves the journal as it was`(
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

    /// Lets the log grow to 64 blocks of 512 bytes and more, and keeps it so while the connection is open.
    ///
    /// Looks at the size alone: to open a file of the store would end the connection's locks.
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
