import Foundation
import SurfLanguage

extension Journal {
    /// A session of one's own at a place within the clock's hour of a moment; of several, the newest. Nil where there is none.
    ///
    /// Names of places are compared without regard to case and accents. Samples do not count.
    /// - Parameters:
    ///   - date: seconds since 2001-01-01T00:00:00Z.
    ///   - zone: whose clock is meant.
    ///   - id: an entry that is not looked for.
    /// - Complexity: one statement by the index of dates, which reads at most `mostInAnHour` sessions.
    package func session(
        at place: String, inHourOf date: Double, zone: TimeZone, besides id: Int64
    ) throws -> EntryRecord? {
        var found: EntryRecord?
        let place = place.folded
        let hour = Journal.hour(of: date, in: zone)
        let term = FilterTerm.date(from: hour.lowerBound, before: hour.upperBound)
        let query = EntryQuery(filter: EntryFilter([term]), limit: Journal.mostInAnHour, samples: .without)
        try records(query) { record in
            if found == nil, record.id != id, record.values.location?.folded == place { found = record }
        }
        return found
    }

    /// More sessions of one hour are those of a file that gives no times.
    private static let mostInAnHour = 1_000

    private static func hour(of date: Double, in zone: TimeZone) -> Range<Double> {
        let second = StoreTime.unixSecond(date)
        var offsets = ZoneOffsets(zone)
        let start = second - (second + offsets.offset(at: second)).flooredRemainder(3600)
        return StoreTime.date(unixSecond: start)..<StoreTime.date(unixSecond: start + 3600)
    }
}
