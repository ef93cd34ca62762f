/// A write to an in-memory store, on a copy of its state.
final class MemoryTransaction: StoreTransaction {
    private let store: InMemoryStore
    let tables: StoreTables
    var state: MemoryState
    private var isOpen = true

    init(_ store: InMemoryStore, state: MemoryState, tables: StoreTables) {
        self.store = store
        self.state = state
        self.tables = tables
    }

    deinit { rollback() }

    func allocateKeys(_ count: Int, in layout: EntityLayout) throws -> Int64 {
        let last = state.lastKeys[layout.number] ?? 0
        guard last <= StoreNumbers.highestKey - Int64(count) else { throw StoreNumbers.used(.keys, "keys") }
        state.lastKeys[layout.number] = last + Int64(count)
        return last + 1
    }

    func apply(_ changes: StoreChanges) throws -> [StoredKeyInTable] {
        var stale: [StoredKeyInTable] = []
        remove(changes.deletions.filter { isCurrent($0.layout, $0.key, $0.expectedVersion, &stale) })
        for update in changes.updates where isCurrent(update.layout, update.key, update.expectedVersion, &stale) {
            state.rows[update.layout.number]?[update.key]?.version = update.newVersion
            for slot in update.slots.slots {
                set(update.block.value(update.row, slot: slot), slot, of: update.key, in: update.layout)
            }
        }
        for block in changes.insertions { insert(block) }
        for check in changes.checks { _ = isCurrent(check.layout, check.key, check.expectedVersion, &stale) }
        for link in changes.links { apply(link) }
        return stale
    }

    func reading<T>(_ body: (any StoreReader) throws -> T) throws -> T { try body(MemoryReader(state, tables)) }

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
            state.rows[layout.number, default: [:]][block.key(row)] = .init(
                entityIndex: block.entityIndex(row), version: block.version(row), values: block.values(row))
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
}
