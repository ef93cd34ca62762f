import Foundation
import Journal
import SurfLanguage

/// The day and hour on a clock in a time zone.
package struct LocalMoment: Equatable, Sendable {
    /// Days since 1970-01-01.
    package let day: Int
    /// 0...23
    package let hour: Int

    /// The calendar day.
    package var civil: CivilDay { CivilDay(number: day) }
}

/// Converts store dates to a time zone's clock. A copy starts with the cached offsets of the original.
package struct LocalClock: Sendable {
    private var offsets: ZoneOffsets

    package init(_ zone: TimeZone) {
        offsets = ZoneOffsets(zone)
    }

    /// Twelve o'clock on the local day of a store date, in whole seconds.
    package mutating func noon(of date: Double) -> Double {
        let second = StoreTime.unixSecond(date)
        let local = second + offsets.offset(at: second)
        return StoreTime.date(unixSecond: second - local.flooredRemainder(86_400) + 43_200)
    }

    /// The local day and hour at a store date.
    package mutating func moment(_ date: Double) -> LocalMoment {
        let second = StoreTime.unixSecond(date)
        let local = second + offsets.offset(at: second)
        let day = local.flooredQuotient(86_400)
        return LocalMoment(day: day, hour: (local - day * 86_400) / 3600)
    }
}
