import Foundation
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Which journal a store has, and who may change that.
@Suite struct JournalModeTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func journalMode() throws -> Value { try folder.plainConnection().scalar("PRAGMA journal_mode") }

    /// Whether the bytes 18 and 19 of the file's header say that there is a write-ahead log.
    private func headerSaysWAL() throws -> Bool {
        let bytes = [UInt8](try Data(contentsOf: folder.file()))
        return bytes[18...19].elementsEqual([2, 2])
    }

    /// B-STO-07
    @Test func `a new store has a write-ahead log unless a pragma says otherwise`() throws {
        let stack = try Stack(folder.file())
        try stack.insert([[:]])
        #expect(try headerSaysWAL())
        #expect(folder.names == ["store.sqlite", "store.sqlite-shm", "store.sqlite-wal"])
        withExtendedLifetime(stack) {}
    }

    #if os(Linux)
        /// Whether anybody has a lock on the file, this process too.
        private func isLocked(_ path: String) -> Bool {
            let file = open(path, O_RDWR)
            defer { close(file) }
            var lock = flock()
            lock.l_type = Int16(F_WRLCK)
            return fcntl(file, 36 /* F_OFD_GETLK */, &lock) == 0 && lock.l_type != F_UNLCK
        }

        @Test func `opening a store gives up no lock that this process has on its file`() throws {
            let writer = try PlainStore.make(folder, journal: "DELETE")
            try writer.execute("PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN IMMEDIATE")
            try writer.execute("UPDATE ZJOURNALENTRY SET ZHEIGHT = hex(randomblob(40000))")
            #expect(folder.names.contains("store.sqlite-journal"))
            let file = folder.file().path
            #expect(throws: PersistenceError.self) {
                try Stack(folder.file(), options: [StoreOption.timeout: 0.1])
            }
            #expect(isLocked(file))
            try writer.execute("COMMIT")
            #expect(try writer.scalar("PRAGMA integrity_check") == "ok")
        }
    #endif

    /// B-STO-07
    @Test func `a description's pragmas reach every connection of the store`() throws {
        SQLiteStore.register()
        let description = PersistentStoreDescription(url: folder.file())
        description.setValue("DELETE", forPragmaNamed: "journal_mode")
        description.setValue(-512, forPragmaNamed: "cache_size")
        #expect(Set(description.sqlitePragmas.keys) == ["journal_mode", "cache_size"])
        #expect(description.options.keys.contains(StoreOption.sqlitePragmas))
        let coordinator = PersistentStoreCoordinator(managedObjectModel: TestModels.journal())
        coordinator.addPersistentStore(with: description) { _, error in #expect(error == nil) }
        let backend = try #require(coordinator.persistentStores.first?.backend as? SQLiteBackend)
        let connections = try (0..<3).map { _ in try backend.pool.take() }
        #expect(try connections.map { try $0.integer("PRAGMA cache_size") } == [-512, -512, -512])
        for connection in connections { backend.pool.giveBack(connection) }
        #expect(try !headerSaysWAL())
    }

    /// B-STO-07: the way to a store in one file that QA1809 names.
    @Test func `a store opened with a rollback journal is complete in its one file`() throws {
        try Stack(folder.file()).insert([["wind": .string("glassy")]])
        let options: [String: any Sendable] = [
            StoreOption.sqlitePragmas: ["journal_mode": "DELETE"] as [String: any Sendable]
        ]
        let stack = try Stack(folder.file(), options: options)
        #expect(folder.names == ["store.sqlite"])
        try FileManager.default.copyItem(at: folder.file(), to: folder.file("copy.sqlite"))
        #expect(try Stack(folder.file("copy.sqlite")).row(1) == ["wind": .string("glassy")])
        withExtendedLifetime(stack) {}
    }

    @Test func `the first write to an old store gives it a write-ahead log, reading does not`() throws {
        try PlainStore.make(folder, journal: "DELETE").close()
        let stack = try Stack(folder.file())
        #expect(try stack.row(3) != nil)
        #expect(try journalMode() == "delete")
        try stack.insert([[:]])
        #expect(try journalMode() == "wal")
        try stack.insert([[:]])
        #expect(try stack.row(5) != nil)
    }

    @Test func `a write that is rolled back leaves the journal of an old store as it was`() throws {
        try PlainStore.make(folder, journal: "DELETE").close()
        let bytes = try Data(contentsOf: folder.file())
        let stack = try Stack(folder.file())
        let transaction = try stack.beginWrite()
        _ = try transaction.allocateKeys(1, in: stack.layout())
        transaction.rollback()
        #expect(try journalMode() == "delete")
        #expect(try Data(contentsOf: folder.file()) == bytes)
    }

    @Test func `an old store with a trigger of unknown making is refused before anything is written`() throws {
        let connection = try PlainStore.make(folder, journal: "DELETE")
        try connection.execute(
            "CREATE TRIGGER watch AFTER INSERT ON ZJOURNALENTRY BEGIN DELETE FROM ZJOURNALENTRY; END")
        try connection.close()
        let bytes = try Data(contentsOf: folder.file())
        let stack = try Stack(folder.file())
        #expect(try persistenceError { try stack.insert([[:]]) }.code == .readOnly)
        #expect(try Data(contentsOf: folder.file()) == bytes)
    }

    @Test func `an old store with external data is refused before anything is written`() throws {
        let connection = try PlainStore.make(folder, journal: "DELETE")
        try connection.execute("ALTER TABLE ZJOURNALENTRY ADD COLUMN ZPHOTO BLOB")
        try connection.close()
        let bytes = try Data(contentsOf: folder.file())
        let photo = AttributeDescription(name: "photo", type: .binaryData)
        photo.allowsExternalBinaryDataStorage = true
        let stack = try Stack(folder.file(), model: TestModels.journal(with: [photo]))
        #expect(try persistenceError { try stack.insert([["photo": .data(Data([1]))]]) }.code == .saveFailed)
        #expect(try Data(contentsOf: folder.file()) == bytes)
    }
}
