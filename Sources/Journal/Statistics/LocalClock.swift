import Foundation
import SurfLanguage

/// The day and the hour that a clock in a zone shows.
package struct LocalMoment: Equatable, Sendable {
    /// Days after 1970-01-01.
    package let day: Int
    /// 0...23
    package let hour: Int

    /// The day in the calendar.
    package var civil: CivilDay { CivilDay(number: day) }
}

/// Reads store dates on a clock of a zone. A copy starts with what the original remembers.
package struct LocalClock: Sendable {
    private var offsets: ZoneOffsets

    package init(_ zone: TimeZone) {
        offsets = ZoneOffsets(zone)
    }

    /// What the clock shows at a store date.
    package mutating func moment(_ date: Double) -> LocalMoment {
        let second = StoreTime.unixSecond(date)
        let local = second + offsets.offset(at: second)
        let day = local.flooredQuotient(86_400)
        return LocalMoment(day: day, hour: (local - day * 86_400) / 3600)
    }
}
