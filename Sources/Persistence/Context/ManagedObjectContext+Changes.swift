import Foundation

/// Inserting, deleting, and keeping track of what changed.
extension ManagedObjectContext {
    /// Inserts an object that belongs to no context yet. It gets a temporary ID and is written by the next save.
    /// - Precondition: the object does not belong to another context.
    public func insert(_ object: ManagedObject) {
        assertConfined()
        if object.managedObjectContext === self, object.status.has(.registered) { return }
        insertNew(object)
    }

    func insertNew(_ object: ManagedObject) {
        assertConfined()
        precondition(object.identityMap?.context == nil, "The object belongs to another context.")
        if object.namedID.home !== lastInsertedHome { requireInsertable(object.entity) }
        if object.isFresh {
            registerUnnamed(object)
            beginDraft(of: object)
        } else {
            object.storedID = ManagedObjectID(temporaryFor: object.entity)
            register(object)
        }
        noteStart(of: object)
        pending.move(object, to: .inserted)
        object.setDefaultValues()
        object.awakeFromInsert()
    }

    private func requireInsertable(_ entity: EntityDescription) {
        precondition(
            !entity.isAbstract, "An object of the abstract entity “\(entity.name ?? "")” cannot be inserted.")
        guard let model = persistentStoreCoordinator?.managedObjectModel else { return }
        precondition(entity.managedObjectModel === model, "The entity is not one of the context's model.")
        (lastInserted, lastInsertedHome) = (entity, entity.temporaryHome)
    }

    /// The entity of the context's model that has this class; nil unless it is one.
    func entity(ofClass objectClass: ManagedObject.Type) -> EntityDescription? {
        if let lastInserted, lastInserted.managedObjectClass == objectClass, lastInserted.isAloneWithClass {
            return lastInserted
        }
        return persistentStoreCoordinator?.managedObjectModel.entity(of: objectClass)
    }

    /// Marks an object to be deleted by the next save. An object that was never saved is forgotten at once.
    /// - Precondition: the object belongs to this context.
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
            tellUnregistered(object)
            identityMap.unregister(object)
            retained.remove(object)
            event.left[object.objectID] = object
        } else {
            pending.move(object, to: .deleted)
        }
    }

    /// Reads the version of an unchanged object's row again during the next save, which fails, or merges, if it changed.
    /// The context keeps the object until then.
    public func detectConflicts(for object: ManagedObject) {
        assertConfined()
        guard !object.status.has(.locked), object.managedObjectContext === self else { return }
        object.status.flags.insert(.locked)
        locked.append(object)
    }

    /// Chooses the store that a newly inserted object will be saved in.
    /// - Precondition: the object is inserted and not saved, and the store is one of the coordinator's.
    public func assign(_ object: Any, to store: PersistentStore) {
        guard let object = object as? ManagedObject else { preconditionFailure("Only managed objects are assigned.") }
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

    /// Called before the first change of an object, and before each other one.
    func objectWillChange(_ object: ManagedObject) {
        if let saveAttempt, saveAttempt.remembersAll { saveAttempt.remember(object) }
        noteStart(of: object)
    }

    /// Called after a change of an object's values: its state follows from whether anything differs.
    func objectDidChange(_ object: ManagedObject) {
        guard object.status.pending == .none || object.status.pending == .updated, !object.status.has(.gone) else {
            return
        }
        guard object.status.has(.registered) else { return }
        pending.move(object, to: object.local?.changes.isEmpty ?? true ? .none : .updated)
    }

    private func noteStart(of object: ManagedObject) {
        assertConfined()
        guard !object.status.has(.inEvent) else { return }
        object.status.flags.insert(.inEvent)
        if !object.isBeginningDraft {
            let state = object.state
            state.event = EventStart(pending: object.status.pending, changes: state.changes, base: state.base)
        }
        event.changed.append(object)
        scheduleEventEnd()
    }

    /// Changes outside `perform` on a main-queue context end with the main queue's turn.
    func scheduleEventEnd() {
        guard concurrencyType == .mainQueue, event.performDepth == 0, !event.isEndScheduled else { return }
        event.isEndScheduled = true
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
        let layout = entity.layout
        for slot in entity.defaultedSlots {
            let description = layout.slots[slot]
            guard let attribute = description.attribute, let value = attribute.defaultValue else { continue }
            guard let converted = attribute.propertyValue(from: value) else {
                preconditionFailure("The default value of attribute “\(description.name)” is no \(attribute.type).")
            }
            if draft?.put(converted, Int(row), slot) != true { state.changes[slot] = converted }
        }
    }
}
