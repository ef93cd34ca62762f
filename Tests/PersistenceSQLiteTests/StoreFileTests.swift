import Foundation
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// A store is one file, whatever names it has and whatever is done to them while it is open.
@Suite struct StoreFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func fault(_ body: () throws -> Void) throws -> StoreFileFault? {
        SQLiteStore.fileFault(behind: try persistenceError(body))
    }

    /// What is done to the file of an open store.
    enum Harm: CaseIterable {
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

    @Test(arguments: Harm.allCases)
    func `nothing is written to a file that has lost its name, or its log, while it is open`(harm: Harm) throws {
        let stack = try Stack(folder.file())
        try stack.insert([["wind": .string("glassy")]])
        try harm.do(folder.file().path)
        let found = try fault { try stack.insert([["wind": .string("onshore")]]) }
        #expect(found == (harm == .linked ? .severalNames : .replaced))
    }

    @Test func `a larger file in its place is not taken for the store, however often a save is tried`() throws {
        let stack = try Stack(folder.file())
        try stack.insert([["wind": .string("glassy")]])
        let path = folder.file().path
        try FileManager.default.copyItem(atPath: path, toPath: path + ".new")
        #expect(truncate(path + ".new", 1 << 20) == 0)
        #expect(rename(path + ".new", path) == 0)
        for _ in 0..<3 {
            #expect(try fault { try stack.insert([["wind": .string("onshore")]]) } == .replaced)
        }
    }

    @Test func `a file that loses its name in a write transaction is not committed to`() throws {
        let stack = try Stack(folder.file())
        try stack.insert([["wind": .string("glassy")]])
        let transaction = try stack.backend.beginWrite()
        _ = try transaction.allocateKeys(5, in: #require(stack.model.entities.first).layout)
        try Harm.moved.do(folder.file().path)
        #expect(try fault { try transaction.commit() } == .replaced)
        try FileManager.default.moveItem(atPath: folder.file().path + ".old", toPath: folder.file().path)
        #expect(try folder.plainConnection().scalar("SELECT max(Z_MAX) FROM Z_PRIMARYKEY").integer == 1)
    }

    @Test func `a link that leads elsewhere meanwhile ends writing`() throws {
        try Stack(folder.file("other.sqlite")).insert([[:]])
        #expect(symlink(folder.file().path, folder.file("link.sqlite").path) == 0)
        let stack = try Stack(folder.file("link.sqlite"))
        try stack.insert([[:]])
        #expect(unlink(folder.file("link.sqlite").path) == 0)
        #expect(symlink(folder.file("other.sqlite").path, folder.file("link.sqlite").path) == 0)
        #expect(try fault { try stack.insert([[:]]) } == .replaced)
    }

    @Test(arguments: [false, true])
    func `a file with a second name is not opened, and stays as it was`(isReadOnly: Bool) throws {
        try Stack(folder.file()).insert([[:]])
        #expect(link(folder.file().path, folder.file("second.sqlite").path) == 0)
        let before = FileManager.default.contents(atPath: folder.file().path)
        for name in ["store.sqlite", "second.sqlite"] {
            let options: [String: any Sendable] = [StoreOption.readOnly: isReadOnly]
            #expect(try fault { _ = try Stack(folder.file(name), options: options) } == .severalNames)
            #expect(try fault { _ = try SQLiteStore.columns(at: folder.file(name)) } == .severalNames)
        }
        #expect(folder.names.sorted() == ["second.sqlite", "store.sqlite"])
        #expect(FileManager.default.contents(atPath: folder.file().path) == before)
    }

    @Test func `a link to a file that is not there yet is the file's own name`() throws {
        #expect(symlink("made.sqlite", folder.file("link.sqlite").path) == 0)
        try Stack(folder.file("link.sqlite")).insert([[:]])
        #expect(folder.names.contains("made.sqlite"))
        #expect(SQLiteStore.ownPath(folder.file("link.sqlite")) == SQLiteStore.ownPath(folder.file("made.sqlite")))
    }
}
