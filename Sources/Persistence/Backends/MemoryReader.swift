/// Reads one state of an in-memory store.
final class MemoryReader: StoreReader {
    private let state: MemoryState
    private let tables: StoreTables

    init(_ state: MemoryState, _ tables: StoreTables) {
        self.state = state
        self.tables = tables
    }

    func fetch(_ fetch: StoreFetch, known: (any KnownRows)?, _ body: (RowBlock) throws -> Void) throws {
        let keys = try matching(fetch)
        for start in stride(from: 0, to: keys.count, by: 1_000) {
            let part = keys[start..<min(start + 1_000, keys.count)]
            if let block = block(of: part.map(\.key), in: fetch.entity.layout) { try body(block) }
        }
    }

    func count(_ fetch: StoreFetch) throws -> Int { try matching(fetch).count }

    func forEachKey(_ fetch: StoreFetch, _ body: (StoredKey) throws -> Void) throws {
        try matching(fetch).forEach(body)
    }

    func rows(keys: [Int64], in layout: EntityLayout) throws -> [RowBlock] {
        let present = keys.filter { state.row(layout, $0) != nil }
        return block(of: present, in: layout).map { [$0] } ?? []
    }

    func destinations(of slot: Int, in layout: EntityLayout, key: Int64) throws -> [StoredKey] {
        members(of: slot, in: layout, key: key)
    }

    fileprivate func members(of slot: Int, in layout: EntityLayout, key: Int64) -> [StoredKey] {
        let description = layout.slots[slot]
        guard let destination = description.relationship?.destinationEntity else { return [] }
        let linked = state.links[.init(layout: layout.number, slot: slot, key: key)] ?? []
        guard let inverse = description.inverse, case .toOne = destination.layout.slots[inverse].kind
        else {
            return linked.compactMap { storedKey($0, in: destination.layout) }
        }
        return sorted(owners(named: key, at: inverse, in: destination.layout), as: linked)
    }

    /// The rows whose to-one relationship has this key.
    private func owners(named key: Int64, at slot: Int, in layout: EntityLayout) -> [StoredKey] {
        (state.rows[layout.number] ?? [:]).filter { $0.value.values[slot]?.referencedKey == key }
            .map { StoredKey(key: $0.key, entityIndex: $0.value.entityIndex) }
    }

    /// The keys sorted as in `order`; keys that are not in it come last.
    private func sorted(_ keys: [StoredKey], as order: [Int64]) -> [StoredKey] {
        let positions = Dictionary(zip(order, 0...), uniquingKeysWith: { first, _ in first })
        return keys.sorted { left, right in
            let (first, second) = (positions[left.key] ?? order.count, positions[right.key] ?? order.count)
            return first == second ? left.key < right.key : first < second
        }
    }

    private func storedKey(_ key: Int64, in layout: EntityLayout) -> StoredKey? {
        state.row(layout, key).map { StoredKey(key: key, entityIndex: $0.entityIndex) }
    }

    func values(_ fetch: StoreFetch, _ columns: BoundColumns) throws -> [[PredicateScalar]] {
        try columns.rows(of: matchingSubjects(fetch))
    }

    private func matching(_ fetch: StoreFetch) throws -> [StoredKey] {
        try matchingSubjects(fetch).compactMap { storedKey($0.key, in: fetch.entity.layout) }
    }

    private func matchingSubjects(_ fetch: StoreFetch) throws -> [MemorySubject] {
        let layout = fetch.entity.layout
        let entityIndexes = Set(fetch.entityIndexes)
        var subjects = (state.rows[layout.number] ?? [:]).filter { entityIndexes.contains($0.value.entityIndex) }
            .map { MemorySubject(state: state, tables: tables, layout: layout, key: $0.key) }
            .sorted { $0.key < $1.key }
        if let keys = fetch.keys { subjects.removeAll { !keys.contains($0.key) } }
        if let predicate = fetch.predicate.map(PredicateEvaluator.init) {
            subjects = try subjects.filter(predicate.matches)
        }
        if let sort = fetch.sort { subjects = sort.sorted(subjects) }
        let rest = subjects.dropFirst(fetch.offset)
        return Array(fetch.limit > 0 ? rest.prefix(fetch.limit) : rest)
    }

    private func block(of keys: [Int64], in layout: EntityLayout) -> RowBlock? {
        guard !keys.isEmpty, let table = tables[layout] else { return nil }
        let builder = RowBlockBuilder(table: table, capacity: keys.count)
        for key in keys {
            guard let row = state.row(layout, key) else { continue }
            builder.append(key: key, version: row.version, entityIndex: row.entityIndex)
            row.values.forEach { slot, value in builder.set(value, slot: slot) }
        }
        return builder.finish(fetchedAt: table.store?.persistentStoreCoordinator?.clock() ?? 0)
    }
}

extension PropertyValue {
    /// The key of a reference to a saved object.
    fileprivate var referencedKey: Int64? {
        if case .reference(let id) = self { id.resolvedKey } else { nil }
    }
}

/// A row of an in-memory store, as predicates read it.
private struct MemorySubject: PredicateSubject {
    let state: MemoryState
    let tables: StoreTables
    let layout: EntityLayout
    let key: Int64

    var objectID: ManagedObjectID? {
        guard let row = state.row(layout, key), let table = tables[layout] else { return nil }
        return ManagedObjectID(storeEntity: table.storeEntities[row.entityIndex], key: key)
    }

    func value(at slot: Int) -> PropertyValue { state.row(layout, key)?.values[slot] ?? .null }

    func related(at slot: Int) -> (any PredicateSubject)? {
        guard case .reference(let id) = value(at: slot), let key = id.resolvedKey else { return nil }
        guard state.row(id.entity.layout, key) != nil else { return nil }
        return MemorySubject(state: state, tables: tables, layout: id.entity.layout, key: key)
    }

    func relatedMany(at slot: Int) -> [any PredicateSubject] {
        guard let destination = layout.slots[slot].relationship?.destinationEntity else { return [] }
        return MemoryReader(state, tables).members(of: slot, in: layout, key: key).map {
            MemorySubject(state: state, tables: tables, layout: destination.layout, key: $0.key)
        }
    }
}
