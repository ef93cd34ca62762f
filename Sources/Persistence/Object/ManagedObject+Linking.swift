import Foundation

/// Changing relationships. Both ends of a relationship with an inverse change together.
///
/// Setting the to-one side does not load the to-many side, and costs the same however many objects that has: whether an
/// object was a member is told by its own end. An ordered relationship is loaded, once, because its order is one value.
extension ManagedObject {
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

    /// Replaces the destinations of a to-many relationship; in an ordered one each stands where it is named first.
    func setRelated(_ destinations: [ManagedObject], slot: Int) {
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
        requireSameContext(object, slot: slot)
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
    func inverse(of slot: Int) -> Int? {
        guard let relationship = entity.layout.slots[slot].relationship else { return nil }
        guard let inverse = relationship.inverseRelationship else { return nil }
        return relationship.destinationEntity?.slot(named: inverse.name)
    }

    /// Makes this end name `other` no more.
    func unlink(_ other: ManagedObject, slot: Int) {
        if case .toMany = entity.layout.slots[slot].kind {
            removeDestination(other, slot: slot)
        } else if case .reference(let id) = currentValue(slot), id == other.objectID {
            setReference(nil, slot: slot)
        }
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

    /// Whether a to-many relationship names `object`; asked of the other end where that is to-one, so that nothing is loaded.
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
        default: return committedDestinations(slot).contains(id)
        }
    }

    /// Whether this end names an object whose to-one end does not name it: a refresh without merging dropped that change, or
    /// the object shows an older state of a parent. An unread fault shows what this end shows, unless it was added here.
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

    /// Makes this to-many end name `object`, whether it does or not.
    func addDestination(_ object: ManagedObject, slot: Int) {
        let (id, isCommitted) = (object.objectID, isCommittedDestination(object, slot: slot))
        editDestinations(slot) { $0.addDestination(id, isCommitted: isCommitted) }
    }

    /// Makes this to-many end name `object` no more, whether it does or not.
    func removeDestination(_ object: ManagedObject, slot: Int) {
        let (id, isCommitted) = (object.objectID, isCommittedDestination(object, slot: slot))
        editDestinations(slot) { $0.removeDestination(id, isCommitted: isCommitted) }
    }

    /// Whether the committed state of a to-many relationship names `object`. A new object is in no committed state, and what
    /// a to-one inverse was tells without a query; only a many-to-many relationship is loaded for it.
    private func isCommittedDestination(_ object: ManagedObject, slot: Int) -> Bool {
        if isNew || object.isNew { return false }
        if local?.related[slot] == nil, let inverse = inverse(of: slot),
            case .toOne = object.entity.layout.slots[inverse].kind
        {
            if object.status.has(.fault) { object.fireForAccess() }
            return object.committedValue(inverse) == .reference(objectID)
        }
        return committedDestinations(slot).contains(object.objectID)
    }

    /// Whether the object was neither saved nor handed to this context by another.
    private var isNew: Bool { status.pending == .inserted && block == nil }

    /// Gives an ordered relationship this order.
    private func place(_ ids: [ManagedObjectID], slot: Int) {
        guard currentDestinations(slot) != ids else { return }
        editDestinations(slot) { $0 = .ordered(ids) }
    }

    /// Changes a to-many relationship in place, with change tracking.
    private func editDestinations(_ slot: Int, _ edit: (inout PropertyValue) -> Void) {
        requireValid()
        if status.has(.fault) { fireForAccess() }
        noteEmptyDestinations(slot)
        managedObjectContext?.objectWillChange(self)
        let isOrdered = entity.layout.slots[slot].isOrdered
        let state = state
        state.changes.edit(slot, initial: isOrdered ? .ordered(committedDestinations(slot)) : .toMany(ToManyChange())) {
            $0.resolveInPlace()
            edit(&$0)
        }
        if isUnchanged(slot) { state.changes[slot] = nil }
        managedObjectContext?.objectDidChange(self)
        managedObjectContext?.tellObservers(of: self, slot: slot)
    }

    /// An object without a row has no destinations that would have to be loaded.
    private func noteEmptyDestinations(_ slot: Int) {
        guard isNew, local?.related[slot] == nil else { return }
        state.related[slot] = .many(committed: [], held: [])
    }

    /// Whether the pending change of a to-many relationship comes to nothing.
    private func isUnchanged(_ slot: Int) -> Bool {
        switch local?.changes[slot] {
        case .toMany(let change): return change.isEmpty
        case .ordered(let ids): return isCommittedOrder(ids, slot: slot)
        default: return false
        }
    }

    /// Whether an ordered relationship is known to have had this order at the last fetch or save.
    func isCommittedOrder(_ ids: [ManagedObjectID], slot: Int) -> Bool {
        guard case .many(let committed, _)? = local?.related[slot], ids.count == committed.count else { return false }
        return ids.map(\.resolved) == committed.map(\.resolved)
    }

    private func requireSameContext(_ object: ManagedObject?, slot: Int) {
        guard let object else { return }
        precondition(
            object.managedObjectContext === managedObjectContext,
            "Illegal attempt to establish the relationship “\(entity.layout.slots[slot].name)” between objects in different contexts."
        )
    }
}

extension PropertyValue {
    /// Adds a destination to a to-many value; nothing when it is there.
    fileprivate mutating func addDestination(_ id: ManagedObjectID, isCommitted: Bool) {
        switch self {
        case .toMany(var change):
            self = .null
            change.add(id, isCommitted: isCommitted)
            self = .toMany(change)
        case .ordered(var ids):
            self = .null
            if !ids.contains(id) { ids.append(id) }
            self = .ordered(ids)
        default: break
        }
    }

    /// Removes a destination from a to-many value; nothing when it is not there.
    fileprivate mutating func removeDestination(_ id: ManagedObjectID, isCommitted: Bool) {
        switch self {
        case .toMany(var change):
            self = .null
            change.remove(id, isCommitted: isCommitted)
            self = .toMany(change)
        case .ordered(var ids):
            self = .null
            ids.removeAll { $0 == id }
            self = .ordered(ids)
        default: break
        }
    }

    /// Replaces temporary IDs whose objects were saved, without copying where there are none.
    fileprivate mutating func resolveInPlace() {
        switch self {
        case .toMany(var change):
            self = .null
            change.resolve()
            self = .toMany(change)
        case .ordered(var ids):
            self = .null
            for index in ids.indices where ids[index].isTemporaryID { ids[index] = ids[index].resolved }
            self = .ordered(ids)
        default: break
        }
    }
}
