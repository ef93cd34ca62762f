/// What a child hands to its parent: values and IDs, no objects.
struct ChildChanges: Sendable {
    struct Item: Sendable {
        let id: ManagedObjectID
        /// What the child changed.
        let values: SparseValues
        /// Everything that the child shows over its row, for a parent that has the record no more.
        let whole: SparseValues
        let isInsertion: Bool
        let assignedStore: PersistentStore?
        /// What `LocalState.versionBefore` is where the record is inserted.
        let versionBefore: Int64
        /// The row that the child's object stands on.
        let row: ObjectSnapshot
    }

    let inserted: [Item]
    let updated: [Item]
    let deleted: [ManagedObjectID]

    init(_ saved: SavedObjects) {
        inserted = saved.inserted.map(Item.init)
        updated = saved.updated.map(Item.init)
        deleted = saved.deleted.map(\.objectID)
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
        row = ObjectSnapshot(block: object.block, row: object.row)
    }
}

extension ManagedObject {
    /// A version that no context shows of any row.
    private static let unseenVersion: Int64 = 1 << 20

    /// The version to count from when the record is inserted. One that was saved before comes back under its ID, and nobody
    /// knows how often it was written.
    fileprivate var versionBeforeInsertion: Int64 {
        if status.pending == .inserted { return local?.versionBefore ?? 0 }
        return objectID.isTemporaryID ? 0 : ManagedObject.unseenVersion
    }

    /// What lies over the row, changes included; the members of to-many relationships too where there is no row that has
    /// them.
    fileprivate var wholeValues: SparseValues {
        guard let local else { return SparseValues() }
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
