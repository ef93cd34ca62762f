import Foundation

extension ManagedObjectContext {
    /// Keys of the notifications' `userInfo`; the strings are Core Data's.
    public enum NotificationKey: String, Sendable {
        case insertedObjects = "inserted"
        case updatedObjects = "updated"
        case deletedObjects = "deleted"
        case refreshedObjects = "refreshed"
        case invalidatedObjects = "invalidated"
        case invalidatedAllObjects = "invalidatedAll"
    }

    /// Posted at the end of each event in which objects changed, on the context's queue. `object` is the context; the sets
    /// hold its live objects.
    public static let didChangeObjectsNotification = Notification.Name.managedObjectContextObjectsDidChange
    /// Posted before a save validates, after the `willSave` hooks.
    public static let willSaveObjectsNotification = Notification.Name.managedObjectContextWillSave
    /// Posted after a save was committed. The sets hold live objects of the saving context.
    public static let didSaveObjectsNotification = Notification.Name.managedObjectContextDidSave

    func post(_ change: ObjectsDidChange) {
        guard !change.isEmpty else { return }
        NotificationCenter.default.post(
            name: .managedObjectContextObjectsDidChange, object: self, userInfo: change.userInfo)
    }
}

extension Notification.Name {
    /// Objects of a context changed.
    public static let managedObjectContextObjectsDidChange = Notification.Name(
        "NSObjectsChangedInManagingContextNotification")
    /// A context is about to save.
    public static let managedObjectContextWillSave = Notification.Name("NSManagingContextWillSaveChangesNotification")
    /// A context saved.
    public static let managedObjectContextDidSave = Notification.Name("NSManagingContextDidSaveChangesNotification")
}
