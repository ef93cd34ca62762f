/// The open write transactions of one save, one per store. Everything is written before the first commit.
final class StoreWrite {
    private var plan: SavePlan
    private var transactions: [any StoreTransaction] = []
    private var ids = AssignedIDs()
    /// The keys of new objects, by part.
    private var keys: [[Int64]] = []
    /// The rows of new objects that the last `apply` wrote.
    private var inserted: [CollectedRows] = []

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

    /// Replaces the plan by one for the same or more stores.
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
                result += try conflicts(of: part.versioned, in: transaction)
            }
            return result
        }
    }

    /// Writes everything without committing. Returns the rows that did not have the expected version, by part.
    func apply() throws -> [(part: Int, row: StoredKeyInTable)] {
        try rollingBackOnError {
            keys = try zip(plan.parts, transactions).map { try keys(for: $0, in: $1) }
            inserted.removeAll()
            var stale: [(part: Int, row: StoredKeyInTable)] = []
            for index in writingOrder where stale.isEmpty || !(transactions[index] is IncrementalTransaction) {
                stale += try write(index).map { (index, $0) }
            }
            return stale
        }
    }

    /// Incremental stores come last, because what they have saved cannot be rolled back with the others.
    private var writingOrder: [Int] {
        let isLast = transactions.map { $0 is IncrementalTransaction }
        return isLast.indices.filter { !isLast[$0] } + isLast.indices.filter { isLast[$0] }
    }

    private func write(_ index: Int) throws -> [StoredKeyInTable] {
        let (part, transaction) = (plan.parts[index], transactions[index])
        if let metadata = try part.store.unsavedMetadata() { try transaction.setMetadata(metadata) }
        if let transaction = transaction as? IncrementalTransaction { return try transaction.save(part) }
        var (changes, rows) = StoreWriting(part: part, keys: keys[index], ids: ids).changes()
        changes.origin = plan.origin
        inserted += rows
        return try transaction.apply(changes)
    }

    /// The conflicts of rows that `apply` found outdated, read in the same transactions.
    func staleConflicts(_ stale: [(part: Int, row: StoredKeyInTable)]) throws -> [MergeConflict] {
        try rollingBackOnError {
            var result: [MergeConflict] = []
            for (index, part) in plan.parts.enumerated() {
                if let transaction = transactions[index] as? IncrementalTransaction {
                    result += try transaction.conflicts()
                    continue
                }
                let rows = Set(stale.filter { $0.part == index }.map(\.row))
                let objects = part.versioned.filter { object in
                    guard let key = object.objectID.key else { return false }
                    return rows.contains(StoredKeyInTable(layout: object.entity.layout, key: key))
                }
                result += try conflicts(of: objects, in: transactions[index])
            }
            return result
        }
    }

    /// Commits every store. Returns the rows of new objects, except those in incremental stores.
    /// - Throws: the error of the first store, with nothing committed, or `incompleteSave` if an earlier store was
    ///   committed.
    func commit() throws -> [CollectedRows] {
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
        return inserted
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

    private func conflicts(of objects: [ManagedObject], in transaction: any StoreTransaction) throws -> [MergeConflict]
    {
        var result: [MergeConflict] = []
        for (_, group) in Dictionary(grouping: objects, by: { $0.entity.layout.number }) {
            let keys = group.compactMap(\.objectID.key)
            let blocks = try transaction.rows(keys: keys, in: group[0].entity.layout)
            result += ConflictDetection.againstStore(group, rows: blocks)
        }
        return result
    }

    /// A key for each new object: its own, or the next one of its table. Incremental stores assign IDs to their objects
    /// instead.
    private func keys(for part: SavePlan.Part, in transaction: any StoreTransaction) throws -> [Int64] {
        if let store = part.store as? IncrementalStore {
            try store.givePermanentIDs(to: part.inserted.filter { $0.objectID.isTemporaryID })
            return []
        }
        var allocation = KeyAllocation(part.inserted)
        return try allocation.keys(of: part, in: transaction) { self.ids[$0] = $1 }
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
