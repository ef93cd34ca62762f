import Foundation
import SurfLanguage

extension Journal {
    /// The user's newest session at a place within the clock hour of a date; nil if there is none.
    ///
    /// Place names are compared ignoring case and accents. Samples do not count.
    /// - Parameters:
    ///   - date: In seconds since 2001-01-01T00:00:00Z.
    ///   - zone: The time zone of the clock.
    ///   - id: The ID of an entry to ignore.
    /// - Complexity: One statement on the index of dates, which reads at most `maxInAnHour` sessions.
    package func session(
        at place: String, inHourOf date: Double, zone: TimeZone, besides id: Int64
    ) throws -> EntryRecord? {
        var found: EntryRecord?
        let place = place.folded
        let hour = Journal.hour(of: date, in: zone)
        let term = FilterTerm.date(from: hour.lowerBound, before: hour.upperBound)
        let query = EntryQuery(filter: [term], limit: Journal.maxInAnHour, samples: .without)
        try records(query) { record in
            if found == nil, record.id != id, record.values.location?.folded == place { found = record }
        }
        return found
    }

    /// More sessions in one hour than this come from a file without times.
    private static let maxInAnHour = 1_000

    private static func hour(of date: Double, in zone: TimeZone) -> Range<Double> {
        let second = StoreTime.unixSecond(date)
        var offsets = ZoneOffsets(zone)
        let start = second - (second + offsets.offset(at: second)).flooredRemainder(3600)
        return StoreTime.date(unixSecond: start)..<StoreTime.date(unixSecond: start + 3600)
    }
}
