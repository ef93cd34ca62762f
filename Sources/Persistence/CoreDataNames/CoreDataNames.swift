import Foundation

// Core Data's older names without their prefix, for ported code. Each is an alias.

/// Another name of `sqliteStoreType`.
public let SQLiteStoreType = sqliteStoreType
/// Another name of `inMemoryStoreType`.
public let InMemoryStoreType = inMemoryStoreType

/// Another name of `StoreOption.readOnly`.
public let ReadOnlyPersistentStoreOption = StoreOption.readOnly
/// Another name of `StoreOption.timeout`.
public let PersistentStoreTimeoutOption = StoreOption.timeout
/// Another name of `StoreOption.sqlitePragmas`.
public let SQLitePragmasOption = StoreOption.sqlitePragmas

/// Another name of `StoreOption.migrateAutomatically`.
public let MigratePersistentStoresAutomaticallyOption = StoreOption.migrateAutomatically
/// Another name of `StoreOption.inferMappingModel`.
public let InferMappingModelAutomaticallyOption = StoreOption.inferMappingModel
/// Another name of `StoreOption.persistentHistoryTracking`.
public let PersistentHistoryTrackingKey = StoreOption.persistentHistoryTracking
/// Another name of `StoreOption.remoteChangeNotification`.
public let PersistentStoreRemoteChangeNotificationPostOptionKey = StoreOption.remoteChangeNotification

/// Another name of `StoreOption.deferredLightweightMigration`.
public let PersistentStoreDeferredLightweightMigrationOptionKey = StoreOption.deferredLightweightMigration
/// Another name of `StoreOption.connectionPoolMaxSize`.
public let PersistentStoreConnectionPoolMaxSizeKey = StoreOption.connectionPoolMaxSize

/// The domain of SQLite's own errors, which are under `NSUnderlyingErrorKey`; their codes are SQLite's extended ones.
public let SQLiteErrorDomain = "NSSQLiteErrorDomain"

/// Another name of `StoreOption.stagedMigrationManager`.
public let PersistentStoreStagedMigrationManagerOptionKey = StoreOption.stagedMigrationManager
/// Another name of `StoreMetadataKey.modelVersionChecksum`.
public let PersistentStoreModelVersionChecksumKey = StoreMetadataKey.modelVersionChecksum

/// Another name of `PersistentStoreCoordinator.historyTokenKey`.
public let PersistentHistoryTokenKey = PersistentStoreCoordinator.historyTokenKey
/// Another name of `PersistentStoreCoordinator.storeURLKey`.
public let PersistentStoreURLKey = PersistentStoreCoordinator.storeURLKey
/// Another name of `PersistentStoreCoordinator.addedPersistentStoresKey`.
public let AddedPersistentStoresKey = PersistentStoreCoordinator.addedPersistentStoresKey
/// Another name of `PersistentStoreCoordinator.removedPersistentStoresKey`.
public let RemovedPersistentStoresKey = PersistentStoreCoordinator.removedPersistentStoresKey

/// Another name of `StoreMetadataKey.storeUUID`.
public let StoreUUIDKey = StoreMetadataKey.storeUUID
/// Another name of `StoreMetadataKey.storeType`.
public let StoreTypeKey = StoreMetadataKey.storeType
/// Another name of `StoreMetadataKey.modelVersionHashes`.
public let StoreModelVersionHashesKey = StoreMetadataKey.modelVersionHashes
/// Another name of `StoreMetadataKey.modelVersionIdentifiers`.
public let StoreModelVersionIdentifiersKey = StoreMetadataKey.modelVersionIdentifiers

/// The key of the inserted objects in a notification.
public let InsertedObjectsKey = ManagedObjectContext.NotificationKey.insertedObjects.rawValue
/// The key of the updated objects in a notification.
public let UpdatedObjectsKey = ManagedObjectContext.NotificationKey.updatedObjects.rawValue
/// The key of the deleted objects in a notification.
public let DeletedObjectsKey = ManagedObjectContext.NotificationKey.deletedObjects.rawValue
/// The key of the refreshed objects in a notification.
public let RefreshedObjectsKey = ManagedObjectContext.NotificationKey.refreshedObjects.rawValue
/// The key of the invalidated objects in a notification.
public let InvalidatedObjectsKey = ManagedObjectContext.NotificationKey.invalidatedObjects.rawValue
/// The key that is present when all objects were invalidated.
public let InvalidatedAllObjectsKey = ManagedObjectContext.NotificationKey.invalidatedAllObjects.rawValue

/// The key of the IDs of the inserted objects in a notification.
public let InsertedObjectIDsKey = ManagedObjectContext.NotificationKey.insertedObjectIDs.rawValue
/// The key of the IDs of the updated objects in a notification.
public let UpdatedObjectIDsKey = ManagedObjectContext.NotificationKey.updatedObjectIDs.rawValue
/// The key of the IDs of the deleted objects in a notification.
public let DeletedObjectIDsKey = ManagedObjectContext.NotificationKey.deletedObjectIDs.rawValue
/// The key of the IDs of the refreshed objects in a notification.
public let RefreshedObjectIDsKey = ManagedObjectContext.NotificationKey.refreshedObjectIDs.rawValue
/// The key of the IDs of the invalidated objects in a notification.
public let InvalidatedObjectIDsKey = ManagedObjectContext.NotificationKey.invalidatedObjectIDs.rawValue

/// The key of the query generation in a notification.
public let ManagedObjectContextQueryGenerationKey = ManagedObjectContext.NotificationKey.queryGeneration.rawValue

/// The block of an `AsynchronousFetchRequest`.
public typealias PersistentStoreAsynchronousFetchResultCompletionBlock =
    (AsynchronousFetchResult<any FetchRequestResult>) -> Void

/// Another name of `PersistenceError.Key.detailedErrors`.
public let DetailedErrorsKey = PersistenceError.Key.detailedErrors
/// Another name of `PersistenceError.Key.validationObject`.
public let ValidationObjectErrorKey = PersistenceError.Key.validationObject
/// Another name of `PersistenceError.Key.validationKey`.
public let ValidationKeyErrorKey = PersistenceError.Key.validationKey
/// Another name of `PersistenceError.Key.validationValue`.
public let ValidationValueErrorKey = PersistenceError.Key.validationValue
/// Another name of `PersistenceError.Key.validationPredicate`.
public let ValidationPredicateErrorKey = PersistenceError.Key.validationPredicate
/// Another name of `PersistenceError.Key.affectedObjects`.
public let AffectedObjectsErrorKey = PersistenceError.Key.affectedObjects
/// Another name of `PersistenceError.Key.affectedStores`.
public let AffectedStoresErrorKey = PersistenceError.Key.affectedStores
/// Another name of `PersistenceError.Key.saveConflicts`.
public let PersistentStoreSaveConflictsErrorKey = PersistenceError.Key.saveConflicts

/// Another name of `ManagedObjectContext.ConcurrencyType`.
public typealias ManagedObjectContextConcurrencyType = ManagedObjectContext.ConcurrencyType

extension Notification.Name {
    /// Another name of `managedObjectContextObjectsDidChange`.
    public static let ManagedObjectContextObjectsDidChange = managedObjectContextObjectsDidChange
    /// Another name of `managedObjectContextWillSave`.
    public static let ManagedObjectContextWillSave = managedObjectContextWillSave
    /// Another name of `managedObjectContextDidSave`.
    public static let ManagedObjectContextDidSave = managedObjectContextDidSave
    /// Another name of `managedObjectContextDidSaveObjectIDs`.
    public static let ManagedObjectContextDidSaveObjectIDs = managedObjectContextDidSaveObjectIDs
    /// Another name of `managedObjectContextDidMergeChangesObjectIDs`.
    public static let ManagedObjectContextDidMergeChangesObjectIDs = managedObjectContextDidMergeChangesObjectIDs
    /// Another name of `PersistentStoreCoordinator.storesDidChange`.
    public static let PersistentStoreCoordinatorStoresDidChange = PersistentStoreCoordinator.storesDidChange
    /// Another name of `PersistentStoreCoordinator.willRemoveStore`.
    public static let PersistentStoreCoordinatorWillRemoveStore = PersistentStoreCoordinator.willRemoveStore
    /// Another name of `persistentStoreRemoteChange`.
    public static let PersistentStoreRemoteChange = persistentStoreRemoteChange
}

extension MergePolicyType {
    /// Another name of `error`.
    public static let errorMergePolicyType = MergePolicyType.error
    /// Another name of `mergeByPropertyStoreTrump`.
    public static let mergeByPropertyStoreTrumpMergePolicyType = MergePolicyType.mergeByPropertyStoreTrump
    /// Another name of `mergeByPropertyObjectTrump`.
    public static let mergeByPropertyObjectTrumpMergePolicyType = MergePolicyType.mergeByPropertyObjectTrump
    /// Another name of `overwrite`.
    public static let overwriteMergePolicyType = MergePolicyType.overwrite
    /// Another name of `rollback`.
    public static let rollbackMergePolicyType = MergePolicyType.rollback
}

/// Another name of `MergePolicy.error`.
public let ErrorMergePolicy = MergePolicy.error
/// Another name of `MergePolicy.mergeByPropertyStoreTrump`.
public let MergeByPropertyStoreTrumpMergePolicy = MergePolicy.mergeByPropertyStoreTrump
/// Another name of `MergePolicy.mergeByPropertyObjectTrump`.
public let MergeByPropertyObjectTrumpMergePolicy = MergePolicy.mergeByPropertyObjectTrump
/// Another name of `MergePolicy.overwrite`.
public let OverwriteMergePolicy = MergePolicy.overwrite
/// Another name of `MergePolicy.rollback`.
public let RollbackMergePolicy = MergePolicy.rollback
