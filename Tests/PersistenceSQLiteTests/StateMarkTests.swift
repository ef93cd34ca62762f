import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Random marks of a store's states in the side table `Z_STATE`, which distinguish a log from that of another state.
struct StateMarkTests {
    private let folder: TemporaryFolder
    private static let options: [String: any Sendable] = [SQLiteStore.checksumOption: true]

    init() throws { folder = try TemporaryFolder() }

    private func mark() throws -> [UInt8]? {
        let connection = try folder.plainConnection()
        defer { try? connection.close() }
        return try StoreStateMark.current(connection)
    }

    @Test func `a store without checksums has no mark`() throws {
        try Stack(folder.file()).insert([["location": .string("Malibu")]])
        #expect(try mark() == StoreStateMark.none)
        #expect(try !folder.plainConnection().tableExists(StoreStateMark.table))
    }

    @Test func `every transaction that changes something replaces the mark, and no other does`() throws {
        let stack = try Stack(folder.file(), options: Self.options)
        var marks: [[UInt8]?] = [StoreStateMark.none]
        try stack.insert([["location": .string("Malibu")]])
        marks.append(try mark())
        var changes = StoreChanges()
        changes.updates.append(try stack.update(1, ["location": .string("Rincon")]))
        #expect(try stack.write(changes) == [])
        marks.append(try mark())
        let transaction = try stack.beginWrite()
        try transaction.setMetadata(["app": "surf"])
        try transaction.commit()
        marks.append(try mark())
        try stack.coordinator.remove(stack.store)
        try PersistentStoreCoordinator.setMetadata(["app": "swim"], type: .sqlite, at: folder.file())
        marks.append(try mark())
        try SQLiteStore.renewChecksums(at: folder.file(), model: TestModels.journal(), timeout: 1)
        marks.append(try mark())
        #expect(Set(marks).count == 6 && !marks.contains(nil))

        let again = try Stack(folder.file(), options: Self.options)
        try again.beginWrite().commit()
        #expect(try again.write(StoreChanges()) == [])
        again.withContext { _ = $0.registeredObjects }
        #expect(try mark() == marks.last)
    }

    @Test func `the marks in a log are those of its transactions and the one that they continue`() throws {
        try Stack(folder.file(), options: Self.options).insert([["location": .string("Malibu")]])
        var marks: Set<[UInt8]> = [try #require(try mark())]
        let stack = try Stack(folder.file(), options: Self.options)
        let reader = try folder.plainConnection()
        for place in ["Rincon", "Zuma", "Mavericks"] {
            try stack.insert([["location": .string(place)]])
            marks.insert(try #require(try StoreStateMark.current(reader)))
        }
        let log = try WriteAheadLog(folder.file().path + "-wal")
        #expect(log.marks == marks && marks.count == 4)
        withExtendedLifetime((stack, reader)) {}
    }

    @Test(arguments: [512, 4096, 65536])
    func `the mark is found in a page of any size, and in no other page`(pageSize: Int) throws {
        let connection = try Connection(path: folder.file().path, options: [.create])
        try connection.execute("PRAGMA page_size = \(pageSize); CREATE TABLE t(a, b, c)")
        for _ in 0..<2 { try StoreStateMark.renew(connection) }
        try connection.execute("INSERT INTO t VALUES (NULL, zeroblob(16), zeroblob(17)), (1, 2, 3)")
        let mark = try #require(try StoreStateMark.current(connection))
        let before = try connection.scalar("SELECT Z_BEFORE FROM Z_STATE").blob
        try connection.close()
        let bytes = [UInt8](try Data(contentsOf: folder.file()))
        let links = stride(from: 0, to: bytes.count, by: pageSize).compactMap {
            StoreStateMark.Link(page: bytes[$0..<($0 + pageSize)])
        }
        #expect(links.map(\.mark) == [mark] && links.map(\.before) == [before])
    }
}
