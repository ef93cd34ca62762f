import Foundation

/// Stores as files: moving, replacing and removing them whole, with the side files that SQLite keeps beside them.
extension PersistentStoreCoordinator {
    /// Moves a store of this coordinator: copies what is committed to `url`, removes the store, and adds the copy.
    ///
    /// Metadata goes along, and where the type is the same the UUID too, so that `managedObjectID(forURIRepresentation:)`
    /// of an old URI names the same record in the new place; a store of another type has a UUID of its own, and no history.
    /// The old files stay where they are; `destroyPersistentStore` removes them. Contexts lose the store's
    /// objects as at `remove(_:)`, unsaved changes included: save first, and fetch them again afterwards.
    /// - Throws: when `url` is taken, one of the types is an `IncrementalStore`, or a file cannot be read or written. The
    ///   coordinator then still has the store, and there is no copy.
    @discardableResult
    public func migratePersistentStore(
        _ store: PersistentStore, to url: URL, options: [String: any Sendable]? = nil, withType storeType: String
    ) throws -> PersistentStore {
        guard store.persistentStoreCoordinator === self else {
            throw PersistenceError(.invalidStore, "The store is not one of this coordinator's.")
        }
        guard store.type == storeType else { return try transfer(store, to: url, options: options ?? [:], storeType) }
        guard let source = store.url else {
            throw PersistenceError(.invalidStoreType, "A store that is in no file cannot be moved within its type.")
        }
        let opening = try StoreTypes.requireOpening(for: storeType)
        let options = options ?? store.options
        let writing = store.isReadOnly ? nil : try store.backend.beginWrite()
        defer { writing?.rollback() }
        try opening.copy(from: source, to: url, replacing: false, options: options)
        do {
            let backend = try opening.open(
                url: url, model: managedObjectModel, configurationName: store.configurationName, options: options)
            // Nothing is written to the old file any more: a save that waits for it fails, and keeps its changes.
            store.backend.close()
            writing?.rollback()
            try remove(store)
            let moved = PersistentStore(
                type: storeType, url: url, configurationName: store.configurationName, options: options,
                backend: backend)
            add(moved)
            return moved
        } catch {
            try? opening.destroy(url: url, options: options)
            throw error
        }
    }

    /// Makes a store of another type of this one's rows.
    private func transfer(
        _ store: PersistentStore, to url: URL, options: [String: any Sendable], _ storeType: String
    ) throws -> PersistentStore {
        guard !(store is IncrementalStore), StoreTypes.storeClass(for: storeType) == nil else {
            throw PersistenceError(.invalidStoreType, "Stores of classes of your own are not moved to another type.")
        }
        let opening = try StoreTypes.requireOpening(for: storeType)
        guard !opening.isTaken(url) else {
            throw PersistenceError(.openFailed, "There is a file “\(url.lastPathComponent)” already.")
        }
        let backend = try opening.open(
            url: url, model: managedObjectModel, configurationName: store.configurationName, options: options)
        let made = PersistentStore(
            type: storeType, url: url, configurationName: store.configurationName, options: options, backend: backend)
        made.attach(to: self)
        do {
            try StoreTransfer(source: store, target: made, model: managedObjectModel).run(
                metadata: made.applicationMetadata(from: store))
            try remove(store)
        } catch {
            backend.close()
            try? opening.destroy(url: url, options: options)
            throw error
        }
        add(made)
        return made
    }

    /// Says where a store of memory is to be found from now on. A store in a file stays where it is: move it with
    /// `migratePersistentStore(_:to:options:type:)`.
    /// - Returns: whether the URL is that of the store now.
    @discardableResult
    public func setURL(_ url: URL, for store: PersistentStore) -> Bool {
        guard store.persistentStoreCoordinator === self, store.url != url else {
            return store.persistentStoreCoordinator === self
        }
        guard store.type == inMemoryStoreType else { return false }
        store.url = url
        return true
    }

    /// `migratePersistentStore(_:to:options:withType:)` in newer words.
    @discardableResult
    public func migratePersistentStore(
        _ store: PersistentStore, to url: URL, options: [String: any Sendable]? = nil, type: PersistentStore.StoreType
    ) throws -> PersistentStore {
        try migratePersistentStore(store, to: url, options: options, withType: type.rawValue)
    }

    /// Removes the store at `url` with all its files. There may be none.
    /// - Throws: when somebody has it open, this program included, or it is no store of the type. It is untouched then.
    public func destroyPersistentStore(
        at url: URL, ofType storeType: String, options: [String: any Sendable]? = nil
    ) throws {
        try requireRemoved(url)
        try StoreTypes.requireOpening(for: storeType).destroy(url: url, options: options ?? [:])
    }

    /// `destroyPersistentStore(at:ofType:options:)` in newer words.
    public func destroyPersistentStore(
        at url: URL, type: PersistentStore.StoreType, options: [String: any Sendable]? = nil
    ) throws {
        try destroyPersistentStore(at: url, ofType: type.rawValue, options: options)
    }

    /// Makes the store at `destinationURL` a copy of the one at `sourceURL`, or makes it where there is none; in one
    /// transaction, so that it is the old one or the new one whatever happens.
    /// - Throws: when a file cannot be read or written; the destination is as it was then.
    public func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [String: any Sendable]? = nil,
        withPersistentStoreFrom sourceURL: URL, sourceOptions: [String: any Sendable]? = nil, ofType storeType: String
    ) throws {
        try requireRemoved(destinationURL)
        try StoreTypes.requireOpening(for: storeType).copy(
            from: sourceURL, to: destinationURL, replacing: true, options: destinationOptions ?? [:])
    }

    /// `replacePersistentStore(at:withPersistentStoreFrom:ofType:)` in newer words.
    public func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [String: any Sendable]? = nil,
        withPersistentStoreFrom sourceURL: URL, sourceOptions: [String: any Sendable]? = nil,
        type: PersistentStore.StoreType
    ) throws {
        try replacePersistentStore(
            at: destinationURL, destinationOptions: destinationOptions, withPersistentStoreFrom: sourceURL,
            sourceOptions: sourceOptions, ofType: type.rawValue)
    }

    /// Replaces the application's metadata of the store at `url`, without loading it. UUID and type cannot be changed.
    public static func setMetadata(
        _ metadata: [String: any Sendable]?, forPersistentStoreOfType storeType: String, at url: URL,
        options: [String: any Sendable]? = nil
    ) throws {
        try StoreTypes.requireOpening(for: storeType).setMetadata(metadata ?? [:], url: url, options: options ?? [:])
    }

    /// The kinds of store that can be added by name.
    public static var registeredStoreTypes: Set<String> { StoreTypes.names }

    /// Opens or makes a store and adds it; `addPersistentStore(ofType:configurationName:at:options:)` in newer words.
    @discardableResult
    public func addPersistentStore(
        type: PersistentStore.StoreType, configuration: String? = nil, at url: URL,
        options: [String: any Sendable]? = nil
    ) throws -> PersistentStore {
        try addPersistentStore(ofType: type.rawValue, configurationName: configuration, at: url, options: options)
    }

    private func requireRemoved(_ url: URL) throws {
        guard persistentStore(for: url) != nil else { return }
        throw PersistenceError(.invalidStore, "The store “\(url.lastPathComponent)” is in use: remove it first.")
    }
}
