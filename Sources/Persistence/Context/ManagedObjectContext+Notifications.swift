import Foundation

extension ManagedObjectContext {
    /// The keys of the notifications' `userInfo`. The raw values are Core Data's. A value is a `Set<ManagedObject>`, or a
    /// `Set<ManagedObjectID>` in the notifications with IDs.
    /// More cases may be added: a `switch` outside the package needs `@unknown default`.
    @nonexhaustive public enum NotificationKey: String, Sendable {
        /// Objects that were inserted.
        case insertedObjects = "inserted"
        /// Objects that were changed.
        case updatedObjects = "updated"
        /// Objects that were deleted.
        case deletedObjects = "deleted"
        /// Objects that were refreshed, merged or rolled back.
        case refreshedObjects = "refreshed"
        /// Objects whose store was removed.
        case invalidatedObjects = "invalidated"
        /// All objects that `reset()` removed, as `[ManagedObjectID]`.
        case invalidatedAllObjects = "invalidatedAll"
        /// The IDs of objects that were inserted.
        case insertedObjectIDs = "inserted_objectIDs"
        /// The IDs of objects that were changed.
        case updatedObjectIDs = "updated_objectIDs"
        /// The IDs of objects that were deleted.
        case deletedObjectIDs = "deleted_objectIDs"
        /// The IDs of objects that were refreshed.
        case refreshedObjectIDs = "refreshed_objectIDs"
        /// The IDs of objects whose store was removed.
        case invalidatedObjectIDs = "invalidated_objectIDs"
        /// The `QueryGenerationToken` of a context that saved, if it reads from one.
        case queryGeneration = "NSManagedObjectContextQueryGenerationKey"
    }

    /// Posted on the context's queue at the end of each event in which objects changed. `object` is the context, and
    /// the sets contain its own objects, so read them on its queue.
    public static let didChangeObjectsNotification = Notification.Name.managedObjectContextObjectsDidChange
    /// Posted by a save after the `willSave` hooks and before validation, even if nothing has changed.
    public static let willSaveObjectsNotification = Notification.Name.managedObjectContextWillSave
    /// Posted after a save was committed, on the queue of the saving context, even if nothing had changed. The sets
    /// contain its own objects.
    public static let didSaveObjectsNotification = Notification.Name.managedObjectContextDidSave
    /// Posted after `didSaveObjectsNotification`, with the IDs of the objects, which any thread can use.
    ///
    /// ```swift
    /// let token = NotificationCenter.default.addObserver(
    ///     forName: ManagedObjectContext.didSaveObjectIDsNotification, object: container.viewContext, queue: nil
    /// ) { notification in
    ///     let key = ManagedObjectContext.NotificationKey.updatedObjectIDs.rawValue
    ///     let updated = notification.userInfo?[key] as? Set<ManagedObjectID> ?? []
    ///     print("\(updated.count) updated")
    /// }
    /// session.rating = 5
    /// try container.viewContext.save()
    /// // Prints “1 updated”.
    /// NotificationCenter.default.removeObserver(token)
    /// ```
    public static let didSaveObjectIDsNotification = Notification.Name.managedObjectContextDidSaveObjectIDs
    /// Posted after the context merged changes of another one, with the IDs that it merged.
    public static let didMergeChangesObjectIDsNotification = Notification.Name
        .managedObjectContextDidMergeChangesObjectIDs

    func post(_ change: ObjectsDidChange) {
        guard !change.isEmpty else { return }
        NotificationCenter.default.post(
            name: .managedObjectContextObjectsDidChange, object: self, userInfo: change.userInfo)
    }
}

extension Notification.Name {
    /// Posted when objects of a context changed; see `ManagedObjectContext.didChangeObjectsNotification`.
    public static let managedObjectContextObjectsDidChange = Notification.Name(
        "NSObjectsChangedInManagingContextNotification")
    /// Posted when a context is about to save; see `ManagedObjectContext.willSaveObjectsNotification`.
    public static let managedObjectContextWillSave = Notification.Name("NSManagingContextWillSaveChangesNotification")
    /// Posted when a context has saved; see `ManagedObjectContext.didSaveObjectsNotification`.
    public static let managedObjectContextDidSave = Notification.Name("NSManagingContextDidSaveChangesNotification")
    /// Posted when a context has saved, and the name of a history transaction's notification; see
    /// `ManagedObjectContext.didSaveObjectIDsNotification`.
    public static let managedObjectContextDidSaveObjectIDs = Notification.Name(
        "NSManagedObjectContextDidSaveObjectIDsNotification")
    /// Posted when a context has merged changes; see `ManagedObjectContext.didMergeChangesObjectIDsNotification`.
    public static let managedObjectContextDidMergeChangesObjectIDs = Notification.Name(
        "NSManagedObjectContextDidMergeChangesObjectIDsNotification")
}
