import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// A store's journal mode, and when it changes.
@Suite struct JournalModeTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func journalMode() throws -> Value { try folder.plainConnection().scalar("PRAGMA journal_mode") }

    /// Whether bytes 18 and 19 of the file's header indicate a write-ahead log.
    private func headerSaysWAL() throws -> Bool {
        let bytes = [UInt8](try Data(contentsOf: folder.file()))
        return bytes[18...19].elementsEqual([2, 2])
    }

    /// B-STO-07
    @Test func `a new store uses a write-ahead log unless a pragma sets another journal mode`() throws {
        let stack = try Stack(folder.file())
        try stack.insert([[:]])
        #expect(try headerSaysWAL())
        #expect(folder.names == ["store.sqlite", "store.sqlite-shm", "store.sqlite-wal"])
        withExtendedLifetime(stack) {}
    }

    #if os(Linux)
        /// Whether any process, including this one, holds a lock on the file.
        private func isLocked(_ path: String) -> Bool {
            let file = open(path, O_RDWR)
            defer { close(file) }
            var lock = flock()
            lock.l_type = Int16(F_WRLCK)
            return fcntl(file, 36 /* F_OFD_GETLK */, &lock) == 0 && lock.l_type != F_UNLCK
        }

        @Test func `opening a store releases none of the locks that this process holds on its file`() throws {
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
    @Test func `a store description's pragmas are applied to every connection`() throws {
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
        for connection in connections { backend.pool.release(connection) }
        #expect(try !headerSaysWAL())
    }

    /// B-STO-07: how QA1809 keeps a store in one file.
    @Test func `a store opened with a rollback journal is complete in a single file`() throws {
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

    @Test func `the first write switches an old store to a write-ahead log, but reading does not`() throws {
        try PlainStore.make(folder, journal: "DELETE").close()
        let stack = try Stack(folder.file())
        #expect(try stack.row(3) != nil)
        #expect(try journalMode() == "delete")
        try stack.insert([[:]])
        #expect(try journalMode() == "wal")
        try stack.insert([[:]])
        #expect(try stack.row(5) != nil)
    }

    @Test func `a write that is rolled back leaves an old store's journal mode unchanged`() throws {
        try PlainStore.make(folder, journal: "DELETE").close()
        let bytes = try Data(contentsOf: folder.file())
        let stack = try Stack(folder.file())
        let transaction = try stack.beginWrite()
        _ = try transaction.allocateKeys(1, in: stack.layout())
        transaction.rollback()
        #expect(try journalMode() == "delete")
        #expect(try Data(contentsOf: folder.file()) == bytes)
    }

    @Test func `an old store with an unknown trigger is rejected before anything is written`() throws {
        let connection = try PlainStore.make(folder, journal: "DELETE")
        try connection.execute(
            "CREATE TRIGGER watch AFTER INSERT ON ZJOURNALENTRY BEGIN DELETE FROM ZJOURNALENTRY; END")
        try connection.close()
        let bytes = try Data(contentsOf: folder.file())
        let stack = try Stack(folder.file())
        #expect(persistenceError { try stack.insert([[:]]) }?.code == .readOnly)
        #expect(try Data(contentsOf: folder.file()) == bytes)
    }
}
