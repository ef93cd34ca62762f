import Foundation

/// A save or a batch request's write to one store: its author, its time, and its changes in order.
///
/// Fetched from a store's history with a `PersistentHistoryChangeRequest`. A Sendable value, for use on any thread.
public final class PersistentHistoryTransaction: Sendable {
    let row: HistoryTransactionRow
    /// The UUID of the store.
    public let storeID: String
    /// The changes in order; nil if the request asked for transactions only.
    public let changes: [PersistentHistoryChange]?

    init(_ row: HistoryTransactionRow, storeID: String, changes: [PersistentHistoryChange]?) {
        self.row = row
        self.storeID = storeID
        self.changes = changes
    }

    /// When the transaction was written.
    public var timestamp: Date { Date(timeIntervalSinceReferenceDate: row.timestamp) }
    /// The number of the transaction: greater than 0 and greater than that of every earlier transaction. Numbers are
    /// never reused.
    public var transactionNumber: Int64 { row.number }
    /// The context's `transactionAuthor`.
    public var author: String? { row.author }
    /// The context's `name`.
    public var contextName: String? { row.contextName }
    /// The bundle identifier of the program that wrote the transaction; empty if there is none. This engine writes the
    /// name of the process.
    public var bundleID: String { row.bundleID ?? "" }
    /// The name of the process that wrote the transaction; empty if there is none.
    public var processID: String { row.processID ?? "" }
    /// The position in the history directly after this transaction.
    public var token: PersistentHistoryToken { PersistentHistoryToken([storeID: row.number]) }

    /// A notification with the IDs of the changed objects, under Core Data's keys. Merge it into a context with
    /// `mergeChanges(fromContextDidSave:)`, or its user info with
    /// `ManagedObjectContext.mergeChanges(fromRemoteContextSave:into:)`.
    public func objectIDNotification() -> Notification {
        func ids(_ type: PersistentHistoryChangeType) -> Set<ManagedObjectID> {
            Set((changes ?? []).filter { $0.changeType == type }.map(\.changedObjectID))
        }
        return Notification(
            name: .managedObjectContextDidSaveObjectIDs,
            userInfo: [
                HistoryNotificationKey.insertedObjectIDs: ids(.insert),
                HistoryNotificationKey.updatedObjectIDs: ids(.update),
                HistoryNotificationKey.deletedObjectIDs: ids(.delete),
            ])
    }
}

/// Core Data's keys in the user info of notifications with IDs.
enum HistoryNotificationKey {
    static let insertedObjectIDs = "inserted_objectIDs"
    static let updatedObjectIDs = "updated_objectIDs"
    static let deletedObjectIDs = "deleted_objectIDs"
}

extension Notification.Name {
    /// The name of a history transaction's notification, which contains the IDs of the changed objects.
    public static let managedObjectContextDidSaveObjectIDs = Notification.Name(
        "NSManagedObjectContextDidSaveObjectIDsNotification")
}
