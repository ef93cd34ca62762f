import Persistence

/// How much history a journal keeps: what is older than the age, or beyond one of the counts, goes, oldest first. The newest
/// command always stays.
///
/// Trimming begins when a limit is passed by a tenth, and goes down to the limit, so that most saves trim nothing.
package struct HistoryLimits: Equatable, Sendable {
    /// Seconds.
    package var age: Double = 90 * 86_400
    package var transactions = 1_000
    package var changes = 200_000
    /// Bytes of rows as they were before a change.
    package var bytes = 16 << 20

    package init() {}

    /// Whether a limit is passed by more than a tenth.
    func areExceeded(by totals: HistoryTotals, now: Double) -> Bool {
        now - totals.oldest > age * 1.1 || totals.transactions > transactions + transactions / 10
            || totals.changes > changes + changes / 10 || totals.bytes > bytes + bytes / 10
    }

    /// The number of the oldest transaction that stays; nil where there is none.
    /// - Parameter sizes: Oldest first.
    func firstKept(_ sizes: [HistorySize], now: Double) -> Int64? {
        var kept: Int64?
        var sum = (transactions: 0, changes: 0, bytes: 0)
        for size in sizes.reversed() {
            sum = (sum.transactions + 1, sum.changes + size.changes, sum.bytes + size.bytes)
            let fits =
                sum.transactions <= transactions && sum.changes <= changes && sum.bytes <= bytes
                && now - size.timestamp <= age
            if kept != nil, !fits { break }
            kept = size.transaction
        }
        return kept
    }
}
