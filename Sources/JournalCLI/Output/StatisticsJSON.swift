import Foundation
import Journal
import JournalInsight
import SurfLanguage

/// Statistics as one JSON object. Heights are in feet, periods in seconds, wind speeds in knots, durations in minutes.
struct StatisticsJSON {
    private var json = JSONWriter()
    private var dates: ISODateWriter

    var bytes: [UInt8] { json.bytes }

    init(_ statistics: Statistics, by grouping: Grouping?, goal: Int?, zone: TimeZone) {
        dates = ISODateWriter(zone: zone)
        json.beginObject()
        tally(statistics.total)
        json.key("first")
        json.value(statistics.first, &dates)
        json.key("last")
        json.value(statistics.last, &dates)
        time(statistics, goal)
        json.key("by")
        json.value(grouping?.rawValue)
        groups("groups", grouping == nil ? [] : statistics.groups, name: "key")
        groups("spots", statistics.spots, name: "location")
        json.endObject()
        json.endLine()
    }

    private mutating func time(_ statistics: Statistics, _ goal: Int?) {
        let year = statistics.thisYear
        json.key("year")
        numbers([("year", year.year), ("sessions", year.sessions), ("before", year.before), ("goal", goal)])
        json.key("years")
        list(statistics.years.map { (String($0.year), $0.sessions) }, "year")
        json.key("months")
        list(statistics.lastMonths.map { ($0.key.text ?? "", $0.sessions) }, "month")
        let streaks = statistics.streaks
        json.key("streaks")
        numbers([
            ("longestDays", streaks.longest.length), ("currentDays", streaks.current.length),
            ("longestWeeks", streaks.longestWeeks.length), ("currentWeeks", streaks.currentWeeks.length),
        ])
    }

    private mutating func groups(_ key: String, _ groups: [EntryGroup], name: String) {
        json.key(key)
        json.beginArray()
        for group in groups {
            json.beginObject()
            json.key(name)
            json.value(group.key.text)
            tally(group.tally)
            best(group.best)
            json.endObject()
        }
        json.endArray()
    }

    private mutating func tally(_ tally: EntryTally) {
        json.key("sessions")
        json.value(Int64(tally.sessions))
        json.key("rating")
        json.beginObject()
        json.key("median")
        json.value(tally.ratings.median)
        json.key("sessions")
        json.value(Int64(tally.ratings.rated))
        json.endObject()
        sum("waves", tally.waves)
        sum("minutes", tally.minutes)
    }

    private mutating func sum(_ key: String, _ sum: EntrySum) {
        json.key(key)
        json.beginObject()
        json.key("total")
        json.value(sum.sum)
        json.key("sessions")
        json.value(Int64(sum.sessions))
        json.endObject()
    }

    /// Writes the conditions of the best entries. They are null if there are too few.
    private mutating func best(_ best: Conditions) {
        json.key("best")
        json.beginObject()
        json.key("sessions")
        json.value(Int64(best.sessions))
        for (key, range) in [("height", best.height), ("period", best.period), ("wind", best.wind)] {
            json.key(key)
            self.range(range)
        }
        json.key("swellDirection")
        if let swell = best.swellDirection {
            json.beginObject()
            json.key("mean")
            json.value(swell.degrees)
            json.key("sessions")
            json.value(Int64(swell.sessions))
            json.endObject()
        } else {
            json.null()
        }
        json.endObject()
    }

    private mutating func range(_ range: MiddleHalf?) {
        guard let range else { return json.null() }
        json.beginObject()
        json.key("low")
        json.value(range.low)
        json.key("high")
        json.value(range.high)
        json.key("sessions")
        json.value(Int64(range.sessions))
        json.endObject()
    }

    private mutating func numbers(_ numbers: [(String, Int?)]) {
        json.beginObject()
        for (key, number) in numbers {
            json.key(key)
            json.value(number.map { Int64($0) })
        }
        json.endObject()
    }

    private mutating func list(_ counts: [(String, Int)], _ name: String) {
        json.beginArray()
        for (text, count) in counts {
            json.beginObject()
            json.key(name)
            json.value(text)
            json.key("sessions")
            json.value(Int64(count))
            json.endObject()
        }
        json.endArray()
    }
}
