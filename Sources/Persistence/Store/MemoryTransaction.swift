/// A write to an in-memory store: works on a copy of the state.
final class MemoryTransaction: StoreTransaction {
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
        for block in changes.insertions { insert(block) }
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

    private func insert(_ block: RowBlock) {
        let layout = block.table.layout
        for row in 0..<block.count {
            var values = SparseValues()
            for slot in 0..<layout.columnCount where !block.isNull(row, column: slot) {
                values.append(block.value(row, slot: slot), at: slot)
            }
            state.rows[layout.number, default: [:]][block.key(row)] = .init(
                ordinal: block.ordinal(row), version: block.version(row), values: values)
        }
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
