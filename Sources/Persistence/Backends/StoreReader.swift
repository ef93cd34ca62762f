/// Reading a store. Each call sees one committed state.
package protocol StoreReader: Sendable {
    /// Calls `body` with blocks of the matching rows, in order, without the rows that `known` already has. Of those,
    /// only the version is read. `known` is asked once per row, in order. A store that always returns all rows never
    /// asks it.
    func fetch(_ fetch: StoreFetch, known: (any KnownRows)?, _ body: (RowBlock) throws -> Void) throws
    /// The number of matching rows, within the limit and offset.
    func count(_ fetch: StoreFetch) throws -> Int
    /// Calls `body` with the key and entity index of each matching row, in order.
    func forEachKey(_ fetch: StoreFetch, _ body: (StoredKey) throws -> Void) throws
    /// The columns of the matching rows, or of their groups, in order. The limit and offset are those of rows.
    /// - Throws: `coreData` if the store does not compute columns.
    func values(_ fetch: StoreFetch, _ columns: BoundColumns) throws -> [[PredicateScalar]]
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
    /// Calls `body` with blocks of all matching rows, in order.
    package func fetch(_ fetch: StoreFetch, _ body: (RowBlock) throws -> Void) throws {
        try self.fetch(fetch, known: nil, body)
    }

    /// The keys and entity indexes of the matching rows, in order.
    package func keys(_ fetch: StoreFetch) throws -> [StoredKey] {
        var keys: [StoredKey] = []
        try forEachKey(fetch) { keys.append($0) }
        return keys
    }

    package func values(_ fetch: StoreFetch, _ columns: BoundColumns) throws -> [[PredicateScalar]] {
        throw PersistenceError(.coreData, "The store does not compute columns.")
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

/// A reader that obtains another one for each call, such as one with a connection of its own, and reads through it.
package protocol ForwardingReader: StoreReader {
    /// Calls `body` once with the reader for one call. It must not be used afterwards.
    func reading<T>(_ body: (any StoreReader) throws -> T) throws -> T
}

extension ForwardingReader {
    package func fetch(_ fetch: StoreFetch, known: (any KnownRows)?, _ body: (RowBlock) throws -> Void) throws {
        try reading { try $0.fetch(fetch, known: known, body) }
    }

    package func count(_ fetch: StoreFetch) throws -> Int { try reading { try $0.count(fetch) } }

    package func forEachKey(_ fetch: StoreFetch, _ body: (StoredKey) throws -> Void) throws {
        try reading { try $0.forEachKey(fetch, body) }
    }

    package func values(_ fetch: StoreFetch, _ columns: BoundColumns) throws -> [[PredicateScalar]] {
        try reading { try $0.values(fetch, columns) }
    }

    package func rows(keys: [Int64], in layout: EntityLayout) throws -> [RowBlock] {
        try reading { try $0.rows(keys: keys, in: layout) }
    }

    package func destinations(of slot: Int, in layout: EntityLayout, key: Int64) throws -> [StoredKey] {
        try reading { try $0.destinations(of: slot, in: layout, key: key) }
    }

    package func related(
        to keys: [Int64], through slot: Int, in layout: EntityLayout, _ body: (RowBlock) throws -> Void
    ) throws -> [Int64: [StoredKey]] {
        try reading { try $0.related(to: keys, through: slot, in: layout, body) }
    }
}

/// The rows that the caller of a fetch already has.
package protocol KnownRows: AnyObject {
    /// Whether the caller has the row in this version, so that its columns need not be read.
    func isKnown(key: Int64, version: Int64) -> Bool
}

/// A row's key and the index of its entity.
package struct StoredKey: Sendable, Hashable {
    package let key: Int64
    package let entityIndex: Int

    package init(key: Int64, entityIndex: Int) {
        self.key = key
        self.entityIndex = entityIndex
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
    /// The keys to search; nil for all. Incremental stores ignore it and have one read transaction.
    package var keys: ClosedRange<Int64>?
    /// The slots whose values are read; nil for all. A store may leave out the others, which are null then.
    package var slots: Set<Int>?
    /// The original request, for stores that cannot use bound predicates.
    package var values = FetchValues()

    package init(entity: EntityDescription) {
        self.entity = entity
    }

    /// The indexes of the entities to fetch.
    package var entityIndexes: [Int] {
        includesSubentities ? entity.hierarchy.map(\.entityIndex) : [entity.entityIndex]
    }
}
