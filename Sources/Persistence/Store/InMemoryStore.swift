import Foundation

/// A store that is gone with its coordinator. Everything it holds is in memory, so it never refetches.
struct InMemoryStoreOpening: StoreOpening {
    func open(
        url: URL?, model: ManagedObjectModel, configurationName: String?, options: [String: any Sendable]
    ) throws -> any StoreBackend {
        InMemoryStore(isReadOnly: options[StoreOption.readOnly] as? Bool ?? false)
    }

    func metadata(url: URL) throws -> [String: any Sendable] {
        throw PersistenceError(.noSuchStore, "An in-memory store has no file.")
    }
}

/// The rows of a store as one value: a transaction works on a copy and puts it in place when it commits.
struct MemoryState: Sendable {
    struct Row: Sendable {
        let ordinal: Int
        var version: Int64
        var values: SparseValues
    }

    struct LinkKey: Hashable, Sendable {
        let layout: UInt32
        let slot: Int
        let key: Int64
    }

    var rows: [UInt32: [Int64: Row]] = [:]
    var lastKeys: [UInt32: Int64] = [:]
    var links: [LinkKey: [Int64]] = [:]
    var metadata: [String: any Sendable] = [:]

    func row(_ layout: EntityLayout, _ key: Int64) -> Row? { rows[layout.number]?[key] }
}

/// The backend of in-memory stores, and the reference for what a store must do.
final class InMemoryStore: StoreBackend, @unchecked Sendable {
    let identifier = UUID().uuidString
    let isReadOnly: Bool
    var isIncremental: Bool { false }

    private let stateLock = NSLock()
    private let writeLock = NSCondition()
    private var isWriting = false
    private var state = MemoryState()
    private var tables: StoreTables?

    init(isReadOnly: Bool) {
        self.isReadOnly = isReadOnly
        state.metadata = [StoreMetadataKey.storeUUID: identifier, StoreMetadataKey.storeType: inMemoryStoreType]
    }

    var current: MemoryState { stateLock.withLock { state } }

    func attach(tables: StoreTables) { self.tables = tables }
    func close() {}
    func metadata() throws -> [String: any Sendable] { current.metadata }

    func beginWrite() throws -> any StoreTransaction {
        guard !isReadOnly else { throw PersistenceError(.readOnly, "The store is read-only.") }
        writeLock.lock()
        while isWriting { writeLock.wait() }
        isWriting = true
        writeLock.unlock()
        return MemoryTransaction(self, state: current, tables: try attached())
    }

    func endWrite(_ committed: MemoryState?) {
        if let committed { stateLock.withLock { state = committed } }
        writeLock.lock()
        isWriting = false
        writeLock.signal()
        writeLock.unlock()
    }

    func snapshot() throws -> any StoreReader { try reader() }

    func fetch(_ fetch: StoreFetch, _ body: (RowBlock) throws -> Void) throws { try reader().fetch(fetch, body) }
    func count(_ fetch: StoreFetch) throws -> Int { try reader().count(fetch) }
    func keys(_ fetch: StoreFetch) throws -> [StoredKey] { try reader().keys(fetch) }
    func rows(keys: [Int64], in layout: EntityLayout) throws -> [RowBlock] { try reader().rows(keys: keys, in: layout) }
    func destinations(of slot: Int, in layout: EntityLayout, key: Int64) throws -> [StoredKey] {
        try reader().destinations(of: slot, in: layout, key: key)
    }

    private func reader() throws -> MemoryReader { MemoryReader(current, try attached()) }

    private func attached() throws -> StoreTables {
        guard let tables else { throw PersistenceError(.invalidStore, "The store belongs to no coordinator.") }
        return tables
    }
}

/// Reads one state of an in-memory store.
final class MemoryReader: StoreReader {
    private let state: MemoryState
    private let tables: StoreTables

    init(_ state: MemoryState, _ tables: StoreTables) {
        self.state = state
        self.tables = tables
    }

    func fetch(_ fetch: StoreFetch, _ body: (RowBlock) throws -> Void) throws {
        let keys = matching(fetch)
        for start in stride(from: 0, to: keys.count, by: 1_000) {
            let part = keys[start..<min(start + 1_000, keys.count)]
            if let block = block(of: part.map(\.key), in: fetch.entity.layout) { try body(block) }
        }
    }

    func count(_ fetch: StoreFetch) throws -> Int { matching(fetch).count }

    func keys(_ fetch: StoreFetch) throws -> [StoredKey] { matching(fetch) }

    func rows(keys: [Int64], in layout: EntityLayout) throws -> [RowBlock] {
        let present = keys.filter { state.row(layout, $0) != nil }
        return block(of: present, in: layout).map { [$0] } ?? []
    }

    func destinations(of slot: Int, in layout: EntityLayout, key: Int64) throws -> [StoredKey] {
        let description = layout.slots[slot]
        guard let destination = description.relationship?.destinationEntity else { return [] }
        let linked = state.links[.init(layout: layout.number, slot: slot, key: key)] ?? []
        guard let inverse = description.relationship?.inverseRelationship.flatMap({ destination.slot(named: $0.name) }),
            case .toOne = destination.layout.slots[inverse].kind
        else {
            return linked.compactMap { storedKey($0, in: destination.layout) }
        }
        return inPlace(owners(named: key, at: inverse, in: destination.layout), order: linked)
    }

    /// The rows whose to-one relationship names a key.
    private func owners(named key: Int64, at slot: Int, in layout: EntityLayout) -> [StoredKey] {
        (state.rows[layout.number] ?? [:]).filter { $0.value.values[slot]?.referencedKey == key }
            .map { StoredKey(key: $0.key, ordinal: $0.value.ordinal) }
    }

    /// The keys as an order has them; those that it does not name come last.
    private func inPlace(_ keys: [StoredKey], order: [Int64]) -> [StoredKey] {
        let positions = Dictionary(zip(order, 0...), uniquingKeysWith: { first, _ in first })
        return keys.sorted { left, right in
            let (first, second) = (positions[left.key] ?? order.count, positions[right.key] ?? order.count)
            return first == second ? left.key < right.key : first < second
        }
    }

    private func storedKey(_ key: Int64, in layout: EntityLayout) -> StoredKey? {
        state.row(layout, key).map { StoredKey(key: key, ordinal: $0.ordinal) }
    }

    private func matching(_ fetch: StoreFetch) -> [StoredKey] {
        let layout = fetch.entity.layout
        let ordinals = Set(fetch.ordinals)
        var subjects = (state.rows[layout.number] ?? [:]).filter { ordinals.contains($0.value.ordinal) }
            .map { MemorySubject(state: state, tables: tables, layout: layout, key: $0.key) }
            .sorted { $0.key < $1.key }
        if let keys = fetch.keys { subjects.removeAll { !keys.contains($0.key) } }
        if let predicate = fetch.predicate.map(PredicateEvaluator.init) {
            subjects = subjects.filter(predicate.matches)
        }
        if let sort = fetch.sort { subjects = sort.sorted(subjects) }
        let rest = subjects.dropFirst(fetch.offset)
        let window = fetch.limit > 0 ? rest.prefix(fetch.limit) : rest
        return window.compactMap { storedKey($0.key, in: layout) }
    }

    private func block(of keys: [Int64], in layout: EntityLayout) -> RowBlock? {
        guard !keys.isEmpty, let table = tables[layout] else { return nil }
        let builder = RowBlockBuilder(table: table, capacity: keys.count)
        for key in keys {
            guard let row = state.row(layout, key) else { continue }
            builder.append(key: key, version: row.version, ordinal: row.ordinal)
            row.values.forEach { slot, value in builder.set(value, slot: slot) }
        }
        return builder.finish(fetchedAt: table.store?.persistentStoreCoordinator?.clock() ?? 0)
    }
}

extension PropertyValue {
    /// The key of a reference to a saved object.
    fileprivate var referencedKey: Int64? {
        if case .reference(let id) = self { id.resolved.key } else { nil }
    }
}

/// A row of an in-memory store as predicates see it.
private struct MemorySubject: PredicateSubject {
    let state: MemoryState
    let tables: StoreTables
    let layout: EntityLayout
    let key: Int64

    var objectID: ManagedObjectID? {
        guard let row = state.row(layout, key), let table = tables[layout] else { return nil }
        return ManagedObjectID(home: table.homes[row.ordinal], key: key)
    }

    func value(at slot: Int) -> PropertyValue { state.row(layout, key)?.values[slot] ?? .null }

    func related(at slot: Int) -> (any PredicateSubject)? {
        guard case .reference(let id) = value(at: slot), let key = id.resolved.key else { return nil }
        guard state.row(id.entity.layout, key) != nil else { return nil }
        return MemorySubject(state: state, tables: tables, layout: id.entity.layout, key: key)
    }

    func relatedMany(at slot: Int) -> [any PredicateSubject] {
        guard let destination = layout.slots[slot].relationship?.destinationEntity else { return [] }
        let keys = (try? MemoryReader(state, tables).destinations(of: slot, in: layout, key: key)) ?? []
        return keys.map { MemorySubject(state: state, tables: tables, layout: destination.layout, key: $0.key) }
    }
}

/// A write to an in-memory store: works on a copy of the state.
private final class MemoryTransaction: StoreTransaction {
    private let store: InMemoryStore
    private let tables: StoreTables
    private var state: MemoryState
    private var isOpen = true

    init(_ store: InMemoryStore, state: MemoryState, tables: StoreTables) {
        self.store = store
        self.state = state
        self.tables = tables
    }

    deinit { rollback() }

    func allocateKeys(_ count: Int, in layout: EntityLayout) throws -> Int64 {
        let first = (state.lastKeys[layout.number] ?? 0) + 1
        state.lastKeys[layout.number] = first + Int64(count) - 1
        return first
    }

    func apply(_ changes: StoreChanges) throws -> [StoredKeyInTable] {
        var stale: [StoredKeyInTable] = []
        for deletion in changes.deletions
        where isCurrent(deletion.layout, deletion.key, deletion.expectedVersion, &stale) {
            remove(deletion.layout, deletion.key)
        }
        for update in changes.updates where isCurrent(update.layout, update.key, update.expectedVersion, &stale) {
            state.rows[update.layout.number]?[update.key]?.version = update.newVersion
            update.values.forEach { slot, value in set(value, slot, of: update.key, in: update.layout) }
        }
        for insertion in changes.insertions {
            let values = insertion.values.filter { !$1.isNull }
            state.rows[insertion.layout.number, default: [:]][insertion.key] = .init(
                ordinal: insertion.ordinal, version: insertion.version, values: values)
        }
        for check in changes.checks { _ = isCurrent(check.layout, check.key, check.expectedVersion, &stale) }
        for link in changes.links { apply(link) }
        return stale
    }

    func rows(keys: [Int64], in layout: EntityLayout) throws -> [RowBlock] {
        try MemoryReader(state, tables).rows(keys: keys, in: layout)
    }

    func setMetadata(_ metadata: [String: any Sendable]) throws { state.metadata = metadata }

    func commit() throws {
        guard isOpen else { return }
        isOpen = false
        store.endWrite(state)
    }

    func rollback() {
        guard isOpen else { return }
        isOpen = false
        store.endWrite(nil)
    }

    private func isCurrent(
        _ layout: EntityLayout, _ key: Int64, _ version: Int64, _ stale: inout [StoredKeyInTable]
    ) -> Bool {
        if state.row(layout, key)?.version == version { return true }
        stale.append(StoredKeyInTable(layout: layout, key: key))
        return false
    }

    private func set(_ value: PropertyValue, _ slot: Int, of key: Int64, in layout: EntityLayout) {
        state.rows[layout.number]?[key]?.values[slot] = value.isNull ? nil : value
    }

    private func remove(_ layout: EntityLayout, _ key: Int64) {
        state.rows[layout.number]?[key] = nil
        for slot in layout.slots where slot.needsLinks {
            state.links[.init(layout: layout.number, slot: slot.index, key: key)] = nil
        }
    }

    private func apply(_ link: StoreChanges.Link) {
        let place = MemoryState.LinkKey(layout: link.layout.number, slot: link.slot, key: link.key)
        let before = state.links[place] ?? []
        let now = link.applied(to: before)
        state.links[place] = now
        guard let mirror = link.mirror else { return }
        let (old, new) = (Set(before), Set(now))
        for key in before where !new.contains(key) { mirrored(mirror, key) { $0.removeAll { $0 == link.key } } }
        for key in now where !old.contains(key) {
            mirrored(mirror, key) { if !$0.contains(link.key) { $0.append(link.key) } }
        }
    }

    private func mirrored(_ end: (layout: EntityLayout, slot: Int), _ key: Int64, _ body: (inout [Int64]) -> Void) {
        body(&state.links[.init(layout: end.layout.number, slot: end.slot, key: key), default: []])
    }
}

extension StoreChanges.Link {
    fileprivate func applied(to keys: [Int64]) -> [Int64] {
        if let order { return order }
        let gone = Set(removed)
        let kept = keys.filter { !gone.contains($0) }
        let present = Set(kept)
        return kept + added.filter { !present.contains($0) }
    }

    /// The other end of a many-to-many relationship.
    fileprivate var mirror: (layout: EntityLayout, slot: Int)? {
        guard let relationship = layout.slots[slot].relationship, let inverse = relationship.inverseRelationship,
            inverse.isToMany, let destination = relationship.destinationEntity,
            let slot = destination.slot(named: inverse.name)
        else { return nil }
        return (destination.layout, slot)
    }
}
