/// Changes one end of a to-many relationship, with change tracking. The inverse end is not changed.
extension ManagedObject {
    /// Adds `object` to this to-many end, even if it is already there.
    func addDestination(_ object: ManagedObject, slot: Int) {
        let (id, isCommitted) = (object.objectID, isCommittedDestination(object, slot: slot))
        editDestinations(slot) { $0.addDestination(id, isCommitted: isCommitted) }
    }

    /// Removes `object` from this to-many end, even if it is not there.
    func removeDestination(_ object: ManagedObject, slot: Int) {
        let (id, isCommitted) = (object.objectID, isCommittedDestination(object, slot: slot))
        editDestinations(slot) { $0.removeDestination(id, isCommitted: isCommitted) }
    }

    /// Removes these objects from an ordered relationship.
    func removeDestinations(_ ids: Set<ManagedObjectID>, slot: Int) {
        editDestinations(slot) { $0.removeDestinations(ids) }
    }

    /// Whether the committed state of a to-many relationship contains `object`. A new object is in no committed state.
    /// The committed value of a to-one inverse answers it without a query; only a many-to-many relationship is loaded
    /// for it.
    private func isCommittedDestination(_ object: ManagedObject, slot: Int) -> Bool {
        if isNew || object.isNew { return false }
        if local?.related[slot] == nil, let inverse = inverse(of: slot),
            case .toOne = object.entity.layout.slots[inverse].kind
        {
            if object.status.has(.fault) { object.fireForAccess() }
            return object.committedValue(inverse) == .reference(objectID)
        }
        return isCommitted(object.objectID, slot: slot)
    }

    /// Whether the object has never been saved, and was not taken over from another context.
    private var isNew: Bool { status.pending == .inserted && block == nil }

    /// Puts an ordered relationship's destinations in this order.
    func place(_ ids: [ManagedObjectID], slot: Int) {
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
        if isOrdered { managedObjectContext?.linearSteps += currentDestinations(slot).count }
        let state = state
        state.changes.edit(slot, initial: isOrdered ? .ordered(committedDestinations(slot)) : .toMany(ToManyChange())) {
            $0.resolveInPlace()
            edit(&$0)
        }
        if isUnchanged(slot) { state.changes[slot] = nil }
        managedObjectContext?.objectDidChange(self)
        managedObjectContext?.notifyObservers(of: self, slot: slot)
    }

    /// An object without a row has no destinations to load.
    private func noteEmptyDestinations(_ slot: Int) {
        guard isNew, local?.related[slot] == nil else { return }
        state.related[slot] = .many(committed: CommittedIDs([]), held: [])
    }

    /// Whether the pending change of a to-many relationship leaves it as it was.
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
        return ids.map(\.resolved) == committed.ids
    }
}

extension PropertyValue {
    /// Adds a destination to a to-many value, unless it is already there.
    fileprivate mutating func addDestination(_ id: ManagedObjectID, isCommitted: Bool) {
        editInPlace {
            $0.add(id, isCommitted: isCommitted)
        } ordered: { ids in
            if !ids.contains(id) { ids.append(id) }
        }
    }

    /// Removes a destination from a to-many value, if it is there.
    fileprivate mutating func removeDestination(_ id: ManagedObjectID, isCommitted: Bool) {
        editInPlace {
            $0.remove(id, isCommitted: isCommitted)
        } ordered: {
            $0.removeAll { $0 == id }
        }
    }

    /// Removes destinations from an ordered value.
    fileprivate mutating func removeDestinations(_ gone: Set<ManagedObjectID>) {
        editInPlace { _ in
        } ordered: {
            $0.removeAll(where: gone.contains)
        }
    }

    /// Replaces the temporary IDs of objects that were saved. Copies nothing when there are none.
    fileprivate mutating func resolveInPlace() {
        editInPlace {
            $0.resolve()
        } ordered: { ids in
            for index in ids.indices where ids[index].isTemporaryID { ids[index] = ids[index].resolved }
        }
    }

    /// Changes a to-many value without copying it: while it changes, nothing else holds it.
    private mutating func editInPlace(
        _ editChange: (inout ToManyChange) -> Void, ordered editOrder: (inout [ManagedObjectID]) -> Void
    ) {
        if var change = toManyChange {
            self = .null
            editChange(&change)
            self = .toMany(change)
        } else if var ids = orderedIDs {
            self = .null
            editOrder(&ids)
            self = .ordered(ids)
        }
    }

    private var toManyChange: ToManyChange? { if case .toMany(let change) = self { change } else { nil } }
    private var orderedIDs: [ManagedObjectID]? { if case .ordered(let ids) = self { ids } else { nil } }
}
