import Foundation
import TestSupport
import Testing

@testable import Journal
@testable import JournalInsight
@testable import SurfLanguage

struct TodayTests {
    private let blocks: Blocks

    init() throws {
        blocks = try Blocks()
    }

    private static let dates = losAngeles()

    /// What 12 September 2026, 12:34:56.5, recalls of sessions at these times. Their IDs are 1, 2 and so on.
    private func today(_ texts: String...) throws -> (today: Today, newest: Int64?) {
        let future = DateReader(now: .infinity, zone: Self.dates.zone)
        let records = try texts.enumerated().map { offset, text in
            EntryRecord(id: Int64(offset) + 1, rev: 1, values: EntryValues(date: try future.date(text)))
        }
        var counter = TodayCounter(now: Self.dates.now, zone: Self.dates.zone)
        counter.add(try blocks.block(records))
        return (counter.result, counter.newest?.id)
    }

    @Test func `sessions later this year do not count for the year or the month yet`() throws {
        let today = try today(
            "2026-09-12 07:00", "2026-09-13 07:00", "2026-12-31 07:00", "2026-09-01 07:00", "2026-08-31 07:00",
            "2026-01-01 00:00", "2025-12-31 23:59", "2025-09-12 07:00", "2027-01-01 07:00"
        ).today
        #expect(today.year.sessions == 4)
        #expect(today.month.sessions == 2)
        #expect(today.total.sessions == 9)
    }

    @Test func `a session later today counts, but is not the last one yet`() throws {
        let (today, newest) = try today("2026-09-12 07:00", "2026-09-12 19:00", "2026-09-11 07:00")
        #expect(today.year.sessions == 3)
        #expect(newest == 1)
    }

    @Test func `the last session is the newest one, of several at one time the one added last`() throws {
        #expect(try today("2026-09-12T12:34:56.5", "2026-09-12 07:00").newest == 1)
        #expect(try today("2026-09-11 07:00", "2026-09-12 07:00", "2026-09-12 07:00").newest == 3)
        #expect(try today("2027-09-12 07:00").newest == nil)
    }

    @Test func `the sessions on this day of other years are those of all years but this, newest first`() throws {
        let today = try today(
            "2024-09-12 07:00", "2026-09-12 07:00", "2025-09-12 19:00", "2025-09-12 07:00", "2025-09-12 07:00",
            "2025-08-12 07:00", "2025-09-13 07:00"
        ).today
        #expect(today.earlier.map(\.id) == [3, 5, 4, 1])
        #expect(today.earlierCount == 4)
    }

    @Test func `of more sessions than are shown on this day of other years, the newest stay`() throws {
        let now = Self.dates.now
        for isAscending in [true, false] {
            var counter = TodayCounter(now: now, zone: Self.dates.zone)
            let dates = try (0..<60).map { try Self.dates.date("2025-09-12 07:00") + Double($0 / 2) }
            let records = dates.enumerated().map { EntryRecord(id: Int64($0), rev: 1, values: EntryValues(date: $1)) }
            counter.add(try blocks.block(isAscending ? records : records.reversed()))
            #expect(counter.result.earlier.map(\.id) == (10..<60).reversed())
            #expect(counter.result.earlierCount == 60)
        }
    }

    @Test func `of several sessions at the time of the last one shown, the one added last stays`() throws {
        let dates = [Int64](3..<52).map { ($0, 100.0) } + [(1, 50), (2, 50)]
        let records = try dates.map { id, second in
            EntryRecord(
                id: id, rev: 1, values: EntryValues(date: try Self.dates.date("2025-09-12 07:00") + second))
        }
        var counter = TodayCounter(now: Self.dates.now, zone: Self.dates.zone)
        counter.add(try blocks.block(records))
        #expect(counter.result.earlier.map(\.id) == (2..<52).reversed())
    }

    static let parts: [(day: (Int, Int, Int), year: Double, month: Double)] = [
        ((2026, 12, 31), 1, 1), ((2024, 12, 31), 1, 1), ((2026, 1, 1), 1.0 / 365, 1.0 / 31),
        ((2024, 1, 1), 1.0 / 366, 1.0 / 31), ((2026, 2, 28), 59.0 / 365, 1), ((2024, 2, 28), 59.0 / 366, 28.0 / 29),
        ((2026, 4, 30), 120.0 / 365, 1),
    ]

    @Test(arguments: parts)
    func `a day counts fully for the part of the year and of the month that has passed, up to all on the last day`(
        day: (Int, Int, Int), year: Double, month: Double
    ) throws {
        let today = Today(day: try #require(CivilDay(year: day.0, month: day.1, day: day.2)))
        #expect(today.partOfYear == year)
        #expect(today.partOfMonth == month)
    }
}
