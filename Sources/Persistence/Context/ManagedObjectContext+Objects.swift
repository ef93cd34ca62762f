import Foundation

/// Finding objects by ID, and registering them in the identity map.
extension ManagedObjectContext {
    /// Returns the registered object with this ID, or a new fault. Never fetches, so an ID without a row is detected
    /// only when the fault is read.
    /// - Precondition: The context has a coordinator or a parent.
    public func object(with objectID: ManagedObjectID) -> ManagedObject {
        assertConfined()
        let id = canonical(objectID)
        return registered(id) ?? discardedInsertion(id) ?? makeFault(id)
    }

    /// A new object that was discarded in the current event.
    private func discardedInsertion(_ id: ManagedObjectID) -> ManagedObject? {
        guard !event.discardedInsertions.isEmpty, let object = event.discardedInsertions[id],
            !object.status.has(.registered)
        else { return nil }
        return object
    }

    /// Returns the registered object with this ID, or nil. Never fetches.
    public func registeredObject(for objectID: ManagedObjectID) -> ManagedObject? {
        assertConfined()
        return registered(canonical(objectID))
    }

    /// Returns the object with this ID, with its values loaded.
    /// - Throws: `managedObjectReferentialIntegrity` (133000) if there is no such row; the store's error if it cannot be read. An
    ///   object that was a fault remains a fault.
    public func existingObject(with objectID: ManagedObjectID) throws -> ManagedObject {
        assertConfined()
        let id = canonical(objectID)
        if let object = registered(id) {
            if object.status.has(.gone), let rowState = try storedState(of: id) { reinstate(object, rowState) }
            try object.loadValues()
            return object
        }
        guard let rowState = try storedState(of: id) else {
            throw PersistenceError(.inaccessibleObject, "The record \(objectID) does not exist.")
        }
        let object = makeFault(id)
        object.adopt(rowState)
        try object.loadValues()
        return object
    }

    /// The ID in the form of this context's coordinator; permanent if the object of a temporary one was saved.
    func canonical(_ id: ManagedObjectID) -> ManagedObjectID {
        let id = id.resolved
        if id.storeEntity === identityMap.ownStoreEntity { return id }
        guard let key = id.key, let coordinator = persistentStoreCoordinator else { return id }
        if id.storeEntity.store?.persistentStoreCoordinator === coordinator {
            identityMap.ownStoreEntity = id.storeEntity
            return id
        }
        let store = coordinator.persistentStores.first { $0.identifier == id.storeEntity.storeIdentifier }
        guard let store, let entity = coordinator.managedObjectModel.entitiesByName[id.entity.name ?? ""] else {
            return id
        }
        return coordinator.objectID(of: entity, key: key, in: store) ?? id
    }

    /// The registered object with a canonical ID. An object registered under a temporary ID is also found by its
    /// permanent one.
    func registered(_ id: ManagedObjectID) -> ManagedObject? {
        if let object = identityMap.object(for: id) { return object }
        guard identityMap.hasTemporary else { return nil }
        adoptPermanentIDs()
        return identityMap.object(for: id)
    }

    /// Registers objects under the permanent IDs that saves of other contexts gave them.
    func adoptPermanentIDs() {
        guard identityMap.hasTemporary else { return }
        for object in identityMap.renamable { adoptPermanentID(of: object) }
    }

    /// Registers an object under the permanent ID that another context's save gave it, in the form of this context's
    /// coordinator.
    func adoptPermanentID(of object: ManagedObject) {
        guard object.registeredID.temporaryKey?.permanentID != nil, object.status.has(.registered) else { return }
        let theirs = object.objectID
        let id = canonical(theirs)
        guard identityMap.object(for: id) == nil else { return }
        rename(object, to: id)
        if id.storeEntity !== theirs.storeEntity { replacePendingReferences(to: theirs, by: id) }
    }

    /// Replaces an ID of another coordinator by this context's ID of the same record in pending changes.
    private func replacePendingReferences(to theirs: ManagedObjectID, by id: ManagedObjectID) {
        for object in pending.all() {
            guard let changes = object.local?.changes else { continue }
            object.state.changes = changes.mapValues { value in
                value.mapIDs { $0.resolved == theirs ? id : $0 }
            }
        }
    }

    /// Registers a new fault without a row.
    func makeFault(_ id: ManagedObjectID) -> ManagedObject {
        let entity = id.storeEntity === identityMap.ownStoreEntity ? id.entity : ownEntity(id.entity)
        let object = entity.managedObjectClass.init(entity: entity, insertInto: nil)
        object.beginID(id)
        object.status.flags.insert(.fault)
        register(object)
        return object
    }

    /// The entity of the same name in this context's model: a temporary ID of another coordinator has an entity of its
    /// model.
    private func ownEntity(_ entity: EntityDescription) -> EntityDescription {
        guard let model = persistentStoreCoordinator?.managedObjectModel, entity.managedObjectModel !== model else {
            return entity
        }
        return model.entitiesByName[entity.name ?? ""] ?? entity
    }

    func register(_ object: ManagedObject) {
        object.managedObjectContext = self
        identityMap.register(object)
        if retainsRegisteredObjects { retained.insert(object) }
        notifyRegistered(object)
    }

    /// Registers an object under another ID.
    func rename(_ object: ManagedObject, to id: ManagedObjectID) {
        notifyUnregistered(object)
        identityMap.rename(object, to: id)
        notifyRegistered(object)
    }

    /// Unregisters an object, which belongs to no context from now on.
    func unregister(_ object: ManagedObject) {
        notifyUnregistered(object)
        identityMap.unregister(object)
        retained.remove(object)
    }

    /// Marks an object whose row turned out to be gone.
    func markInaccessible(_ object: ManagedObject) {
        object.status.flags.remove(.fault)
        object.status.flags.insert(.gone)
        object.block = nil
        object.local?.base.removeAll()
    }

    /// Turns an object that was gone into a fault, because its row exists (again).
    func reinstate(_ object: ManagedObject, _ rowState: RowState? = nil) {
        guard object.status.has(.gone), object.status.pending == .none else { return }
        object.status.flags.remove(.gone)
        object.status.flags.insert(.fault)
        object.local = nil
        object.adopt(rowState ?? RowState())
    }
}

/// A record as a context or store shows it: its row and uncommitted values on top of it.
struct RowState: Sendable {
    /// Nil for an object that was never written.
    var block: RowBlock?
    var row: Int32 = 0
    /// Values from changes of ancestors: attributes and to-one references.
    var overlay = SparseValues()
}

extension ManagedObject {
    /// Bases the object on another row state; pending changes remain.
    func adopt(_ rowState: RowState) {
        block = rowState.block
        row = rowState.row
        if local != nil || !rowState.overlay.isEmpty { state.base = rowState.overlay }
    }

    /// Whether the object is a fault of a record. A new object is none, even if it was turned into a fault.
    var isUnread: Bool { status.has(.fault) && status.pending != .inserted }

    /// The row state that a child of the object's context sees. It has no transient values: they belong to one context.
    var visibleState: RowState {
        let overlay = (local?.base ?? SparseValues()).merging(changes).filter { slot, _ in
            let description = entity.layout.slots[slot]
            if case .toMany = description.kind { return false }
            return !description.isTransient
        }
        return RowState(block: block, row: row, overlay: overlay)
    }
}
