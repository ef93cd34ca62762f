import Foundation

extension ManagedObjectContext {
    /// Updates an object to the latest stored values.
    ///
    /// Without merging, the object becomes a fault: its changes (even a deletion), transient values and related objects
    /// are discarded, and the next access loads it from the cache or the store. A new object stays inserted, as a fault
    /// that keeps its values: there is no record that it could load.
    ///
    /// With merging, changes and transient values remain. An object without any becomes a fault. The others get the
    /// present values beneath their changes, according to the staleness interval; a new object, and one that cannot be
    /// read, remain as they were. A refresh never conflicts.
    public func refresh(_ object: ManagedObject, mergeChanges: Bool) {
        assertConfined()
        guard object.managedObjectContext === self else { return }
        if object.status.pending == .inserted {
            if mergeChanges { return }
            turnIntoInsertedFault(object)
        } else if mergeChanges {
            refreshMerging(object)
        } else {
            turnIntoFault(object)
        }
        event.noteRefreshed(object)
        scheduleEventEnd()
    }

    /// Makes a new object a fault whose next access shows the values that it has.
    private func turnIntoInsertedFault(_ object: ManagedObject) {
        guard !object.status.has(.fault) else { return }
        object.willTurnIntoFault()
        object.status.flags.insert(.fault)
        object.didTurnIntoFault()
    }

    /// Refreshes every registered object except inserted ones: unchanged objects become faults, and the others keep
    /// their changes.
    public func refreshAllObjects() {
        assertConfined()
        advanceGeneration()
        for object in allObjects where object.status.pending != .inserted {
            if object.status.pending == .none { turnIntoFault(object) } else { refreshMerging(object) }
            event.noteRefreshed(object)
        }
        scheduleEventEnd()
    }

    /// - Parameter keepsRow: Whether the fault keeps its row, which it shows until the row cache has a newer one.
    func turnIntoFault(_ object: ManagedObject, keepsRow: Bool = false) {
        guard !object.status.has(.gone) else { return }
        let wasFault = object.status.has(.fault)
        if !wasFault { object.willTurnIntoFault() }
        if object.status.pending == .updated || object.status.pending == .deleted { pending.move(object, to: .none) }
        if !keepsRow {
            object.block = nil
            object.row = 0
        }
        object.local?.changes.removeAll()
        object.local?.base.removeAll()
        object.dropRelatedObjects()
        if object.status.pending == .none, !object.status.has(.inEvent) { object.local = nil }
        object.status.flags.insert(.fault)
        if !wasFault { object.didTurnIntoFault() }
    }

    /// Loads an object's values again under its changes and transient values. Without any, it becomes a fault, unless it
    /// is marked for conflict detection. Changes nothing if the row cannot be read.
    /// - Parameter isWanted: Whether to put the present row state beneath the object's changes.
    func refreshMerging(_ object: ManagedObject, isWanted: (RowState) -> Bool = { _ in true }) {
        guard !object.status.has(.fault), !object.status.has(.gone) else { return }
        if object.status.pending == .none, !object.status.has(.locked), !object.hasTransientValues {
            adoptCachedRow(object)
            return turnIntoFault(object, keepsRow: !hasOutdatedRow(object))
        }
        _ = unlessReadsFail {
            if let rowState = try storedState(of: object.objectID) {
                if isWanted(rowState) { reload(object, from: rowState, event: .refresh) }
            } else {
                try markGone(object)
            }
        }
    }

    /// Whether a batch changed the object's row, so the cache no longer has it.
    private func hasOutdatedRow(_ object: ManagedObject) -> Bool {
        guard let key = object.permanentKey, let table = object.objectID.storeEntity.table else { return false }
        return table.isOutdated(key)
    }

    /// Bases an unchanged object on the newest row in the cache, which its later deletion is compared with.
    private func adoptCachedRow(_ object: ManagedObject) {
        guard parentContext == nil, pinnedReaders.isEmpty, let key = object.permanentKey,
            let table = object.objectID.storeEntity.table, case .row(let block, let row) = table.lookup(key)
        else { return }
        // The block may be a copy that the cache made. The cache loses the row with the object's present block, unless the
        // copy is registered too.
        if !block.isRegistered { table.register(block, group: table.newGroup()) }
        object.adopt(block, row: row)
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
    /// Whether the object has transient values or destinations that are not pending changes.
    fileprivate var hasTransientValues: Bool {
        let layout = entity.layout
        guard layout.hasTransients, let local else { return false }
        return !transientBase.isEmpty || local.related.contains { layout.slots[$0.slot].isTransient }
    }

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
