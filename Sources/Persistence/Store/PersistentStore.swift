import Foundation

/// One store of a coordinator: the rows of some entities, in a file or in memory.
///
/// ```swift
/// let store = container.persistentStoreCoordinator.persistentStores[0]
/// store.metadata["home"] = "Malibu"
/// try container.viewContext.save()
/// // The entry is in the file now, beside the UUID, which is part of the IDs of all objects.
/// let url = store.url ?? folder.file()
/// let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
/// ```
///
/// Add one with `PersistentStoreCoordinator.addPersistentStore`. Use on any thread. Its type, options and tables do not
/// change after it is added. A subclass must synchronize its own state.
open class PersistentStore: @unchecked Sendable {
    /// The type of the store ("SQLite", "InMemory").
    open internal(set) var type: String
    /// The location of the store.
    public internal(set) var url: URL? {
        get { place.withLock { $0 } }
        set { place.withLock { $0 = newValue } }
    }
    /// The configuration of the model that the store is limited to; “PF_DEFAULT_CONFIGURATION_NAME” for all entities.
    public var configurationName: String! { configuration ?? ManagedObjectModel.defaultConfigurationName }
    /// The configuration of the model that the store is limited to; nil for all entities.
    let configuration: String?
    /// The options that the store was added with.
    public var options: [AnyHashable: Any]! { settings }
    /// The options that the store was added with, as values that any thread may read.
    package internal(set) var settings: [String: any Sendable]
    /// The coordinator that the store belongs to; nil once it is removed.
    public internal(set) var persistentStoreCoordinator: PersistentStoreCoordinator? {
        get { owner.withLock { $0.coordinator } }
        set { owner.withLock { $0.coordinator = newValue } }
    }

    package let backend: any StoreBackend
    private let place: LockedValue<URL?>
    private let owner = LockedValue(WeakCoordinator())
    private var tables: StoreTables?
    private let unsaved = LockedValue(UnsavedMetadata())

    package init(
        type: String, url: URL?, configurationName: String?, options: [String: any Sendable], backend: any StoreBackend
    ) {
        self.type = type
        place = LockedValue(url)
        configuration = configurationName
        settings = options
        self.backend = backend
    }

    /// The UUID of the store, which is part of its objects' IDs.
    public var identifier: String { backend.identifier }

    /// Whether the store rejects writes.
    public var isReadOnly: Bool { backend.isReadOnly }

    /// The metadata, including changes since the last save; empty if it cannot be read. The next save to the store
    /// writes what is set. The UUID and the type cannot be changed.
    open var metadata: [String: any Sendable] {
        get { (try? currentMetadata()) ?? [:] }
        set { persistentStoreCoordinator?.setMetadata(newValue, for: self) }
    }

    /// Reads the metadata when the store is added. Overridden by an `IncrementalStore`.
    /// - Throws: an error when the store does not exist or cannot be read. It is then not added.
    open func loadMetadata() throws {}

    /// The metadata of the store at `url`, read without loading the store. Overridden by an `IncrementalStore`; use
    /// `PersistentStoreCoordinator.metadataForPersistentStore(type:at:options:)` for others.
    /// - Throws: any error when the metadata cannot be read.
    open class func metadataForPersistentStore(with url: URL) throws -> [String: any Sendable] { [:] }

    /// Called after the store was added to its coordinator.
    open func didAdd(to coordinator: PersistentStoreCoordinator) {}

    /// Called before the store is removed from its coordinator.
    open func willRemove(from coordinator: PersistentStoreCoordinator?) {}

    func attach(to coordinator: PersistentStoreCoordinator) {
        persistentStoreCoordinator = coordinator
        let tables = StoreTables(model: coordinator.managedObjectModel, store: self)
        self.tables = tables
        backend.attach(tables: tables)
    }

    /// The row cache of a table; nil before the store is attached.
    package func table(for layout: EntityLayout) -> RowCache? {
        tables?[layout]
    }

    /// Whether the store's configuration has the entity.
    func supports(_ entity: EntityDescription) -> Bool {
        guard let configuration else { return true }
        let entities = persistentStoreCoordinator?.managedObjectModel.entities(forConfigurationName: configuration)
        return entities?.contains { $0 === entity } ?? false
    }

    /// The metadata, including changes by `setMetadata` since the last save.
    /// - Throws: the store's error. Until a later call succeeds, new metadata is merged with the stored metadata
    ///   instead of replacing it, because the caller could not read what is stored.
    package func currentMetadata() throws -> [String: any Sendable] {
        do {
            let metadata = try unsavedMetadata() ?? backend.metadata()
            unsaved.withLock { $0.isStoredKnown = true }
            return metadata
        } catch {
            unsaved.withLock { $0.isStoredKnown = false }
            throw error
        }
    }

    /// Another store's application metadata, merged with this store's own, for a copy of that store in this one.
    func applicationMetadata(from other: PersistentStore) throws -> [String: any Sendable] {
        let theirs = try other.currentMetadata().filter { !$0.key.hasPrefix("NS") && !$0.key.hasPrefix("_NS") }
        return theirs.merging(try backend.metadata()) { _, own in own }
    }

    func setMetadata(_ metadata: [String: any Sendable]?) {
        unsaved.withLock { ($0.metadata, $0.isWhole) = (metadata, $0.isStoredKnown) }
    }

    /// Whether the next save writes metadata.
    var hasUnsavedMetadata: Bool { unsaved.withLock { $0.metadata != nil } }

    /// The metadata that the next save writes; nil when it has not changed.
    func unsavedMetadata() throws -> [String: any Sendable]? {
        let unsaved = unsaved.withLock { $0 }
        guard let metadata = unsaved.metadata, !unsaved.isWhole else { return unsaved.metadata }
        return try backend.metadata().merging(metadata) { _, new in new }
    }
}

/// Metadata that was set and not saved.
private struct UnsavedMetadata {
    var metadata: [String: any Sendable]?
    /// Whether it replaces the stored metadata; otherwise it is merged with it.
    var isWhole = true
    /// Whether the last read of the stored metadata succeeded.
    var isStoredKnown = true
}

/// A weak reference to a coordinator.
private struct WeakCoordinator {
    weak var coordinator: PersistentStoreCoordinator?
}
