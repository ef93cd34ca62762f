/// How an object of a parent context takes over a child's changes.
extension ManagedObject {
    /// Called when the object is inserted because a child has the record and this context does not.
    func noteInsertion(of item: ChildChanges.Item) {
        state.assignedStore = item.assignedStore
        state.versionBefore = item.versionBefore
        if !item.id.isTemporaryID { status.flags.insert(.hasEarlyID) }
    }

    /// Applies the child's additions to and removals from to-many relationships, except for objects that do not exist
    /// here. The inverse ends follow, because a child with an older state of them may have changed only this end. The
    /// objects that the child deleted (`leaving`) keep their inverse ends.
    func applyMembers(_ values: SparseValues, leaving: Set<ManagedObjectID>) {
        values.forEach { slot, value in
            switch value {
            case .toMany(let change): apply(change, slot: slot, leaving: leaving)
            case .ordered(let ids): apply(ids, slot: slot, leaving: leaving)
            default: break
            }
        }
    }

    private func apply(_ change: ToManyChange, slot: Int, leaving: Set<ManagedObjectID>) {
        guard let context = managedObjectContext else { return }
        let change = change.resolved
        let removed = change.removed.map { context.object(with: $0) }
        let added = change.added.map { context.object(with: $0) }.filter(\.isPresent)
        for object in removed { removeDestination(object, slot: slot) }
        for object in added { addDestination(object, slot: slot) }
        unlinkInverses(change.removed.filter { !leaving.contains($0) }, slot: slot)
        linkInverses(added.map(\.objectID), slot: slot)
    }

    private func apply(_ ids: [ManagedObjectID], slot: Int, leaving: Set<ManagedObjectID>) {
        guard let context = managedObjectContext else { return }
        let now = ids.map { context.object(with: $0) }.filter(\.isPresent).map(\.objectID)
        let before = currentDestinations(slot)
        let (old, new) = (Set(before), Set(now))
        store(.ordered(now), slot: slot)
        unlinkInverses(before.filter { !new.contains($0) && !leaving.contains($0) }, slot: slot)
        linkInverses(now.filter { !old.contains($0) }, slot: slot)
    }

    /// Removes this object from the inverse end of objects that left a to-many relationship.
    private func unlinkInverses(_ ids: [ManagedObjectID], slot: Int) {
        guard let inverse = inverse(of: slot) else { return }
        for object in ids.compactMap({ managedObjectContext?.object(with: $0) }) where !object.isDeleted {
            object.unlink(self, slot: inverse)
        }
    }

    /// Adds this object to the inverse end of objects that were added to a to-many relationship.
    private func linkInverses(_ ids: [ManagedObjectID], slot: Int) {
        guard let inverse = inverse(of: slot) else { return }
        for object in ids.compactMap({ managedObjectContext?.object(with: $0) }) where !object.isDeleted {
            object.link(self, slot: inverse)
        }
    }

    /// Takes over attributes and to-one references. Where this context has changed the destination meanwhile, its
    /// inverse end is cleared too.
    func applyValues(_ values: SparseValues) {
        values.forEach { slot, value in
            switch entity.layout.slots[slot].kind {
            case .attribute: store(value, slot: slot)
            case .toOne: applyDestination(value.resolvingReferences, slot: slot)
            case .toMany: break
            }
        }
    }

    private func applyDestination(_ value: PropertyValue, slot: Int) {
        let old = relatedObject(slot)
        store(value, slot: slot)
        state.related[slot] = nil
        var new = relatedObject(slot)
        if let found = new, !found.isPresent {
            store(.null, slot: slot)
            state.related[slot] = nil
            new = nil
        }
        guard old !== new, let inverse = inverse(of: slot) else { return }
        if let old, !old.isDeleted { old.unlink(self, slot: inverse) }
        if let new { new.link(self, slot: inverse) }
    }

    /// Restores relationships after the deletion of this object was undone: adds it to their inverse ends again.
    /// Objects that are gone or have another destination by now are removed from this object's relationships instead.
    func relink() {
        for slot in entity.slots {
            guard let inverse = inverse(of: slot) else { continue }
            for id in destinationIDs(slot) {
                guard let other = managedObjectContext?.object(with: id) else { continue }
                if other.isPresent, other.hasRoom(for: self, slot: inverse) {
                    other.link(self, slot: inverse)
                } else {
                    unlink(other, slot: slot)
                }
            }
        }
    }

    /// Whether this end is to-many, empty, or already refers to `other`.
    private func hasRoom(for other: ManagedObject, slot: Int) -> Bool {
        guard case .reference(let id) = currentValue(slot) else { return true }
        return id == other.objectID
    }

    /// Whether the record exists in this object's context and is not deleted there; fires the fault.
    private var isPresent: Bool {
        if status.has(.fault), status.pending != .deleted {
            return managedObjectContext?.isThere(self) ?? false
        }
        return !isDeleted
    }
}
