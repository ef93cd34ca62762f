/// What one save writes, by store: a value made from the pending objects, before anything is written.
struct SavePlan {
    /// The part of one store.
    struct Part {
        let store: PersistentStore
        var inserted: [ManagedObject] = []
        var updated: [ManagedObject] = []
        var deleted: [ManagedObject] = []
        var locked: [ManagedObject] = []
        /// The objects whose rows are compared with the expected version.
        var versioned: [ManagedObject] { updated + deleted + locked }
    }

    private(set) var parts: [Part] = []

    /// - Throws: when an object has no store that could take it, its store is read-only, or it is related across stores.
    init(_ context: ManagedObjectContext) throws {
        let coordinator = try context.coordinator()
        var assignment = StoreAssignment(coordinator)
        for object in context.pending.objects(.inserted) {
            let store = try assignment.store(for: object)
            try SavePlan.requireWritable(store, for: object)
            edit(store) { $0.inserted.append(object) }
        }
        for object in context.pending.objects(.updated) where object.hasPersistentChangedValues {
            edit(try SavePlan.writableStore(of: object)) { $0.updated.append(object) }
        }
        for object in context.pending.objects(.deleted) where !object.status.has(.gone) {
            edit(try SavePlan.writableStore(of: object)) { $0.deleted.append(object) }
        }
        for object in context.locked where object.status.pending == .none && !object.status.has(.gone) {
            guard let store = object.objectID.persistentStore, object.block != nil else { continue }
            edit(store) { $0.locked.append(object) }
        }
        for store in coordinator.storesWithUnsavedMetadata { edit(store) { _ in } }
        parts.sort { coordinator.order(of: $0.store) < coordinator.order(of: $1.store) }
        try requireOneStorePerGraph()
    }

    private mutating func edit(_ store: PersistentStore, _ body: (inout Part) -> Void) {
        if let index = parts.firstIndex(where: { $0.store === store }) {
            body(&parts[index])
        } else {
            var part = Part(store: store)
            body(&part)
            parts.append(part)
        }
    }

    private static func writableStore(of object: ManagedObject) throws -> PersistentStore {
        guard let store = object.objectID.persistentStore else {
            throw PersistenceError(
                .invalidStore, "The store of \(object.objectID) was removed.",
                userInfo: [PersistenceError.Key.affectedObjects: [object]])
        }
        try requireWritable(store, for: object)
        return store
    }

    private static func requireWritable(_ store: PersistentStore, for object: ManagedObject) throws {
        guard store.isReadOnly else { return }
        throw PersistenceError(
            .readOnly, "The store is read-only, so nothing was saved.",
            userInfo: [
                PersistenceError.Key.affectedStores: [store], PersistenceError.Key.affectedObjects: [object],
            ])
    }

    /// Refuses references from one store into another.
    private func requireOneStorePerGraph() throws {
        guard parts.count > 0 else { return }
        var storeOfNew: [ManagedObjectID: PersistentStore] = [:]
        for part in parts where parts.count > 1 {
            for object in part.inserted { storeOfNew[object.objectID] = part.store }
        }
        for part in parts {
            for object in part.inserted + part.updated where object.entity.layout.hasRelationships {
                for id in object.changedReferences {
                    guard let store = id.persistentStore ?? storeOfNew[id], store !== part.store else { continue }
                    throw PersistenceError(
                        .relatedStores, "Objects of different stores cannot be related.",
                        userInfo: [
                            PersistenceError.Key.affectedObjects: [object],
                            PersistenceError.Key.affectedStores: [part.store, store],
                        ])
                }
            }
        }
    }
}

extension ManagedObject {
    /// The IDs that pending changes of relationships name.
    var changedReferences: [ManagedObjectID] {
        var result: [ManagedObjectID] = []
        changes.forEach { _, value in
            switch value.resolvingReferences {
            case .reference(let id): result.append(id)
            case .toMany(let change): result += change.added
            case .ordered(let ids): result += ids
            default: break
            }
        }
        return result
    }
}

/// Which store a new object goes to: the assigned one, that of what it is related to, or the first that can take it.
struct StoreAssignment {
    private let coordinator: PersistentStoreCoordinator
    private var chosen: [ObjectIdentifier: PersistentStore] = [:]
    private var firstChoices: [ObjectIdentifier: PersistentStore] = [:]

    init(_ coordinator: PersistentStoreCoordinator) {
        self.coordinator = coordinator
    }

    mutating func store(for object: ManagedObject) throws -> PersistentStore {
        if !object.entity.layout.hasRelationships {
            return try object.local?.assignedStore ?? object.objectID.persistentStore ?? firstWritable(for: object)
        }
        var visited: Set<ObjectIdentifier> = []
        let fixed = try fixedStore(of: object, &visited)
        let store = try fixed.flatMap { $0.supports(object.entity) ? $0 : nil } ?? firstWritable(for: object)
        chosen[ObjectIdentifier(object)] = store
        return store
    }

    /// The store that the object, or something it is related to, is bound to.
    private mutating func fixedStore(
        of object: ManagedObject, _ visited: inout Set<ObjectIdentifier>
    ) throws -> PersistentStore? {
        guard visited.insert(ObjectIdentifier(object)).inserted else { return nil }
        if let store = object.objectID.persistentStore ?? object.local?.assignedStore
            ?? chosen[ObjectIdentifier(object)]
        {
            return store
        }
        for id in object.changedReferences {
            if let store = id.persistentStore { return store }
            guard let related = object.managedObjectContext?.registered(id), related.isInserted else { continue }
            if let store = try fixedStore(of: related, &visited) { return store }
        }
        return nil
    }

    private mutating func firstWritable(for object: ManagedObject) throws -> PersistentStore {
        if let store = firstChoices[ObjectIdentifier(object.entity)] { return store }
        let stores = coordinator.stores(for: object.entity)
        if let store = stores.first(where: { !$0.isReadOnly }) {
            firstChoices[ObjectIdentifier(object.entity)] = store
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
