/// Returning an object to the row on which an edit was based.
extension ManagedObjectContext {
    /// Makes `values` at `version` the committed state of an unchanged object, without recording a change.
    ///
    /// A scratchpad keeps the row on which it is based. Before the scratchpad is saved, its parent's object is returned
    /// to that row, so that the root's save compares it with the stored row and the merge policy decides. The row is
    /// not put into the cache.
    /// - Precondition: The object belongs to this context, has a permanent ID and no pending changes.
    package func rebase(_ object: ManagedObject, onto values: SparseValues, version: Int64) {
        assertConfined()
        precondition(
            object.managedObjectContext === self && object.status.pending == .none, "Only a clean object is rebased.")
        guard let table = object.objectID.storeEntity.table, let key = object.objectID.key else { return }
        let builder = RowBlockBuilder(table: table, capacity: 1)
        builder.append(key: key, version: version, entityIndex: object.entity.entityIndex)
        values.forEach { slot, value in if slot < table.layout.columnCount { builder.set(value, slot: slot) } }
        object.adopt(RowState(block: builder.finish(fetchedAt: requireCoordinator().clock())))
        object.status.flags.remove(.fault)
        object.dropRelatedObjects()
    }
}
