/// Adopting the result of a save: objects move to the rows that are now stored, and nothing is pending.
extension ManagedObjectContext {
    func adoptWritten(_ written: [WrittenRows], _ saved: SavedObjects) {
        let inserted = written.filter(\.areNew)
        if let storeEntity = inserted.first?.block.table.storeEntities[0] {
            identityMap.objects(in: storeEntity.tableNumber)
                .reserve(additional: inserted.reduce(0) { $0 + $1.block.count })
        }
        ancestorWrites.record(written)
        var adoption = RowAdoption()
        for rows in written.reversed() {
            if rows.areNew { identityMap.assignPermanentIDs(rows) }
            adoption.adopt(rows)
        }
        for object in saved.deleted { finishDeletion(object) }
        pending.removeAll()
        saved.inserted.forEach { $0.adoptChanges() }
        saved.updated.forEach { $0.adoptChanges() }
        forgetOneWayDestinations(saved.deleted)
        newRows.removeAll()
        unlockAll()
    }

    private func forgetOneWayDestinations(_ deleted: some Collection<ManagedObject>) {
        let entities = persistentStoreCoordinator?.managedObjectModel.entities ?? []
        if deleted.isEmpty || entities.allSatisfy(\.layout.oneWaySlots.isEmpty) { return }
        let gone = Set(deleted.map(\.objectID))
        for object in identityMap.all { object.forgetDestinations(gone) }
    }

    func finishDeletion(_ object: ManagedObject) {
        if let key = object.objectID.key, !object.status.has(.gone) {
            object.objectID.storeEntity.table?.remove(key: key)
        }
        leave(object)
    }

    /// Removes an object whose record is gone from the context.
    func leave(_ object: ManagedObject) {
        unregister(object)
        object.managedObjectContext = nil
        object.status.flags.subtract([.gone, .locked])
        object.dropRelatedObjects()
    }

    /// Reports objects that a merge changed although the save did not write them.
    func finishMerged(_ attempt: SaveAttempt) {
        for object in attempt.refreshed where object.managedObjectContext === self { event.noteRefreshed(object) }
        event.mergedDeletions += attempt.gone.filter { $0.managedObjectContext === self }
    }
}

extension ManagedObject {
    /// Makes the changes the committed state. Values with a column are in the row already; the objects of a child, and
    /// transient values, keep them on top of the row.
    func adoptChanges(keepingColumns: Bool = false) {
        guard let local = local else { return }
        let layout = entity.layout
        if keepingColumns, local.base.isEmpty, !layout.hasRelationships {
            local.base = local.changes
        } else if keepingColumns || layout.hasRelationships || layout.hasTransients || !local.base.isEmpty {
            local.changes.forEach { slot, value in
                switch layout.slots[slot].kind {
                case .toMany: adoptDestinations(slot, value)
                default: local.base[slot] = keepingColumns || layout.slots[slot].isTransient ? value : nil
                }
            }
        }
        local.changes.removeAll()
        if local.isEmpty { self.local = nil }
    }

    private func adoptDestinations(_ slot: Int, _ value: PropertyValue) {
        // Only the object has the members of a transient relationship, unless it was saved into a parent.
        if entity.layout.slots[slot].isTransient, managedObjectContext?.parentContext == nil {
            _ = committedDestinations(slot)
        }
        guard case .many(let committed, let held)? = local?.related[slot] else { return }
        let now: [ManagedObjectID] =
            switch value {
            case .toMany(let change) where committed.count == 0: change.added.map(\.resolved)
            case .toMany(let change): change.resolved.applied(to: committed.ids)
            case .ordered(let ids): ids.map(\.resolved)
            default: committed.ids
            }
        state.related[slot] = .many(committed: CommittedIDs(now), held: held)
    }
}
