import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

@Suite struct KeyAllocationTests {
    private final class Log: Sendable {
        let statements = LockedValue<[String]>([])
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `keys are reserved in consecutive blocks`() throws {
        let stack = try Stack(folder.file())
        let transaction = try stack.backend.beginWrite()
        #expect(try transaction.allocateKeys(3, in: stack.layout()) == 1)
        #expect(try transaction.allocateKeys(2, in: stack.layout()) == 4)
        try transaction.commit()
        #expect(try stack.insert([[:]]) == 6)
    }

    @Test func `the entities of a hierarchy share the root entity's key counter`() throws {
        let stack = try Stack(folder.file(), model: TestModels.graph())
        try stack.insert([[:], [:]], "Cat")
        try stack.insert([[:]], "dog")
        #expect(
            try folder.plainConnection().rows("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT <= 3")
                == [["Animal", 3], ["Cat", 0], ["dog", 0]])
    }

    @Test func `a deleted row's key is not reused`() throws {
        let stack = try Stack(folder.file())
        try stack.insert([[:], [:]])
        var changes = StoreChanges()
        changes.deletions = [.init(layout: try stack.layout(), key: 2, expectedVersion: 1)]
        _ = try stack.write(changes)
        #expect(try stack.insert([[:]]) == 3)
    }

    @Test func `inserting a row with a higher key raises the counter to that key`() throws {
        let stack = try Stack(folder.file())
        var changes = StoreChanges()
        changes.insertions = [try stack.newRow(70)]
        #expect(try stack.write(changes).isEmpty)
        #expect(try stack.insert([[:]]) == 71)
    }

    @Test func `inserting a row with a lower key leaves the counter unchanged`() throws {
        let stack = try Stack(folder.file())
        let transaction = try stack.backend.beginWrite()
        _ = try transaction.allocateKeys(9, in: stack.layout())
        try transaction.commit()
        var changes = StoreChanges()
        changes.insertions = [try stack.newRow(4)]
        #expect(try stack.write(changes).isEmpty)
        #expect(try stack.insert([[:]]) == 10)
    }

    @Test func `no key above the maximum is allocated`() throws {
        let stack = try Stack(folder.file())
        try folder.plainConnection().execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(Int64.max - 1)")
        let transaction = try stack.backend.beginWrite()
        #expect(persistenceError { try transaction.allocateKeys(2, in: stack.layout()) }?.code == .saveFailed)
    }

    @Test func `no key of the table is assigned again when another program lowers the counter of an open store`() throws
    {
        let stack = try Stack(folder.file())
        try stack.insert([[:], [:]])
        try folder.plainConnection().execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 0")
        #expect(try stack.insert([[:]]) == 3)
    }

    @Test func `the key counter is updated by compare-and-swap`() throws {
        let log = Log()
        let trace = SQLiteTrace { event in log.statements.withLock { $0.append(event.sql) } }
        try Stack(folder.file(), options: [SQLiteStore.traceOption: trace]).insert([[:]])
        let moves = log.statements.withLock { $0.filter { $0.contains("Z_PRIMARYKEY SET") } }
        #expect(moves == ["UPDATE OR FAIL Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ? AND Z_MAX = ?"])
    }

    @Test func `two stacks on one file never allocate the same key`() throws {
        let url = folder.file()
        _ = try Stack(url)
        let boxes = (0..<4).map { _ in Box<[Int64]>() }
        let threads = boxes.map { box in
            Background {
                let stack = try Stack(url)
                box.value = try (0..<15).map { _ in try stack.insert([[:]]) }
            }
        }
        #expect(threads.allSatisfy { $0.error() == nil })
        #expect(boxes.flatMap { $0.value ?? [] }.sorted() == Array(1...60))
    }
}
