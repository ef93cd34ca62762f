import Foundation
import Journal
import SurfLanguage

/// A kind of plot.
package enum PlotKind: Equatable, Sendable {
    case calendar, months, rating
    case histogram(EntryField)
    case scatter(x: EntryField, y: EntryField)

    /// The fields that the store must have.
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

/// The data of a plot.
package enum Plot: Equatable, Sendable {
    case calendar(CalendarPlot)
    case bars(BarPlot)
    case scatter(ScatterPlot)
}

/// The number of sessions on each day of a year.
package struct CalendarPlot: Equatable, Sendable {
    /// The last day, in days since 1970-01-01.
    package let end: Int
    /// The number of sessions by day, in days since 1970-01-01. Days without sessions are absent.
    package let days: [Int: Int]
    /// The number of sessions before the first day.
    package let earlier: Int

    /// The number of weeks that a year touches.
    package static let weeks = 53

    /// The year up to `last`, or up to the last session if the year has none.
    package init(days: [Int: Int], end last: Int) {
        let start = last - 7 * (CalendarPlot.weeks - 1)
        let past = days.keys.filter { $0 <= last }
        let end = past.contains { $0 >= start } ? last : past.max() ?? last
        self.end = end
        let first = Streaks.monday(end) - 7 * (CalendarPlot.weeks - 1)
        self.days = days.filter { (first...end).contains($0.key) }
        earlier = days.reduce(0) { $1.key < first ? $0 + $1.value : $0 }
    }

    /// The Mondays of the last `count` weeks, at most `weeks`.
    package func mondays(_ count: Int) -> [Int] {
        let count = min(count, CalendarPlot.weeks)
        return (0..<count).map { Streaks.monday(end) - 7 * (count - 1 - $0) }
    }
}

/// The value or range of a bar.
package enum BarKey: Equatable, Sendable {
    /// 1...12
    case month(Int)
    /// 1...5
    case rating(Int)
    /// A range of whole numbers, including both ends.
    case whole(Int, Int)
    /// A range, including the lower end but not the upper.
    case range(Double, Double)
    /// One of sixteen compass points, by its middle in degrees.
    case direction(Double)
}

/// A bar chart.
package struct BarPlot: Equatable, Sendable {
    package struct Bar: Equatable, Sendable {
        package let key: BarKey
        package let sessions: Int
        /// The median rating; nil if too few sessions were rated, or if it was not requested.
        package var median: Double?
    }

    package let bars: [Bar]
    /// The field and the unit of ranges; nil for months and ratings.
    package var field: FieldScale?
    /// The number of sessions without a value.
    package let without: Int

    /// The number of sessions in the bars.
    package var sessions: Int { bars.reduce(0) { $0 + $1.sessions } }
}

/// A scatter plot of sessions.
package struct ScatterPlot: Equatable, Sendable {
    package struct Point: Hashable, Sendable {
        package let x: Double
        package let y: Double
    }

    package let x: FieldScale
    package let y: FieldScale
    /// The number of sessions at each point.
    package let points: [Point: Int]
    /// The number of sessions without both values.
    package let without: Int

    /// The number of sessions in the plot.
    package var sessions: Int { points.values.reduce(0, +) }

    /// Pearson's correlation coefficient, -1...1; nil for too few sessions, for directions, and if one of the values is
    /// constant.
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
