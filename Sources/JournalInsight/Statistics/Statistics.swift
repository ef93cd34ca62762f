import Foundation
import Journal
import SurfLanguage

/// The statistics of a journal: counts, streaks, and the conditions of the best sessions.
package struct Statistics: Equatable, Sendable {
    /// The totals of all sessions.
    package let total: EntryTally
    /// The dates of the first and the last session.
    package private(set) var first: Double?
    package private(set) var last: Double?
    /// The number of sessions on each day, by days since 1970-01-01.
    package let days: [Int: Int]
    package let streaks: Streaks
    /// In days since 1970-01-01.
    package let today: Int
    /// The last day that counts: today, or the last one that the filter selects if that is over.
    package let end: Int
    /// The places, most sessions first.
    package private(set) var spots: [EntryGroup]
    /// The boards, most sessions first, and the sessions without one last.
    package let boards: [EntryGroup]
    /// The computed tides of the best sessions, the place with the most first. Only if the groups are those by tide.
    package let bestTides: [BestTides]
    /// The requested groups: places, boards, tags and people by number of sessions, all others ascending.
    package let groups: [EntryGroup]

    /// The same without the places.
    package var withoutPlaces: Statistics {
        var statistics = self
        statistics.spots = []
        return statistics
    }

    /// The same with noon of their days in place of the dates.
    package func withoutTimes(zone: TimeZone) -> Statistics {
        var (statistics, clock) = (self, LocalClock(zone))
        statistics.first = first.map { clock.noon(of: $0) }
        statistics.last = last.map { clock.noon(of: $0) }
        return statistics
    }

    /// The lowest rating of the best sessions.
    package static let best = 4

    /// The number of sessions in each year, ascending.
    package var years: [(year: Int, sessions: Int)] {
        var years: [Int: Int] = [:]
        for (day, count) in days { years[CivilDay(number: day).year, default: 0] += count }
        return years.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The number of sessions this year so far, and in the year before up to the same day.
    package var thisYear: (year: Int, sessions: Int, before: Int) {
        let now = CivilDay(number: today)
        return (now.year, count(now.yearSoFar), now.adding(months: -12).map { count($0.yearSoFar) } ?? 0)
    }

    /// The progress towards a goal of sessions in this year.
    package func progress(of target: Int) -> GoalProgress {
        GoalProgress(
            reached: Double(thisYear.sessions), target: target,
            expected: Double(target) * CivilDay(number: today).partOfYear)
    }

    /// Whether the filter ends before today.
    package var areOver: Bool { end < today }

    /// Whether the filter ends before this year.
    package var isThisYearExcluded: Bool { CivilDay(number: end).year < CivilDay(number: today).year }

    /// The number of sessions in each of the last twelve months, ending with that of the last day.
    package var lastMonths: [(key: GroupKey, sessions: Int)] {
        let now = CivilDay(number: end)
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
    /// The statistics of a query's entries, ignoring its order and limit. Days are those of `zone`. Hours are local to
    /// the place if a session has a time zone, otherwise those of `zone`.
    /// - Parameter sea: What is known about places, for the groupings that need it.
    /// - Complexity: One statement, linear; memory for the counts, not for the entries.
    package func statistics(
        _ query: EntryQuery, by grouping: Grouping?, now: Double, zone: TimeZone, sea: SeaOfPlaces? = nil
    ) throws -> Statistics {
        var counter = StatisticsCounter(grouping.map { [$0] } ?? [], zone: zone, sea: sea)
        try blocksAhead(query.unordered.reading(counter.fields)) { counter.add($0) }
        try counter.check()
        return counter.statistics(now: now, before: query.before)
    }
}
