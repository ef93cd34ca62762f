import Foundation
import PersistenceTestSupport
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
    private func typeWithoutPermission(
        _ isWritable: @escaping @Sendable (String) -> Bool = { _ in false },
        copy: @escaping FileAccess.Copying = FileAccess.system.copy
    ) -> String {
        var files = FileAccess.system
        (files.isWritable, files.copy) = (isWritable, copy)
        files.temporaryFolder = { [path = temporary.url.path] in path }
        let type = "SQLite " + UUID().uuidString
        StoreTypes.register(SQLiteStoreOpening(files: files), for: type)
        return type
    }

    @Test func `a store opened read-only can be read but not written`() throws {
        try Stack(folder.file()).insert([["wind": .string("glassy")]])
        let stack = try Stack(folder.file(), options: [StoreOption.readOnly: true])
        #expect(stack.store.isReadOnly)
        #expect(persistenceError { try stack.insert([[:]]) }?.code == .readOnly)
        #expect(try stack.row(1) == ["wind": .string("glassy")])
    }

    @Test func `a file without write permission is opened read-only`() throws {
        try PlainStore.make(folder).close()
        let type = typeWithoutPermission { !$0.hasSuffix(".sqlite") }
        let stack = try Stack(folder.file(), type: type)
        #expect(stack.store.isReadOnly)
        #expect(try stack.row(3) != nil)
    }

    @Test func `a file without write permission is not read with the log of another store`() throws {
        try Stack(folder.file()).insert([["wind": .string("glassy")]])
        let otherFolder = try TemporaryFolder()
        let other = try Stack(otherFolder.file())
        try other.insert([["wind": .string("onshore")]])
        #expect(folder.names == ["store.sqlite"])
        try FileManager.default.copyItem(
            at: otherFolder.file("store.sqlite-wal"), to: folder.file("store.sqlite-wal"))
        let type = typeWithoutPermission { !$0.hasSuffix(".sqlite") }
        let error = try #require(persistenceError { try Stack(folder.file(), type: type) })
        #expect(SQLiteStore.fileFault(underlying: error) == .foreignLog)
        #expect(folder.names == ["store.sqlite", "store.sqlite-wal"])
        withExtendedLifetime(other) {}
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

    @Test func `a store that is written while its private copy is made is copied again`() throws {
        let connection = LockedValue(try PlainStore.make(folder))
        let count = LockedValue(0)
        let type = typeWithoutPermission(copy: { source, target in
            try FileAccess.system.copy(source, target)
            guard source.hasSuffix("-wal") else { return }
            let isFirst = count.withLock {
                $0 += 1
                return $0 == 1
            }
            guard isFirst else { return }
            try connection.withLock {
                try $0.execute("INSERT INTO ZJOURNALENTRY (Z_PK, Z_ENT, Z_OPT, ZWIND) VALUES (4, 1, 1, 'onshore')")
                try $0.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 4")
            }
        })
        let stack = try Stack(folder.file(), type: type)
        #expect(try stack.row(4) == ["wind": .string("onshore")])
        #expect(count.withLock(\.self) == 2)
    }

    @Test func `no private copy is made of a store that is written all the time`() throws {
        let connection = LockedValue(try PlainStore.make(folder))
        let type = typeWithoutPermission(copy: { source, target in
            try FileAccess.system.copy(source, target)
            try connection.withLock { try $0.execute("UPDATE ZJOURNALENTRY SET ZRATING = ZRATING + 1") }
        })
        #expect(persistenceError { try Stack(folder.file(), type: type) }?.code == .timeout)
        #expect(temporary.names.isEmpty)
    }

    /// Changes of a store's files by another program while they are copied.
    static let changes: [(why: String, change: @Sendable (TemporaryFolder) throws -> Void)] = [
        (
            "it grew",
            {
                try $0.write([1, 2, 3, 4], to: "store")
                try setTime(of: $0.url(of: "store"), 1_000, 500)
            }
        ),
        ("a later second", { try setTime(of: $0.url(of: "store"), 2_000, 500) }),
        ("a later nanosecond", { try setTime(of: $0.url(of: "store"), 1_000, 501) }),
        ("a log appeared", { try $0.write([], to: "store-wal") }),
        ("a journal appeared", { try $0.write([], to: "store-journal") }),
        ("it was deleted", { try FileManager.default.removeItem(at: $0.url(of: "store")) }),
    ]

    @Test(arguments: changes.indices)
    func `files are copied again if one of them changed meanwhile`(index: Int) throws {
        try folder.write([1, 2, 3], to: "store")
        try folder.write([1], to: "store-shm")
        try Self.setTime(of: folder.url(of: "store"), 1_000, 500)
        let copied = LockedValue<[String]>([])
        var files = FileAccess.system
        files.copy = { [folder] source, target in
            try FileAccess.system.copy(source, target)
            let isFirst = copied.withLock {
                $0.append(String(source.suffix(4)))
                return $0.count == 1
            }
            if isFirst { try Self.changes[index].change(folder) }
        }
        let target = temporary.url(of: "copy").path
        try PrivateCopy.copyAtRest(folder.url(of: "store").path, to: target, name: "store", files: files)
        #expect(copied.withLock { $0.count { $0 == "-shm" } } == 2, "\(Self.changes[index].why)")
        #expect(
            temporary.names.map { $0.replacing("copy", with: "store") } == folder.names, "\(Self.changes[index].why)")
    }

    private static func setTime(of url: URL, _ seconds: Int, _ nanoseconds: Int) throws {
        var times = [timespec(tv_sec: seconds, tv_nsec: nanoseconds), timespec(tv_sec: seconds, tv_nsec: nanoseconds)]
        #expect(utimensat(AT_FDCWD, url.path, &times, 0) == 0)
    }

    @Test func `creating a store in a read-only folder fails`() throws {
        #expect(persistenceError { try Stack(folder.file(), type: typeWithoutPermission()) }?.code == .readOnly)
    }
}
