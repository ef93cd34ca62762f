import Foundation
import Journal
import JournalInsight
import SurfLanguage

extension JSONValue {
    /// A report as one object: the statistics, people, tags and the best sessions.
    init(_ report: SessionReport, goal: Int?, zone: TimeZone, fields: [EntryField]) {
        guard case .object(let statistics) = JSONValue(report.statistics, by: nil, goal: goal, zone: zone) else {
            preconditionFailure("Statistics are an object.")
        }
        var dates = ISODateWriter(zone: zone)
        let columns = EntryColumn.json(fields: fields)
        let best = report.best.map { JSONValue.object(JSONObject($0, columns: columns, &dates)) }
        self = .object(
            statistics + [
                "people": .array(report.people.map { .object(JSONObject($0, name: "person")) }),
                "tags": .array(report.tags.map { .object(JSONObject($0, name: "tag")) }),
                "best": .array(best),
            ])
    }
}
