import Foundation

/// Moving, replacing and deleting whole stores, with the side files that SQLite keeps next to them.
extension PersistentStoreCoordinator {
    /// Moves a store of this coordinator: copies its committed rows to `url`, removes the store, and adds the copy.
    ///
    /// Metadata is copied too. If the type stays the same, so does the UUID, and
    /// `managedObjectID(forURIRepresentation:)` returns the same record for an old URI. A store of another type gets a
    /// new UUID, and no history. The old files remain; delete them with `destroyPersistentStore`. As with `remove(_:)`,
    /// contexts lose the store's objects, including unsaved changes: save first, and fetch them again afterwards.
    /// - Throws: a `PersistenceError` when `url` is in use, one of the types is an `IncrementalStore`, or a file cannot
    ///   be read or written. The coordinator then still has the store, and there is no copy.
    @discardableResult
    public func migratePersistentStore(
        _ store: PersistentStore, to url: URL, options: [AnyHashable: Any]? = nil, withType storeType: String
    ) throws -> PersistentStore {
        guard store.persistentStoreCoordinator === self else {
            throw PersistenceError(.invalidStore, "The store does not belong to this coordinator.")
        }
        guard store.type == storeType else { return try transfer(store, to: url, options: .init(options), storeType) }
        guard let source = store.url else {
            throw PersistenceError(.invalidStoreType, "A store without a file can be moved only to another type.")
        }
        let opening = try StoreTypes.requireOpening(for: storeType)
        let options = options.map { .init($0) } ?? store.settings
        let writing = store.isReadOnly ? nil : try store.backend.beginWrite()
        defer { writing?.rollback() }
        try opening.copy(from: source, to: url, replacing: false, options: options)
        do {
            let backend = try opening.open(
                url: url, model: managedObjectModel, configurationName: store.configuration, options: options)
            // The old file is no longer written: a save that waits for it fails and keeps its changes.
            store.backend.close()
            writing?.rollback()
            try remove(store)
            let moved = PersistentStore(
                type: storeType, url: url, configurationName: store.configuration, options: options,
                backend: backend)
            add(moved)
            return moved
        } catch {
            try? opening.destroy(url: url, options: options)
            throw error
        }
    }

    /// Creates a store of another type with this one's rows.
    private func transfer(
        _ store: PersistentStore, to url: URL, options: [String: any Sendable], _ storeType: String
    ) throws -> PersistentStore {
        guard store.backend.fetchesRows, StoreTypes.storeClass(for: storeType) == nil else {
            throw PersistenceError(
                .invalidStoreType, "Stores of registered classes cannot be moved to or from another type.")
        }
        let opening = try StoreTypes.requireOpening(for: storeType)
        guard !opening.isTaken(url) else {
            throw PersistenceError(.openFailed, "The file “\(url.lastPathComponent)” already exists.")
        }
        let backend = try opening.open(
            url: url, model: managedObjectModel, configurationName: store.configuration, options: options)
        let made = PersistentStore(
            type: storeType, url: url, configurationName: store.configuration, options: options, backend: backend)
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

    /// Changes the URL of an in-memory store. To move a store in a file, use
    /// `migratePersistentStore(_:to:options:type:)`.
    /// - Returns: whether the store now has the URL.
    @discardableResult
    public func setURL(_ url: URL, for store: PersistentStore) -> Bool {
        guard store.persistentStoreCoordinator === self, store.url != url else {
            return store.persistentStoreCoordinator === self
        }
        guard store.type == inMemoryStoreType else { return false }
        store.url = url
        return true
    }

    /// The newer name for `migratePersistentStore(_:to:options:withType:)`.
    /// - Throws: the errors of the older method, with the same effect.
    @discardableResult
    public func migratePersistentStore(
        _ store: PersistentStore, to url: URL, options: [AnyHashable: Any]? = nil, type: PersistentStore.StoreType
    ) throws -> PersistentStore {
        try migratePersistentStore(store, to: url, options: options, withType: type.rawValue)
    }

    /// Deletes the store at `url` with all its files, if it exists.
    /// - Throws: a `PersistenceError` when the store is open, in this program or another, or is not a store of this
    ///   type. It is then unchanged.
    public func destroyPersistentStore(
        at url: URL, ofType storeType: String, options: [AnyHashable: Any]? = nil
    ) throws {
        try requireRemoved(url)
        try StoreTypes.requireOpening(for: storeType).destroy(url: url, options: .init(options))
    }

    /// The newer name for `destroyPersistentStore(at:ofType:options:)`.
    /// - Throws: the errors of the older method, with the same effect.
    public func destroyPersistentStore(
        at url: URL, type: PersistentStore.StoreType, options: [AnyHashable: Any]? = nil
    ) throws {
        try destroyPersistentStore(at: url, ofType: type.rawValue, options: options)
    }

    /// Replaces the store at `destinationURL`, or creates it, with a copy of the store at `sourceURL`. This is one
    /// transaction: after a crash, the destination is either the old store or the new one.
    /// - Throws: a `PersistenceError` when the coordinator has the destination open, or a file cannot be read or
    ///   written. The destination is then unchanged.
    public func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
        withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil, ofType storeType: String
    ) throws {
        try requireRemoved(destinationURL)
        try StoreTypes.requireOpening(for: storeType).copy(
            from: sourceURL, to: destinationURL, replacing: true, options: .init(destinationOptions))
    }

    /// The newer name for
    /// `replacePersistentStore(at:destinationOptions:withPersistentStoreFrom:sourceOptions:ofType:)`.
    /// - Throws: the errors of the older method, with the same effect.
    public func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
        withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
        type: PersistentStore.StoreType
    ) throws {
        try replacePersistentStore(
            at: destinationURL, destinationOptions: destinationOptions, withPersistentStoreFrom: sourceURL,
            sourceOptions: sourceOptions, ofType: type.rawValue)
    }

    /// Replaces the application's metadata of the store at `url` without loading the store. UUID and type cannot be
    /// changed.
    /// - Throws: a `PersistenceError` when the type is not registered or has no files, or the store cannot be read or
    ///   written. The metadata is then unchanged.
    public static func setMetadata(
        _ metadata: [String: Any]?, forPersistentStoreOfType storeType: String, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) throws {
        try StoreTypes.requireOpening(for: storeType).setMetadata(
            .init(metadata), url: url, options: .init(options))
    }

    /// The newer name for `setMetadata(_:forPersistentStoreOfType:at:options:)`.
    /// - Throws: the errors of the older method, with the same effect.
    public static func setMetadata(
        _ metadata: [String: Any]?, type: PersistentStore.StoreType, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws {
        try setMetadata(metadata, forPersistentStoreOfType: type.rawValue, at: url, options: options)
    }

    /// The store types that can be added.
    public static var registeredStoreTypes: Set<String> { StoreTypes.names }

    /// The newer name for `addPersistentStore(ofType:configurationName:at:options:)`.
    /// - Throws: the errors of the older method, with the same effect.
    @discardableResult
    public func addPersistentStore(
        type: PersistentStore.StoreType, configuration: String? = nil, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) throws -> PersistentStore {
        try addPersistentStore(ofType: type.rawValue, configurationName: configuration, at: url, options: options)
    }

    private func requireRemoved(_ url: URL) throws {
        guard persistentStore(for: url) != nil else { return }
        throw PersistenceError(.invalidStore, "The store “\(url.lastPathComponent)” is in use: remove it first.")
    }
}
