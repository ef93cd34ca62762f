import Persistence

/// How much history a journal keeps. Transactions older than `age`, or beyond one of the counts, are deleted, oldest
/// first. The newest command always stays.
///
/// Trimming starts when a limit is exceeded by a tenth, and goes down to the limit, so that most saves trim nothing.
package struct HistoryLimits: Equatable, Sendable {
    /// In seconds.
    package var age: Double = 90 * 86_400
    package var transactions = 1_000
    package var changes = 200_000
    /// The total size of rows as they were before changes, in bytes.
    package var bytes = 16 << 20

    /// The most rows of each kind that one command deletes.
    package var rowsAtOnce = 20_000

    package init() {}

    /// Whether a limit is exceeded by more than a tenth.
    func areExceeded(by totals: HistoryTotals, now: Double) -> Bool {
        now - totals.oldest > age * 1.1 || totals.transactions > transactions + transactions / 10
            || totals.changes > changes + changes / 10 || totals.bytes > bytes + bytes / 10
    }

    /// Where to cut the history; nil if there are no transactions.
    /// - Parameter sizes: Oldest first.
    func cut(_ sizes: [HistorySize], now: Double) -> HistoryCut? {
        var kept: Int64?
        var (isFull, lost) = (false, 0)
        var sum = (changes: 0, bytes: 0)
        for (number, size) in sizes.reversed().enumerated() {
            let isPromised = number < transactions && now - size.timestamp <= age
            if kept != nil, !isPromised { break }
            sum = (HistoryLimits.sum(sum.changes, size.changes), HistoryLimits.sum(sum.bytes, size.bytes))
            isFull = isFull || sum.changes > changes || sum.bytes > bytes
            if kept != nil, isFull { lost += 1 } else { kept = size.transaction }
        }
        return kept.map { HistoryCut(first: $0, lost: lost) }
    }

    /// Adds without overflow: the numbers come from a file and may be invalid.
    private static func sum(_ left: Int, _ right: Int) -> Int {
        let (sum, isOverflow) = left.addingReportingOverflow(max(0, right))
        return isOverflow ? .max : sum
    }
}

/// The part of a history to delete.
package struct HistoryCut: Equatable, Sendable {
    /// The number of the first transaction to keep.
    let first: Int64
    /// The number of transactions deleted only because of the history's size.
    package let lost: Int
}
