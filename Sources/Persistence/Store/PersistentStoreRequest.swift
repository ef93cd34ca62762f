/// What kind of request a store gets. The raw values are Core Data's.
public enum PersistentStoreRequestType: UInt, Sendable {
    case fetchRequestType = 1
    case saveRequestType = 2
    case batchInsertRequestType = 5
    case batchUpdateRequestType = 6
    case batchDeleteRequestType = 7
    case historyChangeRequestType = 8
}

/// What a context asks of a store: a fetch, a save, a batch, or a part of its history.
open class PersistentStoreRequest {
    /// The stores to ask; all that are concerned for nil.
    open var affectedStores: [PersistentStore]?

    /// Which kind of request this is.
    open var requestType: PersistentStoreRequestType {
        preconditionFailure("A request is one of the kinds that there are: make none of your own.")
    }

    init() {}
}

/// What a save asks an incremental store to write. Use on the saving context's queue.
///
/// Inserted objects have their permanent IDs. A request whose sets are all nil is to write the metadata only.
public final class SaveChangesRequest: PersistentStoreRequest {
    /// Objects that are new to the store.
    public let insertedObjects: Set<ManagedObject>?
    /// Objects with changed values.
    public let updatedObjects: Set<ManagedObject>?
    /// Objects to remove.
    public let deletedObjects: Set<ManagedObject>?
    /// Unchanged objects whose records must not have changed either (`detectConflicts(for:)`).
    public let lockedObjects: Set<ManagedObject>?

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

    public override var requestType: PersistentStoreRequestType { .saveRequestType }
}
