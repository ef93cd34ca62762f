import Foundation

extension ManagedObjectContext {
    /// Discards all uncommitted changes: insertions leave, deletions come back, updates return to the last committed
    /// values. Empties the undo stack. Reads nothing from the store.
    public func rollback() {
        assertConfined()
        undo.clear()
        let vanished = event.changed.filter { !$0.status.has(.registered) }
        discardEvent()
        unlockAll()
        var change = ObjectsDidChange()
        for object in pending.objects(.inserted) { change.deleted.insert(object) }
        for object in pending.objects(.updated) + pending.objects(.deleted) { change.refreshed.insert(object) }
        pending.removeAll()
        for object in change.deleted { discardInsertion(object) }
        for object in change.refreshed { revert(object) }
        for object in vanished { object.managedObjectContext = nil }
        post(change)
    }

    private func discardInsertion(_ object: ManagedObject) {
        unregister(object)
        object.managedObjectContext = nil
        object.local?.related.removeAll()
    }

    private func revert(_ object: ManagedObject) {
        object.local?.changes.removeAll()
        object.dropStoredRelatedObjects()
        object.awake(fromSnapshotEvents: .rollback)
    }

    /// Forgets everything: objects, changes, undo. Objects that are still held trap when they are used.
    public func reset() {
        assertConfined()
        let objects = identityMap.all
        let ids = objects.map(\.objectID)
        undo.clear()
        discardEvent()
        unlockAll()
        pending.removeAll()
        tellUnregistered(objects)
        identityMap.removeAll()
        retained.removeAll()
        for object in objects { invalidate(object) }
        var change = ObjectsDidChange()
        change.invalidatedAll = ids
        post(change)
    }

    /// The store leaves: its objects are forgotten with their changes, and trap when they are used.
    func invalidateObjects(of store: PersistentStore) {
        assertConfined()
        let objects = identityMap.all.filter { $0.objectID.persistentStore === store }
        guard !objects.isEmpty else { return }
        undo.manager?.removeAllActions(withTarget: self)
        locked.removeAll { $0.objectID.persistentStore === store }
        for object in objects {
            pending.move(object, to: .none)
            unregister(object)
            invalidate(object)
        }
        event.invalidated += objects
        processPendingChanges()
    }

    func invalidate(_ object: ManagedObject) {
        object.status.flags.insert(.invalid)
        object.managedObjectContext = nil
        object.local = nil
        object.block = nil
    }

    /// Ends the marks of `detectConflicts(for:)`.
    func unlockAll() {
        for object in locked { object.status.flags.remove(.locked) }
        locked.removeAll()
    }
}

extension ManagedObject {
    /// Lets go of related objects; relationships load again when they are asked for.
    func dropRelatedObjects() {
        local?.related.removeAll()
    }

    /// The same, but for transient relationships: there is nowhere to load them from.
    func dropStoredRelatedObjects() {
        guard let local, !local.related.isEmpty else { return }
        let layout = entity.layout
        if !layout.hasTransients { return local.related.removeAll() }
        local.related = local.related.filter { layout.slots[$0.key].isTransient }
    }
}
