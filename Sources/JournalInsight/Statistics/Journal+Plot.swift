import Foundation
import Journal
import SurfLanguage

extension Journal {
    /// The data for a plot of a query's entries, ignoring its order and limit. Days are those of `zone`.
    /// - Throws: A `JournalError`.
    /// - Complexity: One statement, linear; memory for the plotted numbers.
    package func plot(
        _ kind: PlotKind, of query: EntryQuery, now: Double, zone: TimeZone, units: MeasureUnits
    ) throws -> Plot {
        switch kind {
        case .calendar, .months, .rating:
            let grouping: Grouping? = kind == .months ? .month : kind == .rating ? .rating : nil
            let statistics = try statistics(query, by: grouping, now: now, zone: zone)
            switch kind {
            case .calendar: return .calendar(CalendarPlot(days: statistics.days, end: statistics.end))
            case .months: return .bars(.months(statistics))
            default: return .bars(.ratings(statistics))
            }
        case .histogram(let field):
            return .bars(.histogram(try numbers([field], of: query, units), FieldScale(field, units: units)))
        case .scatter(let x, let y):
            let scales = (FieldScale(x, units: units), FieldScale(y, units: units))
            return .scatter(ScatterPlot(try numbers([x, y], of: query, units), x: scales.0, y: scales.1))
        }
    }

    /// The numbers of some fields, and how many sessions lack one of them.
    struct Numbers {
        /// The numbers of each field, for the sessions that have all of them, in the same order.
        var columns: [[Double]]
        var without = 0
    }

    private func numbers(_ fields: [EntryField], of query: EntryQuery, _ units: MeasureUnits) throws -> Numbers {
        var numbers = Numbers(columns: fields.map { _ in [] })
        let scales = fields.map { FieldScale($0, units: units) }
        try blocks(query.unordered.reading(fields)) { block in
            let columns = fields.map { NumberColumn($0, in: block) }
            for row in 0..<block.count {
                let found = columns.map { $0.number(row) }
                guard found.allSatisfy(Numbers.isDrawn) else {
                    numbers.without += 1
                    continue
                }
                for index in fields.indices { numbers.columns[index].append(scales[index].shown(found[index] ?? 0)) }
            }
        }
        return numbers
    }
}

extension Journal.Numbers {
    /// Whether there is a number, small enough to plot.
    fileprivate static func isDrawn(_ number: Double?) -> Bool { number.map { abs($0) < 1e9 } ?? false }
}

extension BarPlot {
    /// The twelve months, summed over all years.
    static func months(_ statistics: Statistics) -> BarPlot {
        var sessions = Array(repeating: 0, count: 12)
        var ratings = Array(repeating: RatingTally(), count: 12)
        var without = 0
        for group in statistics.groups {
            guard case .month(_, let month) = group.key else {
                without += group.tally.sessions
                continue
            }
            sessions[month - 1] += group.tally.sessions
            ratings[month - 1].add(group.tally.ratings)
        }
        let bars = (0..<12).map { index in
            let isEnough = ratings[index].rated >= Evidence.least
            return Bar(
                key: .month(index + 1), sessions: sessions[index],
                median: isEnough ? ratings[index].median : nil)
        }
        return BarPlot(bars: bars, without: without)
    }

    /// The five ratings.
    static func ratings(_ statistics: Statistics) -> BarPlot {
        let counts = statistics.total.ratings.counts
        let bars = counts.enumerated().map { Bar(key: .rating($0 + 1), sessions: $1) }
        return BarPlot(bars: bars, without: statistics.total.sessions - statistics.total.ratings.rated)
    }

    fileprivate static func histogram(_ numbers: Journal.Numbers, _ scale: FieldScale) -> BarPlot {
        let bars =
            scale.field.isDirection
            ? Bins.compass(numbers.columns[0])
            : Bins.bars(numbers.columns[0], isWhole: scale.isWhole, least: scale.leastStep)
        return BarPlot(bars: bars, field: scale, without: numbers.without)
    }
}

extension ScatterPlot {
    fileprivate init(_ numbers: Journal.Numbers, x: FieldScale, y: FieldScale) {
        var points: [Point: Int] = [:]
        for (x, y) in zip(numbers.columns[0], numbers.columns[1]) { points[Point(x: x, y: y), default: 0] += 1 }
        self.init(x: x, y: y, points: points, without: numbers.without)
    }
}
