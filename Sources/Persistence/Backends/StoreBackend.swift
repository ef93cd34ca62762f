import Foundation

/// The interface of a kind of store. It reads and writes rows and compares versions; it knows no objects or contexts.
///
/// Use on any thread. Reads may run while a write transaction is open; they see the last commit.
package protocol StoreBackend: StoreReader {
    /// The UUID of the store in object IDs.
    var identifier: String { get }
    /// Whether the store rejects every write.
    var isReadOnly: Bool { get }
    /// Whether rows may change without the row cache's knowledge. False for in-memory stores, which never refetch.
    var mayChangeBehindCache: Bool { get }
    /// The store's metadata: `NSStoreUUID`, `NSStoreType`, model hashes and the application's own keys.
    func metadata() throws -> [String: any Sendable]
    /// Called once, before any other method, with the tables that rows are read into.
    func attach(tables: StoreTables)
    /// A reader for a context, used on its queue. Returns the store itself by default; incremental stores need the
    /// context.
    func reader(for context: ManagedObjectContext) -> any StoreReader
    /// Begins a write transaction. There is at most one at a time, so this waits for another to end.
    func beginWrite() throws -> any StoreTransaction
    /// A reader that sees the current state for as long as it is retained.
    func snapshot() throws -> any StoreReader
    /// Up to `count` readers of the same state, for use on different threads; at least one.
    func snapshots(_ count: Int) throws -> [any StoreReader]
    /// Closes files and connections. No method is called afterwards.
    func close()
    /// The store's history; nil for stores that never have one.
    var history: (any StoreHistory)? { get }
    /// Whether the store supports batch requests.
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
    /// Calls `body` with blocks of the matching rows, in order.
    func fetch(_ fetch: StoreFetch, _ body: (RowBlock) throws -> Void) throws
    /// The same, but without the rows that `known` already has. Of those, only the version is read. `known` is asked
    /// once per row, in order. A store that always returns all rows never asks it.
    func fetch(_ fetch: StoreFetch, known: (any KnownRows)?, _ body: (RowBlock) throws -> Void) throws
    /// The number of matching rows, within the limit and offset.
    func count(_ fetch: StoreFetch) throws -> Int
    /// Calls `body` with the key and entity ordinal of each matching row, in order.
    func forEachKey(_ fetch: StoreFetch, _ body: (StoredKey) throws -> Void) throws
    /// The rows with these keys, in any order, without those that do not exist.
    func rows(keys: [Int64], in layout: EntityLayout) throws -> [RowBlock]
    /// The destinations of a to-many relationship, in order if it is ordered.
    func destinations(of slot: Int, in layout: EntityLayout, key: Int64) throws -> [StoredKey]
    /// The destinations of a to-many relationship for several rows, by row key and in the relationship's order. A row
    /// without destinations may be missing. `body` receives the destinations' rows, each once.
    func related(
        to keys: [Int64], through slot: Int, in layout: EntityLayout, _ body: (RowBlock) throws -> Void
    ) throws -> [Int64: [StoredKey]]
}

extension StoreReader {
    package func fetch(
        _ fetch: StoreFetch, known: (any KnownRows)?, _ body: (RowBlock) throws -> Void
    ) throws {
        try self.fetch(fetch, body)
    }

    /// The keys and entity ordinals of the matching rows, in order.
    package func keys(_ fetch: StoreFetch) throws -> [StoredKey] {
        var keys: [StoredKey] = []
        try forEachKey(fetch) { keys.append($0) }
        return keys
    }

    /// Runs one query per key; a store that can do better overrides it.
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

/// The rows that the caller of a fetch already has.
package protocol KnownRows: AnyObject {
    /// Whether the caller has the row in this version, so that its columns need not be read.
    func isKnown(key: Int64, version: Int64) -> Bool
}

/// A row's key and the ordinal of its entity.
package struct StoredKey: Sendable, Hashable {
    package let key: Int64
    package let ordinal: Int

    package init(key: Int64, ordinal: Int) {
        self.key = key
        self.ordinal = ordinal
    }
}

/// A fetch from a store.
package struct StoreFetch: Sendable {
    package var entity: EntityDescription
    package var includesSubentities = true
    package var predicate: BoundPredicate?
    package var sort: BoundSort?
    /// 0 means no limit.
    package var limit = 0
    package var offset = 0
    /// The keys to search; nil for all. Incremental stores ignore it and have a single snapshot.
    package var keys: ClosedRange<Int64>?
    /// The original request, for stores that cannot use bound predicates.
    package var values = FetchValues()

    package init(entity: EntityDescription) {
        self.entity = entity
    }

    /// The ordinals of the entities to fetch.
    package var ordinals: [Int] {
        includesSubentities ? entity.hierarchy.map(\.ordinal) : [entity.ordinal]
    }
}
