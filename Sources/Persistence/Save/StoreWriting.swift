/// Translates one part of a plan into the rows that a store writes. Pure: the keys are given.
package struct StoreWriting {
    let part: SavePlan.Part
    /// The keys of the part's new objects, in the same order.
    let keys: [Int64]
    /// The permanent IDs of new objects that still have a temporary one; only of those that others may refer to.
    let ids: AssignedIDs

    /// The changes for the store, and the objects that are based on the new rows afterwards.
    func changes() -> (changes: StoreChanges, inserted: [CollectedRows]) {
        var changes = StoreChanges()
        let inserted = collected()
        changes.insertions = inserted.map(\.block)
        if part.mayReachOut {
            for (object, key) in zip(part.inserted, keys) { link(object, key: key, into: &changes) }
        }
        changes.updates.reserveCapacity(part.updated.count)
        for object in part.updated { update(object, into: &changes) }
        for object in part.deleted {
            changes.deletions.append(
                .init(layout: object.entity.layout, key: key(of: object), expectedVersion: object.version))
        }
        for object in part.locked {
            changes.checks.append(
                .init(layout: object.entity.layout, key: key(of: object), expectedVersion: object.version))
        }
        return (changes, inserted)
    }

    /// The rows of new objects: complete draft blocks as they are, the others built by table.
    private func collected() -> [CollectedRows] {
        let now = part.store.persistentStoreCoordinator?.clock() ?? 0
        var result: [CollectedRows] = []
        var others = NewRows(of: part.store, now: now)
        var rest = part.inserted[...]
        while let object = rest.first {
            if let draft = rest.wholeDraft, part.store.table(for: draft.table.layout) === draft.table {
                let objects = rest.prefix(draft.rowCount)
                let block = draft.finished(keys: keys[objects.indices], now: now)
                result.append(CollectedRows(block: block, objects: objects))
                rest = rest[objects.endIndex...]
            } else {
                others.insert(object, key: keys[rest.startIndex], values(of: object))
                rest = rest.dropFirst()
            }
        }
        return result + others.finish()
    }

    /// The values of a new object, with permanent IDs in place of temporary ones.
    private func values(of object: ManagedObject) -> SparseValues {
        object.namedID.storeEntity.entity.layout.hasRelationships ? object.changes.mapValues(permanent) : object.changes
    }

    private func update(_ object: ManagedObject, into changes: inout StoreChanges) {
        let key = key(of: object)
        changes.updates.append(
            .init(
                layout: object.entity.layout, key: key, expectedVersion: object.version, newVersion: object.nextVersion,
                values: columns(of: object), otherSlots: toManySlots(of: object)))
        link(object, key: key, into: &changes)
    }

    /// The slots of changed to-many relationships.
    private func toManySlots(of object: ManagedObject) -> [Int] {
        let layout = object.entity.layout
        guard layout.hasRelationships else { return [] }
        return object.changes.heldSlots.filter { $0 >= layout.columnCount && !layout.slots[$0].isTransient }
    }

    /// The changed values that have a column, with permanent IDs in place of temporary ones.
    private func columns(of object: ManagedObject) -> SparseValues {
        let layout = object.entity.layout
        let changes = object.changes
        if !layout.hasRelationships, changes.lastSlot ?? 0 < layout.columnCount { return changes }
        return changes.filter { slot, _ in slot < layout.columnCount }.mapValues(permanent)
    }

    private func permanent(_ value: PropertyValue) -> PropertyValue {
        guard case .reference(let id) = value, id.isTemporaryID else { return value }
        return .reference(permanent(id))
    }

    private func permanent(_ id: ManagedObjectID) -> ManagedObjectID {
        let id = id.resolved
        return id.temporaryKey.flatMap { ids[$0] } ?? id
    }

    private func key(of object: ManagedObject) -> Int64 {
        object.registeredKey ?? permanent(object.objectID).key ?? 0
    }

    /// Adds relationships that are stored outside the object's row, as pairs or positions.
    private func link(_ object: ManagedObject, key: Int64, into changes: inout StoreChanges) {
        guard object.entity.layout.hasRelationships, !object.status.has(.drafted) else { return }
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
        ids.compactMap { permanent($0).key }
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
