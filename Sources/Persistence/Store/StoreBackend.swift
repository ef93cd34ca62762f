import Foundation

/// What a kind of store must do, in values: rows in, rows out, versions compared. Objects and contexts are above it.
///
/// Any thread. Reads may run while a write transaction is open; they see the last commit.
package protocol StoreBackend: StoreReader {
    /// The UUID that names the store in object IDs.
    var identifier: String { get }
    /// Whether every write is refused.
    var isReadOnly: Bool { get }
    /// Whether rows may change behind the row cache. False for stores that are wholly in memory: they never refetch.
    var isIncremental: Bool { get }
    /// What the store says of itself: `NSStoreUUID`, `NSStoreType`, model hashes and the application's own keys.
    func metadata() throws -> [String: any Sendable]
    /// Called once, with the tables that rows are read into, before anything else.
    func attach(tables: StoreTables)
    /// Reads on behalf of a context, on its queue. The store itself unless a store shows contexts to its author.
    func reader(for context: ManagedObjectContext) -> any StoreReader
    /// Begins a write; there is at most one at a time, so this waits for another.
    func beginWrite() throws -> any StoreTransaction
    /// A reader that sees the store as it is now for as long as it is held.
    func snapshot() throws -> any StoreReader
    /// Readers of one and the same state, for as many threads; fewer, but at least one, where no more can be had.
    func snapshots(_ count: Int) throws -> [any StoreReader]
    /// Gives up files and connections. Nothing is called afterwards.
    func close()
    /// The history of what was written; nil for stores that never keep one.
    var history: (any StoreHistory)? { get }
    /// Whether batch requests are carried out.
    var takesBatches: Bool { get }
}

extension StoreBackend {
    package func reader(for context: ManagedObjectContext) -> any StoreReader { self }
    package func snapshots(_ count: Int) throws -> [any StoreReader] { [try snapshot()] }
    package var history: (any StoreHistory)? { nil }
    package var takesBatches: Bool { false }
}

/// Reading a store. Each call sees one committed state.
package protocol StoreReader: AnyObject, Sendable {
    /// Calls `body` with the rows that match, in order, block by block.
    func fetch(_ fetch: StoreFetch, _ body: (RowBlock) throws -> Void) throws
    /// The same, but without the rows that `familiar` knows, of which only the version is read; in the order of the rows
    /// it is asked of each. A store that always hands out all rows asks nothing.
    func fetch(_ fetch: StoreFetch, familiar: (any FamiliarRows)?, _ body: (RowBlock) throws -> Void) throws
    /// How many rows match; limit and offset count.
    func count(_ fetch: StoreFetch) throws -> Int
    /// Calls `body` with the key and entity ordinal of each row that matches, in order.
    func forEachKey(_ fetch: StoreFetch, _ body: (StoredKey) throws -> Void) throws
    /// The rows with these keys, in any order; a row that is gone is absent.
    func rows(keys: [Int64], in layout: EntityLayout) throws -> [RowBlock]
    /// The destinations of a to-many relationship (in its order, if it has one).
    func destinations(of slot: Int, in layout: EntityLayout, key: Int64) throws -> [StoredKey]
    /// The destinations of a to-many relationship of several rows, by the rows' keys and in the order of the relationship;
    /// a row without destinations may be absent. `body` gets the destinations' rows, each once.
    func related(
        to keys: [Int64], through slot: Int, in layout: EntityLayout, _ body: (RowBlock) throws -> Void
    ) throws -> [Int64: [StoredKey]]
}

extension StoreReader {
    package func fetch(
        _ fetch: StoreFetch, familiar: (any FamiliarRows)?, _ body: (RowBlock) throws -> Void
    ) throws {
        try self.fetch(fetch, body)
    }

    /// The keys and entity ordinals of the rows that match, in order.
    package func keys(_ fetch: StoreFetch) throws -> [StoredKey] {
        var keys: [StoredKey] = []
        try forEachKey(fetch) { keys.append($0) }
        return keys
    }

    /// One query for each key; a store that can do better implements it.
    package func related(
        to keys: [Int64], through slot: Int, in layout: EntityLayout, _ body: (RowBlock) throws -> Void
    ) throws -> [Int64: [StoredKey]] {
        var result: [Int64: [StoredKey]] = [:]
        for key in keys { result[key] = try destinations(of: slot, in: layout, key: key) }
        guard let destination = layout.slots[slot].relationship?.destinationEntity else { return result }
        let all = Set(result.values.joined().map(\.key)).sorted()
        if !all.isEmpty { for block in try rows(keys: all, in: destination.layout) { try body(block) } }
        return result
    }
}

/// What whoever fetches has already.
package protocol FamiliarRows: AnyObject {
    /// Whether the row is known in this version, so that its columns need not be read.
    func isFamiliar(key: Int64, version: Int64) -> Bool
}

/// The place of a row in its table: its key and the ordinal of its entity.
package struct StoredKey: Sendable, Hashable {
    package let key: Int64
    package let ordinal: Int

    package init(key: Int64, ordinal: Int) {
        self.key = key
        self.ordinal = ordinal
    }
}

/// What a store is asked for.
package struct StoreFetch: Sendable {
    package var entity: EntityDescription
    package var includesSubentities = true
    package var predicate: BoundPredicate?
    package var sort: BoundSort?
    /// 0 is no limit.
    package var limit = 0
    package var offset = 0
    /// The keys among which the rows are wanted; nil is all. Stores of others do not read it, and have one snapshot.
    package var keys: ClosedRange<Int64>?
    /// The request as it was made, for stores that do not read bound predicates.
    package var values = FetchValues()

    package init(entity: EntityDescription) {
        self.entity = entity
    }

    /// The ordinals of the entities whose rows are wanted.
    package var ordinals: [Int] {
        includesSubentities ? entity.hierarchy.map(\.ordinal) : [entity.ordinal]
    }
}
