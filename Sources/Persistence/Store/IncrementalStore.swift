import Foundation

/// A store that is written outside the engine: subclass it, register the class with
/// `PersistentStoreCoordinator.registerStoreClass(_:type:)`, and add a store of that type.
///
/// Override `loadMetadata()`, `execute(_:with:)`, `newValuesForObject(with:with:)`,
/// `newValue(forRelationship:forObjectWith:with:)` and `obtainPermanentIDs(for:)`. A fetch returns faults, made with
/// `context.object(with: newObjectID(for:referenceObject:))`; their values are asked for when they are read, and are
/// kept in the row cache after that. Before a save the store is asked for permanent IDs of the new objects; they stay with
/// the objects even when the save fails.
///
/// The engine calls a store from one thread at a time, on the queue of the context that it passes; the store may use that
/// context and its objects, and no other. A save over several stores is one transaction only as far as they are SQLite or
/// in-memory ones: incremental stores are written after those and before any is committed.
open class IncrementalStore: PersistentStore, @unchecked Sendable {
    /// What the store says of itself. `loadMetadata()` sets at least `StoreMetadataKey.storeUUID` and `storeType`.
    open var metadata: [String: any Sendable] = [:]

    let references = ReferenceKeys()
    private let calls = NSRecursiveLock()

    /// Made by the coordinator when a store of the class's type is added; call `super` from an override.
    /// - Parameters:
    ///   - root: the coordinator, whose model has the entities.
    ///   - name: the configuration that the store is limited to, if it is.
    ///   - url: where the store is.
    ///   - options: what the store is added with.
    public required init(
        persistentStoreCoordinator root: PersistentStoreCoordinator?, configurationName name: String?, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) {
        let backend = IncrementalBackend()
        super.init(type: "", url: url, configurationName: name, options: [:], backend: backend)
        backend.store = self
    }

    // MARK: To override

    /// Sets `metadata`; called once, before anything else.
    /// - Throws: when there is no such store, or it cannot be read; it is not added then.
    open func loadMetadata() throws {
        throw IncrementalStore.missing("loadMetadata()")
    }

    /// Fetches or saves.
    ///
    /// A `FetchRequest<ManagedObject>` returns by its `resultType`: an array of the context's objects, an array of
    /// `ManagedObjectID`, or the number of records. Predicate, order, limit and offset are the store's to obey;
    /// `objectIDs(matching:among:with:)` does it for stores without a query language. A `SaveChangesRequest` returns an
    /// empty array.
    /// - Throws: anything when the request cannot be carried out. A save whose records were changed by somebody else
    ///   throws a `PersistenceError` with code `saveConflicts` and `MergeConflict`s under `Key.saveConflicts`, having
    ///   written nothing: the context's merge policy decides, and the save is asked for again.
    open func execute(_ request: PersistentStoreRequest, with context: ManagedObjectContext?) throws -> Any {
        throw IncrementalStore.missing("execute(_:with:)")
    }

    /// The record with this ID; called when a fault is fired and no row is cached.
    /// - Throws: code `inaccessibleObject` when there is no such record; anything else when it cannot be read.
    open func newValuesForObject(
        with objectID: ManagedObjectID, with context: ManagedObjectContext
    ) throws -> IncrementalStoreNode {
        throw IncrementalStore.missing("newValuesForObject(with:with:)")
    }

    /// The destinations of a relationship: an array (or a set, where order does not matter) of `ManagedObjectID` for a
    /// to-many one, a `ManagedObjectID` or NSNull for a to-one.
    open func newValue(
        forRelationship relationship: RelationshipDescription, forObjectWith objectID: ManagedObjectID,
        with context: ManagedObjectContext?
    ) throws -> Any {
        throw IncrementalStore.missing("newValue(forRelationship:forObjectWith:with:)")
    }

    /// The permanent IDs of new objects, in their order.
    open func obtainPermanentIDs(for array: [ManagedObject]) throws -> [ManagedObjectID] {
        throw IncrementalStore.missing("obtainPermanentIDs(for:)")
    }

    /// A context began to use these objects. Calls for an ID are balanced by as many of the other method.
    open func managedObjectContextDidRegisterObjects(with objectIDs: [ManagedObjectID]) {}

    /// A context uses these objects no more.
    open func managedObjectContextDidUnregisterObjects(with objectIDs: [ManagedObjectID]) {}

    /// The version that a record has after it was saved. Asks for the record; override where the store knows better.
    open func version(
        ofSaved objectID: ManagedObjectID, with context: ManagedObjectContext
    ) throws -> UInt64 {
        try newValuesForObject(with: objectID, with: context).version
    }

    /// What the store at `url` says of itself, read without loading it. Nothing unless overridden.
    open class func metadataForPersistentStore(with url: URL) throws -> [String: any Sendable] { [:] }

    /// An identifier for a store that is new.
    open class func identifierForNewStore(at storeURL: URL) -> String { UUID().uuidString }

    // MARK: Identity

    /// The ID of the record that the store knows as `reference`: equal for equal entities and references.
    ///
    /// Its URI is made of the reference: `p12` for the number 12, `pabc` for the text "abc". Numbers, texts and UUIDs can be
    /// read back from the URI when the store is opened again; the URIs of others name a record as long as the store object
    /// lives, and nothing afterwards. Each reference that was named is remembered.
    /// - Precondition: the store was added to a coordinator, whose model has the entity.
    open func newObjectID(
        for entity: EntityDescription, referenceObject data: any Hashable
    ) -> ManagedObjectID {
        guard let table = table(for: entity.layout) else {
            preconditionFailure("IDs are made once the store was added to a coordinator.")
        }
        let key = references.key(of: AnyHashable(data), entity: entity.name ?? "")
        return ManagedObjectID(home: table.homes[entity.ordinal], key: key)
    }

    /// What the store knows a record as.
    /// - Precondition: the ID is one of this store's.
    open func referenceObject(for objectID: ManagedObjectID) -> Any {
        guard objectID.persistentStore === self, let key = objectID.resolved.key,
            let reference = references.reference(of: key)
        else { preconditionFailure("The ID \(objectID) is none of this store's.") }
        return reference.base
    }

    // MARK: Calling

    /// Runs `body` while no other thread calls the store.
    func calling<T>(_ body: () throws -> T) rethrows -> T {
        calls.lock()
        defer { calls.unlock() }
        return try body()
    }

    /// Keeps others out until `endExclusiveUse()` on the same thread.
    func beginExclusiveUse() { calls.lock() }

    func endExclusiveUse() { calls.unlock() }

    private static func missing(_ method: String) -> PersistenceError {
        PersistenceError(.coreData, "The store does not override \(method).")
    }
}

extension IncrementalStore {
    /// A store of this class as a coordinator adds it.
    static func opened(
        for coordinator: PersistentStoreCoordinator, type: String, configurationName: String?, at url: URL?,
        options: [String: any Sendable]
    ) throws -> IncrementalStore {
        guard let url else { throw PersistenceError(.openFailed, "A store of type “\(type)” is added with a URL.") }
        let store = self.init(
            persistentStoreCoordinator: coordinator, configurationName: configurationName, at: url, options: options)
        store.type = type
        store.options = options
        try store.calling { try store.loadMetadata() }
        guard let identifier = store.metadata[StoreMetadataKey.storeUUID] as? String, !identifier.isEmpty else {
            throw PersistenceError(.openFailed, "The store's metadata has no “\(StoreMetadataKey.storeUUID)”.")
        }
        return store
    }
}
