/// What one save writes, by store: a value that is created from the pending objects before anything is written.
package struct SavePlan {
    /// The objects that are written to one store.
    package struct Part {
        let store: PersistentStore
        var inserted: [ManagedObject] = []
        var updated: [ManagedObject] = []
        var deleted: [ManagedObject] = []
        var locked: [ManagedObject] = []
        /// The objects whose expected version is compared with their row's.
        var versioned: [ManagedObject] { deleted.isEmpty && locked.isEmpty ? updated : updated + deleted + locked }
        /// Whether an object may be related to one in another store.
        var mayReachOut: Bool {
            (inserted.first ?? updated.first)?.entity.managedObjectModel?.hasRelationships ?? false
        }
    }

    private(set) var parts: [Part] = []
    /// The author and context name, for history.
    let origin: TransactionOrigin
    /// The index of the part of the last store, while the plan is created.
    private var lastPlace: (store: ObjectIdentifier?, index: Int) = (nil, 0)

    /// - Throws: `persistentStoreOperation` if no store accepts an object or its store was removed, `readOnly` if its store is
    ///   read-only, `managedObjectExternalRelationship` if it is related to an object in another store, or `coreData` if the context has no
    ///   coordinator.
    init(_ context: ManagedObjectContext) throws {
        let coordinator = try context.coordinator()
        origin = TransactionOrigin(author: context.transactionAuthor, contextName: context.name)
        var assignment = StoreAssignment(coordinator)
        let hasOneStore = assignment.hasOneStore
        try place(
            context.pending.objects(.inserted), in: \.inserted,
            inRunsWhere: { $0.goesWhereItsKindGoes(hasOneStore: hasOneStore) }
        ) { object in
            let store = try assignment.store(for: object)
            try SavePlan.requireWritable(store, for: object)
            return store
        }
        var stores = WritableStores()
        let updated = context.pending.objects(.updated)
        let isWhole = updated.allSatisfy(\.hasPersistentChangedValues)
        try place(
            isWhole ? updated : updated.filter(\.hasPersistentChangedValues), in: \.updated, inRunsWhere: \.isStored
        ) { try stores.store(of: $0) }
        let deleted = context.pending.objects(.deleted).filter { !$0.status.has(.gone) }
        try place(deleted, in: \.deleted, inRunsWhere: \.isStored) { try stores.store(of: $0) }
        for object in context.locked where object.isUnwritten && !object.status.has(.gone) {
            guard let store = object.objectID.persistentStore, object.block != nil else { continue }
            parts[place(of: store)].locked.append(object)
        }
        for store in coordinator.storesWithUnsavedMetadata { _ = place(of: store) }
        parts.sort { coordinator.order(of: $0.store) < coordinator.order(of: $1.store) }
        if !hasOneStore { try requireOneStorePerGraph() }
    }

    /// Adds objects to the parts of their stores. Most saves have one store, which takes over the whole array.
    ///
    /// - Parameters:
    ///   - goesWithItsKind: Whether an object goes to the same store as the one before it if both are of the same kind.
    ///   - storeOf: Returns the store of an object. Called for the first object of each such run.
    private mutating func place(
        _ objects: [ManagedObject], in list: WritableKeyPath<Part, [ManagedObject]>,
        inRunsWhere goesWithItsKind: (ManagedObject) -> Bool, _ storeOf: (ManagedObject) throws -> PersistentStore
    ) throws {
        var (start, current, index) = (0, -1, 0)
        while index < objects.count {
            let next = place(of: try storeOf(objects[index]))
            if current >= 0, next != current {
                parts[current][keyPath: list] += objects[start..<index]
                start = index
            }
            current = next
            let first = objects[index]
            index += 1
            if goesWithItsKind(first) {
                let end = objects[index...].firstIndex { !goesWithItsKind($0) || !$0.isOfSameKind(as: first) }
                index = end ?? objects.count
            }
        }
        if objects.isEmpty { return }
        if start == 0 {
            parts[current][keyPath: list] = objects
        } else {
            parts[current][keyPath: list] += objects[start...]
        }
    }

    private mutating func place(of store: PersistentStore) -> Int {
        if lastPlace.store == ObjectIdentifier(store) { return lastPlace.index }
        let index = find(store)
        lastPlace = (ObjectIdentifier(store), index)
        return index
    }

    private mutating func find(_ store: PersistentStore) -> Int {
        if let index = parts.firstIndex(where: { $0.store === store }) { return index }
        parts.append(Part(store: store))
        return parts.count - 1
    }

    static func requireWritable(_ store: PersistentStore, for object: ManagedObject) throws {
        guard store.isReadOnly else { return }
        throw PersistenceError(
            .readOnly, "The store is read-only, so nothing was saved.",
            userInfo: [
                PersistenceError.Key.affectedStores: [store], PersistenceError.Key.affectedObjects: [object],
            ])
    }

    /// Throws if an object refers to one in another store.
    private func requireOneStorePerGraph() throws {
        guard parts.count > 0 else { return }
        var storeOfNew: [ManagedObjectID: PersistentStore] = [:]
        for part in parts where parts.count > 1 {
            for object in part.inserted { storeOfNew[object.objectID] = part.store }
        }
        for part in parts where parts.count > 1 || part.mayReachOut {
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
    /// Whether this new object goes to the default store for its entity: it is assigned to no store, and there is no
    /// other store or it has no relationships.
    fileprivate func goesWhereItsKindGoes(hasOneStore: Bool) -> Bool {
        registeredID.isTemporaryID && local?.assignedStore == nil && (hasOneStore || !entity.layout.hasRelationships)
    }

    /// Whether the object is registered under a permanent ID, rather than a temporary one that became permanent.
    fileprivate var isStored: Bool { registeredID.key != nil }

    /// Whether a save does not write the object.
    fileprivate var isUnwritten: Bool {
        status.pending == .none || (status.pending == .updated && !hasPersistentChangedValues)
    }

    /// Whether both objects have the same entity and the same store.
    fileprivate func isOfSameKind(as other: ManagedObject) -> Bool { storeEntity === other.storeEntity }

    /// The IDs in pending changes of relationships.
    var changedReferences: [ManagedObjectID] {
        var result: [ManagedObjectID] = []
        changes.forEach { _, value in
            switch value {
            case .reference(let id): result.append(id.resolved)
            case .toMany(let change): result += change.added.map(\.resolved)
            case .ordered(let ids): result += ids.map(\.resolved)
            default: break
            }
        }
        return result
    }
}
