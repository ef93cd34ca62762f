/// The kind of a request to a store. The raw values are Core Data's.
/// As in Core Data, more cases may be added.
@nonexhaustive(warn) public enum PersistentStoreRequestType: UInt, Sendable {
    case fetchRequestType = 1
    case saveRequestType = 2
    case batchInsertRequestType = 5
    case batchUpdateRequestType = 6
    case batchDeleteRequestType = 7
    case historyChangeRequestType = 8
}

/// A request to a store: a fetch, a save, a batch request or a history request.
open class PersistentStoreRequest {
    /// The stores that the request is for; nil for all stores concerned.
    open var affectedStores: [PersistentStore]?

    /// The kind of this request.
    open var requestType: PersistentStoreRequestType {
        preconditionFailure("Do not subclass PersistentStoreRequest: use one of the existing requests.")
    }

    init() {}
}

/// The objects that a save asks an incremental store to write. Use on the saving context's queue.
///
/// Inserted objects have permanent IDs. If all sets are nil, only the metadata is to be written.
public final class SaveChangesRequest: PersistentStoreRequest {
    /// Objects that are new to the store.
    public let insertedObjects: Set<ManagedObject>?
    /// Objects with changed values.
    public let updatedObjects: Set<ManagedObject>?
    /// Objects to delete.
    public let deletedObjects: Set<ManagedObject>?
    /// Unchanged objects whose records must not have changed either (`detectConflicts(for:)`).
    public let lockedObjects: Set<ManagedObject>?

    /// Creates a request; the engine creates one for each save.
    public init(
        inserted insertedObjects: Set<ManagedObject>?, updated updatedObjects: Set<ManagedObject>?,
        deleted deletedObjects: Set<ManagedObject>?, locked lockedObjects: Set<ManagedObject>?
    ) {
        self.insertedObjects = insertedObjects
        self.updatedObjects = updatedObjects
        self.deletedObjects = deletedObjects
        self.lockedObjects = lockedObjects
        super.init()
    }

    /// Always `saveRequestType`.
    public override var requestType: PersistentStoreRequestType { .saveRequestType }
}
