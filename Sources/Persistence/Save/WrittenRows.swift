/// Rows that a save writes to one table, and the objects that are based on them after the commit.
package struct WrittenRows {
    let block: RowBlock
    let objects: ArraySlice<ManagedObject>
    /// Whether the rows are inserted.
    var areNew = false
}

/// Builds the rows that a save writes to one store, in blocks by table.
struct WrittenRowsBuilder {
    private let store: PersistentStore
    /// The coordinator's time, stored as the fetch time of the blocks.
    private let now: Double
    private let areNew: Bool
    private var tables: [TableRows] = []
    /// The last object's entity, and the index of its table. Most objects have the same entity as the one before.
    private var last: (storeEntity: StoreEntity, table: Int)?

    init(_ store: PersistentStore, now: Double, areNew: Bool) {
        (self.store, self.now, self.areNew) = (store, now, areNew)
    }

    /// Adds the row of an object with its present values, with permanent IDs in place of temporary ones.
    mutating func append(_ object: ManagedObject, key: Int64, version: Int64, _ ids: AssignedIDs) {
        let storeEntity = object.storeEntity
        if last?.storeEntity !== storeEntity {
            last = table(of: storeEntity.entity.layout).map { (storeEntity, $0) }
        }
        guard let last else { return }
        tables[last.table].append(object, key: key, version: version, ids)
    }

    /// The blocks, each with its objects.
    mutating func finish() -> [WrittenRows] {
        tables.indices.flatMap { tables[$0].finish() }
    }

    private mutating func table(of layout: EntityLayout) -> Int? {
        if let known = tables.firstIndex(where: { $0.table.layout === layout }) { return known }
        guard let table = store.table(for: layout) else { return nil }
        tables.append(TableRows(table, now: now, areNew: areNew))
        return tables.count - 1
    }
}

/// The rows of one table.
private struct TableRows {
    private static let capacity = 256

    let table: RowCache
    private let layout: EntityLayout
    private let now: Double
    private let areNew: Bool
    private var builder: RowBlockBuilder
    private var objects: [ManagedObject] = []
    private var finished: [WrittenRows] = []

    init(_ table: RowCache, now: Double, areNew: Bool) {
        (self.table, self.now, self.areNew) = (table, now, areNew)
        layout = table.layout
        builder = RowBlockBuilder(table: table, capacity: TableRows.capacity)
    }

    mutating func append(_ object: ManagedObject, key: Int64, version: Int64, _ ids: AssignedIDs) {
        if builder.isFull { finishBlock() }
        objects.append(object)
        let changes = object.changes
        let hasBase = object.local?.base.isEmpty == false
        if let block = object.block, !hasBase, !layout.hasRelationships {
            builder.append(copyOf: Int(object.row), in: block, version: version, with: changes)
            return
        }
        builder.append(key: key, version: version, entityIndex: object.storeEntity.entityIndex)
        if object.block == nil, !hasBase {
            changes.forEach { slot, value in
                guard slot < layout.columnCount else { return }
                builder.set(layout.hasRelationships ? ids.permanent(value) : value, slot: slot)
            }
            return
        }
        for slot in object.entity.slots where slot < layout.columnCount {
            builder.set(ids.permanent(changes[slot] ?? object.committedValue(slot)), slot: slot)
        }
    }

    mutating func finish() -> [WrittenRows] {
        finishBlock()
        return finished
    }

    private mutating func finishBlock() {
        guard !objects.isEmpty else { return }
        finished.append(WrittenRows(block: builder.finish(fetchedAt: now), objects: objects[...], areNew: areNew))
        objects.removeAll(keepingCapacity: true)
        builder = RowBlockBuilder(table: table, capacity: TableRows.capacity)
    }
}
