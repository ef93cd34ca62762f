import Foundation

/// A save or a batch request's write to one store: its author, its time, and its changes in order.
///
/// ```swift
/// let request = PersistentHistoryChangeRequest.fetchHistory(after: token)
/// request.fetchRequest = PersistentHistoryTransaction.fetchRequest
/// request.fetchRequest?.predicate = FetchPredicate(format: "author == %@", "import")
/// let result = try view.execute(request) as? PersistentHistoryResult
/// for transaction in result?.result as? [PersistentHistoryTransaction] ?? [] {
///     view.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
/// }
/// // The view context shows what imports changed, also those of another process.
/// ```
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
        var saved = SavedChanges()
        for change in changes ?? [] {
            switch change.changeType {
            case .insert: saved.inserted.append(change.changedObjectID)
            case .update: saved.updated.append(change.changedObjectID)
            case .delete: saved.deleted.append(change.changedObjectID)
            }
        }
        return Notification(name: .managedObjectContextDidSaveObjectIDs, userInfo: saved.userInfo)
    }
}
