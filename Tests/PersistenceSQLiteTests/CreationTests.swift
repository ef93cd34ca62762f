import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

@Suite struct CreationTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `a new store has Core Data's page size, auto-vacuum, journal mode and header`() throws {
        let stack = try Stack(folder.file())
        let connection = try folder.plainConnection()
        let pragmas = ["page_size", "auto_vacuum", "journal_mode", "encoding", "user_version", "application_id"]
        #expect(
            try pragmas.map { try connection.scalar("PRAGMA \($0)") }
                == [.integer(4096), .integer(2), .text("wal"), .text("UTF-8"), .integer(0), .integer(0)])
        withExtendedLifetime(stack) {}
    }

    @Test func `a new store has exactly the schema, zero key counters and one metadata row`() throws {
        let stack = try Stack(folder.file(), model: TestModels.graph())
        let connection = try folder.plainConnection()
        let expected = try StoreSchema(model: stack.model).creationStatements().sorted()
        #expect(try connection.texts("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY sql") == expected)
        #expect(try connection.integer("SELECT count(*) FROM Z_PRIMARYKEY WHERE Z_MAX = 0") == 8)
        #expect(
            try connection.rows("SELECT Z_VERSION, Z_UUID FROM Z_METADATA") == [[1, .text(stack.store.identifier)]])
    }

    @Test func `only the owner can read a new store and its side files`() throws {
        let stack = try Stack(folder.file())
        try stack.insert([[:]])
        #expect(folder.names == ["store.sqlite", "store.sqlite-shm", "store.sqlite-wal"])
        #expect(folder.names.allSatisfy { folder.permissions(of: $0) == 0o600 })
    }

    @Test func `an empty file left by a crash becomes a store`() throws {
        try folder.write("")
        try Stack(folder.file()).insert([[:]])
        #expect(try folder.plainConnection().integer("SELECT Z_MAX FROM Z_PRIMARYKEY") == 1)
    }

    @Test func `a file left by a crash after its header was written becomes a store`() throws {
        try folder.plainConnection().execute(
            "PRAGMA page_size = 4096; PRAGMA auto_vacuum = 2; PRAGMA journal_mode = WAL")
        try Stack(folder.file()).insert([[:]])
        let connection = try folder.plainConnection()
        #expect(try connection.integer("SELECT Z_MAX FROM Z_PRIMARYKEY") == 1)
        #expect(try connection.integer("PRAGMA auto_vacuum") == 2)
    }

    @Test(arguments: 1...300)
    func `opening a missing file several times at once creates one store`(round: Int) throws {
        let url = folder.file("store\(round).sqlite")
        let stores = (0..<6).map { _ in Box<String>() }
        // A sanitizer can make six openings take longer than the five seconds that a store waits by default.
        let options = [StoreOption.timeout: 120.0]
        let threads = stores.map { box in Background { box.value = try Stack(url, options: options).store.identifier } }
        #expect(threads.compactMap { $0.error().map(String.init(reflecting:)) } == [])
        #expect(Set(stores.map(\.value)).count == 1)
        #expect(try Connection(path: url.path).integer("SELECT count(*) FROM Z_METADATA") == 1)
    }

    @Test func `a failed creation leaves no file`() throws {
        let model = TestModels.graph()
        model.entitiesByName["Spot"]?.indexes = [
            FetchIndexDescription(name: "broken", elements: [.init(propertyName: "entries")])
        ]
        #expect(persistenceError { try Stack(folder.file(), model: model) } != nil)
        #expect(folder.names.isEmpty)
    }

    @Test func `opening a store in a missing folder is an error`() throws {
        let url = folder.url.appendingPathComponent("nowhere/store.sqlite")
        #expect(persistenceError { try Stack(url) }?.code == .openFailed)
    }

    @Test func `a journal mode set by a pragma is kept`() throws {
        let stack = try Stack(
            folder.file(),
            options: [StoreOption.sqlitePragmas: ["journal_mode": "DELETE"] as [String: any Sendable]])
        try stack.insert([[:]])
        #expect(try folder.plainConnection().scalar("PRAGMA journal_mode") == "delete")
    }

    @Test(arguments: ["journal_mode; DROP TABLE ZJOURNALENTRY", "", "a b"])
    func `a pragma whose name is not a plain identifier is rejected`(name: String) throws {
        let pragmas: [String: any Sendable] = [name: "1"]
        #expect(
            persistenceError { try Stack(folder.file(), options: [StoreOption.sqlitePragmas: pragmas]) }?.code
                == .openFailed)
    }
}
