/// Adopting the result of a save: objects move to the rows that are now stored, and nothing is pending.
extension ManagedObjectContext {
    func adoptWritten(_ inserted: [CollectedRows], _ saved: SavedObjects) {
        var adoption = RowAdoption()
        adopt(inserted, &adoption)
        let areNewOnesDone = inserted.reduce(0) { $0 + $1.objects.count } == saved.inserted.count
        for rows in otherRows(areNewOnesDone ? saved.updated : saved.inserted + saved.updated) { adoption.adopt(rows) }
        for object in saved.deleted { finishDeletion(object) }
        pending.removeAll()
        saved.inserted.forEachHeld { $0.adoptChanges() }
        saved.updated.forEachHeld { $0.adoptChanges() }
        drafts.removeAll()
        unlockAll()
    }

    /// Gives new objects their permanent IDs and the rows that were written for them.
    private func adopt(_ inserted: [CollectedRows], _ adoption: inout RowAdoption) {
        if let storeEntity = inserted.first?.block.table.storeEntities[0] {
            identityMap.reserve(additional: inserted.reduce(0) { $0 + $1.block.count }, of: storeEntity)
        }
        for rows in inserted.reversed() {
            identityMap.assignPermanentIDs(rows)
            adoption.adopt(rows)
        }
    }

    /// The current rows of updated objects, and of new ones in incremental stores.
    private func otherRows(_ objects: [ManagedObject]) -> [CollectedRows] {
        var collectors: [(number: UInt32, rows: RowCollector, backend: (any StoreBackend)?)] = []
        var last = 0
        objects.forEachHeld { object in
            if object.status.pending == .inserted ? object.block != nil : !object.hasPersistentChangedValues { return }
            adoptPermanentID(object)
            let storeEntity = object.namedID.storeEntity
            if last >= collectors.count || collectors[last].number != storeEntity.tableNumber {
                guard let table = storeEntity.table else { return }
                last = collectors.firstIndex { $0.number == storeEntity.tableNumber } ?? collectors.count
                if last == collectors.count {
                    let rows = RowCollector(table, now: requireCoordinator().clock())
                    collectors.append((storeEntity.tableNumber, rows, table.store?.backend))
                }
            }
            collectors[last].rows.adopt(
                object, version: collectors[last].backend?.version(saved: object) ?? object.nextVersion)
        }
        return collectors.flatMap { $0.rows.finish() }
    }

    private func adoptPermanentID(_ object: ManagedObject) {
        guard object.status.pending == .inserted else { return }
        object.status.flags.remove(.hasEarlyID)
        if object.storedID.isTemporaryID { rename(object, to: object.storedID.resolved) }
    }

    func finishDeletion(_ object: ManagedObject) {
        if let key = object.objectID.key, !object.status.has(.gone) {
            object.objectID.storeEntity.table?.remove(key: key)
        }
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
        guard let local = storedLocal else { return }
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
            switch value.resolvingReferences {
            case .toMany(let change): change.applied(to: committed.ids)
            case .ordered(let ids): ids
            default: committed.ids
            }
        state.related[slot] = .many(committed: CommittedIDs(now), held: held)
    }
}
