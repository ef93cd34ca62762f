/// The open write transactions of one save, one per store. Everything is written before the first commit.
final class StoreWrite {
    private var plan: SavePlan
    private var transactions: [any StoreTransaction] = []
    private let ids = AssignedIDs()
    /// The keys of new objects, by part.
    private var keys: [[Int64]] = []
    /// The rows that the last `apply` wrote.
    private var written: [WrittenRows] = []

    /// The committed transactions, as recorded in histories.
    private(set) var recorded: [RecordedTransaction] = []

    /// Begins a transaction on each store of the plan, in the coordinator's order.
    init(_ plan: SavePlan) throws {
        self.plan = plan
        do {
            for part in plan.parts { transactions.append(try part.store.backend.beginWrite()) }
        } catch {
            rollback()
            throw error
        }
    }

    /// Replaces the plan. The transactions of stores that are in both plans stay open.
    func replan(_ plan: SavePlan) throws {
        try rollingBackOnError {
            transactions = try SavePlan.matching(transactions, of: self.plan, to: plan)
            self.plan = plan
        }
    }

    /// The conflicts as seen by the open transactions.
    func conflicts() throws -> [MergeConflict] {
        try rollingBackOnError {
            var result: [MergeConflict] = []
            for (part, transaction) in zip(plan.parts, transactions) {
                result += try transaction.conflicts(of: part.versioned)
            }
            return result
        }
    }

    /// Writes everything without committing. Returns the rows that did not have the expected version, by part.
    func apply() throws -> [(part: Int, row: StoredKeyInTable)] {
        try rollingBackOnError {
            keys = try zip(plan.parts, transactions).map { try $1.keys(for: $0, ids) }
            written.removeAll()
            var stale: [(part: Int, row: StoredKeyInTable)] = []
            for index in writingOrder where stale.isEmpty || transactions[index].canRollBack {
                stale += try write(index).map { (index, $0) }
            }
            return stale
        }
    }

    /// Stores that cannot roll back what they saved come last.
    private var writingOrder: [Int] {
        let indices = transactions.indices
        return indices.filter { transactions[$0].canRollBack } + indices.filter { !transactions[$0].canRollBack }
    }

    private func write(_ index: Int) throws -> [StoredKeyInTable] {
        let (part, transaction) = (plan.parts[index], transactions[index])
        if let metadata = try part.store.unsavedMetadata() { try transaction.setMetadata(metadata) }
        let planned = PlannedRows(part: part, keys: keys[index], ids: ids)
        let (stale, rows) = try transaction.save(planned, origin: plan.origin)
        written += rows
        return stale
    }

    /// The conflicts of rows that `apply` found outdated, read in the same transactions.
    func staleConflicts(_ stale: [(part: Int, row: StoredKeyInTable)]) throws -> [MergeConflict] {
        try rollingBackOnError {
            try plan.parts.indices.flatMap { index in
                let rows = stale.filter { $0.part == index }.map(\.row)
                return try transactions[index].conflicts(of: plan.parts[index], stale: rows)
            }
        }
    }

    /// Commits every store. Returns the written rows.
    /// - Throws: the error of the first store, with nothing committed, or `persistentStoreIncompleteSave` if an earlier store was
    ///   committed.
    func commit() throws -> [WrittenRows] {
        for (index, transaction) in transactions.enumerated() {
            do {
                try transaction.commit()
            } catch {
                for later in transactions[index...] { later.rollback() }
                throw index == 0 ? error : incompleteSave(from: index, error)
            }
        }
        for (part, transaction) in zip(plan.parts, transactions) {
            if let number = transaction.historyNumber {
                recorded.append(RecordedTransaction(store: part.store, number: number, author: plan.origin.author))
            }
        }
        transactions.removeAll()
        for part in plan.parts { part.store.setMetadata(nil) }
        return written
    }

    func rollback() {
        for transaction in transactions { transaction.rollback() }
        transactions.removeAll()
    }

    private func incompleteSave(from index: Int, _ error: any Error) -> PersistenceError {
        let failed = plan.parts[index...].map(\.store)
        return PersistenceError(
            .incompleteSave,
            "Some stores were saved and others were not: \(failed.count) of \(plan.parts.count) failed.",
            userInfo: [PersistenceError.Key.affectedStores: failed], underlying: error)
    }

    private func rollingBackOnError<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch {
            rollback()
            throw error
        }
    }
}

extension SavePlan {
    /// The transactions of `old`'s parts in the order of `new`'s. Rolls back those whose stores are not in `new`.
    static func matching(
        _ transactions: [any StoreTransaction], of old: SavePlan, to new: SavePlan
    ) throws -> [any StoreTransaction] {
        var byStore: [ObjectIdentifier: any StoreTransaction] = [:]
        for (part, transaction) in zip(old.parts, transactions) { byStore[ObjectIdentifier(part.store)] = transaction }
        let matched = try new.parts.map { part in
            try byStore.removeValue(forKey: ObjectIdentifier(part.store)) ?? part.store.backend.beginWrite()
        }
        for leftover in byStore.values { leftover.rollback() }
        return matched
    }
}
