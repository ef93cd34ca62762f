import Foundation

extension ManagedObjectContext {
    /// Discards all unsaved changes and empties the undo stack.
    ///
    /// Inserted objects leave the context, deleted ones return, and updated ones have their last committed values
    /// again. Reads nothing from the store.
    public func rollback() {
        assertConfined()
        undo.clear()
        let unregistered = event.changed.filter { !$0.status.has(.registered) }
        discardEvent()
        unlockAll()
        var change = ObjectsDidChange()
        for object in pending.objects(.inserted) { change.deleted.insert(object) }
        for object in pending.objects(.updated) + pending.objects(.deleted) { change.refreshed.insert(object) }
        pending.removeAll()
        for object in change.deleted { discardInsertion(object) }
        for object in change.refreshed { revert(object) }
        for object in unregistered { object.managedObjectContext = nil }
        post(change)
    }

    private func discardInsertion(_ object: ManagedObject) {
        unregister(object)
        object.managedObjectContext = nil
        object.local?.related.removeAll()
    }

    /// A child's change may have based the object on an older row, which nobody has to see.
    private func revert(_ object: ManagedObject) {
        if pinnedReaders.isEmpty, let block = object.block, !block.isRegistered { turnIntoFault(object) }
        object.local?.changes.removeAll()
        object.dropStoredRelatedObjects()
        object.awake(fromSnapshotEvents: .rollback)
    }

    /// Removes all objects, changes and undo actions from the context. Objects that are still referenced are faults, and
    /// trap when they are read.
    public func reset() {
        assertConfined()
        advanceGeneration()
        let objects = allObjects
        let ids = objects.map(\.objectID)
        undo.clear()
        discardEvent()
        unlockAll()
        pending.removeAll()
        notifyUnregistered(objects)
        identityMap.removeAll()
        retained.removeAll()
        for object in objects { invalidate(object) }
        var change = ObjectsDidChange()
        change.invalidatedAll = ids
        post(change)
    }

    /// Removes the objects and changes of a store that is being removed. The objects trap when used.
    func invalidateObjects(of store: PersistentStore) {
        assertConfined()
        let objects = allObjects.filter { $0.registeredID.resolved.persistentStore === store }
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
        object.status.flags.formUnion([.invalid, .fault])
        object.managedObjectContext = nil
        object.block = nil
        object.local = nil
    }

    /// Removes the marks that `detectConflicts(for:)` set.
    func unlockAll() {
        for object in locked { object.status.flags.remove(.locked) }
        locked.removeAll()
    }
}

extension ManagedObject {
    /// Releases related objects. Relationships are loaded again on access.
    func dropRelatedObjects() {
        local?.related.removeAll()
    }

    /// Releases related objects, except those of transient relationships, which cannot be loaded again.
    func dropStoredRelatedObjects() {
        guard let local, !local.related.isEmpty else { return }
        let layout = entity.layout
        if !layout.hasTransients { return local.related.removeAll() }
        local.related.removeAll { !layout.slots[$0].isTransient }
    }
}
