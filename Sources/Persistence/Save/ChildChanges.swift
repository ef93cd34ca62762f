/// The changes that a child hands to its parent: values and IDs, no objects.
struct ChildChanges: Sendable {
    struct Item: Sendable {
        let id: ManagedObjectID
        /// The values that the child changed.
        let values: SparseValues
        /// All values that the child shows on top of its row, for a parent that no longer has the record.
        let whole: SparseValues
        let isInsertion: Bool
        let assignedStore: PersistentStore?
        /// `LocalState.versionBefore`, if the record is inserted.
        let versionBefore: Int64
        /// The row that the child's object is based on.
        let row: RowState
        /// The version at which the child read the record: 0 if it had no row, nil if the child has not read it.
        let version: Int64?
        /// Committed values that the child shows on top of the row.
        let base: SparseValues
    }

    let inserted: [Item]
    let updated: [Item]
    let deleted: [Item]

    init(_ saved: SavedObjects) {
        inserted = saved.inserted.map(Item.init)
        updated = saved.updated.filter { !$0.changes.isEmpty }.map(Item.init)
        deleted = saved.deleted.map(Item.init)
    }
}

extension ChildChanges.Item {
    init(_ object: ManagedObject) {
        id = object.objectID
        values = object.changes
        whole = object.wholeValues
        isInsertion = object.status.pending == .inserted
        assignedStore = object.local?.assignedStore
        versionBefore = object.versionBeforeInsertion
        row = RowState(block: object.block, row: object.row)
        version = object.status.has(.fault) ? nil : object.version
        base = object.local?.base ?? SparseValues()
    }

    /// The row that the child showed, as of a later version, except for values that are changes elsewhere.
    func row(version: Int64, without changes: SparseValues, in table: RowCache, now: Double) -> RowBlock? {
        guard let key = id.resolvedKey else { return nil }
        let shown = base.filter { slot, _ in !changes.holds(slot) }
        guard let block = row.block else {
            return RowBlockBuilder.block(
                shown, key: key, version: version, entityIndex: id.entity.entityIndex, in: table, fetchedAt: now)
        }
        let builder = RowBlockBuilder(table: table, capacity: 1)
        builder.append(copyOf: Int(row.row), in: block, version: version, with: shown)
        return builder.finish(fetchedAt: now)
    }
}

extension ManagedObject {
    /// A version that no context has of any row.
    private static let unseenVersion: Int64 = 1 << 20

    /// The version to count from if the record is inserted. A record that was saved before keeps its ID when it is
    /// inserted again, and how often it was written is unknown.
    fileprivate var versionBeforeInsertion: Int64 {
        if status.pending == .inserted { return local?.versionBefore ?? 0 }
        return objectID.isTemporaryID ? 0 : ManagedObject.unseenVersion
    }

    /// All values on top of the row, changes included. Without a row, the members of to-many relationships too.
    fileprivate var wholeValues: SparseValues {
        guard let local else { return changes }
        var values = local.base.merging(local.changes)
        if block != nil { return values }
        for (slot, related) in local.related {
            guard case .many = related else { continue }
            let ids = currentDestinations(slot)
            values[slot] = entity.layout.slots[slot].isOrdered ? .ordered(ids) : .toMany(ToManyChange(adding: ids))
        }
        return values
    }
}
