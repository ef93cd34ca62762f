import Foundation

extension ManagedObjectContext {
    /// Updates an object to the latest stored values. Inserted objects are ignored.
    ///
    /// Without merging, the object becomes a fault: its changes (even a deletion), transient values and related objects
    /// are discarded, and the next access loads it from the cache or the store. With merging, its values are loaded
    /// again according to the staleness interval, and its changes are kept on top; transient values remain. A refresh
    /// never conflicts. With merging, an object that cannot be read remains as it was.
    public func refresh(_ object: ManagedObject, mergeChanges: Bool) {
        assertConfined()
        guard object.managedObjectContext === self, object.status.pending != .inserted else { return }
        if mergeChanges {
            refreshMerging(object)
        } else {
            turnIntoFault(object)
        }
        event.noteRefreshed(object)
        scheduleEventEnd()
    }

    /// Refreshes every registered object except inserted ones: unchanged objects become faults, and the others keep
    /// their changes.
    public func refreshAllObjects() {
        assertConfined()
        for object in allObjects where object.status.pending != .inserted {
            if object.status.pending == .none { turnIntoFault(object) } else { refreshMerging(object) }
            event.noteRefreshed(object)
        }
        scheduleEventEnd()
    }

    func turnIntoFault(_ object: ManagedObject) {
        guard !object.status.has(.gone) else { return }
        object.willTurnIntoFault()
        if object.status.pending == .updated || object.status.pending == .deleted { pending.move(object, to: .none) }
        object.block = nil
        object.row = 0
        object.local?.changes.removeAll()
        object.local?.base.removeAll()
        object.dropRelatedObjects()
        if object.status.pending == .none, !object.status.has(.inEvent) { object.local = nil }
        object.status.flags.insert(.fault)
        object.didTurnIntoFault()
    }

    /// Loads an object's values again under its changes. Returns whether it has a row. Changes nothing if the row
    /// cannot be read.
    @discardableResult
    func refreshMerging(_ object: ManagedObject) -> Bool {
        guard !object.status.has(.fault), !object.status.has(.gone) else { return true }
        let isThere = unlessReadsFail {
            guard let rowState = try storedState(of: object.objectID) else {
                try markGone(object)
                return false
            }
            reload(object, from: rowState, event: .refresh)
            return true
        }
        return isThere ?? true
    }

    /// Bases an object with changes on a newer row state. Transient values are restored after `awakeFromFetch`.
    func reload(_ object: ManagedObject, from rowState: RowState, event: SnapshotEventType) {
        let changes = object.changes
        let transients = object.transientBase
        object.adopt(rowState)
        object.dropStoredRelatedObjects()
        untracked(object) { $0.awakeFromFetch() }
        object.restoreTransients(transients)
        object.replaceChanges(with: changes)
        objectDidChange(object)
        object.awake(fromSnapshotEvents: event)
    }

    /// Called when the row of an object in use is gone. Its changes are discarded.
    private func markGone(_ object: ManagedObject) throws {
        let partners = try catchingFailedReads { object.pendingPartners }
        if object.status.pending == .updated { pending.move(object, to: .none) }
        object.local?.changes.removeAll()
        markInaccessible(object)
        reconcile(object, partners)
    }
}

extension ManagedObject {
    /// Transient values that are not pending changes.
    var transientBase: SparseValues {
        local?.base.filter { slot, _ in entity.layout.slots[slot].isTransient } ?? SparseValues()
    }

    fileprivate func restoreTransients(_ transients: SparseValues) {
        guard local != nil || !transients.isEmpty else { return }
        let stored = state.base.filter { slot, _ in !entity.layout.slots[slot].isTransient }
        state.base = stored.merging(transients)
    }

    /// Replaces the uncommitted values by `changes`, without those that equal the committed value. A parent may use a
    /// record's permanent ID where `changes` has its temporary one.
    func replaceChanges(with changes: SparseValues) {
        guard local != nil || !changes.isEmpty else { return }
        state.changes = SparseValues()
        changes.forEach { slot, value in store(value.resolvingReferences, slot: slot) }
    }
}
