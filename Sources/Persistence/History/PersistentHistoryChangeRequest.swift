import Foundation

/// The type of a history request's result. The raw values are Core Data's.
/// As in Core Data, more cases may be added.
@nonexhaustive(warn) public enum PersistentHistoryResultType: Int, Sendable {
    /// Whether the request succeeded, as a `Bool`.
    case statusOnly = 0
    /// The IDs of the changed objects, each once, as `[ManagedObjectID]`.
    case objectIDs = 1
    /// The number of transactions, or of changes if the request fetches changes, as an `Int`.
    case count = 2
    /// `[PersistentHistoryTransaction]` without changes.
    case transactionsOnly = 3
    /// `[PersistentHistoryChange]`
    case changesOnly = 4
    /// `[PersistentHistoryTransaction]` with changes.
    case transactionsAndChanges = 5
}

/// Reads or deletes the history of the stores that keep one. A history contains the saves of all processes.
///
/// ```swift
/// // Where the history is now. A token is Codable: store it, and continue from there after the next start.
/// let token = container.persistentStoreCoordinator.currentPersistentHistoryToken(fromStores: nil)
///
/// context.transactionAuthor = "form"
/// session.rating = 5
/// try context.save()
///
/// let request = PersistentHistoryChangeRequest.fetchHistory(after: token)
/// let result = try context.execute(request) as? PersistentHistoryResult
/// for transaction in result?.result as? [PersistentHistoryTransaction] ?? [] {
///     for change in transaction.changes ?? [] {
///         let names = change.updatedProperties?.map(\.name) ?? []
///         print("\(transaction.author ?? ""): \(change.changeType) \(names)")
///     }
/// }
/// // Prints “form: update ["rating"]”.
/// ```
///
/// A deletion removes the history before the named transaction and keeps that transaction. Executing a request throws
/// `persistentHistoryTokenExpired` if its token's transaction was deleted, because the history after it may be incomplete.
public final class PersistentHistoryChangeRequest: PersistentStoreRequest {
    /// Whether the request reads or deletes, and from where.
    enum Action {
        case fetch(HistoryBound?)
        case delete(before: HistoryBound?)
    }

    let action: Action
    /// The type of the result. Default: `transactionsAndChanges` for a fetch, `statusOnly` for a deletion.
    public var resultType: PersistentHistoryResultType
    /// The token of the request; nil if it has a date or no bound.
    public let token: PersistentHistoryToken?
    /// Selects transactions or changes: a request for the entity “Transaction” or “Change”
    /// (`PersistentHistoryTransaction.fetchRequest`). Nil selects all.
    public var fetchRequest: FetchRequest<ManagedObject>? {
        didSet { if fetchRequest?.entityName == HistoryEntities.changeName { resultType = .changesOnly } }
    }

    private init(_ action: Action, token: PersistentHistoryToken? = nil) {
        self.action = action
        self.token = token
        if case .delete = action { resultType = .statusOnly } else { resultType = .transactionsAndChanges }
        super.init()
    }

    /// Always `historyChangeRequestType`.
    public override var requestType: PersistentStoreRequestType { .historyChangeRequestType }

    /// A request for all transactions after the token; for the whole history if the token is nil.
    public static func fetchHistory(after token: PersistentHistoryToken?) -> PersistentHistoryChangeRequest {
        PersistentHistoryChangeRequest(.fetch(token.map(HistoryBound.token)), token: token)
    }

    /// A request for all transactions written after a date.
    public static func fetchHistory(after date: Date) -> PersistentHistoryChangeRequest {
        PersistentHistoryChangeRequest(.fetch(.date(date.timeIntervalSinceReferenceDate)))
    }

    /// A request for all transactions after `transaction`; for the whole history if it is nil.
    public static func fetchHistory(
        after transaction: PersistentHistoryTransaction?
    ) -> PersistentHistoryChangeRequest {
        fetchHistory(after: transaction?.token)
    }

    /// A request for the transactions or changes that a fetch request for “Transaction” or “Change” selects.
    public static func fetchHistory(
        withFetch fetchRequest: FetchRequest<ManagedObject>
    ) -> PersistentHistoryChangeRequest {
        let request = PersistentHistoryChangeRequest(.fetch(nil))
        request.fetchRequest = fetchRequest
        if fetchRequest.entityName == HistoryEntities.changeName { request.resultType = .changesOnly }
        return request
    }

    /// A request to delete the transactions before the one that the token names. Deletes nothing if the token is nil.
    public static func deleteHistory(before token: PersistentHistoryToken?) -> PersistentHistoryChangeRequest {
        PersistentHistoryChangeRequest(.delete(before: token.map(HistoryBound.token)), token: token)
    }

    /// A request to delete the transactions written before a date.
    public static func deleteHistory(before date: Date) -> PersistentHistoryChangeRequest {
        PersistentHistoryChangeRequest(.delete(before: .date(date.timeIntervalSinceReferenceDate)))
    }

    /// A request to delete the transactions before `transaction`, which is kept. Deletes nothing if it is nil.
    public static func deleteHistory(
        before transaction: PersistentHistoryTransaction?
    ) -> PersistentHistoryChangeRequest {
        deleteHistory(before: transaction?.token)
    }
}

/// The point in history that a request starts from or ends at.
enum HistoryBound {
    case token(PersistentHistoryToken)
    /// Seconds since 2001-01-01T00:00:00Z.
    case date(Double)
}

/// The result of a `PersistentHistoryChangeRequest`.
public final class PersistentHistoryResult: PersistentStoreResult {
    /// The value; its type follows from `resultType`.
    public let result: Any?
    /// The type of the result that was requested.
    public let resultType: PersistentHistoryResultType

    init(_ result: Any?, _ resultType: PersistentHistoryResultType) {
        self.result = result
        self.resultType = resultType
    }
}
