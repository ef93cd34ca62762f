import Foundation

/// Reading and writing by slot. All access to properties goes through these methods.
extension ManagedObject {
    /// The local state, created on first use. A new object leaves its row for it.
    var state: LocalState {
        leaveNewRow()
        if let local { return local }
        let made = LocalState()
        local = made
        return made
    }

    /// The uncommitted values.
    var changes: SparseValues { newRowValues ?? local?.changes ?? SparseValues() }

    /// The version of the object's row (`Z_OPT`); 0 when there is no row.
    package var version: Int64 {
        guard let block else { return 0 }
        return block.version(Int(row))
    }

    /// The version that the next save writes.
    var nextVersion: Int64 {
        StoreNumbers.version(after: status.pending == .inserted ? local?.versionBefore ?? 0 : version)
    }

    /// The value in the context; fires the fault.
    package func currentValue(_ slot: Int) -> PropertyValue {
        if status.has(.invalid), entity.layout.slots[slot].isTransient {
            return entity.layout.slots[slot].transientDefault
        }
        requireValid()
        if status.has(.fault) { fireForAccess() }
        if let value = newRowValue(slot) { return value }
        if let change = local?.changes[slot] { return change.resolvingReferences }
        return committedValue(slot)
    }

    /// The value as of the last fetch or save. Does not fire the fault.
    package func committedValue(_ slot: Int) -> PropertyValue {
        if let value = local?.base[slot] { return value.resolvingReferences }
        guard let block else {
            let description = entity.layout.slots[slot]
            if isUnbound { return description.defaultValue }
            return isNewElsewhere ? description.transientDefault : .null
        }
        guard slot < block.contents.count else { return entity.layout.slots[slot].transientDefault }
        guard block.mayFail(slot: slot), let context = managedObjectContext else {
            return block.value(Int(row), slot: slot)
        }
        return context.value(of: objectID) { try block.readValue(Int(row), slot: slot) }
    }

    /// Whether the object is a record that the parent context has inserted. It has no transient values here.
    private var isNewElsewhere: Bool {
        status.pending != .inserted && !status.has(.gone) && identityMap?.context?.parentContext != nil
    }

    /// Whether the object was made without a context, and never inserted into one.
    private var isUnbound: Bool { identityMap == nil && registeredID.isUnassigned && !status.has(.gone) }

    /// Sets a value with change tracking, without updating inverses.
    func setTracked(_ value: PropertyValue, slot: Int) {
        if isTrackedNew, putIntoNewRow(value, slot) { return }
        leaveNewRow()
        if status.has(.fault) { fireForAccess() }
        if status.has(.untracked) {
            setUntracked(value, slot: slot)
            return
        }
        if isTrackedNew, let local, !local.changes.holds(slot), setFirst(value, slot: slot, in: local) { return }
        guard !shows(value, slot: slot) else { return touch() }
        if isTrackedNew {
            storeAnother(value, slot: slot)
            return
        }
        let context = managedObjectContext
        context?.objectWillChange(self)
        storeAnother(value, slot: slot)
        if status.pending == .updated, local?.changes.isEmpty == true { status.flags.insert(.touched) }
        context?.objectDidChange(self)
        if identityMap?.isObserved == true { context?.notifyObservers(of: self, slot: slot) }
    }

    /// Makes an unchanged object an updated one, because a value was set that it has already. A save calls its hooks and
    /// writes nothing.
    func touch() {
        guard status.pending == .none, status.has(.registered), !status.has(.gone) else { return }
        managedObjectContext?.objectWillChange(self)
        status.flags.insert(.touched)
        managedObjectContext?.objectDidChange(self)
    }

    /// The value as of the last fetch or save; nil if it cannot be read, because its file is missing.
    func readableCommittedValue(_ slot: Int) -> PropertyValue? {
        guard let block, local?.base.holds(slot) != true, slot < block.contents.count, block.mayFail(slot: slot) else {
            return committedValue(slot)
        }
        return try? block.readValue(Int(row), slot: slot)
    }

    /// Sets a new object's first value in a slot.
    /// - Returns: false when the value must go through the general path.
    private func setFirst(_ value: PropertyValue, slot: Int, in local: LocalState) -> Bool {
        guard block == nil, local.base.isEmpty else { return false }
        switch value {
        case .toMany, .ordered: return false
        case .null: return true
        default:
            if local.changes.isEmpty { local.changes.reserve(entity.slots.count) }
            local.changes.insert(value, at: slot)
            return true
        }
    }

    /// Whether the context already has this value.
    private func shows(_ value: PropertyValue, slot: Int) -> Bool {
        local?.changes.holds(slot) == true ? currentValue(slot) == value : isCommitted(value, slot: slot)
    }

    /// Whether this is the value as of the last fetch or save. Compares a row's bytes without making a string of them.
    private func isCommitted(_ value: PropertyValue, slot: Int) -> Bool {
        guard let block, local?.base.holds(slot) != true else { return committedValue(slot) == value }
        if case .string(let text) = value { return block.holds(text, Int(row), slot: slot) }
        // A value that cannot be read is another one.
        return readableCommittedValue(slot) == value
    }

    /// Whether this new object is already part of the event and the context has no observers, so that a new value needs
    /// no notification.
    @inline(__always) var isTrackedNew: Bool {
        status.pending == .inserted && status.has(.inEvent) && identityMap?.isObserved != true
    }

    /// Stores a value as a change, or removes the change when the value equals the committed one.
    func store(_ value: PropertyValue, slot: Int) {
        let isEmptyChange =
            switch value {
            case .toMany(let change): change.isEmpty
            case .ordered(let ids): isCommittedOrder(ids, slot: slot)
            default: status.pending != .inserted && isCommitted(value, slot: slot)
            }
        put(isEmptyChange ? nil : value, slot: slot)
    }

    /// Stores a value that differs from the current one.
    private func storeAnother(_ value: PropertyValue, slot: Int) {
        switch value {
        case .toMany, .ordered: store(value, slot: slot)
        default:
            let isFirst = local?.changes.holds(slot) != true
            if isFirst || status.pending == .inserted { put(value, slot: slot) } else { store(value, slot: slot) }
        }
    }

    /// New objects get most of their values, so space for all of them is reserved at once.
    private func put(_ value: PropertyValue?, slot: Int) {
        let state = state
        if status.pending == .inserted, state.changes.isEmpty { state.changes.reserve(entity.slots.count) }
        state.changes[slot] = value
    }

    /// Stores a value that counts as committed, as when an awake hook sets it.
    private func setUntracked(_ value: PropertyValue, slot: Int) {
        if status.pending == .inserted {
            state.changes[slot] = value
        } else if state.changes[slot] != nil {
            state.changes[slot] = value
        } else {
            state.base[slot] = value
        }
    }

    /// Traps when the context no longer manages the object.
    func requireValid() {
        precondition(
            !status.has(.invalid),
            "The object is not valid: its context was reset, or its store was removed. Fetch it again.")
        assertConfined()
    }

    /// Traps in debug builds when called off the context's queue.
    @inline(__always)
    func assertConfined() {
        assert(managedObjectContext?.work.allowsUse(of: entity) ?? true)
    }

    /// The slot of a property.
    /// - Precondition: the entity has the property.
    func requireSlot(_ key: String) -> Int {
        guard let slot = entity.slot(named: key) else {
            preconditionFailure(entity.lacks(key))
        }
        return slot
    }
}

extension PropertyValue {
    /// The value, with permanent IDs in place of the temporary ones of objects that were saved.
    var resolvingReferences: PropertyValue {
        switch self {
        case .reference(let id): id.isTemporaryID ? .reference(id.resolved) : self
        case .toMany(let change): .toMany(change.resolved)
        case .ordered(let ids): .ordered(ids.map(\.resolved))
        default: self
        }
    }
}
