import Foundation
import SurfLanguage

/// What is drawn.
package enum PlotKind: Equatable, Sendable {
    case calendar, months, rating
    case histogram(EntryField)
    case scatter(x: EntryField, y: EntryField)

    /// The fields that a store must have.
    package var fields: [EntryField] {
        switch self {
        case .calendar, .months: [.date, .rating]
        case .rating: [.rating]
        case .histogram(let field): [field]
        case .scatter(let x, let y): [x, y]
        }
    }

    /// The name in commands and JSON.
    package var name: String {
        switch self {
        case .calendar: "calendar"
        case .months: "months"
        case .rating: "rating"
        case .histogram: "hist"
        case .scatter: "scatter"
        }
    }
}

/// Numbers that can be drawn.
package enum Plot: Equatable, Sendable {
    case calendar(CalendarPlot)
    case bars(BarPlot)
    case scatter(ScatterPlot)
}

/// How many sessions each day of a year had.
package struct CalendarPlot: Equatable, Sendable {
    /// The last day that is drawn, days after 1970-01-01.
    package let end: Int
    /// Days after 1970-01-01 with their number of sessions, the days without any left out.
    package let days: [Int: Int]

    /// How many weeks a year touches.
    package static let weeks = 53

    /// The year up to today; where that has no session, the year up to the last one.
    package init(days: [Int: Int], today: Int) {
        let start = today - 7 * (CalendarPlot.weeks - 1)
        let past = days.keys.filter { $0 <= today }
        let end = past.contains { $0 >= start } ? today : past.max() ?? today
        self.end = end
        let first = Streaks.monday(end) - 7 * (CalendarPlot.weeks - 1)
        self.days = days.filter { (first...end).contains($0.key) }
    }

    /// The Mondays of the last weeks, at most so many.
    package func mondays(_ count: Int) -> [Int] {
        let count = min(count, CalendarPlot.weeks)
        return (0..<count).map { Streaks.monday(end) - 7 * (count - 1 - $0) }
    }
}

/// What a bar stands for.
package enum BarKey: Equatable, Sendable {
    /// 1...12
    case month(Int)
    /// 1...5
    case rating(Int)
    /// Whole numbers, both ends included.
    case whole(Int, Int)
    /// The lower end included, the upper excluded.
    case range(Double, Double)
    /// A point of a compass of sixteen, its middle in degrees.
    case direction(Double)
}

/// Bars beside each other.
package struct BarPlot: Equatable, Sendable {
    package struct Bar: Equatable, Sendable {
        package let key: BarKey
        package let sessions: Int
        /// The median rating; nil where fewer than are enough were rated, or where it is not asked for.
        package var median: Double?
    }

    package let bars: [Bar]
    /// The field and the unit of ranges; nil for months and ratings.
    package var field: FieldScale?
    /// How many sessions do not say what is counted.
    package let without: Int

    /// How many sessions are counted.
    package var sessions: Int { bars.reduce(0) { $0 + $1.sessions } }
}

/// Sessions as points.
package struct ScatterPlot: Equatable, Sendable {
    package struct Point: Hashable, Sendable {
        package let x: Double
        package let y: Double
    }

    package let x: FieldScale
    package let y: FieldScale
    /// How many sessions lie at each point.
    package let points: [Point: Int]
    /// How many sessions do not say both.
    package let without: Int

    /// How many sessions are drawn.
    package var sessions: Int { points.values.reduce(0, +) }

    /// How far the two go together, -1...1 (Pearson); nil for fewer sessions than are enough, for directions, and where one
    /// of the two is always the same.
    package var correlation: Double? {
        let count = Double(sessions)
        guard sessions >= Evidence.least, !x.field.isDirection, !y.field.isDirection else { return nil }
        let meanX = points.reduce(0) { $0 + $1.key.x * Double($1.value) } / count
        let meanY = points.reduce(0) { $0 + $1.key.y * Double($1.value) } / count
        var (xx, yy, xy) = (0.0, 0.0, 0.0)
        for (point, count) in points {
            let (dx, dy) = (point.x - meanX, point.y - meanY)
            xx += dx * dx * Double(count)
            yy += dy * dy * Double(count)
            xy += dx * dy * Double(count)
        }
        guard xx > 1e-12, yy > 1e-12 else { return nil }
        return max(-1, min(1, xy / (xx * yy).squareRoot()))
    }
}
