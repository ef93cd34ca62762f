import PersistenceTestSupport
import Testing

@testable import Persistence

/// The row cache, tested directly.
@Suite struct RowCacheTests {
    /// B-FET-06, REF-18
    @Test(arguments: [[1, 2], [2, 1], [2, 3, 1]])
    func `the row cache keeps the newest version of a row, in any order of reading`(versions: [Int64]) throws {
        let table = try table(of: Stack())
        let blocks = versions.map { registeredBlock(version: $0, in: table) }
        #expect(table.lookup(1).version == versions.max())
        withExtendedLifetime(blocks) {}
    }

    /// REF-18
    @Test(arguments: [[1, 2], [2, 1], [2, 2], [1, 3, 2]], [0, 1])
    func `the newest version of a row stays cached when another block with the row is released`(
        versions: [Int64], leaving: Int
    ) throws {
        let table = try table(of: Stack())
        var blocks: [RowBlock?] = versions.map { registeredBlock(version: $0, in: table) }
        blocks[leaving] = nil
        #expect(table.lookup(1).version == versions.max())
        withExtendedLifetime(blocks) {}
    }

    /// REF-18
    @Test func `a row that only the cache kept, and that was used again, gives way to a newer one`() throws {
        let table = try table(of: Stack())
        var old: RowBlock? = registeredBlock(version: 1, in: table)
        useAgain(in: table)
        var newest: RowBlock? = registeredBlock(version: 3, in: table)
        #expect(table.lookup(1).version == 3)
        withExtendedLifetime((old, newest)) {}
        (old, newest) = (nil, nil)
        #expect(table.cachedRowCount == 0)
    }

    /// Reads version 2 and releases it, so that the cache keeps a copy, and registers the copy.
    @inline(never)
    private func useAgain(in table: RowCache) {
        var block: RowBlock? = registeredBlock(version: 2, in: table)
        #expect(table.lookup(1).version == 2)
        withExtendedLifetime(block) {}
        block = nil
        guard case .row(let copy, _) = table.lookup(1) else {
            Issue.record("The cache has lost the row.")
            return
        }
        #expect(!copy.isRegistered)
        table.register(copy, group: table.newGroup())
    }

    private func table(of stack: Stack) throws -> RowCache {
        let entity = try #require(stack.coordinator.managedObjectModel.entitiesByName["Entry"])
        return try #require(stack.store.table(for: entity.layout))
    }

    /// A block with row 1 in this version, as read by one statement.
    @inline(never)
    private func registeredBlock(version: Int64, in table: RowCache) -> RowBlock {
        let builder = RowBlockBuilder(table: table, capacity: 1)
        builder.append(key: 1, version: version, entityIndex: 0)
        let block = builder.finish(fetchedAt: 0)
        table.register(block, group: table.newGroup())
        return block
    }
}
