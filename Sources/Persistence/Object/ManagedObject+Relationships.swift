import Foundation

/// Walking and changing relationships. Both ends of a relationship with an inverse change together.
extension ManagedObject {
    // MARK: Reading

    /// The destination of a to-one relationship, held from now on.
    func relatedObject(_ slot: Int) -> ManagedObject? {
        guard case .reference(let id) = currentValue(slot) else { return nil }
        if case .one(let held)? = local?.related[slot], held.objectID == id, !held.status.has(.invalid) { return held }
        guard let object = managedObjectContext?.object(with: id) else { return nil }
        state.related[slot] = .one(object)
        return object
    }

    /// The destinations of a to-many relationship, held from now on; in its order, if it has one.
    func relatedObjects(_ slot: Int) -> [ManagedObject] {
        let ids = currentDestinations(slot)
        guard let context = managedObjectContext else { return [] }
        let objects = ids.map { context.object(with: $0) }
        if case .many(let committed, _)? = local?.related[slot] {
            state.related[slot] = .many(committed: committed, held: objects)
        }
        return objects
    }

    /// The IDs of a to-many relationship as the context sees it. One query on the first access.
    func currentDestinations(_ slot: Int) -> [ManagedObjectID] {
        switch currentValue(slot) {
        case .ordered(let ids): ids
        case .toMany(let change): change.applied(to: committedDestinations(slot))
        default: committedDestinations(slot)
        }
    }

    /// The IDs of a to-many relationship as of the last fetch or save. One query on the first access.
    func committedDestinations(_ slot: Int) -> [ManagedObjectID] {
        if case .many(let committed, _)? = local?.related[slot] { return committed.map(\.resolved) }
        guard let context = managedObjectContext else { return [] }
        let loaded = context.loadDestinations(of: self, slot: slot)
        state.related[slot] = .many(committed: loaded, held: [])
        return loaded
    }

    // MARK: Changing

    /// Sets a to-one relationship and its inverse.
    func setRelated(_ destination: ManagedObject?, slot: Int) {
        requireSameContext(destination, slot: slot)
        let old = relatedObject(slot)
        guard old !== destination else { return }
        setReference(destination, slot: slot)
        guard let inverse = inverse(of: slot) else { return }
        old?.unlink(self, slot: inverse)
        destination?.link(self, slot: inverse)
    }

    /// Replaces the destinations of a to-many relationship.
    func setRelated(_ destinations: [ManagedObject], slot: Int) {
        let old = relatedObjects(slot)
        let wanted = Set(destinations)
        for object in old where !wanted.contains(object) { removeRelated(object, slot: slot) }
        let present = Set(old)
        for object in destinations where !present.contains(object) { addRelated(object, slot: slot) }
        if entity.layout.slots[slot].isOrdered { setTracked(.ordered(destinations.map(\.objectID)), slot: slot) }
    }

    /// Adds an object to a to-many relationship.
    func addRelated(_ object: ManagedObject, slot: Int) {
        requireSameContext(object, slot: slot)
        guard addDestination(object, slot: slot), let inverse = inverse(of: slot) else { return }
        object.link(self, slot: inverse)
    }

    /// Removes an object from a to-many relationship.
    func removeRelated(_ object: ManagedObject, slot: Int) {
        guard removeDestination(object, slot: slot), let inverse = inverse(of: slot) else { return }
        object.unlink(self, slot: inverse)
    }

    /// The slot of the inverse in the destination's table.
    func inverse(of slot: Int) -> Int? {
        guard let relationship = entity.layout.slots[slot].relationship else { return nil }
        guard let inverse = relationship.inverseRelationship else { return nil }
        return relationship.destinationEntity?.slot(named: inverse.name)
    }

    /// Makes this end name `other`; an old partner of a to-one end is let go.
    func link(_ other: ManagedObject, slot: Int) {
        if case .toMany = entity.layout.slots[slot].kind {
            addDestination(other, slot: slot)
            return
        }
        let old = relatedObject(slot)
        guard old !== other else { return }
        setReference(other, slot: slot)
        if let old, let inverse = inverse(of: slot) { old.unlink(self, slot: inverse) }
    }

    /// Makes this end name `other` no more.
    func unlink(_ other: ManagedObject, slot: Int) {
        if case .toMany = entity.layout.slots[slot].kind {
            removeDestination(other, slot: slot)
        } else if case .reference(let id) = currentValue(slot), id == other.objectID {
            setReference(nil, slot: slot)
        }
    }

    private func setReference(_ destination: ManagedObject?, slot: Int) {
        setTracked(destination.map { .reference($0.objectID) } ?? .null, slot: slot)
        state.related[slot] = destination.map { .one($0) }
    }

    @discardableResult
    func addDestination(_ object: ManagedObject, slot: Int) -> Bool {
        changeDestinations(object, slot: slot) { change, ids in
            if !ids.contains(object.objectID) {
                change.add(object.objectID)
                ids.append(object.objectID)
            }
        }
    }

    @discardableResult
    func removeDestination(_ object: ManagedObject, slot: Int) -> Bool {
        changeDestinations(object, slot: slot) { change, ids in
            if let index = ids.firstIndex(of: object.objectID) {
                change.remove(object.objectID)
                ids.remove(at: index)
            }
        }
    }

    /// Changes a to-many relationship; returns whether it changed.
    private func changeDestinations(
        _ object: ManagedObject, slot: Int, _ body: (inout ToManyChange, inout [ManagedObjectID]) -> Void
    ) -> Bool {
        let before = currentDestinations(slot)
        var ids = before
        var change = ToManyChange()
        if case .toMany(let pending) = currentValue(slot) { change = pending }
        body(&change, &ids)
        guard ids != before else { return false }
        setTracked(entity.layout.slots[slot].isOrdered ? .ordered(ids) : .toMany(change), slot: slot)
        return true
    }

    private func requireSameContext(_ object: ManagedObject?, slot: Int) {
        guard let object else { return }
        precondition(
            object.managedObjectContext === managedObjectContext,
            "Illegal attempt to establish the relationship “\(entity.layout.slots[slot].name)” between objects in different contexts."
        )
    }
}
