import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

@Suite struct WriteFailureTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `a full disk is reported, nothing is written, and the store stays usable`() throws {
        _ = try Stack(folder.file())
        let pages = try #require(try folder.plainConnection().integer("PRAGMA page_count"))
        let pragmas: [String: any Sendable] = ["max_page_count": pages + 2]
        let stack = try Stack(folder.file(), options: [StoreOption.sqlitePragmas: pragmas])
        let big = Array(repeating: ["wind": PropertyValue.string(String(repeating: "x", count: 900))], count: 50)
        let error = try #require(persistenceError { try stack.insert(big) })
        #expect(error.code == .outOfSpace)
        #expect((error.underlying as? DatabaseError)?.isFull == true)
        #expect(try stack.backend.count(StoreFetch(entity: stack.entity())) == 0)
        #expect(try stack.insert([["wind": .string("NW")]]) == 1)
    }

    @Test func `a write lock held by another process times out, and the next write succeeds`() throws {
        let stack = try Stack(folder.file(), options: [StoreOption.timeout: 0.01])
        let other = try folder.plainConnection()
        try other.begin(.immediate)
        #expect(persistenceError { try stack.backend.beginWrite() }?.code == .timeout)
        try other.rollback()
        #expect(try stack.insert([[:]]) == 1)
    }

    @Test func `inserting a row under an existing key fails the save, and the store stays usable`() throws {
        let stack = try Stack(folder.file())
        try stack.insert([["wind": .string("secret")]])
        var changes = StoreChanges()
        changes.insertions = [try stack.newRow(1, ["wind": .string("secret")])]
        let error = try #require(persistenceError { try stack.write(changes) })
        #expect(error.code == .saveFailed)
        #expect(!"\(error) \(String(describing: error.underlying))".contains("secret"))
        #expect(try stack.insert([[:]]) == 2)
    }

    @Test func `a save that fails halfway writes nothing`() throws {
        let stack = try Stack(folder.file())
        let layout = try stack.layout()
        try stack.insert([[:], [:]])
        var changes = StoreChanges()
        changes.deletions = [.init(layout: layout, key: 1, expectedVersion: 1)]
        changes.insertions = [try stack.newRow(2)]
        #expect(persistenceError { try stack.write(changes) } != nil)
        #expect(try stack.row(1) != nil)
    }

    @Test func `two writers of one store wait for each other`() throws {
        let url = folder.file()
        let stack = try Stack(url)
        let backend = stack.backend
        let layout = try stack.layout()
        let threads = (0..<4).map { _ in
            Background {
                for _ in 0..<10 {
                    let transaction = try backend.beginWrite()
                    _ = try transaction.allocateKeys(1, in: layout)
                    try transaction.commit()
                }
            }
        }
        #expect(threads.allSatisfy { $0.error() == nil })
        #expect(try folder.plainConnection().integer("SELECT Z_MAX FROM Z_PRIMARYKEY") == 40)
    }
}
