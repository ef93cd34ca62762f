import Foundation

/// Opening stores of known types.
extension PersistentStoreCoordinator {
    /// Opens or makes a store and adds it.
    /// - Throws: a `PersistenceError` that says what is wrong with the file; nothing is added then.
    @discardableResult
    public func addPersistentStore(
        ofType type: String, configurationName: String? = nil, at url: URL?, options: [String: any Sendable]? = nil
    ) throws -> PersistentStore {
        let options = options ?? [:]
        try requireConfiguration(configurationName)
        if let storeClass = StoreTypes.storeClass(for: type) {
            let store = try storeClass.opened(
                for: self, type: type, configurationName: configurationName, at: url, options: options)
            add(store)
            return store
        }
        let backend = try StoreTypes.requireOpening(for: type).open(
            url: url, model: managedObjectModel, configurationName: configurationName, options: options)
        let store = PersistentStore(
            type: type, url: url, configurationName: configurationName, options: options, backend: backend)
        add(store)
        return store
    }

    /// Opens or makes the store that is described, and calls `block` with it when it was added or failed.
    public func addPersistentStore(
        with description: PersistentStoreDescription,
        completionHandler block: @escaping @Sendable (PersistentStoreDescription, (any Error)?) -> Void
    ) {
        let load: @Sendable () -> Void = { [self] in
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
            DispatchQueue.global().async(execute: load)
        } else {
            load()
        }
    }

    private func requireConfiguration(_ name: String?) throws {
        guard let name, managedObjectModel.entities(forConfigurationName: name) == nil else { return }
        throw PersistenceError(.invalidConfiguration, "The model has no configuration named “\(name)”.")
    }

    /// Makes a class of stores known as `type`, or forgets the type for nil. Stores are made when they are added.
    public static func registerStoreClass(_ storeClass: IncrementalStore.Type?, type: String) {
        StoreTypes.register(storeClass, for: type)
    }

    /// Core Data's older name of `registerStoreClass(_:type:)`.
    public static func registerStoreClass(_ storeClass: IncrementalStore.Type?, forStoreType type: String) {
        StoreTypes.register(storeClass, for: type)
    }
}
