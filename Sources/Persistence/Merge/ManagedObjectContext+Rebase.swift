/// Returning an object to the row on which an edit was based.
extension ManagedObjectContext {
    /// Makes `values` at `version` the committed state of an unchanged object, without recording a change.
    ///
    /// The root's save then compares the object, or its parent's, with the stored row, and the merge policy decides. A
    /// scratchpad needs it twice. Its edit may have begun in another process, so its object is given the row of that
    /// time. And to a child, what its own root has saved since is no conflict, while to a person it is one; therefore
    /// the root's object is returned to that row too, before the scratchpad is saved. The row is not put into the cache.
    /// - Precondition: The object belongs to this context, has a permanent ID and no pending changes.
    package func rebase(_ object: ManagedObject, onto values: SparseValues, version: Int64) {
        assertConfined()
        precondition(
            object.managedObjectContext === self && object.status.pending == .none, "Only a clean object is rebased.")
        guard let table = object.objectID.storeEntity.table, let key = object.objectID.key else { return }
        let rowState = RowState(
            block: RowBlockBuilder.block(
                values, key: key, version: version, entityIndex: object.entity.entityIndex, in: table,
                fetchedAt: requireCoordinator().clock()))
        object.dropRelatedObjects()
        if object.status.has(.fault) { realize(object, as: rowState) } else { object.adopt(rowState) }
    }
}
