import Journal
import SurfLanguage

/// Runs of consecutive days, or weeks, with a session in each.
package struct Streaks: Equatable, Sendable {
    /// A run of days or weeks.
    package struct Run: Equatable, Sendable {
        package var length = 0
        /// The first and the last day, in days since 1970-01-01. For weeks, these are Mondays.
        package var first = 0
        package var last = 0
    }

    /// The longest run of days; of equal runs, the latest.
    package let longest: Run
    /// The current run of days, whose last day is today or yesterday. Length 0 if there is none.
    package let current: Run
    /// The longest run of weeks, which begin on Monday.
    package let longestWeeks: Run
    /// The current run of weeks, whose last is this week or the week before.
    package let currentWeeks: Run

    /// - Parameters:
    ///   - days: The days with a session, in days since 1970-01-01, in any order.
    ///   - today: In days since 1970-01-01.
    package init(days: some Sequence<Int>, today: Int) {
        let days = Set(days)
        let runs = Streaks.runs(days.sorted(), step: 1)
        let weeks = Streaks.runs(Set(days.map(Streaks.monday)).sorted(), step: 7)
        longest = Streaks.longest(runs)
        longestWeeks = Streaks.longest(weeks)
        current = runs.last { $0.last == today || $0.last == today - 1 } ?? Run()
        let monday = Streaks.monday(today)
        currentWeeks = weeks.last { $0.last == monday || $0.last == monday - 7 } ?? Run()
    }

    /// The Monday of a day's week.
    package static func monday(_ day: Int) -> Int { day - (day + 3).flooredRemainder(7) }

    private static func longest(_ runs: [Run]) -> Run {
        runs.reduce(Run()) { $1.length >= $0.length ? $1 : $0 }
    }

    private static func runs(_ sorted: [Int], step: Int) -> [Run] {
        var runs: [Run] = []
        for day in sorted {
            if let last = runs.last, day == last.last + step {
                runs[runs.count - 1] = Run(length: last.length + 1, first: last.first, last: day)
            } else {
                runs.append(Run(length: 1, first: day, last: day))
            }
        }
        return runs
    }
}
