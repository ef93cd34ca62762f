import Foundation
import SurfLanguage

/// What a journal comes to: counts, streaks, and what the best sessions had in common.
package struct Statistics: Equatable, Sendable {
    /// All sessions together.
    package let total: SessionTally
    /// The dates of the first and the last session.
    package let first: Double?
    package let last: Double?
    /// How many sessions each day had, by days after 1970-01-01.
    package let days: [Int: Int]
    package let streaks: Streaks
    /// Days after 1970-01-01.
    package let today: Int
    /// The places, most sessions first.
    package let spots: [SessionGroup]
    /// The groups that were asked for, in their order: places by their number of sessions, all others ascending.
    package let groups: [SessionGroup]

    /// The ratings that count as the best.
    package static let best = 4

    /// How many sessions each year had, ascending.
    package var years: [(year: Int, sessions: Int)] {
        var years: [Int: Int] = [:]
        for (day, count) in days { years[CivilDay(number: day).year, default: 0] += count }
        return years.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// How many sessions the year of today has so far, and the year before had up to the same day.
    package var thisYear: (year: Int, sessions: Int, before: Int) {
        let now = CivilDay(number: today)
        let start = CivilDay(year: now.year, month: 1, day: 1)?.number ?? today
        let startBefore = CivilDay(year: now.year - 1, month: 1, day: 1)?.number ?? today
        let end = now.adding(months: -12)?.number ?? today
        return (now.year, count(start...today), count(startBefore...max(startBefore, end)))
    }

    /// The last twelve months, this one at the end, and how many sessions each had.
    package var lastMonths: [(key: GroupKey, sessions: Int)] {
        let now = CivilDay(number: today)
        var counts: [GroupKey: Int] = [:]
        for (day, count) in days {
            let day = CivilDay(number: day)
            counts[.month(year: day.year, month: day.month), default: 0] += count
        }
        return (0..<12).reversed().compactMap { back in
            guard let day = now.adding(months: -back) else { return nil }
            let key = GroupKey.month(year: day.year, month: day.month)
            return (key, counts[key] ?? 0)
        }
    }

    private func count(_ span: ClosedRange<Int>) -> Int {
        days.reduce(0) { span.contains($1.key) ? $0 + $1.value : $0 }
    }
}

extension Journal {
    /// The statistics of the entries that a query wants, its order and limit aside. Days are those of a zone; hours are
    /// those of the place where a session says its time zone, and of the zone otherwise.
    /// - Complexity: one statement, linear; memory for what is counted, not for the entries.
    package func statistics(
        _ query: EntryQuery, by grouping: Grouping?, now: Double, zone: TimeZone
    ) throws -> Statistics {
        var counter = StatisticsCounter(grouping, zone: zone)
        try blocks(query.unordered) { counter.add($0) }
        return counter.statistics(now: now)
    }
}

extension EntryQuery {
    /// The query in the order that is cheapest, without a limit.
    var unordered: EntryQuery {
        var query = self
        (query.sort, query.reversed, query.limit) = (.id, false, nil)
        return query
    }
}
