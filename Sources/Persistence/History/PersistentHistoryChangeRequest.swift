import Foundation

/// What a request for history returns. The raw values are Core Data's.
public enum PersistentHistoryResultType: Int, Sendable {
    /// Whether it was done, as a `Bool`.
    case statusOnly = 0
    /// The IDs of the changed objects, each once, as `[ManagedObjectID]`.
    case objectIDs = 1
    /// How many transactions (changes, for a fetch of changes), as an `Int`.
    case count = 2
    /// `[PersistentHistoryTransaction]` without changes.
    case transactionsOnly = 3
    /// `[PersistentHistoryChange]`
    case changesOnly = 4
    /// `[PersistentHistoryTransaction]` with changes.
    case transactionsAndChanges = 5
}

/// Reads or deletes history: what was saved to the stores that keep one, by anybody.
///
/// ```swift
/// let request = PersistentHistoryChangeRequest.fetchHistory(after: token)
/// let result = try context.execute(request) as? PersistentHistoryResult
/// let transactions = result?.result as? [PersistentHistoryTransaction]
/// ```
/// History is deleted from its beginning up to, and without, the transaction that is named.
public final class PersistentHistoryChangeRequest: PersistentStoreRequest {
    /// What is asked for.
    enum Action {
        case fetch(HistoryBound?)
        case delete(before: HistoryBound?)
    }

    let action: Action
    /// What the result is to be; transactions with changes for a fetch, the status for a deletion.
    public var resultType: PersistentHistoryResultType
    /// The place that the request names; nil where it names a date or none.
    public let token: PersistentHistoryToken?
    /// Which transactions or changes are wanted: a request for the entity “Transaction” or “Change”
    /// (`PersistentHistoryTransaction.fetchRequest`). Nil wants all.
    public var fetchRequest: FetchRequest<ManagedObject>? {
        didSet { if fetchRequest?.entityName == HistoryEntities.changeName { resultType = .changesOnly } }
    }

    private init(_ action: Action, token: PersistentHistoryToken? = nil) {
        self.action = action
        self.token = token
        if case .delete = action { resultType = .statusOnly } else { resultType = .transactionsAndChanges }
        super.init()
    }

    public override var requestType: PersistentStoreRequestType { .historyChangeRequestType }

    /// Everything behind a place; all history for nil.
    public static func fetchHistory(after token: PersistentHistoryToken?) -> PersistentHistoryChangeRequest {
        PersistentHistoryChangeRequest(.fetch(token.map(HistoryBound.token)), token: token)
    }

    /// Everything written after a date.
    public static func fetchHistory(after date: Date) -> PersistentHistoryChangeRequest {
        PersistentHistoryChangeRequest(.fetch(.date(date.timeIntervalSinceReferenceDate)))
    }

    /// Everything behind a transaction; all history for nil.
    public static func fetchHistory(
        after transaction: PersistentHistoryTransaction?
    ) -> PersistentHistoryChangeRequest {
        fetchHistory(after: transaction?.token)
    }

    /// What a fetch request for “Transaction” or “Change” wants.
    public static func fetchHistory(
        withFetch fetchRequest: FetchRequest<ManagedObject>
    ) -> PersistentHistoryChangeRequest {
        let request = PersistentHistoryChangeRequest(.fetch(nil))
        request.fetchRequest = fetchRequest
        if fetchRequest.entityName == HistoryEntities.changeName { request.resultType = .changesOnly }
        return request
    }

    /// Deletes what is before a place; its own transaction stays. Nothing for nil.
    public static func deleteHistory(before token: PersistentHistoryToken?) -> PersistentHistoryChangeRequest {
        PersistentHistoryChangeRequest(.delete(before: token.map(HistoryBound.token)), token: token)
    }

    /// Deletes what was written before a date.
    public static func deleteHistory(before date: Date) -> PersistentHistoryChangeRequest {
        PersistentHistoryChangeRequest(.delete(before: .date(date.timeIntervalSinceReferenceDate)))
    }

    /// Deletes what is before a transaction, which stays. Nothing for nil.
    public static func deleteHistory(
        before transaction: PersistentHistoryTransaction?
    ) -> PersistentHistoryChangeRequest {
        deleteHistory(before: transaction?.token)
    }
}

/// A place in history as requests name it.
enum HistoryBound {
    case token(PersistentHistoryToken)
    /// Seconds since 2001-01-01T00:00:00Z.
    case date(Double)
}

/// What a `PersistentHistoryChangeRequest` came to.
public final class PersistentHistoryResult: PersistentStoreResult {
    /// A value as the request's result type says.
    public let result: Any?
    public let resultType: PersistentHistoryResultType

    init(_ result: Any?, _ resultType: PersistentHistoryResultType) {
        self.result = result
        self.resultType = resultType
    }
}
