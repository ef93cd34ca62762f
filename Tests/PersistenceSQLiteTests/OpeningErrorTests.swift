import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

@Suite struct OpeningErrorTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func code(
        model: ManagedObjectModel = TestModels.journal(), options: [String: any Sendable] = [:]
    ) -> PersistenceError.Code? {
        persistenceError { try Stack(folder.file(), model: model, options: options) }?.code
    }

    @Test(arguments: [StoreOption.mustExist, StoreOption.readOnly])
    func `opening a missing file that must not be created fails with no such store`(option: String) throws {
        #expect(code(options: [option: true]) == .noSuchStore)
        #expect(folder.names.isEmpty)
    }

    @Test func `opening a folder fails`() throws {
        try FileManager.default.createDirectory(at: folder.file(), withIntermediateDirectories: false)
        #expect(code() == .openFailed)
    }

    @Test func `opening a URL that is not a file URL fails`() throws {
        let url = try #require(URL(string: "https://example.com/store.sqlite"))
        #expect(persistenceError { try Stack(url) }?.code == .openFailed)
    }

    @Test func `a file that is not a database is reported as corrupt with SQLite's error`() throws {
        try folder.write(String(repeating: "This is a diary, not a database. ", count: 200))
        let error = try #require(persistenceError { try Stack(folder.file()) })
        #expect(error.code == .corruptStore)
        #expect((error.underlying as? DatabaseError)?.isNotADatabase == true)
    }

    @Test func `a database without Core Data's tables is not a store and is left unchanged`() throws {
        try folder.plainConnection().execute("CREATE TABLE notes (a)")
        #expect(code() == .incompatibleSchema)
        #expect(try folder.plainConnection().texts("SELECT name FROM sqlite_master") == ["notes"])
    }

    @Test func `an empty file is not a store if the store must already exist`() throws {
        try folder.write("")
        #expect(code(options: [StoreOption.mustExist: true]) == .incompatibleSchema)
    }

    @Test func `a store of other entities is incompatible with the model`() throws {
        _ = try Stack(folder.file(), model: TestModels.graph())
        #expect(code() == .incompatibleVersion)
    }

    @Test func `a store that lacks an attribute is incompatible, and the message names the column`() throws {
        _ = try Stack(folder.file())
        let notes = AttributeDescription(name: "notes", type: .string)
        let model = TestModels.journal(with: [notes])
        let error = try #require(persistenceError { try Stack(folder.file(), model: model) })
        #expect(error.code == .incompatibleVersion)
        #expect(error.message.contains("ZNOTES"))
    }

    @Test func `a store with more columns than the model is incompatible`() throws {
        let notes = AttributeDescription(name: "notes", type: .string)
        try Stack(folder.file(), model: TestModels.journal(with: [notes])).insert([["notes": .string("clean")]])
        #expect(code() == .incompatibleVersion)
    }

    @Test func `a store without its join table is incompatible`() throws {
        _ = try Stack(folder.file(), model: TestModels.graph())
        try folder.plainConnection().execute("DROP TABLE Z_4TAGS")
        #expect(code(model: TestModels.graph()) == .incompatibleVersion)
    }

    @Test func `a truncated file is reported as corrupt`() throws {
        let stack = try Stack(folder.file())
        try stack.insert(Array(repeating: ["location": .string(String(repeating: "x", count: 500))], count: 100))
        try stack.coordinator.remove(stack.store)
        let handle = try FileHandle(forWritingTo: folder.file())
        try handle.truncate(atOffset: 4096 * 2)
        try handle.close()
        #expect(code() == .corruptStore)
    }

    @Test func `a store without its UUID is reported as corrupt`() throws {
        _ = try Stack(folder.file())
        try folder.plainConnection().execute("DELETE FROM Z_METADATA")
        #expect(code() == .corruptStore)
    }

    @Test(arguments: ["1", "0", "NULL"])
    func `a key counter below a key counts from the highest key, and the first save mends it`(counter: String) throws {
        try Stack(folder.file()).insert([[:], [:]])
        try folder.plainConnection().execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(counter)")
        let stack = try Stack(folder.file())
        #expect(try folder.plainConnection().scalar("SELECT ifnull(Z_MAX, 0) < 2 FROM Z_PRIMARYKEY") == 1)
        #expect(try stack.insert([[:]]) == 3)
        #expect(try folder.plainConnection().integer("SELECT Z_MAX FROM Z_PRIMARYKEY") == 3)
    }

    @Test func `a save that inserts nothing mends every key counter, and a failed one none`() throws {
        let stack = try Stack(folder.file(), model: TestModels.graph())
        try stack.insert([[:], [:]], "Cat")
        try stack.insert([["name": .string("Malibu")]], "Spot")
        try folder.plainConnection().execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 0")
        let counters = "SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_MAX > 0 ORDER BY Z_ENT"
        let again = try Stack(folder.file(), model: TestModels.graph())
        try again.backend.beginWrite().rollback()
        #expect(try folder.plainConnection().rows(counters) == [])
        try again.withContext { context throws in
            try #require(try context.named("Spot", "Malibu")).setValue("Rincon", forKey: "name")
            try context.save()
        }
        #expect(try folder.plainConnection().rows(counters) == [["Animal", 2], ["Spot", 1]])
    }

    @Test func `a store with a wrong key counter can still be opened read-only`() throws {
        try Stack(folder.file()).insert([["wind": .string("glassy")], [:]])
        try folder.plainConnection().execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 1")
        let stack = try Stack(folder.file(), options: [StoreOption.readOnly: true])
        #expect(try stack.row(1) == ["wind": .string("glassy")])
    }

    @Test func `opening a store that another process has locked times out`() throws {
        let connection = try PlainStore.make(folder, journal: "DELETE")
        try connection.begin(.exclusive)
        #expect(code(options: [StoreOption.timeout: 0.01]) == .timeout)
        try connection.rollback()
    }

    @Test func `opening a file without read permission fails`() throws {
        _ = try Stack(folder.file())
        var files = FileAccess.system
        files.isReadable = { _ in false }
        let place = { try StorePath.find(folder.file(), settings: StoreSettings(), files: files) }
        #expect(persistenceError(place)?.code == .openFailed)
    }

    @Test func `a store that cannot be opened leaves no connection open`() throws {
        _ = try Stack(folder.file(), model: TestModels.graph())
        let before = openFiles()
        for _ in 0..<20 { _ = try? Stack(folder.file()) }
        #expect(openFiles() <= before)
    }

    /// The number of open file descriptors on files in this test's folder.
    private func openFiles() -> Int {
        let links = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return links.count { link in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + link)
            return target?.hasPrefix(folder.url.path) ?? false
        }
    }
}
