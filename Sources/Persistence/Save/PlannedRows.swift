/// The rows of one part of a plan, as its store writes them. Pure: the keys are given.
package struct PlannedRows {
    let part: SavePlan.Part
    /// The keys of the part's new objects, in the same order.
    let keys: [Int64]
    /// The permanent IDs of new objects that still have a temporary one; only of those that others may refer to.
    let ids: AssignedIDs

    /// The changes for the store, and the rows in them.
    func changes() -> (changes: StoreChanges, written: [WrittenRows]) {
        var changes = StoreChanges()
        let written = written { $0.nextVersion }
        changes.insertions = written.filter(\.areNew).map(\.block)
        changes.updates.reserveCapacity(part.updated.count)
        for rows in written where !rows.areNew { update(rows, into: &changes) }
        if part.mayReachOut {
            for (object, key) in zip(part.inserted, keys) { link(object, key: key, into: &changes) }
            for object in part.updated { link(object, key: key(of: object), into: &changes) }
        }
        for object in part.deleted {
            changes.deletions.append(
                .init(layout: object.entity.layout, key: key(of: object), expectedVersion: object.version))
        }
        for object in part.locked {
            changes.checks.append(
                .init(layout: object.entity.layout, key: key(of: object), expectedVersion: object.version))
        }
        return (changes, written)
    }

    /// The rows of new and of updated objects, with these versions.
    func written(_ version: (ManagedObject) -> Int64) -> [WrittenRows] {
        let now = part.store.persistentStoreCoordinator?.clock() ?? 0
        var updated = WrittenRowsBuilder(part.store, now: now, areNew: false)
        part.updated.forEach { object in
            updated.append(object, key: key(of: object), version: version(object), ids)
        }
        return inserted(now, version) + updated.finish()
    }

    /// The rows of new objects: whole blocks of them as they are, the others built by table.
    private func inserted(_ now: Double, _ version: (ManagedObject) -> Int64) -> [WrittenRows] {
        var result: [WrittenRows] = []
        var others = WrittenRowsBuilder(part.store, now: now, areNew: true)
        var rest = part.inserted[...]
        while let object = rest.first {
            if let block = rest.newRows(in: part.store, keys: keys, now: now) {
                result.append(WrittenRows(block: block, objects: rest.prefix(block.count), areNew: true))
                rest = rest.dropFirst(block.count)
            } else {
                others.append(object, key: keys[rest.startIndex], version: version(object), ids)
                rest = rest.dropFirst()
            }
        }
        return result + others.finish()
    }

    private func update(_ rows: WrittenRows, into changes: inout StoreChanges) {
        let layout = rows.block.table.layout
        var row = 0
        rows.objects.forEach { object in
            changes.updates.append(
                .init(
                    block: rows.block, row: row, expectedVersion: object.version,
                    slots: object.changes.slots(below: layout.columnCount),
                    otherSlots: layout.hasRelationships ? toManySlots(of: object, layout) : []))
            row += 1
        }
    }

    /// The slots of changed to-many relationships.
    private func toManySlots(of object: ManagedObject, _ layout: EntityLayout) -> [Int] {
        object.changes.heldSlots.filter { $0 >= layout.columnCount && !layout.slots[$0].isTransient }
    }

    private func key(of object: ManagedObject) -> Int64 {
        object.registeredID.key ?? ids.permanent(object.objectID).key ?? 0
    }

    /// Adds relationships that are stored outside the object's row, as pairs or positions.
    private func link(_ object: ManagedObject, key: Int64, into changes: inout StoreChanges) {
        guard object.entity.layout.hasRelationships else { return }
        object.changes.forEach { slot, value in
            let description = object.entity.layout.slots[slot]
            guard description.needsLinks else { return }
            switch value {
            case .toMany(let change):
                changes.links.append(
                    .init(
                        layout: object.entity.layout, slot: slot, key: key, added: keys(change.added),
                        removed: keys(change.removed), order: nil))
            case .ordered(let ids):
                let committed = object.status.pending == .inserted ? [] : object.committedDestinations(slot)
                let ids = ids.map(\.resolved)
                let (before, now) = (Set(committed), Set(ids))
                let added = ids.filter { !before.contains($0) }
                let removed = committed.filter { !now.contains($0) }
                changes.links.append(
                    .init(
                        layout: object.entity.layout, slot: slot, key: key, added: keys(added), removed: keys(removed),
                        order: keys(ids)))
            default: break
            }
        }
    }

    private func keys(_ ids: [ManagedObjectID]) -> [Int64] {
        ids.compactMap { self.ids.permanent($0).key }
    }
}

extension EntityLayout.Slot {
    /// Whether a change of the relationship is stored outside the object's row: many-to-many or ordered. Other
    /// one-to-many relationships are stored by their inverse.
    var needsLinks: Bool {
        guard case .toMany = kind, !isTransient else { return false }
        return isOrdered || isManyToMany
    }

    /// Whether the relationship is stored as pairs, not in a row of either end.
    var isManyToMany: Bool {
        guard case .toMany = kind, let relationship else { return false }
        return relationship.inverseRelationship?.isToMany ?? true
    }
}
