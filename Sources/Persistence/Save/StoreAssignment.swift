/// The stores of saved objects. Checks once per run of objects whether a store can be written.
struct WritableStores {
    private var last: (storeEntity: StoreEntity, store: PersistentStore)?

    mutating func store(of object: ManagedObject) throws -> PersistentStore {
        if let last, last.storeEntity === object.storeEntity { return last.store }
        let id = object.objectID
        guard let store = id.persistentStore else {
            throw PersistenceError(
                .invalidStore, "The store of \(id) was removed.",
                userInfo: [PersistenceError.Key.affectedObjects: [object]])
        }
        try SavePlan.requireWritable(store, for: object)
        if !object.registeredID.isTemporaryID { last = (id.storeEntity, store) }
        return store
    }
}

/// Chooses the store of a new object: the assigned one, that of a related object, or the first writable one that
/// accepts it.
struct StoreAssignment {
    private let coordinator: PersistentStoreCoordinator
    /// The coordinator's store, if it has only one, which takes everything that it can.
    private let only: PersistentStore?
    private var chosen: [ObjectIdentifier: PersistentStore] = [:]
    private var firstChoices: [ObjectIdentifier: PersistentStore] = [:]
    private var lastChoice: (entity: EntityDescription, store: PersistentStore)?

    init(_ coordinator: PersistentStoreCoordinator) {
        self.coordinator = coordinator
        let stores = coordinator.persistentStores
        only = stores.count == 1 && !stores[0].isReadOnly ? stores[0] : nil
    }

    var hasOneStore: Bool { only != nil }

    mutating func store(for object: ManagedObject) throws -> PersistentStore {
        if hasOneStore, object.permanentKey == nil, object.local?.assignedStore == nil {
            return try firstWritable(for: object)
        }
        if !object.entity.layout.hasRelationships {
            return try object.local?.assignedStore ?? storeOfEarlyID(object) ?? firstWritable(for: object)
        }
        if let store = boundStore(of: object) { return store }
        let (graph, found) = search(from: object)
        let fitting = found.flatMap { $0.supports(object.entity) ? $0 : nil }
        let store = try fitting ?? firstWritable(for: object)
        for member in graph where store.supports(member.entity) { chosen[ObjectIdentifier(member)] = store }
        return store
    }

    /// The store of an object that obtained its permanent ID before the save.
    private func storeOfEarlyID(_ object: ManagedObject) -> PersistentStore? {
        object.permanentKey == nil ? nil : object.objectID.persistentStore
    }

    /// The store to which the object itself is bound, or that was chosen for it.
    private func boundStore(of object: ManagedObject) -> PersistentStore? {
        storeOfEarlyID(object) ?? object.local?.assignedStore ?? chosen[ObjectIdentifier(object)]
    }

    /// Follows relationships between new objects until one is bound to a store. Visits each object once per save.
    private func search(from start: ManagedObject) -> (graph: [ManagedObject], store: PersistentStore?) {
        var seen: Set<ObjectIdentifier> = [ObjectIdentifier(start)]
        var graph = [start]
        var next = 0
        while next < graph.count {
            let object = graph[next]
            next += 1
            if let store = boundStore(of: object) { return (graph, store) }
            for id in object.changedReferences {
                if let store = id.persistentStore { return (graph, store) }
                guard let related = object.managedObjectContext?.registered(id), related.isInserted else { continue }
                if seen.insert(ObjectIdentifier(related)).inserted { graph.append(related) }
            }
        }
        return (graph, nil)
    }

    private mutating func firstWritable(for object: ManagedObject) throws -> PersistentStore {
        let entity = object.entity
        if let lastChoice, lastChoice.entity === entity { return lastChoice.store }
        if let lastChoice { firstChoices[ObjectIdentifier(lastChoice.entity)] = lastChoice.store }
        if let store = firstChoices[ObjectIdentifier(entity)] {
            lastChoice = (entity, store)
            return store
        }
        let stores = coordinator.stores(for: object.entity)
        if let store = stores.first(where: { !$0.isReadOnly }) {
            lastChoice = (entity, store)
            return store
        }
        let name = object.entity.name ?? ""
        let userInfo: [String: Any] = [
            PersistenceError.Key.affectedObjects: [object], PersistenceError.Key.affectedStores: stores,
        ]
        if stores.isEmpty {
            throw PersistenceError(.invalidStore, "The coordinator has no store for “\(name)”.", userInfo: userInfo)
        }
        throw PersistenceError(
            .readOnly, "Every store for “\(name)” is read-only, so nothing was saved.", userInfo: userInfo)
    }
}
