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

    /// How many rows of a kind that are beyond the limits one command deletes at most.
    package var rowsAtOnce = 20_000

    package init() {}

    /// Whether a limit is passed by more than a tenth.
    func areExceeded(by totals: HistoryTotals, now: Double) -> Bool {
        now - totals.oldest > age * 1.1 || totals.transactions > transactions + transactions / 10
            || totals.changes > changes + changes / 10 || totals.bytes > bytes + bytes / 10
    }

    /// The number of the oldest transaction that stays; nil where there is none.
    /// - Parameter sizes: Oldest first.
    func firstKept(_ sizes: [HistorySize], now: Double) -> Int64? { cut(sizes, now: now)?.first }

    /// Where the history is cut; nil where there is none.
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

    /// Numbers of a file, which may be anything.
    private static func sum(_ left: Int, _ right: Int) -> Int {
        let (sum, isOverflow) = left.addingReportingOverflow(max(0, right))
        return isOverflow ? .max : sum
    }
}

/// The beginning of a history that goes.
package struct HistoryCut: Equatable, Sendable {
    /// The number of the first transaction that stays.
    let first: Int64
    /// How many transactions go that are neither too old nor too many, but too large together with those behind them.
    package let lost: Int
}
