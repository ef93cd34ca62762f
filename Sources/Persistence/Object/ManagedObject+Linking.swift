import Foundation

/// Changes relationships. Both ends of a relationship with an inverse change together.
///
/// Setting the to-one side does not load the to-many side, and costs the same regardless of its number of objects: the
/// object's own end shows whether it was a member. An ordered relationship is loaded once, because its order is a
/// single value.
extension ManagedObject {
    /// Sets a to-one relationship and its inverse.
    func setRelated(_ destination: ManagedObject?, slot: Int) {
        requireRelatable(destination, slot: slot)
        let old = relatedObject(slot)
        guard old !== destination else { return touch() }
        setReference(destination, slot: slot)
        guard let inverse = inverse(of: slot) else { return }
        old?.unlink(self, slot: inverse)
        destination?.link(self, slot: inverse)
    }

    /// Replaces the destinations of a to-many relationship. In an ordered one, only the first occurrence of each object
    /// counts.
    func setRelated(_ destinations: [ManagedObject], slot: Int) {
        for object in destinations { requireRelatable(object, slot: slot) }
        let old = relatedObjects(slot)
        let wanted = Set(destinations)
        for object in old where !wanted.contains(object) { removeRelated(object, slot: slot) }
        for object in destinations { addRelated(object, slot: slot) }
        guard entity.layout.slots[slot].isOrdered else { return }
        var seen: Set<ManagedObject> = []
        place(destinations.filter { seen.insert($0).inserted }.map(\.objectID), slot: slot)
    }

    /// Adds an object to a to-many relationship, at the end of an ordered one.
    func addRelated(_ object: ManagedObject, slot: Int) {
        requireRelatable(object, slot: slot)
        guard !isRelated(to: object, slot: slot) || isForgotten(by: object, slot: slot) else { return }
        addDestination(object, slot: slot)
        if let inverse = inverse(of: slot) { object.link(self, slot: inverse) }
    }

    /// Removes an object from a to-many relationship.
    func removeRelated(_ object: ManagedObject, slot: Int) {
        guard isRelated(to: object, slot: slot) else { return }
        removeDestination(object, slot: slot)
        if let inverse = inverse(of: slot) { object.unlink(self, slot: inverse) }
    }

    /// The slot of the inverse in the destination's table.
    func inverse(of slot: Int) -> Int? { entity.layout.slots[slot].inverse }

    /// Removes `other` from this end.
    func unlink(_ other: ManagedObject, slot: Int) {
        if case .toMany = entity.layout.slots[slot].kind {
            removeDestination(other, slot: slot)
        } else if case .reference(let id) = currentValue(slot), id == other.objectID {
            setReference(nil, slot: slot)
        }
    }

    /// Adds `other` to this end. The previous destination of a to-one end is unlinked.
    func link(_ other: ManagedObject, slot: Int) {
        if status.pending == .deleted { managedObjectContext?.followDeletionAgain(of: self) }
        if other.status.pending == .deleted { managedObjectContext?.followDeletionAgain(of: other) }
        if case .toMany = entity.layout.slots[slot].kind {
            addDestination(other, slot: slot)
            return
        }
        let old = relatedObject(slot)
        guard old !== other else { return }
        setReference(other, slot: slot)
        if let old, let inverse = inverse(of: slot) { old.unlink(self, slot: inverse) }
    }

    /// Whether a to-many relationship contains `object`. Reads the inverse end if that is to-one, so that nothing is
    /// loaded.
    func isRelated(to object: ManagedObject, slot: Int) -> Bool {
        if local?.related[slot] == nil, let inverse = inverse(of: slot),
            case .toOne = object.entity.layout.slots[inverse].kind
        {
            if case .reference(let id) = object.currentValue(inverse) { return id == objectID }
            return false
        }
        let id = object.objectID
        switch currentValue(slot) {
        case .ordered(let ids): return ids.contains(id)
        case .toMany(let change) where change.adds(id): return true
        case .toMany(let change) where change.removes(id): return false
        default: return isCommitted(id, slot: slot)
        }
    }

    /// Whether this end contains an object whose to-one end does not refer back to it: a refresh without merging
    /// dropped that change, or the object shows an older state of a parent. A fault agrees with this end, unless it was
    /// added here.
    private func isForgotten(by object: ManagedObject, slot: Int) -> Bool {
        guard let inverse = inverse(of: slot), case .toOne = object.entity.layout.slots[inverse].kind else {
            return false
        }
        if object.status.has(.fault) {
            guard case .toMany(let change)? = local?.changes[slot]?.resolvingReferences, change.adds(object.objectID)
            else { return false }
        }
        return object.currentValue(inverse) != .reference(objectID)
    }

    private func setReference(_ destination: ManagedObject?, slot: Int) {
        setTracked(destination.map { .reference($0.objectID) } ?? .null, slot: slot)
        state.related[slot] = destination.map { .one($0) }
    }

    private func requireRelatable(_ object: ManagedObject?, slot: Int) {
        guard let object else { return }
        precondition(
            object.managedObjectContext === managedObjectContext,
            "Illegal attempt to establish the relationship “\(entity.layout.slots[slot].name)” between objects in different contexts."
        )
        requireEntity(of: object, slot: slot)
    }
}
