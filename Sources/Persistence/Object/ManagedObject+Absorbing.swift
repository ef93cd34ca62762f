/// An object of a parent context taking over what a child changed.
extension ManagedObject {
    /// The object is inserted because a child has the record and this context has not.
    func noteInsertion(of item: ChildChanges.Item) {
        state.assignedStore = item.assignedStore
        state.versionBefore = item.versionBefore
        if !item.id.isTemporaryID { status.flags.insert(.hasEarlyID) }
    }

    /// A fault of a child's record: where the child's row is the newest that is known, it needs no looking up.
    func standOnCurrentRow(of item: ChildChanges.Item) {
        if !item.isInsertion, item.row.block?.isCurrent == true { adopt(item.row) }
    }

    /// Takes over who came to and left to-many relationships, but for those that do not exist here. Their own ends follow,
    /// because a child that holds an older state of them may have changed this end alone; those that the child deleted
    /// (`leaving`) keep theirs.
    func absorbMembers(_ values: SparseValues, leaving: Set<ManagedObjectID>) {
        values.forEach { slot, value in
            switch value {
            case .toMany(let change): absorb(change, slot: slot, leaving: leaving)
            case .ordered(let ids): absorb(ids, slot: slot, leaving: leaving)
            default: break
            }
        }
    }

    private func absorb(_ change: ToManyChange, slot: Int, leaving: Set<ManagedObjectID>) {
        guard let context = managedObjectContext else { return }
        let change = change.resolved
        let removed = change.removed.map { context.object(with: $0) }
        let added = change.added.map { context.object(with: $0) }.filter(\.isPresent)
        for object in removed { removeDestination(object, slot: slot) }
        for object in added { addDestination(object, slot: slot) }
        followOut(change.removed.filter { !leaving.contains($0) }, slot: slot)
        followIn(added.map(\.objectID), slot: slot)
    }

    private func absorb(_ ids: [ManagedObjectID], slot: Int, leaving: Set<ManagedObjectID>) {
        guard let context = managedObjectContext else { return }
        let now = ids.map { context.object(with: $0) }.filter(\.isPresent).map(\.objectID)
        let before = currentDestinations(slot)
        let (old, new) = (Set(before), Set(now))
        store(.ordered(now), slot: slot)
        followOut(before.filter { !new.contains($0) && !leaving.contains($0) }, slot: slot)
        followIn(now.filter { !old.contains($0) }, slot: slot)
    }

    /// The ends of objects that left a to-many relationship let go of this one.
    private func followOut(_ ids: [ManagedObjectID], slot: Int) {
        guard let inverse = inverse(of: slot) else { return }
        for object in ids.compactMap({ managedObjectContext?.object(with: $0) }) where !object.isDeleted {
            object.unlink(self, slot: inverse)
        }
    }

    /// The ends of objects that came to a to-many relationship name this one.
    private func followIn(_ ids: [ManagedObjectID], slot: Int) {
        guard let inverse = inverse(of: slot) else { return }
        for object in ids.compactMap({ managedObjectContext?.object(with: $0) }) where !object.isDeleted {
            object.link(self, slot: inverse)
        }
    }

    /// Takes over attributes and to-one references. Where this context moved the object meanwhile, the ends that it had
    /// made agree are let go.
    func absorbValues(_ values: SparseValues) {
        values.forEach { slot, value in
            switch entity.layout.slots[slot].kind {
            case .attribute: store(value, slot: slot)
            case .toOne: absorbDestination(value.resolvingReferences, slot: slot)
            case .toMany: break
            }
        }
    }

    private func absorbDestination(_ value: PropertyValue, slot: Int) {
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

    /// The deletion of this object was taken back: the ends of relationships that let go of it name it again, but for those
    /// that are gone or went elsewhere meanwhile, which it lets go of.
    func rejoin() {
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

    /// Whether this end names `other` or nobody, or may name many.
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
