/// The reads and writes of one batch in one open transaction.
struct BatchWrite {
    let transaction: any StoreTransaction
    let store: PersistentStore
    let origin: TransactionOrigin

    /// Inserts rows under new keys of the store.
    func insert(_ rows: [SparseValues], _ entity: EntityDescription) throws -> [ManagedObjectID] {
        guard let table = store.table(for: entity.layout) else { return [] }
        let first = try transaction.allocateKeys(rows.count, in: entity.layout)
        try insert(
            rows.enumerated().map { .init(key: first + Int64($0), values: try stamped($1, entity)) }, entity)
        return rows.indices.map {
            ManagedObjectID(storeEntity: table.storeEntities[entity.entityIndex], key: first + Int64($0))
        }
    }

    /// Inserts rows under the given keys.
    func insert(_ rows: [RowBatch.Row], _ entity: EntityDescription) throws {
        var changes = StoreChanges()
        try forEachBlock(of: rows, entity.layout, entityIndex: entity.entityIndex) { block, _ in
            changes.insertions.append(block)
        }
        try apply(changes)
    }

    private static let blockSize = 256

    /// Sets values of rows that have the version before `row.version`.
    func update(_ rows: [RowBatch.Row], _ layout: EntityLayout) throws {
        try apply(updates(of: rows, layout))
    }

    private func updates(of rows: [RowBatch.Row], _ layout: EntityLayout) throws -> StoreChanges {
        var changes = StoreChanges()
        try forEachBlock(of: rows, layout, entityIndex: 0) { block, rows in
            for (index, row) in rows.enumerated() {
                changes.updates.append(
                    .init(
                        block: block, row: index, expectedVersion: row.versionBefore,
                        slots: row.values.slots(below: layout.columnCount)))
            }
        }
        return changes
    }

    /// Calls `body` with each block of rows, and with what it was built of.
    private func forEachBlock(
        of rows: [RowBatch.Row], _ layout: EntityLayout, entityIndex: Int,
        _ body: (RowBlock, ArraySlice<RowBatch.Row>) throws -> Void
    ) throws {
        guard let table = store.table(for: layout) else { return }
        var rest = rows[...]
        while !rest.isEmpty {
            let builder = RowBlockBuilder(table: table, capacity: BatchWrite.blockSize)
            let start = rest.startIndex
            while let row = rest.first, !builder.isFull {
                builder.append(key: row.key, version: row.version, entityIndex: entityIndex)
                row.values.forEach { slot, value in builder.set(value, slot: slot) }
                rest = rest.dropFirst()
            }
            try body(builder.finish(fetchedAt: 0), rows[start..<rest.startIndex])
        }
    }

    /// Sets values of the rows that match, and returns their IDs.
    func update(_ fetch: StoreFetch, _ assignments: BatchAssignments) throws -> [ManagedObjectID] {
        let values = try stamped(assignments.constants, fetch.entity)
        let computed = try assignments.computed(for: fetch, in: transaction)
        var ids: [ManagedObjectID] = []
        var rows: [RowBatch.Row] = []
        try transaction.fetch(fetch) { block in
            for row in 0..<block.count {
                ids.append(block.objectID(row))
                let own = computed[block.key(row)].map(values.merging) ?? values
                rows.append(.init(after: block, row, values: own))
            }
        }
        try update(rows, fetch.entity.layout)
        return ids
    }

    /// Deletes the rows that match, and returns their IDs.
    func delete(_ fetch: StoreFetch) throws -> [ManagedObjectID] {
        var blocks: [RowBlock] = []
        try transaction.fetch(fetch) { blocks.append($0) }
        return try delete(blocks, in: fetch.entity.layout)
    }

    /// Deletes those of the rows with these keys that exist, and returns their IDs.
    func delete(_ keys: [Int64], in layout: EntityLayout) throws -> [ManagedObjectID] {
        try delete(transaction.rows(keys: keys, in: layout), in: layout)
    }

    /// Deletes rows that this transaction has read, and returns their IDs.
    func delete(_ blocks: [RowBlock], in layout: EntityLayout) throws -> [ManagedObjectID] {
        var deletion = BatchDeletion(transaction)
        try deletion.add(blocks, in: layout)
        var changes = StoreChanges()
        changes.deletions = deletion.deletions
        for (layout, rows) in try deletion.updates() { changes.updates += try updates(of: rows, layout).updates }
        try apply(changes)
        return blocks.flatMap { block in (0..<block.count).map(block.objectID) }
    }

    /// Applies changes. No one else can write during the transaction, so the rows still have the versions that were
    /// read.
    private func apply(_ changes: StoreChanges) throws {
        var changes = changes
        changes.origin = origin
        guard try transaction.apply(changes).isEmpty else {
            throw PersistenceError(.coreData, "Rows that the batch had read were changed in the meantime.")
        }
    }
}
