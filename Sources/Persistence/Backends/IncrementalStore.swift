import Foundation

/// A store implemented outside the engine. Subclass it, register the class with
/// `PersistentStoreCoordinator.registerStoreClass(_:type:)`, and add a store of that type.
///
/// ```swift
/// /// The buoys of a bay: objects whose values come from a program that reads them, here a dictionary.
/// final class BuoyStore: IncrementalStore, @unchecked Sendable {
///     private let heights = ["46025": 1.8, "46221": 1.2]
///
///     override func loadMetadata() throws {
///         metadata = [StoreMetadataKey.storeUUID: "Buoys", StoreMetadataKey.storeType: "Buoys"]
///     }
///
///     override func execute(_ request: PersistentStoreRequest, with context: ManagedObjectContext?) throws -> Any {
///         guard let context, let request = request as? FetchRequest<ManagedObject>,
///             let entity = persistentStoreCoordinator?.managedObjectModel.entitiesByName["Buoy"]
///         else { throw CocoaError(.featureUnsupported) }
///         let nodes = heights.keys.map { node(newObjectID(for: entity, referenceObject: $0)) }
///         let ids = try objectIDs(matching: request, among: nodes, with: context)
///         return request.resultType == .countResultType ? ids.count : ids.map { context.object(with: $0) } as Any
///     }
///
///     /// A fault fires: its values are asked for, once.
///     override func newValuesForObject(
///         with objectID: ManagedObjectID, with context: ManagedObjectContext
///     ) throws -> IncrementalStoreNode { node(objectID) }
///
///     private func node(_ id: ManagedObjectID) -> IncrementalStoreNode {
///         let name = referenceObject(for: id) as? String ?? ""
///         return IncrementalStoreNode(
///             objectID: id, withValues: ["name": name, "height": heights[name] ?? 0], version: 1)
///     }
/// }
/// ```
///
/// Override `loadMetadata()`, `execute(_:with:)`, `newValuesForObject(with:with:)`,
/// `newValue(forRelationship:forObjectWith:with:)` and `obtainPermanentIDs(for:)`. A fetch returns faults, created with
/// `context.object(with: newObjectID(for:referenceObject:))`. Their values are requested when they are read, and stay
/// in the row cache after that. Before a save, the engine obtains permanent IDs for the new objects; the objects keep
/// them even if the save fails.
///
/// The engine calls a store from one thread at a time, on the queue of the context that it passes. The store may use
/// that context and its objects, and no other context. A save to several stores is atomic only for its SQLite and
/// in-memory stores: incremental stores are written after those, and before any of them is committed.
open class IncrementalStore: PersistentStore, @unchecked Sendable {
    /// The store's metadata. `loadMetadata()` sets at least `StoreMetadataKey.storeUUID` and `storeType`.
    open override var metadata: [String: any Sendable] {
        get { ownMetadata }
        set { ownMetadata = newValue }
    }
    private var ownMetadata: [String: any Sendable] = [:]

    let references = ReferenceKeys()
    private let calls = NSRecursiveLock()

    /// Creates a store; called by the coordinator when a store of this class's type is added. An override must call
    /// `super`.
    /// - Parameters:
    ///   - root: the coordinator, whose model has the entities.
    ///   - name: the configuration that the store is limited to, or nil.
    ///   - url: the location of the store; `/dev/null` for a store that is added without one, whose `url` is then nil.
    ///   - options: the options that the store is added with.
    public required init(
        persistentStoreCoordinator root: PersistentStoreCoordinator?, configurationName name: String?, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) {
        let backend = IncrementalBackend()
        super.init(type: "", url: url, configurationName: name, options: [:], backend: backend)
        backend.store = self
    }

    // MARK: To override

    /// Sets `metadata`; called once, before any other method.
    /// - Throws: an error when the store does not exist or cannot be read. It is then not added.
    open override func loadMetadata() throws {
        throw IncrementalStore.missing("loadMetadata()")
    }

    /// Performs a fetch or a save.
    ///
    /// A `FetchRequest<ManagedObject>` returns, depending on its `resultType`, an array of the context's objects, an
    /// array of `ManagedObjectID`, or the number of records. The store must apply the predicate, sort descriptors,
    /// limit and offset; `objectIDs(matching:among:with:)` does this for stores without a query language. A
    /// `SaveChangesRequest` returns an empty array.
    /// - Throws: any error when the request fails. If another program changed records that the save would write, write
    ///   nothing and throw a `PersistenceError` with code `persistentStoreSaveConflicts` and `MergeConflict`s under
    ///   `Key.saveConflicts`: the context's merge policy resolves them, and the save is requested again.
    open func execute(_ request: PersistentStoreRequest, with context: ManagedObjectContext?) throws -> Any {
        throw IncrementalStore.missing("execute(_:with:)")
    }

    /// The record with this ID; called when a fault fires and its row is not cached.
    /// - Throws: code `managedObjectReferentialIntegrity` when the record does not exist; any other error when it cannot be read.
    open func newValuesForObject(
        with objectID: ManagedObjectID, with context: ManagedObjectContext
    ) throws -> IncrementalStoreNode {
        throw IncrementalStore.missing("newValuesForObject(with:with:)")
    }

    /// The destinations of a relationship: for a to-many relationship, an array (or a set, if it is unordered) of
    /// `ManagedObjectID`; for a to-one relationship, a `ManagedObjectID` or NSNull.
    /// - Throws: any error when the destinations cannot be read.
    open func newValue(
        forRelationship relationship: RelationshipDescription, forObjectWith objectID: ManagedObjectID,
        with context: ManagedObjectContext?
    ) throws -> Any {
        throw IncrementalStore.missing("newValue(forRelationship:forObjectWith:with:)")
    }

    /// The permanent IDs of new objects, in the same order.
    /// - Throws: any error when an ID cannot be assigned. The save then fails.
    open func obtainPermanentIDs(for array: [ManagedObject]) throws -> [ManagedObjectID] {
        throw IncrementalStore.missing("obtainPermanentIDs(for:)")
    }

    /// Called when a context starts to use these objects; for new objects, after they were saved. Each ID is later passed once to
    /// `managedObjectContextDidUnregisterObjects(with:)`.
    open func managedObjectContextDidRegisterObjects(with objectIDs: [ManagedObjectID]) {}

    /// Called when a context no longer uses these objects.
    open func managedObjectContextDidUnregisterObjects(with objectIDs: [ManagedObjectID]) {}

    /// A new identifier for a new store. The default implementation returns a UUID.
    open class func identifierForNewStore(at storeURL: URL) -> Any { UUID().uuidString }

    // MARK: Identity

    /// The ID of the record that the store identifies by `reference`. Equal entities and references give equal IDs.
    ///
    /// Its URI contains the reference: `p12` for the number 12, `pabc` for the text "abc". A number, text or UUID can
    /// be read back from the URI after the store is opened again. The URI of any other reference is valid only as long
    /// as the store object exists. Every reference passed to this method is kept in memory.
    /// - Precondition: the reference is Hashable, and the store has been added to a coordinator, whose model has the
    ///   entity.
    open func newObjectID(for entity: EntityDescription, referenceObject data: Any) -> ManagedObjectID {
        guard let reference = data as? AnyHashable else {
            preconditionFailure("The reference of a record must be Hashable; \(Swift.type(of: data)) is not.")
        }
        guard let table = table(for: entity.layout) else {
            preconditionFailure("IDs can be created only after the store was added to a coordinator.")
        }
        let key = references.key(of: reference, entity: entity.name ?? "")
        return ManagedObjectID(storeEntity: table.storeEntities[entity.entityIndex], key: key)
    }

    /// The reference by which the store identifies a record.
    /// - Precondition: the ID belongs to this store.
    open func referenceObject(for objectID: ManagedObjectID) -> Any {
        guard objectID.persistentStore === self, let key = objectID.resolvedKey,
            let reference = references.reference(of: key)
        else { preconditionFailure("The ID \(objectID) does not belong to this store.") }
        return reference.base
    }

    // MARK: Calling

    /// Runs `body` while no other thread calls the store.
    func calling<T>(_ body: () throws -> T) rethrows -> T {
        calls.lock()
        defer { calls.unlock() }
        return try body()
    }

    /// Prevents calls by other threads until `endExclusiveUse()` on this thread.
    func beginExclusiveUse() { calls.lock() }

    func endExclusiveUse() { calls.unlock() }

    private static func missing(_ method: String) -> PersistenceError {
        PersistenceError(.coreData, "The store does not override \(method).")
    }
}

extension IncrementalStore {
    /// Creates and loads a store of this class for a coordinator.
    static func opened(
        for coordinator: PersistentStoreCoordinator, type: String, configurationName: String?, at url: URL?,
        options: [String: any Sendable]
    ) throws -> IncrementalStore {
        let store = self.init(
            persistentStoreCoordinator: coordinator, configurationName: configurationName,
            at: url ?? URL(fileURLWithPath: "/dev/null"), options: options)
        store.url = url
        store.type = type
        store.settings = options
        try store.calling { try store.loadMetadata() }
        guard let identifier = store.metadata[StoreMetadataKey.storeUUID] as? String, !identifier.isEmpty else {
            throw PersistenceError(.openFailed, "The store's metadata has no “\(StoreMetadataKey.storeUUID)”.")
        }
        return store
    }
}
