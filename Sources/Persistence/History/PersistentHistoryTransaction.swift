import Foundation

/// What one save, or one batch request, wrote to one store: who, when, and the changes in their order.
///
/// Read from a store's history by a `PersistentHistoryChangeRequest`. A Sendable value; any thread.
public final class PersistentHistoryTransaction: Sendable {
    let row: HistoryTransactionRow
    /// The UUID of the store.
    public let storeID: String
    /// The changes in their order; nil where a request asked for transactions only.
    public let changes: [PersistentHistoryChange]?

    init(_ row: HistoryTransactionRow, storeID: String, changes: [PersistentHistoryChange]?) {
        self.row = row
        self.storeID = storeID
        self.changes = changes
    }

    /// When the transaction was written.
    public var timestamp: Date { Date(timeIntervalSinceReferenceDate: row.timestamp) }
    /// Greater than 0, and greater than that of every transaction before it; never given twice.
    public var transactionNumber: Int64 { row.number }
    /// The context's `transactionAuthor`.
    public var author: String? { row.author }
    /// The context's `name`.
    public var contextName: String? { row.contextName }
    /// Which program wrote it.
    public var bundleID: String { row.bundleID ?? "" }
    /// The name of the process that wrote it.
    public var processID: String { row.processID ?? "" }
    /// The place in the history right behind this transaction.
    public var token: PersistentHistoryToken { PersistentHistoryToken([storeID: row.number]) }

    /// A notification with the IDs of what changed, under Core Data's keys; a context takes it over with
    /// `ManagedObjectContext.mergeChanges(fromRemoteContextSave:into:)` of its user info, or `mergeChanges(fromContextDidSave:)`.
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

/// Core Data's keys of notifications that carry IDs.
enum HistoryNotificationKey {
    static let insertedObjectIDs = "inserted_objectIDs"
    static let updatedObjectIDs = "updated_objectIDs"
    static let deletedObjectIDs = "deleted_objectIDs"
}

extension Notification.Name {
    /// What a transaction of the history changed, as IDs.
    public static let managedObjectContextDidSaveObjectIDs = Notification.Name(
        "NSManagedObjectContextDidSaveObjectIDsNotification")
}
