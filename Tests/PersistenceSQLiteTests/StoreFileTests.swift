import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// A store is one file, whatever its names are and whatever happens to them while it is open.
@Suite struct StoreFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func fault(_ body: () throws -> Void) -> StoreFileFault? {
        persistenceError(body).flatMap { SQLiteStore.fileFault(underlying: $0) }
    }

    /// Something done to the file of an open store.
    enum FileChange: CaseIterable {
        case moved, removed, emptied, replacedByCopy, linked, logRemoved, logReplaced

        func `do`(_ path: String) throws {
            let files = FileManager.default
            switch self {
            case .moved: try files.moveItem(atPath: path, toPath: path + ".old")
            case .removed: try files.removeItem(atPath: path)
            case .emptied: #expect(truncate(path, 0) == 0)
            case .replacedByCopy:
                try files.copyItem(atPath: path, toPath: path + ".new")
                #expect(rename(path + ".new", path) == 0)
            case .linked: #expect(link(path, path + ".second") == 0)
            case .logRemoved: try files.removeItem(atPath: path + "-wal")
            case .logReplaced:
                try files.copyItem(atPath: path + "-wal", toPath: path + ".new")
                #expect(rename(path + ".new", path + "-wal") == 0)
            }
        }
    }

    @Test(arguments: FileChange.allCases)
    func `nothing is written to an open store whose file or log was moved, removed or replaced`(change: FileChange)
        throws
    {
        let stack = try Stack(folder.file())
        try stack.insert([["wind": .string("glassy")]])
        try change.do(folder.file().path)
        let found = fault { try stack.insert([["wind": .string("onshore")]]) }
        #expect(found == (change == .linked ? .severalNames : .replaced))
    }

    @Test func `a larger file that replaced the store is never written, however often the save is retried`() throws {
        let stack = try Stack(folder.file())
        try stack.insert([["wind": .string("glassy")]])
        let path = folder.file().path
        try FileManager.default.copyItem(atPath: path, toPath: path + ".new")
        #expect(truncate(path + ".new", 1 << 20) == 0)
        #expect(rename(path + ".new", path) == 0)
        for _ in 0..<3 {
            #expect(fault { try stack.insert([["wind": .string("onshore")]]) } == .replaced)
        }
    }

    @Test func `a store whose file is moved during a write transaction is not committed`() throws {
        let stack = try Stack(folder.file())
        try stack.insert([["wind": .string("glassy")]])
        let transaction = try stack.backend.beginWrite()
        _ = try transaction.allocateKeys(5, in: #require(stack.model.entities.first).layout)
        try FileChange.moved.do(folder.file().path)
        #expect(fault { try transaction.commit() } == .replaced)
        try FileManager.default.moveItem(atPath: folder.file().path + ".old", toPath: folder.file().path)
        #expect(try folder.plainConnection().scalar("SELECT max(Z_MAX) FROM Z_PRIMARYKEY").integer == 1)
    }

    /// How often this process has the file open. Known on Linux only. Elsewhere the test waits long enough instead.
    private func openings(of path: String) -> Int {
        #if os(Linux)
            let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
            return numbers.count {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)) == path
            }
        #else
            usleep(1_000_000)
            return 2
        #endif
    }

    private func count(_ connection: Connection) throws -> Int64? {
        try connection.scalar("SELECT count(*) FROM ZJOURNALENTRY").integer
    }

    /// SQLite looks for a log by name whenever it reads, and uses the log that it finds.
    @Test func `closing a store whose file was replaced keeps the log of the new file`() throws {
        try PlainStore.make(folder, entries: 1, journal: "DELETE").close()
        var stack: Stack? = try Stack(folder.file())
        _ = try stack?.withContext { try $0.count(for: FetchRequest<ManagedObject>(entityName: "JournalEntry")) }
        try FileManager.default.moveItem(at: folder.file(), to: folder.file("before.sqlite"))
        let new = try PlainStore.make(folder, entries: 5)
        _ = try? stack?.withContext { try $0.count(for: FetchRequest<ManagedObject>(entityName: "JournalEntry")) }
        stack = nil
        #expect(folder.names.contains("store.sqlite-wal"))
        try new.close()
        #expect(try count(folder.plainConnection()) == 5)
        #expect(try count(folder.plainConnection("before.sqlite")) == 1)
    }

    @Test(arguments: [FileChange.logRemoved, .logReplaced])
    func `saves made before a store lost its log are in its file after closing`(change: FileChange) throws {
        var stack: Stack? = try Stack(folder.file())
        try stack?.insert([["wind": .string("glassy")]])
        try change.do(folder.file().path)
        stack = nil
        #expect(try count(folder.plainConnection()) == 1)
    }

    @Test func `a store that replaced the file while a replacement was waiting is not replaced`() throws {
        let before = try PlainStore.make(folder, entries: 1, journal: "DELETE")
        try before.execute("BEGIN EXCLUSIVE")
        let (url, copy) = (folder.file(), folder.file("copy.sqlite"))
        try folder.write("", to: "copy.sqlite")
        let wasCalled = Box<Bool>()
        let replacing = Background {
            try SQLiteStore.replace(url, copyingTo: copy, timeout: 20) { _ in wasCalled.value = true }
        }
        for _ in 0..<1000 where openings(of: url.path) < 2 { usleep(10_000) }
        try PlainStore.make(folder, entries: 1, name: "new.sqlite").close()
        #expect(rename(folder.file("new.sqlite").path, url.path) == 0)
        // Its log has the name under which the first store looks for its own.
        let after = try folder.plainConnection()
        try after.execute("UPDATE ZJOURNALENTRY SET ZHEIGHT = '9ft'")
        try before.execute("ROLLBACK")
        #expect(SQLiteStore.fileFault(underlying: try #require(replacing.error())) == .replaced)
        #expect(wasCalled.value == nil)
        #expect(folder.names.contains("store.sqlite-wal"))
        try before.close()
        try after.close()
        #expect(try folder.plainConnection().scalar("SELECT ZHEIGHT FROM ZJOURNALENTRY") == "9ft")
    }

    @Test func `an index left beside a store is removed when the store is replaced`() throws {
        try PlainStore.make(folder, entries: 1, journal: "DELETE").close()
        try folder.write(String(repeating: "\0", count: 32768), to: "store.sqlite-shm")
        try folder.write("", to: "copy.sqlite")
        try SQLiteStore.replace(folder.file(), copyingTo: folder.file("copy.sqlite"), timeout: 1) { removeLogFiles in
            try folder.write("", to: "store.sqlite-wal")
            removeLogFiles()
        }
        #expect(folder.names == ["copy.sqlite", "store.sqlite"])
    }

    @Test func `a store opened through a symbolic link is not written after the link changes`() throws {
        try Stack(folder.file("other.sqlite")).insert([[:]])
        #expect(symlink(folder.file().path, folder.file("link.sqlite").path) == 0)
        let stack = try Stack(folder.file("link.sqlite"))
        try stack.insert([[:]])
        #expect(unlink(folder.file("link.sqlite").path) == 0)
        #expect(symlink(folder.file("other.sqlite").path, folder.file("link.sqlite").path) == 0)
        #expect(fault { try stack.insert([[:]]) } == .replaced)
    }

    @Test(arguments: [false, true])
    func `a file with a second hard link is not opened and stays unchanged`(isReadOnly: Bool) throws {
        try Stack(folder.file()).insert([[:]])
        #expect(link(folder.file().path, folder.file("second.sqlite").path) == 0)
        let before = FileManager.default.contents(atPath: folder.file().path)
        for name in ["store.sqlite", "second.sqlite"] {
            let options: [String: any Sendable] = [StoreOption.readOnly: isReadOnly]
            #expect(fault { _ = try Stack(folder.file(name), options: options) } == .severalNames)
            #expect(fault { _ = try SQLiteStore.columns(at: folder.file(name)) } == .severalNames)
        }
        #expect(folder.names.sorted() == ["second.sqlite", "store.sqlite"])
        #expect(FileManager.default.contents(atPath: folder.file().path) == before)
    }

    @Test func `opening a symbolic link to a missing file creates that file`() throws {
        #expect(symlink("made.sqlite", folder.file("link.sqlite").path) == 0)
        try Stack(folder.file("link.sqlite")).insert([[:]])
        #expect(folder.names.contains("made.sqlite"))
        #expect(SQLiteStore.ownPath(folder.file("link.sqlite")) == SQLiteStore.ownPath(folder.file("made.sqlite")))
    }
}
