import Foundation
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

@Suite struct ReadOnlyTests {
    private let folder: TemporaryFolder
    private let temporary: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        temporary = try TemporaryFolder()
    }

    /// Registers a store type whose files are in a folder without write permission.
    private func typeWithoutPermission(_ isWritable: @escaping @Sendable (String) -> Bool = { _ in false }) -> String {
        var files = FileAccess.system
        files.isWritable = isWritable
        files.temporaryFolder = { [path = temporary.url.path] in path }
        let type = "SQLite " + UUID().uuidString
        StoreTypes.register(SQLiteStoreOpening(files: files), for: type)
        return type
    }

    @Test func `a store opened read-only can be read but not written`() throws {
        try Stack(folder.file()).insert([["wind": .string("glassy")]])
        let stack = try Stack(folder.file(), options: [StoreOption.readOnly: true])
        #expect(stack.store.isReadOnly)
        #expect(try persistenceError { try stack.insert([[:]]) }.code == .readOnly)
        #expect(try stack.row(1) == ["wind": .string("glassy")])
    }

    @Test func `a file without write permission is opened read-only`() throws {
        try PlainStore.make(folder).close()
        let type = typeWithoutPermission { !$0.hasSuffix(".sqlite") }
        let stack = try Stack(folder.file(), type: type)
        #expect(stack.store.isReadOnly)
        #expect(try stack.row(3) != nil)
    }

    @Test func `a store in a read-only folder is read in place if its log is empty`() throws {
        try PlainStore.make(folder).close()
        let stack = try Stack(folder.file(), type: typeWithoutPermission())
        #expect(try stack.row(3) != nil)
        #expect(folder.names == ["store.sqlite"])
        #expect(temporary.names.isEmpty)
    }

    @Test func `a store in a read-only folder is read from a private copy if its log has changes`() throws {
        let connection = try PlainStore.make(folder)
        try FileManager.default.removeItem(at: folder.file("store.sqlite-shm"))
        let stack = try Stack(folder.file(), type: typeWithoutPermission())
        #expect(try stack.row(3) != nil)
        #expect(stack.store.isReadOnly)
        #expect(temporary.names.map { temporary.permissions(of: $0) } == [0o700])
        withExtendedLifetime(connection) {}
    }

    @Test func `a private copy is deleted with its store`() throws {
        let connection = try PlainStore.make(folder)
        do {
            let stack = try Stack(folder.file(), type: typeWithoutPermission())
            #expect(temporary.names.count == 1)
            withExtendedLifetime(stack) {}
        }
        #expect(temporary.names.isEmpty)
        withExtendedLifetime(connection) {}
    }

    @Test func `creating a store in a read-only folder fails`() throws {
        #expect(try persistenceError { try Stack(folder.file(), type: typeWithoutPermission()) }.code == .readOnly)
    }
}
