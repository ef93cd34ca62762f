import Foundation
import Journal
import JournalInsight
import JournalTransfer
import SurfLanguage

extension JSONWriter {
    /// Writes the members of an object with a report: the statistics, people, tags, what is computed and
    /// the best sessions.
    mutating func members(of report: SessionReport, goal: Int?, zone: TimeZone, fields: [EntryField]) {
        members(of: report.statistics, by: nil, goal: goal, zone: zone)
        groups("people", report.people, name: "person")
        groups("tags", report.tags, name: "tag")
        if !report.tides.isEmpty || !report.lights.isEmpty {
            key(computedKey)
            beginObject()
            groups("tide", report.tides, name: "tide")
            groups("light", report.lights, name: "light")
            endObject()
        }
        var dates = ISODateWriter(zone: zone)
        let columns = EntryColumn.json(fields: fields)
        key("best")
        array(report.best) { .object(JSONObject($0, columns: columns, &dates)) }
    }
}
