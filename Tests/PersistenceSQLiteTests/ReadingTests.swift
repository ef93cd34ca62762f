import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

@Suite struct ReadingTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func stack(rows count: Int) throws -> Stack {
        let stack = try Stack(folder.file())
        try stack.insert((0..<count).map { ["rating": .integer(Int64($0 % 5 + 1))] })
        return stack
    }

    private func fetch(
        _ stack: Stack, _ format: String? = nil, sort: [FetchSortDescriptor] = [], limit: Int = 0, offset: Int = 0
    ) throws -> StoreFetch {
        let entity = try stack.entity()
        var fetch = StoreFetch(entity: entity)
        fetch.predicate = try format.map { try FetchPredicate(format: $0).bound(to: entity) }
        fetch.sort = sort.isEmpty ? nil : try sort.bound(to: entity)
        fetch.limit = limit
        fetch.offset = offset
        return fetch
    }

    private func blocks(_ reader: any StoreReader, _ fetch: StoreFetch) throws -> [RowBlock] {
        var blocks: [RowBlock] = []
        try reader.fetch(fetch) { blocks.append($0) }
        return blocks
    }

    @Test func `a long fetch returns a small block first, then large ones, and each row once`() throws {
        let stack = try stack(rows: 2_100)
        let blocks = try blocks(stack.backend, fetch(stack))
        #expect(blocks.map(\.count) == [64, 1_000, 1_000, 36])
        #expect(blocks.flatMap { block in (0..<block.count).map { block.key($0) } } == Array(1...2_100))
    }

    @Test func `a fetch with a limit returns one block`() throws {
        let stack = try stack(rows: 200)
        #expect(try blocks(stack.backend, fetch(stack, limit: 100)).map(\.count) == [100])
    }

    @Test func `a fetch without results returns no block`() throws {
        let stack = try stack(rows: 0)
        #expect(try blocks(stack.backend, fetch(stack)).isEmpty)
    }

    @Test func `predicate, sort order, limit and offset select the rows`() throws {
        let stack = try stack(rows: 20)
        let newest = [FetchSortDescriptor(key: "rating"), FetchSortDescriptor(key: "SELF", ascending: false)]
        let wanted = try fetch(stack, "rating >= 4", sort: newest, limit: 3, offset: 2)
        #expect(try stack.backend.keys(wanted).map(\.key) == [9, 4, 20])
        #expect(try stack.backend.count(wanted) == 3)
        #expect(try stack.backend.count(fetch(stack, "rating >= 4")) == 8)
        #expect(try stack.backend.count(fetch(stack, offset: 19)) == 1)
    }

    @Test(arguments: [false, true])
    func `an index does not change the order of rows with equal sort keys`(isAscending: Bool) throws {
        let stack = try Stack(folder.file(), model: TestModels.graph())
        try stack.insert(["c", "a", "b"].map { ["date": .date(1), "title": .string($0)] }, "Entry")
        let byDate = [FetchSortDescriptor(key: "date", ascending: isAscending)]
        var page = StoreFetch(entity: try stack.entity("Entry"))
        page.sort = try byDate.bound(to: page.entity)
        page.limit = 1
        var keys: [Int64] = []
        for offset in 0..<3 {
            page.offset = offset
            keys += try stack.backend.keys(page).map(\.key)
        }
        #expect(keys == [1, 2, 3])
    }

    @Test func `rows with equal sort keys are ordered by primary key`() throws {
        let stack = try stack(rows: 10)
        let byRating = try fetch(stack, sort: [FetchSortDescriptor(key: "rating", ascending: false)], limit: 4)
        #expect(try stack.backend.keys(byRating).map(\.key) == [5, 10, 4, 9])
    }

    @Test func `a fetch runs one statement and reads each row once`() throws {
        let stack = try stack(rows: 300)
        let probe = try #require(SQLiteStoreProbe(stack.store))
        _ = try blocks(stack.backend, fetch(stack))
        probe.reset()
        _ = try blocks(stack.backend, fetch(stack))
        #expect(probe.executedStatements == 1)
        #expect(probe.preparedStatements == 0)
        #expect(probe.rowsRead == 300)
    }

    @Test func `rows fetched by key are returned once each, and missing ones are absent`() throws {
        let stack = try stack(rows: 1_500)
        let keys = [3, 1, 3] + Array(Int64(10)...1_400) + Array(510...530) + [9_999]
        let blocks = try stack.backend.rows(keys: keys, in: stack.layout())
        let found = blocks.flatMap { block in (0..<block.count).map { block.key($0) } }
        #expect(found == [1, 3] + Array(10...1_400))
    }

    @Test func `rows fetched by many keys are read in one transaction`() throws {
        let stack = try stack(rows: 1_000)
        let probe = try #require(SQLiteStoreProbe(stack.store))
        probe.reset()
        _ = try stack.backend.rows(keys: Array(1...1_000), in: stack.layout())
        #expect(probe.executedStatements == 4, "two lists between BEGIN and COMMIT")
    }

    @Test func `row blocks are dated by the coordinator's clock`() throws {
        SQLiteStore.register()
        let coordinator = PersistentStoreCoordinator(managedObjectModel: TestModels.journal(), clock: { 42 })
        let store = try coordinator.addPersistentStore(ofType: sqliteStoreType, at: folder.file())
        let entity = try #require(coordinator.managedObjectModel.entitiesByName["JournalEntry"])
        let transaction = try store.backend.beginWrite()
        var changes = StoreChanges()
        changes.insertions = [try store.newRow(1, of: entity)]
        _ = try transaction.apply(changes)
        try transaction.commit()
        #expect(try store.backend.rows(keys: [1], in: entity.layout).map(\.fetchedAt) == [42])
    }

    @Test func `a fetch without subentities excludes the other entities of the table`() throws {
        let stack = try Stack(folder.file(), model: TestModels.graph())
        try stack.insert([[:], [:]], "Cat")
        try stack.insert([[:]], "dog")
        try stack.insert([[:]], "Animal")
        var all = StoreFetch(entity: try stack.entity("Animal"))
        #expect(try stack.backend.keys(all).map(\.entityIndex) == [1, 1, 2, 0], "in the order of the keys")
        all.includesSubentities = false
        #expect(try stack.backend.keys(all).map(\.key) == [4])
        #expect(try stack.backend.keys(StoreFetch(entity: stack.entity("Cat"))).map(\.key) == [1, 2])
    }

    @Test func `another read can run between the blocks of a fetch`() throws {
        let stack = try stack(rows: 100)
        var inner = 0
        try stack.backend.fetch(fetch(stack)) { block in
            inner += try stack.backend.rows(keys: [block.key(0)], in: stack.layout()).count
        }
        #expect(inner == 2)
    }

    @Test func `an error thrown by the caller ends a fetch and is rethrown unchanged`() throws {
        struct Stop: Error {}
        let stack = try stack(rows: 100)
        #expect(throws: Stop.self) { try stack.backend.fetch(fetch(stack)) { _ in throw Stop() } }
        #expect(try stack.row(1) != nil)
    }

    @Test(arguments: [
        ("ZRATING", "'many'"), ("ZDATE", "'yesterday'"), ("ZWIND", "x'00'"), ("Z_OPT", "NULL"), ("Z_OPT", "'one'"),
        ("Z_ENT", "99"), ("Z_ENT", "NULL"),
    ])
    func `a value of the wrong type is reported with its row and column but not its value`(
        column: String, value: String
    ) throws {
        try PlainStore.make(folder).close()
        try folder.plainConnection().execute("UPDATE ZJOURNALENTRY SET \(column) = \(value) WHERE Z_PK = 2")
        let stack = try Stack(folder.file())
        let error = try #require(persistenceError { try blocks(stack.backend, fetch(stack)) })
        #expect(error.code == .corruptStore)
        #expect(error.message == "Row 2 of ZJOURNALENTRY is damaged: \(column) does not have a valid value.")
    }

    @Test(arguments: [("ZTOKEN", "x'0102'"), ("Z1_COMPANION", "4"), ("ZPRICE", "x'01'"), ("ZPICTURE", "'text'")])
    func `uncommon column types are checked too`(column: String, value: String) throws {
        try Stack(folder.file(), model: TestModels.graph()).insert([[:]], "Entry")
        try folder.plainConnection().execute("UPDATE ZENTRY SET \(column) = \(value)")
        let stack = try Stack(folder.file(), model: TestModels.graph())
        #expect(persistenceError { try stack.row(1, "Entry") }?.code == .corruptStore)
    }

    @Test(arguments: ["10.11", "0.1", "-3", "12345678901234567", "1234567890.12345", "0.000001"])
    func `a decimal of up to 15 digits, or a whole number, keeps its digits`(text: String) throws {
        let stack = try Stack(folder.file(), model: TestModels.graph())
        let value = try #require(Decimal(string: text))
        try stack.insert([["price": .decimal(value)]], "Entry")
        #expect(try stack.row(1, "Entry")?["price"] == .decimal(value))
    }
}
