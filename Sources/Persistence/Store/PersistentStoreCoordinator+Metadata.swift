import Foundation

/// The metadata of stores.
extension PersistentStoreCoordinator {
    /// The metadata of a store, including changes by `setMetadata` since the last save; empty when it cannot be read.
    /// Metadata that is set after a failed read is merged with the stored metadata, so that nothing is lost.
    public func metadata(for store: PersistentStore) -> [String: any Sendable] {
        (try? store.currentMetadata()) ?? [:]
    }

    /// Replaces the application's metadata of a store. The next save to the store writes it.
    ///
    /// The store's UUID and type cannot be changed.
    public func setMetadata(_ metadata: [String: Any]?, for store: PersistentStore) {
        var metadata = [String: any Sendable](metadata)
        metadata[StoreMetadataKey.storeUUID] = store.identifier
        metadata[StoreMetadataKey.storeType] = store.type
        store.setMetadata(metadata)
    }

    /// Sets these keys of a store's application metadata immediately, in a transaction of its own.
    /// - Throws: the store's error; nothing is written then.
    package func writeMetadata(_ metadata: [String: any Sendable], for store: PersistentStore) throws {
        try changeMetadata(of: store) { $0.merge(metadata) { _, new in new } }
    }

    /// Changes a store's application metadata immediately, in a write transaction of its own.
    /// - Throws: the store's error, or the error of `change`; nothing is written then.
    package func changeMetadata(
        of store: PersistentStore, _ change: (inout [String: any Sendable]) throws -> Void
    ) throws {
        let transaction = try store.backend.beginWrite()
        do {
            var metadata = try store.backend.metadata()
            try change(&metadata)
            try transaction.setMetadata(metadata)
            try transaction.commit()
        } catch {
            transaction.rollback()
            throw error
        }
    }

    /// The metadata of the store at `url`, read without loading the store.
    /// - Throws: a `PersistenceError` when the type is not registered, the store does not exist, or its metadata cannot
    ///   be read.
    public static func metadataForPersistentStore(
        ofType type: String, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: any Sendable] {
        if let storeClass = StoreTypes.storeClass(for: type) {
            return try storeClass.metadataForPersistentStore(with: url)
        }
        return try StoreTypes.requireOpening(for: type).metadata(url: url)
    }

    /// The newer name for `metadataForPersistentStore(ofType:at:options:)`.
    /// - Throws: the errors of the older method, with the same effect.
    public static func metadataForPersistentStore(
        type: PersistentStore.StoreType, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: any Sendable] {
        try metadataForPersistentStore(ofType: type.rawValue, at: url, options: options)
    }

    /// The writable stores whose metadata was set since the last save.
    var storesWithUnsavedMetadata: [PersistentStore] {
        persistentStores.filter { $0.hasUnsavedMetadata && !$0.isReadOnly }
    }
}
