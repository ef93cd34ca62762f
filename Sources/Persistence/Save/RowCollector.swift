/// Rows that a save writes to one table, and the objects that are based on them after the commit.
package struct CollectedRows {
    let block: RowBlock
    let objects: ArraySlice<ManagedObject>
}

/// Collects the rows that a save writes to one table into blocks.
final class RowCollector {
    private static let capacity = 256

    private let table: RowTable
    private let columnCount: Int
    private let now: Double
    @exclusivity(unchecked) private var builder: RowBlockBuilder
    @exclusivity(unchecked) private var objects: [ManagedObject] = []
    private var finished: [CollectedRows] = []

    /// - Parameter now: The coordinator's time, stored as the fetch time of the blocks.
    init(_ table: RowTable, now: Double) {
        self.table = table
        self.now = now
        columnCount = table.layout.columnCount
        builder = RowBlockBuilder(table: table, capacity: RowCollector.capacity)
    }

    /// Adds the row of a new object. `values` contain no temporary IDs.
    func insert(_ object: ManagedObject, key: Int64, _ values: SparseValues) {
        begin(object)
        builder.append(key: key, version: object.nextVersion, ordinal: object.namedID.storeEntity.ordinal)
        values.forEach { slot, value in if slot < columnCount { builder.set(value, slot: slot) } }
    }

    /// Adds the row of an object that was written: its present values, with another version.
    func adopt(_ object: ManagedObject, version: Int64) {
        begin(object)
        if let block = object.block, object.storedLocal?.base.isEmpty ?? true, !table.layout.hasRelationships {
            builder.append(copyOf: Int(object.row), in: block, version: version, with: object.changes)
            return
        }
        builder.append(key: object.objectID.key ?? 0, version: version, ordinal: object.entity.ordinal)
        for slot in object.entity.slots where slot < columnCount {
            builder.set(object.changes[slot]?.resolvingReferences ?? object.committedValue(slot), slot: slot)
        }
    }

    /// The blocks, each with its objects.
    func finish() -> [CollectedRows] {
        finishBlock()
        return finished
    }

    private func begin(_ object: ManagedObject) {
        if builder.isFull { finishBlock() }
        objects.append(object)
    }

    private func finishBlock() {
        guard !objects.isEmpty else { return }
        finished.append(CollectedRows(block: builder.finish(fetchedAt: now), objects: objects[...]))
        objects.removeAll(keepingCapacity: true)
        builder = RowBlockBuilder(table: table, capacity: RowCollector.capacity)
    }
}
