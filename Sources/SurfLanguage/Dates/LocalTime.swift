import Foundation

/// Converts between UTC and the clock time of a zone.
///
/// A local second is counted from 1970-01-01T00:00:00 on the zone's clock; a second is counted from that time in UTC.
enum LocalTime {
    /// The local second at a second.
    static func local(_ second: Int, in zone: TimeZone) -> Int {
        second + ZoneOffsets.offset(of: zone, at: second)
    }

    /// The first second at which the clock shows `local`. Nil if it never does, because the clock was put forward.
    static func first(_ local: Int, in zone: TimeZone) -> Int? {
        let offsets = Set((-5...5).map { ZoneOffsets.offset(of: zone, at: local + $0 * 21_600) })
        return offsets.map { local - $0 }.filter { self.local($0, in: zone) == local }.min()
    }

    /// The second at which a day begins, even if its midnight does not exist.
    static func start(of day: CivilDay, in zone: TimeZone) -> Int {
        let midnight = day.number * 86_400
        if let second = first(midnight, in: zone) { return second }
        let from = midnight - 108_000
        return from + (0..<216_000).partitioningIndex { local(from + $0, in: zone) >= midnight }
    }
}
