import Foundation

/// What stores say of themselves.
extension PersistentStoreCoordinator {
    /// What a store says of itself, with what `setMetadata` added since the last save; empty where it cannot be read. What is
    /// set upon that goes on top of what is stored, of which nothing is lost.
    public func metadata(for store: PersistentStore) -> [String: any Sendable] {
        (try? store.currentMetadata()) ?? [:]
    }

    /// Replaces the application's metadata of a store; written by the next save that reaches it.
    ///
    /// The store's UUID and type cannot be changed.
    public func setMetadata(_ metadata: [String: any Sendable]?, for store: PersistentStore) {
        var metadata = metadata ?? [:]
        metadata[StoreMetadataKey.storeUUID] = store.identifier
        metadata[StoreMetadataKey.storeType] = store.type
        store.setMetadata(metadata)
    }

    /// Puts these keys over the application's metadata of a store at once, in a transaction of its own.
    /// - Throws: the store's error; nothing is written then.
    package func writeMetadata(_ metadata: [String: any Sendable], for store: PersistentStore) throws {
        try changeMetadata(of: store) { $0.merge(metadata) { _, new in new } }
    }

    /// Changes the application's metadata of a store at once, in a transaction of its own that nobody else writes in.
    /// - Throws: the store's error, or what `change` throws; nothing is written then.
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

    /// What the store at `url` says of itself, read without loading it.
    public static func metadataForPersistentStore(
        ofType type: String, at url: URL, options: [String: any Sendable]? = nil
    ) throws -> [String: any Sendable] {
        if let storeClass = StoreTypes.storeClass(for: type) {
            return try storeClass.metadataForPersistentStore(with: url)
        }
        return try StoreTypes.requireOpening(for: type).metadata(url: url)
    }

    /// The writable stores whose metadata was set since the last save.
    var storesWithUnsavedMetadata: [PersistentStore] {
        persistentStores.filter { $0.hasUnsavedMetadata && !$0.isReadOnly }
    }
}
