import Foundation

/// The last `cancel` of drafts, or its undo.
package struct DraftCancel: Equatable, Sendable {
    /// A number that identifies the command. The rows of its drafts have it.
    let stamp: Int64
    /// The numbers of the drafts, ascending.
    package let numbers: [Int]
    /// Whether the drafts have been restored.
    package let isUndone: Bool
    /// The number of the journal's last transaction at that time, which separates the commands before the cancellation
    /// from those after it.
    package let transaction: Int64

    /// The last command that cancelled or restored some of the drafts; nil if there was none.
    init?(_ rows: [DraftRow]) {
        guard let stamp = rows.compactMap(\.stamp).max() else { return nil }
        let own = rows.filter { $0.stamp == stamp }
        self.init(
            stamp: stamp, numbers: own.map(\.number), isUndone: !own.contains(where: \.isCancelled),
            transaction: own.map(\.transaction).max() ?? 0)
    }

    private init(stamp: Int64, numbers: [Int], isUndone: Bool, transaction: Int64) {
        (self.stamp, self.numbers, self.isUndone, self.transaction) = (stamp, numbers, isUndone, transaction)
    }

    /// The same command, restricted to these drafts.
    package func with(_ numbers: [Int]) -> DraftCancel {
        DraftCancel(stamp: stamp, numbers: numbers, isUndone: isUndone, transaction: transaction)
    }
}

/// A cancelled draft keeps its row until the next `cancel`, so that `undo` can restore it. A `cancel`, its undo and its
/// redo are one transaction each.
extension Drafts {
    /// Cancels drafts, all or none. The drafts of the previous `cancel` are deleted for good. If the journal has no
    /// history, so are the cancelled ones.
    /// - Parameters:
    ///   - numbers: The drafts, which may be unreadable.
    ///   - held: Those that this process holds. They are released.
    /// - Throws: `.noDraft` or `.taken` for the first draft that is gone or held elsewhere. No draft is cancelled then.
    package func cancel(_ numbers: [Int], held: [HeldDraft] = [], now: Double) throws(DraftError) {
        for draft in held { try draft.checkHeld() }
        if numbers.isEmpty { return }
        try rethrowing {
            let (store, locks) = try locked(Set(numbers).subtracting(held.map(\.draft.number)).sorted())
            defer { withExtendedLifetime(locks) {} }
            let transaction = try lastTransaction(nil)
            let gone = try store.write { try cancel(numbers, in: $0, now, transaction) }
            for number in gone { removeForms(of: number) }
        }
        for draft in held { draft.end() }
    }

    /// - Returns: The numbers of the drafts that were deleted for good.
    private func cancel(
        _ numbers: [Int], in rows: DraftTransaction, _ now: Double, _ transaction: Int64?
    ) throws -> [Int] {
        let all = try rows.rows()
        let stamp = nextStamp(all, now)
        for row in all where row.stamp != nil && !row.isCancelled && !numbers.contains(row.number) {
            var row = row
            row.stamp = nil
            try rows.update(row)
        }
        var gone = all.filter { $0.isCancelled && $0.savedBy == nil }.map(\.number)
        for number in numbers {
            guard var row = all.live(number) else { throw DraftError.noDraft(number) }
            guard let transaction else {
                gone.append(number)
                continue
            }
            (row.stamp, row.isCancelled, row.transaction) = (stamp, true, transaction)
            try rows.update(row)
        }
        try rows.delete(gone)
        return gone
    }

    /// The last `cancel`, or the undoing of it; nil if there was none.
    package func lastCancel() throws(DraftError) -> DraftCancel? {
        try rethrowing { try storeForChanges().flatMap { DraftCancel(try $0.rows()) } }
    }

    /// Restores the drafts of a `cancel` under their numbers, all or none.
    /// - Throws: `.noDraft` if another process has cancelled or restored drafts since.
    package func restore(_ cancel: DraftCancel, now: Double) throws(DraftError) {
        try rethrowing {
            let transaction = try lastTransaction(nil) ?? 0
            try storeForChanges()?.write { rows in
                let all = try rows.rows()
                guard DraftCancel(all) == cancel else { throw DraftError.noDraft(cancel.numbers.first ?? 0) }
                for row in all where row.stamp == cancel.stamp {
                    var row = row
                    (row.stamp, row.isCancelled, row.transaction) = (nextStamp(all, now), false, transaction)
                    try rows.update(row)
                }
            }
        }
    }

    /// A stamp greater than all before it, even if the clock was set back.
    private func nextStamp(_ rows: [DraftRow], _ now: Double) -> Int64 {
        max(Int64(now * 1000), (rows.compactMap(\.stamp).max() ?? 0) + 1)
    }
}

extension Journal {
    /// The number of the history's last transaction until a date, or now; 0 if there is none, nil without a history.
    func lastTransaction(until date: Double?) throws -> Int64? {
        guard isOwn, let history = store.backend.history else { return nil }
        let transactions = try history.transactions(after: 0, since: nil)
        return transactions.last { $0.timestamp <= date ?? .infinity }?.number ?? 0
    }
}
