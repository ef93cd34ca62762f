import Testing

@testable import Journal
@testable import Persistence

@Suite struct HistoryLimitsTests {
    private static let now = 1_000_000.0

    private var limits: HistoryLimits {
        var limits = HistoryLimits()
        (limits.age, limits.transactions, limits.changes, limits.bytes) = (1_000, 10, 100, 1_000)
        return limits
    }

    private func sizes(_ count: Int64, changes: Int = 1, bytes: Int = 1, age: Double = 0) -> [HistorySize] {
        (1...count).map {
            HistorySize(transaction: $0, timestamp: Self.now - age, changes: changes, bytes: bytes)
        }
    }

    static let kept: [(count: Int64, changes: Int, bytes: Int, age: Double, first: Int64)] = [
        (10, 1, 1, 0, 1), (11, 1, 1, 0, 2), (5, 50, 1, 0, 4), (5, 1, 400, 0, 4), (5, 1, 1, 2_000, 5),
        (3, 5_000, 9_000, 0, 3),
    ]

    @Test(arguments: kept)
    func `history is trimmed at the first limit reached, but the newest transaction always stays`(
        count: Int64, changes: Int, bytes: Int, age: Double, first: Int64
    ) {
        #expect(limits.cut(sizes(count, changes: changes, bytes: bytes, age: age), now: Self.now)?.first == first)
    }

    static let losses: [(count: Int64, changes: Int, bytes: Int, age: Double, lost: Int)] = [
        (10, 1, 1, 0, 0), (15, 1, 1, 0, 0), (5, 50, 1, 0, 3), (15, 50, 1, 0, 8), (5, 1, 400, 0, 3), (5, 1, 1, 2_000, 0),
        (3, 5_000, 9_000, 0, 2), (4, .max, .max, 0, 3),
    ]

    @Test(arguments: losses)
    func `transactions removed only because of the size are counted`(
        count: Int64, changes: Int, bytes: Int, age: Double, lost: Int
    ) {
        #expect(limits.cut(sizes(count, changes: changes, bytes: bytes, age: age), now: Self.now)?.lost == lost)
    }

    @Test func `an empty history keeps no transaction`() {
        #expect(limits.cut([], now: Self.now) == nil)
    }

    static let totals: [(HistoryTotals, Bool)] = [
        (HistoryTotals(transactions: 11, changes: 110, bytes: 1_100, oldest: now - 1_100), false),
        (HistoryTotals(transactions: 12, changes: 1, bytes: 1, oldest: now), true),
        (HistoryTotals(transactions: 1, changes: 111, bytes: 1, oldest: now), true),
        (HistoryTotals(transactions: 1, changes: 1, bytes: 1_101, oldest: now), true),
        (HistoryTotals(transactions: 1, changes: 1, bytes: 1, oldest: now - 1_101), true),
    ]

    @Test(arguments: totals)
    func `trimming waits until a limit is exceeded by a tenth`(totals: HistoryTotals, isExceeded: Bool) {
        #expect(limits.areExceeded(by: totals, now: Self.now) == isExceeded)
    }
}
