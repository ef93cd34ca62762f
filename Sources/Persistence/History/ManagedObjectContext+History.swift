import Foundation

/// Executes requests for history.
extension ManagedObjectContext {
    /// - Throws: `persistentHistoryTokenExpired` if the history after the token is no longer complete, `coreData` if no store
    ///   keeps a history or the request is not valid, or the store's error.
    func run(_ request: PersistentHistoryChangeRequest) throws -> PersistentHistoryResult {
        let stores = try historyStores(request)
        switch request.action {
        case .fetch(let bound):
            let wanted = try HistoryWanted(request, model: coordinator().managedObjectModel)
            var found = HistoryFound()
            for store in stores { try found.add(store, bound, wanted) }
            return PersistentHistoryResult(found.result(request.resultType, wanted), request.resultType)
        case .delete(let bound):
            for store in stores { try store.deleteHistory(before: bound) }
            return PersistentHistoryResult(true, .statusOnly)
        }
    }

    private func historyStores(_ request: PersistentHistoryChangeRequest) throws -> [HistoryStore] {
        let all = try coordinator().persistentStores
        let wanted = request.affectedStores.map { wanted in all.filter { store in wanted.contains { $0 === store } } }
        let stores = try (wanted ?? all).compactMap { store -> HistoryStore? in
            guard let history = store.backend.history, try history.isTracking else { return nil }
            return HistoryStore(identifier: store.identifier, history: history)
        }
        if stores.isEmpty { throw PersistenceError(.coreData, "No store of the coordinator keeps a history.") }
        return stores
    }
}

/// The history of one store, and the store's UUID.
private struct HistoryStore {
    let identifier: String
    let history: any StoreHistory

    /// The number of the transaction that a bound names in this store; 0 is before the first.
    /// - Throws: `persistentHistoryTokenExpired` if that transaction was deleted.
    func number(_ bound: HistoryBound?) throws -> Int64 {
        guard case .token(let token)? = bound, let number = token.transactionNumbers[identifier] else { return 0 }
        guard number > 0 else { return 0 }
        if try history.transactions(after: number.predecessor, since: nil).first?.number == number { return number }
        throw PersistenceError(
            .historyTokenExpired,
            "The token's transaction was deleted from the history, so the changes after it may be incomplete.")
    }

    func deleteHistory(before bound: HistoryBound?) throws {
        switch bound {
        case nil: return
        case .date(let date)?:
            let all = try history.transactions(after: 0, since: nil)
            guard let last = all.last(where: { $0.timestamp < date }) else { return }
            try history.delete(before: last.number.successor, atMost: nil)
        case .token?:
            let number = try number(bound)
            if number > 0 { try history.delete(before: number, atMost: nil) }
        }
    }
}

/// The transactions and changes that a request selects.
private struct HistoryWanted {
    private let predicate: FetchPredicate?
    private let model: ManagedObjectModel
    /// Whether the request fetches and counts changes rather than transactions.
    let isOfChanges: Bool
    private let limit: Int

    init(_ request: PersistentHistoryChangeRequest, model: ManagedObjectModel) throws {
        let values = request.fetchRequest?.values
        guard values?.sortDescriptors.isEmpty != false else {
            throw PersistenceError(
                .coreData, "A history request cannot have sort descriptors, because history is always in order.")
        }
        let name = values?.entityName ?? HistoryEntities.transactionName
        isOfChanges = name == HistoryEntities.changeName
        guard isOfChanges || name == HistoryEntities.transactionName else {
            throw PersistenceError(.coreData, "History has the entities “Transaction” and “Change”, not “\(name)”.")
        }
        predicate = values?.predicate
        self.model = model
        limit = values?.fetchLimit ?? 0
    }

    /// The predicates over the transactions and over the changes of a store; nil selects all.
    func evaluators(for store: HistoryStore) throws -> (transaction: HistoryEvaluator?, change: HistoryEvaluator?) {
        let evaluator = try HistoryEntities.evaluator(
            predicate, over: isOfChanges ? HistoryEntities.changeName : HistoryEntities.transactionName, in: model,
            ofStore: store.identifier)
        return isOfChanges ? (nil, evaluator) : (evaluator, nil)
    }

    func limited<Row>(_ rows: [Row]) -> [Row] { limit > 0 ? Array(rows.prefix(limit)) : rows }
}

/// The transactions found in the histories of several stores.
private struct HistoryFound {
    private var transactions: [PersistentHistoryTransaction] = []

    mutating func add(_ store: HistoryStore, _ bound: HistoryBound?, _ wanted: HistoryWanted) throws {
        let number = try store.number(bound)
        let evaluators = try wanted.evaluators(for: store)
        var since: Double?
        if case .date(let date)? = bound { since = date }
        let rows = try store.history.transactions(after: number, since: since).filter {
            try evaluators.transaction?.matches($0) ?? true
        }
        guard let first = rows.first else { return }
        let changes = Dictionary(
            grouping: try store.history.changes(after: first.number.predecessor), by: \.transaction)
        for row in rows {
            let own = try (changes[row.number] ?? []).filter { try evaluators.change?.matches($0, of: row) ?? true }
            if wanted.isOfChanges, own.isEmpty { continue }
            transactions.append(
                PersistentHistoryTransaction(
                    row, storeID: store.identifier,
                    changes: own.map { PersistentHistoryChange($0, of: row, storeID: store.identifier) }))
        }
    }

    func result(_ type: PersistentHistoryResultType, _ wanted: HistoryWanted) -> Any {
        let changes = wanted.limited(transactions.flatMap { $0.changes ?? [] })
        let kept = wanted.isOfChanges ? transactions : wanted.limited(transactions)
        switch type {
        case .statusOnly: return true
        case .count: return wanted.isOfChanges ? changes.count : kept.count
        case .transactionsOnly:
            return kept.map { PersistentHistoryTransaction($0.row, storeID: $0.storeID, changes: nil) }
        case .transactionsAndChanges: return kept
        case .changesOnly: return wanted.isOfChanges ? changes : kept.flatMap { $0.changes ?? [] }
        case .objectIDs:
            var seen: Set<ManagedObjectID> = []
            return (wanted.isOfChanges ? changes : kept.flatMap { $0.changes ?? [] }).map(\.changedObjectID)
                .filter { seen.insert($0).inserted }
        }
    }
}

extension PersistentStoreCoordinator {
    /// A token for the current end of the history of each store; for all stores that keep a history if `stores` is nil.
    ///
    /// Returns nil if none of them keeps a history, or if a history cannot be read. It does not return a partial token:
    /// fetching after one would return all changes of the missing store again.
    public func currentPersistentHistoryToken(fromStores stores: [PersistentStore]?) -> PersistentHistoryToken? {
        var numbers: [String: Int64] = [:]
        do {
            for store in stores ?? persistentStores {
                guard let history = store.backend.history, try history.isTracking else { continue }
                numbers[store.identifier] = try history.lastNumber() ?? 0
            }
        } catch {
            return nil
        }
        return numbers.isEmpty ? nil : PersistentHistoryToken(numbers)
    }
}
