import SQLite
import Testing

@testable import Persistence
@testable import PersistenceSQLite

@Suite struct SnapshotTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `a snapshot shows one state while a writer commits`() throws {
        let stack = try Stack(folder.file())
        try stack.insert([["wind": .string("NW")]])
        let fetch = StoreFetch(entity: try stack.entity())
        let snapshot = try stack.backend.snapshot()
        try stack.insert([[:], [:]])
        #expect(try snapshot.count(fetch) == 1)
        #expect(try snapshot.keys(fetch).map(\.key) == [1])
        #expect(try snapshot.rows(keys: [2], in: stack.layout()).isEmpty)
        #expect(try stack.backend.count(fetch) == 3)
    }

    @Test func `a snapshot starts when it is made, not when it is first read`() throws {
        let stack = try Stack(folder.file())
        let snapshot = try stack.backend.snapshot()
        try stack.insert([[:]])
        #expect(try snapshot.count(StoreFetch(entity: stack.entity())) == 0)
    }

    @Test func `a snapshot that is dropped lets its connection go on`() throws {
        let stack = try Stack(folder.file())
        do { _ = try stack.backend.snapshot() }
        try stack.insert([[:]])
        #expect(try stack.backend.count(StoreFetch(entity: stack.entity())) == 1)
    }

    @Test func `a snapshot may be read between the rows of its own fetch`() throws {
        let stack = try Stack(folder.file())
        try stack.insert(Array(repeating: [:], count: 100))
        let snapshot = try stack.backend.snapshot()
        var counts: [Int] = []
        let fetch = StoreFetch(entity: try stack.entity())
        try snapshot.fetch(fetch) { _ in counts.append(try snapshot.count(fetch)) }
        #expect(counts == [100, 100])
    }

    @Test func `a snapshot outlives the closing of its store`() throws {
        let stack = try Stack(folder.file())
        try stack.insert([[:]])
        let fetch = StoreFetch(entity: try stack.entity())
        let snapshot = try stack.backend.snapshot()
        stack.backend.close()
        #expect(try snapshot.count(fetch) == 1)
    }
}
