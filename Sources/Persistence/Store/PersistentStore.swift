import Foundation

/// One store of a coordinator: a file, or memory, that holds the rows of some entities.
///
/// Made by `PersistentStoreCoordinator.addPersistentStore`. Any thread; its type, options and tables are fixed when the
/// coordinator has it. A subclass that has more to keep sees to that itself.
open class PersistentStore: @unchecked Sendable {
    /// The kind of store ("SQLite", "InMemory").
    open internal(set) var type: String
    /// Where the store is.
    public internal(set) var url: URL? {
        get { place.withLock { $0 } }
        set { place.withLock { $0 = newValue } }
    }
    /// The configuration of the model that the store is limited to; nil for all entities.
    public let configurationName: String?
    /// The options that the store was added with.
    public internal(set) var options: [String: any Sendable]
    /// The coordinator that the store belongs to; nil once it was removed.
    public internal(set) var persistentStoreCoordinator: PersistentStoreCoordinator? {
        get { owner.withLock { $0.coordinator } }
        set { owner.withLock { $0.coordinator = newValue } }
    }

    package let backend: any StoreBackend
    private let place: Guarded<URL?>
    private let owner = Guarded(WeakCoordinator())
    private var tables: StoreTables?
    private let unsaved = Guarded(UnsavedMetadata())

    package init(
        type: String, url: URL?, configurationName: String?, options: [String: any Sendable], backend: any StoreBackend
    ) {
        self.type = type
        place = Guarded(url)
        self.configurationName = configurationName
        self.options = options
        self.backend = backend
    }

    /// The UUID of the store; part of the IDs of its objects.
    public var identifier: String { backend.identifier }

    /// Whether saving objects of this store fails.
    public var isReadOnly: Bool { backend.isReadOnly }

    /// Called when the store was added to its coordinator.
    open func didAdd(to coordinator: PersistentStoreCoordinator) {}

    /// Called before the store leaves its coordinator.
    open func willRemove(from coordinator: PersistentStoreCoordinator?) {}

    func attach(to coordinator: PersistentStoreCoordinator) {
        persistentStoreCoordinator = coordinator
        let tables = StoreTables(model: coordinator.managedObjectModel, store: self)
        self.tables = tables
        backend.attach(tables: tables)
    }

    /// The row cache of a table; nil before the store is attached.
    package func table(for layout: EntityLayout) -> RowTable? {
        tables?[layout]
    }

    /// Whether the store's configuration has the entity.
    func supports(_ entity: EntityDescription) -> Bool {
        guard let configurationName else { return true }
        let entities = persistentStoreCoordinator?.managedObjectModel.entities(forConfigurationName: configurationName)
        return entities?.contains { $0 === entity } ?? false
    }

    /// The metadata with what `setMetadata` added since the last save.
    /// - Throws: the store's error. What is set before the next call that succeeds takes nothing away: whoever set it may
    ///   not know what there was.
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

    /// What the application said of another store, for a copy of that store in this one.
    func applicationMetadata(from other: PersistentStore) throws -> [String: any Sendable] {
        let theirs = try other.currentMetadata().filter { !$0.key.hasPrefix("NS") && !$0.key.hasPrefix("_NS") }
        return theirs.merging(try backend.metadata()) { _, own in own }
    }

    func setMetadata(_ metadata: [String: any Sendable]?) {
        unsaved.withLock { ($0.metadata, $0.isWhole) = (metadata, $0.isStoredKnown) }
    }

    /// Whether the next save writes metadata.
    var hasUnsavedMetadata: Bool { unsaved.withLock { $0.metadata != nil } }

    /// The metadata that the next save writes; nil when it did not change.
    func unsavedMetadata() throws -> [String: any Sendable]? {
        let unsaved = unsaved.withLock { $0 }
        guard let metadata = unsaved.metadata, !unsaved.isWhole else { return unsaved.metadata }
        return try backend.metadata().merging(metadata) { _, new in new }
    }
}

/// What was set and not saved.
private struct UnsavedMetadata {
    var metadata: [String: any Sendable]?
    /// Whether it is all that there shall be; it goes on top of what is stored otherwise.
    var isWhole = true
    /// Whether the last read of what is stored did not fail.
    var isStoredKnown = true
}

/// A coordinator that is not kept.
private struct WeakCoordinator {
    weak var coordinator: PersistentStoreCoordinator?
}
