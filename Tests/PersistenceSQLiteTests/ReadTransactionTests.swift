import Foundation
import PersistenceTestSupport
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

@Suite struct ReadTransactionTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `a read transaction shows one state while another connection commits`() throws {
        let stack = try Stack(folder.file())
        try stack.insert([["wind": .string("NW")]])
        let fetch = StoreFetch(entity: try stack.entity())
        let transaction = try stack.backend.readTransaction()
        try stack.insert([[:], [:]])
        #expect(try transaction.count(fetch) == 1)
        #expect(try transaction.keys(fetch).map(\.key) == [1])
        #expect(try transaction.rows(keys: [2], in: stack.layout()).isEmpty)
        #expect(try stack.backend.count(fetch) == 3)
    }

    @Test func `a read transaction starts when it is created, not when it is first read`() throws {
        let stack = try Stack(folder.file())
        let transaction = try stack.backend.readTransaction()
        try stack.insert([[:]])
        #expect(try transaction.count(StoreFetch(entity: stack.entity())) == 0)
    }

    @Test func `releasing a read transaction frees its connection`() throws {
        let stack = try Stack(folder.file())
        do { _ = try stack.backend.readTransaction() }
        try stack.insert([[:]])
        #expect(try stack.backend.count(StoreFetch(entity: stack.entity())) == 1)
    }

    @Test func `a read transaction can be read between the blocks of its own fetch`() throws {
        let stack = try Stack(folder.file())
        try stack.insert(Array(repeating: [:], count: 100))
        let transaction = try stack.backend.readTransaction()
        var counts: [Int] = []
        let fetch = StoreFetch(entity: try stack.entity())
        try transaction.fetch(fetch) { _ in counts.append(try transaction.count(fetch)) }
        #expect(counts == [100, 100])
    }

    @Test func `row blocks with properties to fetch have their values, and null for all others`() throws {
        let stack = try Stack(folder.file())
        try stack.insert([["wind": .string("NW"), "location": .string("Malibu")], ["location": .string("Rincon")]])
        let (wind, location) = try (stack.entity().slot(named: "wind"), stack.entity().slot(named: "location"))
        var values = FetchValues(entityName: "JournalEntry")
        values.sortDescriptors = [FetchSortDescriptor(key: "wind", ascending: false)]
        values.propertiesToFetch = [FetchColumn("location")]
        try stack.withContext { context in
            try context.forEachRowBlock(values) { block in
                #expect((0..<block.count).map(block.key) == [1, 2])
                #expect(
                    (0..<block.count).map { block.value($0, slot: location ?? 0) } == [
                        .string("Malibu"), .string("Rincon"),
                    ])
                #expect(block.value(0, slot: wind ?? 0).isNull)
            }
        }
    }

    @Test func `a read transaction remains readable after its store is closed`() throws {
        let stack = try Stack(folder.file())
        try stack.insert([[:]])
        let fetch = StoreFetch(entity: try stack.entity())
        let transaction = try stack.backend.readTransaction()
        stack.backend.close()
        #expect(try transaction.count(fetch) == 1)
    }

    @Test func `read transactions for several threads show one state`() throws {
        let stack = try Stack(folder.file())
        try stack.insert(Array(repeating: [:], count: 3))
        let fetch = StoreFetch(entity: try stack.entity())
        let transactions = try stack.backend.readTransactions(3)
        try stack.insert([[:]])
        #expect(try transactions.map { try $0.count(fetch) } == [3, 3, 3])
    }

    @Test func `several read transactions begun during commits show the same state, or only one is returned`() throws {
        let stack = try Stack(folder.file())
        let path = folder.file().path
        let fetch = StoreFetch(entity: try stack.entity())
        let isDone = Atomic(false)
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let writer = try? Connection(path: path)
            while !isDone.load(ordering: .relaxed) {
                try? writer?.execute("INSERT INTO ZJOURNALENTRY (Z_ENT, Z_OPT) VALUES (1, 1)")
            }
            ended.signal()
        }
        var several = 0
        for _ in 0..<200 {
            let counts = try stack.backend.readTransactions(2).map { try $0.count(fetch) }
            #expect(Set(counts).count == 1)
            if counts.count == 2 { several += 1 }
        }
        isDone.store(true, ordering: .relaxed)
        ended.wait()
        #expect(several > 0)
    }

    @Test func `rows can be fetched by key range and predicate together`() throws {
        let stack = try Stack(folder.file())
        try stack.insert((1...6).map { ["rating": .integer(Int64($0 % 2))] })
        var fetch = StoreFetch(entity: try stack.entity())
        fetch.predicate = try FetchPredicate("rating == 1 OR rating == 5").bound(to: stack.entity())
        fetch.keys = 2...5
        #expect(try stack.backend.keys(fetch).map(\.key) == [3, 5])
    }
}
