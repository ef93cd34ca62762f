import Foundation
import Journal
import SurfLanguage

/// The figures that `today` shows: the same day in other years, the year and month so far, and the streaks.
package struct Today: Sendable {
    package let day: CivilDay
    /// The totals of all sessions.
    package internal(set) var total = EntryTally()
    package internal(set) var year = EntryTally()
    package internal(set) var month = EntryTally()
    /// The sessions on this day of other years, newest first, at most `most`.
    package internal(set) var earlier: [EntryRecord] = []
    /// The number of sessions on this day of other years.
    package internal(set) var earlierCount = 0
    /// The newest session that is not in the future.
    package internal(set) var last: EntryRecord?
    package internal(set) var streaks = Streaks(days: [], today: 0)

    /// The most sessions of other years that are returned.
    package static let most = 50

    /// The part of the year, and of the month, that has passed with the end of this day, 0...1.
    package var partOfYear: Double { day.partOfYear }

    package var partOfMonth: Double {
        guard let start = CivilDay(year: day.year, month: day.month, day: 1), let end = start.adding(months: 1)
        else { return 1 }
        return Double(day.day) / Double(end.number - start.number)
    }
}

extension Journal {
    /// What today recalls of a query's entries, ignoring its order and limit. Days are those of `zone`.
    /// - Complexity: One statement, linear; memory for the days, not for the entries.
    package func today(_ query: EntryQuery, now: Double, zone: TimeZone) throws -> Today {
        var counter = TodayCounter(now: now, zone: zone)
        try blocks(query.unordered) { counter.add($0) }
        var today = counter.result
        today.last = try counter.newest.map { try record($0.id) }
        return today
    }
}

/// Counts sessions for a day, block by block.
struct TodayCounter {
    private let now: Double
    private let today: Int
    private let year: ClosedRange<Int>
    private var clock: LocalClock
    private var days: Set<Int> = []
    /// The newest session that is not in the future.
    private(set) var newest: (date: Double, id: Int64)?
    private var found: Today

    init(now: Double, zone: TimeZone) {
        self.now = now
        clock = LocalClock(zone)
        today = clock.moment(now).day
        found = Today(day: CivilDay(number: today))
        year = found.day.yearSoFar
    }

    mutating func add(_ block: RecordBlock) {
        func column(_ field: EntryField) -> NumberColumn { NumberColumn(field, in: block) }
        let (dates, ratings) = (column(.date), column(.rating))
        let (waves, minutes) = (column(.waves), column(.duration))
        for row in 0..<block.count {
            let (rating, waves, minutes) = (ratings.number(row), waves.number(row), minutes.number(row))
            found.total.add(rating: rating, waves: waves, minutes: minutes)
            guard let date = dates.number(row) else { continue }
            let number = clock.moment(date).day
            let day = CivilDay(number: number)
            days.insert(number)
            if year.contains(number) {
                found.year.add(rating: rating, waves: waves, minutes: minutes)
                if day.month == found.day.month { found.month.add(rating: rating, waves: waves, minutes: minutes) }
            }
            if date <= now, newest.map({ ($0.date, $0.id) < (date, block.id(row)) }) ?? true {
                newest = (date, block.id(row))
            }
            if (day.month, day.day) == (found.day.month, found.day.day), day.year != found.day.year {
                keep(row, of: block, date)
            }
        }
    }

    private mutating func keep(_ row: Int, of block: RecordBlock, _ date: Double) {
        found.earlierCount += 1
        if found.earlier.count == Today.most, let last = found.earlier.last?.values.date, date < last { return }
        let index = found.earlier.firstIndex { ($0.values.date ?? 0, $0.id) < (date, block.id(row)) }
        found.earlier.insert(block.record(row), at: index ?? found.earlier.count)
        if found.earlier.count > Today.most { found.earlier.removeLast() }
    }

    var result: Today {
        var result = found
        result.streaks = Streaks(days: days, today: today)
        return result
    }
}
