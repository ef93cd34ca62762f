import Foundation

/// Finding objects by ID, and the identity map's doors.
extension ManagedObjectContext {
    /// The object with this ID: the registered one, or a new fault. Never fetches; a fault of a row that does not exist
    /// shows only when it is read.
    /// - Precondition: the context has a coordinator or a parent.
    public func object(with objectID: ManagedObjectID) -> ManagedObject {
        assertConfined()
        let id = canonical(objectID)
        return registered(id) ?? leaving(id) ?? makeFault(id)
    }

    /// A new object that left in the event that is running.
    private func leaving(_ id: ManagedObjectID) -> ManagedObject? {
        guard !event.left.isEmpty, let object = event.left[id], !object.status.has(.registered) else { return nil }
        return object
    }

    /// The registered object with this ID, or nil. Never fetches.
    public func registeredObject(for objectID: ManagedObjectID) -> ManagedObject? {
        assertConfined()
        return registered(canonical(objectID))
    }

    /// The object with this ID, its values loaded.
    /// - Throws: code 133000 when there is no such row; the store's error when it cannot be read.
    public func existingObject(with objectID: ManagedObjectID) throws -> ManagedObject {
        assertConfined()
        let id = canonical(objectID)
        if let object = registered(id) {
            if object.status.has(.gone), let snapshot = try storedSnapshot(of: id) { revive(object, snapshot) }
            try object.fire()
            return object
        }
        guard let snapshot = try storedSnapshot(of: id) else {
            throw PersistenceError(.inaccessibleObject, "The record \(objectID) does not exist.")
        }
        let object = makeFault(id)
        object.adopt(snapshot)
        try object.fire()
        return object
    }

    /// The ID as this context's coordinator writes it, permanent where a temporary one was saved.
    func canonical(_ id: ManagedObjectID) -> ManagedObjectID {
        let id = id.resolved
        if id.home === identityMap.ownHome { return id }
        guard let key = id.key, let coordinator = persistentStoreCoordinator else { return id }
        if id.home.store?.persistentStoreCoordinator === coordinator {
            identityMap.ownHome = id.home
            return id
        }
        let store = coordinator.persistentStores.first { $0.identifier == id.home.storeIdentifier }
        guard let store, let entity = coordinator.managedObjectModel.entitiesByName[id.entity.name ?? ""] else {
            return id
        }
        return coordinator.objectID(of: entity, key: key, in: store) ?? id
    }

    /// The registered object with a canonical ID. An object that is known by its temporary ID answers to the permanent
    /// one as well.
    func registered(_ id: ManagedObjectID) -> ManagedObject? {
        if let object = identityMap.object(for: id) { return object }
        guard identityMap.hasTemporary else { return nil }
        adoptPermanentIDs()
        return identityMap.object(for: id)
    }

    /// Registers objects under the permanent IDs that others' saves gave them.
    func adoptPermanentIDs() {
        guard identityMap.hasTemporary else { return }
        for object in identityMap.renamable { adoptPermanentID(of: object) }
    }

    /// Registers an object under the permanent ID that another's save gave it, as this context's coordinator writes it.
    func adoptPermanentID(of object: ManagedObject) {
        guard object.namedTemporaryKey?.permanentID != nil, object.status.has(.registered) else { return }
        let theirs = object.objectID
        let id = canonical(theirs)
        guard identityMap.object(for: id) == nil else { return }
        rename(object, to: id)
        if id.home !== theirs.home { replacePendingReferences(to: theirs, by: id) }
    }

    /// Makes pending changes that name a record as another coordinator writes its ID name it as this context's does.
    private func replacePendingReferences(to theirs: ManagedObjectID, by id: ManagedObjectID) {
        for object in pending.all() {
            guard let changes = object.storedLocal?.changes else { continue }
            object.state.changes = changes.mapValues { value in
                value.mapIDs { $0.resolved == theirs ? id : $0 }
            }
        }
    }

    /// A registered fault without a row.
    func makeFault(_ id: ManagedObjectID) -> ManagedObject {
        let entity = id.home === identityMap.ownHome ? id.entity : ownEntity(id.entity)
        let object = entity.managedObjectClass.init(entity: entity, insertInto: nil)
        object.storedID = id
        object.status.flags.insert(.fault)
        register(object)
        return object
    }

    /// The entity of this context's model; a temporary ID of another coordinator has one of another model.
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
        tellRegistered(object)
    }

    /// Registers a new object, which has no ID yet.
    func registerUnnamed(_ object: ManagedObject) {
        object.identityMap = identityMap
        identityMap.registerUnnamed(object)
        if retainsRegisteredObjects { retained.insert(object) }
    }

    /// Registers an object under another ID.
    func rename(_ object: ManagedObject, to id: ManagedObjectID) {
        tellUnregistered(object)
        identityMap.rename(object, to: id)
        tellRegistered(object)
    }

    /// Forgets an object; it belongs to no context from now on.
    func unregister(_ object: ManagedObject) {
        tellUnregistered(object)
        identityMap.unregister(object)
        retained.remove(object)
    }

    /// What an access to an object whose row is gone makes of it.
    func markInaccessible(_ object: ManagedObject) {
        object.status.flags.remove(.fault)
        object.status.flags.insert(.gone)
        object.block = nil
        object.local?.base.removeAll()
    }

    /// The row of an object that was gone is there (again): the object is a fault of it.
    func revive(_ object: ManagedObject, _ snapshot: ObjectSnapshot? = nil) {
        guard object.status.has(.gone), object.status.pending == .none else { return }
        object.status.flags.remove(.gone)
        object.status.flags.insert(.fault)
        object.local = nil
        object.adopt(snapshot ?? ObjectSnapshot())
    }
}

/// A record as a context or store shows it: the row, and uncommitted values that lie over it.
struct ObjectSnapshot: Sendable {
    /// Nil for an object that was never written.
    var block: RowBlock?
    var row: Int32 = 0
    /// Values of ancestors' changes: attributes and to-one references, transient values included.
    var overlay = SparseValues()
}

extension ManagedObject {
    /// Stands on another snapshot from now on; pending changes stay.
    func adopt(_ snapshot: ObjectSnapshot) {
        block = snapshot.block
        row = snapshot.row
        if local != nil || !snapshot.overlay.isEmpty { state.base = snapshot.overlay }
    }

    /// What a child of the object's context sees.
    var visibleSnapshot: ObjectSnapshot {
        guard let local else { return ObjectSnapshot(block: block, row: row) }
        let overlay = local.base.merging(local.changes).filter { slot, _ in
            if case .toMany = entity.layout.slots[slot].kind { false } else { true }
        }
        return ObjectSnapshot(block: block, row: row, overlay: overlay)
    }
}
