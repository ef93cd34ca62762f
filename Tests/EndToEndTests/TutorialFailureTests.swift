import Foundation
import SQLite
import Testing

/// Where the tutorial's app aborts, the program ends with a sentence and an exit code, and nothing is lost (DIV-9).
@Suite struct TutorialFailureTests {
    private let scene: TutorialScene

    init() throws {
        scene = try TutorialScene()
    }

    /// SEED-01, SEED-06
    @Test(arguments: [0, 16, 64, 128])
    func `a first launch whose copy fails says so and leaves nothing, and the next one seeds`(blocks: Int) throws {
        let failed = try scene.launch(fileLimit: blocks, ["list", "--quiet"])
        #expect(failed.code == 1)
        #expect(failed.output.isEmpty)
        #expect(blocks == 0 || failed.errors.hasPrefix("surfjournal: "))
        #expect(scene.names == [])
        #expect(try scene.launch("list", "--json").objects.count == 5_000)
    }

    /// SEED-03
    @Test func `a first launch never takes the place of what is there`() throws {
        try Data("not a journal".utf8).write(to: URL(fileURLWithPath: scene.store))
        #expect(try scene.launch("list").code == 5)
        #expect(scene.bytes == ["SurfJournalModel.sqlite": Data("not a journal".utf8)])
    }

    /// SEED-01
    @Test func `what was removed from a seeded journal stays removed`() throws {
        #expect(try scene.launch("sample", "remove").code == 0)
        #expect(try scene.launch("list", "--json").objects.isEmpty)
    }

    /// APP-08
    @Test(arguments: [["edit", "1", "--wind", "glassy"], ["add", "2014-08-01: Rincon, 4ft"], ["delete", "1"]])
    func `a save that fails ends the program with an error and leaves the journal as it was`(
        command: [String]
    ) throws {
        try scene.run("init")
        #expect(try scene.run("add", "2014-08-01: Malibu, 4ft").code == 0)
        let before = try scene.run("export").output
        let other = try scene.connect()
        try fillLog(other)
        let failed = try scene.launch(fileLimit: 64, command)
        #expect(failed.code == 1)
        #expect(failed.errors.hasPrefix("surfjournal: "))
        try other.close()
        #expect(try scene.run("export").output == before)
        #expect(try scene.run("add", "2014-08-02: Rincon, 4ft").code == 0)
    }

    /// Lets the log grow to 64 blocks of 512 bytes and more, and keeps it so while the connection is open.
    ///
    /// Looks at the size alone: to open a file of the store would end the connection's locks.
    private func fillLog(_ connection: Connection) throws {
        try connection.execute("PRAGMA wal_autocheckpoint = 0")
        while try logSize() < 64 * 512 { try connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 1") }
    }

    private func logSize() throws -> Int {
        let exists = FileManager.default.fileExists(atPath: scene.store + "-wal")
        let attributes = exists ? try FileManager.default.attributesOfItem(atPath: scene.store + "-wal") : [:]
        return attributes[.size] as? Int ?? 0
    }
}
