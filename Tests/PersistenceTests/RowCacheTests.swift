import Testing

@testable import Persistence

/// The row cache, asked directly.
@Suite struct RowCacheTests {
    /// B-FET-06, REF-18
    @Test(arguments: [[1, 2], [2, 1], [2, 3, 1]])
    func `the newest version of a row stays cached, whichever was read last`(versions: [Int64]) throws {
        let stack = try Stack()
        let entity = try #require(stack.coordinator.managedObjectModel.entitiesByName["Entry"])
        let table = try #require(stack.store.table(for: entity.layout))
        let blocks = versions.map { version in
            let builder = RowBlockBuilder(table: table, capacity: 1)
            builder.append(key: 1, version: version, ordinal: entity.ordinal)
            return builder.finish(fetchedAt: 0)
        }
        for block in blocks { table.register(block, group: table.newGroup()) }
        #expect(table.lookup(1).version == versions.max())
        withExtendedLifetime(blocks) {}
    }
}
