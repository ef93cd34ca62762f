import Foundation

/// Opening stores of registered types.
extension PersistentStoreCoordinator {
    /// Opens or creates a store and adds it.
    /// - Parameters:
    ///   - type: a registered type, such as `sqliteStoreType`.
    ///   - configurationName: the configuration that limits the store's entities, or nil for all entities.
    ///   - url: the location of the store, or nil for a store in memory.
    ///   - options: values by the keys in `StoreOption`.
    /// - Throws: a `PersistenceError`: `coreData` if the model does not have the configuration,
    ///   `persistentStoreInvalidType` if the type is not registered, otherwise the reason why the store cannot be opened.
    ///   Nothing is added then.
    @discardableResult
    public func addPersistentStore(
        ofType type: String, configurationName: String? = nil, at url: URL?, options: [AnyHashable: Any]? = nil
    ) throws -> PersistentStore {
        let options = [String: any Sendable](options)
        try requireConfiguration(configurationName)
        if let storeClass = StoreTypes.storeClass(for: type) {
            let store = try storeClass.opened(
                for: self, type: type, configurationName: configurationName, at: url, options: options)
            add(store)
            return store
        }
        if let manager = options[StoreOption.stagedMigrationManager] as? StagedMigrationManager {
            let store = StagedStore(type: type, configurationName: configurationName, url: url, options: options)
            try manager.prepare(store, for: managedObjectModel)
        }
        let backend = try StoreTypes.requireOpening(for: type).open(
            url: url, model: managedObjectModel, configurationName: configurationName, options: options)
        let store = PersistentStore(
            type: type, url: url, configurationName: configurationName, options: options, backend: backend)
        add(store)
        return store
    }

    /// Opens or creates the described store, and calls `block` with the description, and with the error if opening
    /// fails.
    public func addPersistentStore(
        with description: PersistentStoreDescription,
        completionHandler block: @escaping (PersistentStoreDescription, (any Error)?) -> Void
    ) {
        let load = { [self] in
            do {
                try addPersistentStore(
                    ofType: description.type, configurationName: description.configuration, at: description.url,
                    options: description.storeOptions)
                block(description, nil)
            } catch {
                block(description, error)
            }
        }
        if description.shouldAddStoreAsynchronously {
            let work = TransferredWork(body: load)
            DispatchQueue.global().async { work.body() }
        } else {
            load()
        }
    }

    private func requireConfiguration(_ name: String?) throws {
        guard let name, managedObjectModel.entities(forConfigurationName: name) == nil else { return }
        throw PersistenceError(.coreData, "The model has no configuration named “\(name)”.")
    }

    /// Does nothing, because a migration is finished when the store is added. Returns whether there was something to do.
    @discardableResult
    public func finishDeferredLightweightMigration() -> Bool { false }

    /// Does nothing, because a migration is finished when the store is added. Returns whether there was something to do.
    @discardableResult
    public func finishDeferredLightweightMigrationTask() -> Bool { false }

    /// Registers a class of stores for `type`, or removes the type when the class is nil. The class is instantiated
    /// when a store is added.
    ///
    /// ```swift
    /// let type = PersistentStore.StoreType(rawValue: "Buoys")
    /// PersistentStoreCoordinator.registerStoreClass(BuoyStore.self, type: type)
    /// let coordinator = PersistentStoreCoordinator(managedObjectModel: ManagedObjectModel(entities: [buoy]))
    /// try coordinator.addPersistentStore(ofType: "Buoys", at: nil)
    /// let context = ManagedObjectContext(.mainQueue)
    /// context.persistentStoreCoordinator = coordinator
    ///
    /// // Contexts, predicates, sorting and faults work as with every other store.
    /// let request = FetchRequest<ManagedObject>(entityName: "Buoy")
    /// request.predicate = FetchPredicate(format: "height > 1.5")
    /// let high = try context.fetch(request)
    /// ```
    public static func registerStoreClass(_ storeClass: IncrementalStore.Type?, type: PersistentStore.StoreType) {
        StoreTypes.register(storeClass, for: type.rawValue)
    }

    /// Core Data's older name for `registerStoreClass(_:type:)`.
    public static func registerStoreClass(_ storeClass: IncrementalStore.Type?, forStoreType type: String) {
        StoreTypes.register(storeClass, for: type)
    }
}
