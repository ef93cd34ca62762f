import Foundation
import Journal
import JournalTransfer
import JournalInsight
import SurfLanguage

extension JSONValue {
    /// Similar entries and their places as one object. Differences are in base units: feet for `height` and `tide`,
    /// metres for `swellHeight`, seconds, knots, degrees, °C.
    init(_ result: LikeResult, _ wanted: SeaState, fields: [EntryField], zone: TimeZone) {
        var dates = ISODateWriter(zone: zone)
        let conditions = wanted.known.map { JSONObject.Member(key: $0.rawValue, value: JSONValue(wanted[$0])) }
        let sessions = result.matches.map { JSONValue($0, EntryColumn.json(fields: fields), &dates) }
        self = [
            "conditions": .object(JSONObject(conditions)), "sessions": .array(sessions),
            "alike": JSONValue(result.similarCount),
            "spots": .array(result.spots.map { JSONValue($0, name: "location") }),
            "boards": .array(result.boards.map { JSONValue($0, name: "board") }),
        ]
    }

    private init(_ match: LikeResult.Match, _ columns: [EntryColumn], _ dates: inout ISODateWriter) {
        let reasons = match.likeness.reasons.map { reason -> JSONValue in
            [
                "aspect": .string(reason.aspect.rawValue), "alike": JSONValue(rounded: reason.similarity),
                "difference": JSONValue(rounded: reason.difference),
            ]
        }
        self = [
            "alike": JSONValue(rounded: match.likeness.similarity), "known": JSONValue(rounded: match.likeness.known),
            "why": .array(reasons), "entry": .object(JSONObject(match.record, columns: columns, &dates)),
        ]
    }

    /// - Parameter name: The key of the group's name.
    private init(_ group: EntryGroup, name: String) {
        let ratings = group.tally.ratings
        self = [
            name: JSONValue(group.key.text), "sessions": JSONValue(group.tally.sessions),
            "rated": JSONValue(ratings.rated),
            "median": JSONValue(ratings.rated >= Evidence.least ? ratings.median : nil),
        ]
    }

    /// A number rounded to four decimals.
    private init(rounded number: Double) { self.init(number.rounded(places: 4)) }
}
