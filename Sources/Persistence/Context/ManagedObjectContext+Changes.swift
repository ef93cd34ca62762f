import Foundation

/// Inserting, deleting and tracking changes.
extension ManagedObjectContext {
    /// Inserts an object that belongs to no context yet. Calls its `awakeFromInsert()`; the next save writes it.
    /// Inserting an object of this context again has no effect.
    /// - Precondition: The object does not belong to another context, and its entity is not abstract and is one of the
    ///   context's model.
    public func insert(_ object: ManagedObject) {
        assertConfined()
        if object.managedObjectContext === self, object.status.has(.registered) { return }
        insertNew(object)
    }

    func insertNew(_ object: ManagedObject) {
        assertConfined()
        precondition(object.identityMap?.context == nil, "The object belongs to another context.")
        let entity = object.entity
        if entity !== lastInserted { requireInsertable(entity) }
        object.beginID(ManagedObjectID(unassignedFor: entity))
        register(object)
        if object.local == nil, object.rowMemory == nil { beginNewRow(of: object) }
        noteStart(of: object)
        pending.move(object, to: .inserted)
        object.setDefaultValues()
        object.awakeFromInsert()
    }

    private func requireInsertable(_ entity: EntityDescription) {
        precondition(
            !entity.isAbstract, "An object of the abstract entity “\(entity.name ?? "")” cannot be inserted.")
        guard let model = persistentStoreCoordinator?.managedObjectModel else { return }
        precondition(entity.managedObjectModel === model, "The entity does not belong to the context's model.")
        lastInserted = entity
    }

    /// The entity of the context's model that has this class; nil if there is not exactly one.
    func entity(ofClass objectClass: ManagedObject.Type) -> EntityDescription? {
        if let lastInserted, lastInserted.managedObjectClass == objectClass, lastInserted.isAloneWithClass {
            return lastInserted
        }
        return persistentStoreCoordinator?.managedObjectModel.entity(of: objectClass)
    }

    /// Marks an object for deletion by the next save. An object that was never saved leaves the context at once.
    /// - Precondition: The object belongs to this context.
    public func delete(_ object: ManagedObject) {
        assertConfined()
        precondition(object.managedObjectContext === self, "The object belongs to another context.")
        object.prepareForDeletion()
        markDeleted(object)
    }

    func markDeleted(_ object: ManagedObject) {
        if object.status.pending == .deleted || object.status.has(.gone) || !object.status.has(.registered) { return }
        objectWillChange(object)
        let isSaved = object.status.pending != .inserted
        event.unpropagated.append(object, isSaved: isSaved)
        if !isSaved {
            pending.move(object, to: .none)
            notifyUnregistered(object)
            identityMap.unregister(object)
            retained.remove(object)
            event.discardedInsertions[object.objectID] = object
        } else {
            pending.move(object, to: .deleted)
        }
    }

    /// Makes the next save compare an unchanged object's version with the store: if the row has changed, the merge
    /// policy decides. The context retains the object until then.
    public func detectConflicts(for object: ManagedObject) {
        assertConfined()
        guard !object.status.has(.locked), object.managedObjectContext === self else { return }
        object.status.flags.insert(.locked)
        locked.append(object)
    }

    /// Chooses the store in which a newly inserted object will be saved.
    /// - Precondition: `object` is a managed object that is inserted and not saved, and the store belongs to the
    ///   coordinator and supports its entity.
    public func assign(_ object: Any, to store: PersistentStore) {
        guard let object = object as? ManagedObject else {
            preconditionFailure("Only managed objects can be assigned to a store.")
        }
        assertConfined()
        precondition(object.status.pending == .inserted, "Only an inserted object can be assigned to a store.")
        precondition(
            store.persistentStoreCoordinator === persistentStoreCoordinator, "The store belongs to another coordinator."
        )
        precondition(
            store.supports(object.entity), "The store's configuration lacks the entity “\(object.entity.name ?? "")”.")
        object.state.assignedStore = store
    }

    // MARK: Tracking

    /// Called before every change of an object.
    func objectWillChange(_ object: ManagedObject) {
        object.leaveNewRow()
        if let saveAttempt, saveAttempt.remembersAll { saveAttempt.remember(object) }
        noteStart(of: object)
    }

    /// Called after an object's values changed or were set. Derives its pending state.
    func objectDidChange(_ object: ManagedObject) {
        guard object.status.pending == .none || object.status.pending == .updated, !object.status.has(.gone) else {
            return
        }
        guard object.status.has(.registered) else { return }
        let isClean = object.local?.changes.isEmpty ?? true
        pending.move(object, to: isClean && !object.status.has(.touched) ? .none : .updated)
    }

    private func noteStart(of object: ManagedObject) {
        assertConfined()
        guard !object.status.has(.inEvent) else { return }
        object.status.flags.insert(.inEvent)
        if !object.status.has(.hasNewRow) {
            let state = object.state
            state.event = EventStart(pending: object.status.pending, changes: state.changes, base: state.base)
        }
        event.changed.append(object)
        scheduleEventEnd()
    }

    /// Schedules the end of the event for changes outside `perform`: at the end of the main queue's turn or, in a context
    /// without a queue, that of the thread's run loop.
    func scheduleEventEnd() {
        guard concurrencyType != .privateQueue, event.performDepth == 0, !event.isEndScheduled else { return }
        event.isEndScheduled = true
        if concurrencyType == .confinement {
            RunLoop.current.perform { [weak self] in
                self?.event.isEndScheduled = false
                self?.processPendingChanges()
            }
            return
        }
        DispatchQueue.main.async { [weak self] in
            guard let self else { return }
            self.performAndWait {
                self.event.isEndScheduled = false
                self.processPendingChanges()
            }
        }
    }
}

extension ManagedObject {
    func setDefaultValues() {
        for (slot, value) in entity.defaultValues {
            if local?.changes.holds(slot) == true { continue }
            guard let value else {
                let description = entity.layout.slots[slot]
                preconditionFailure(
                    "The default value of attribute “\(description.name)” is not of type"
                        + " \(description.attribute?.type ?? .undefined).")
            }
            if !putIntoNewRow(value, slot) { state.changes[slot] = value }
        }
    }
}
