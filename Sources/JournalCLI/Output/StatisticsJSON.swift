import Foundation
import Journal
import JournalInsight
import SurfLanguage

extension JSONWriter {
    /// Writes the members of an object with statistics. Heights are in feet, periods in seconds, wind speeds in knots,
    /// durations in minutes.
    mutating func members(of statistics: Statistics, by grouping: Grouping?, goal: Int?, zone: TimeZone) {
        var dates = ISODateWriter(zone: zone)
        let span: JSONObject = [
            "first": JSONValue(statistics.first, &dates), "last": JSONValue(statistics.last, &dates),
        ]
        members(JSONObject(statistics.total) + span + JSONObject(time: statistics, goal))
        members(["by": JSONValue(grouping?.rawValue)])
        groups("groups", grouping == nil ? [] : statistics.groups, name: "key")
        if grouping == .tide { members(["bestTides": .array(statistics.bestTides.map(JSONValue.init))]) }
        groups("spots", statistics.spots, name: "location")
        groups("boards", statistics.boards.filter { $0.key != .absent }, name: "board")
    }

    /// Writes a member with groups, of which there may be many.
    /// - Parameter name: The key of a group's name.
    mutating func groups(_ key: String, _ groups: [EntryGroup], name: String) {
        self.key(key)
        array(groups) { .object(JSONObject($0, name: name)) }
    }
}

extension JSONObject {
    /// The numbers of sessions by year, month and streak.
    fileprivate init(time statistics: Statistics, _ goal: Int?) {
        let year = statistics.thisYear
        let years = statistics.years.map { year -> JSONValue in
            ["year": .string(String(year.year)), "sessions": JSONValue(year.sessions)]
        }
        let months = statistics.lastMonths.map { month -> JSONValue in
            ["month": .string(month.key.text ?? ""), "sessions": JSONValue(month.sessions)]
        }
        self = [
            "year": [
                "year": JSONValue(year.year), "sessions": JSONValue(year.sessions), "before": JSONValue(year.before),
                "goal": JSONValue(goal),
            ],
            "years": .array(years), "months": .array(months),
            "streaks": JSONValue(statistics.streaks),
        ]
    }

    /// - Parameter name: The key of the group's name.
    init(_ group: EntryGroup, name: String) {
        let key = Member(key: name, value: JSONValue(group.key.text))
        self = JSONObject([key]) + JSONObject(group.tally) + ["best": JSONValue(group.best)]
    }

    init(_ tally: EntryTally) {
        self = [
            "sessions": JSONValue(tally.sessions),
            "rating": ["median": JSONValue(tally.ratings.median), "sessions": JSONValue(tally.ratings.rated)],
            "waves": JSONValue(tally.waves), "minutes": JSONValue(tally.minutes),
        ]
    }
}

extension JSONValue {
    /// The tides of the best sessions at a place, in metres above the datum.
    fileprivate init(_ tides: BestTides) {
        self = [
            "location": JSONValue(tides.key.text), "low": JSONValue(tides.heights.low),
            "high": JSONValue(tides.heights.high), "sessions": JSONValue(tides.heights.sessions),
            "motion": .string(tides.isRising ? "rising" : "falling"), "motionSessions": JSONValue(tides.sessions),
        ]
    }

    init(_ streaks: Streaks) {
        self = [
            "longestDays": JSONValue(streaks.longest.length), "currentDays": JSONValue(streaks.current.length),
            "longestWeeks": JSONValue(streaks.longestWeeks.length),
            "currentWeeks": JSONValue(streaks.currentWeeks.length),
        ]
    }

    fileprivate init(_ sum: EntrySum) { self = ["total": JSONValue(sum.sum), "sessions": JSONValue(sum.sessions)] }

    /// The conditions of the best entries. They are null if there are too few.
    fileprivate init(_ best: Conditions) {
        let swell = best.swellDirection.map { swell -> JSONValue in
            ["mean": JSONValue(swell.degrees), "sessions": JSONValue(swell.sessions)]
        }
        self = [
            "sessions": JSONValue(best.sessions), "height": JSONValue(best.height), "period": JSONValue(best.period),
            "wind": JSONValue(best.wind), "swellDirection": swell ?? .null,
        ]
    }

    private init(_ range: MiddleHalf?) {
        guard let range else {
            self = .null
            return
        }
        self = [
            "low": JSONValue(range.low), "high": JSONValue(range.high), "sessions": JSONValue(range.sessions),
        ]
    }
}
