import SurfLanguage

/// The light of one day at one place. Times are seconds since 1970-01-01, UTC.
package struct SunTimes: Equatable, Sendable {
    /// A day on which the sun does not cross the horizon.
    package enum Polar: String, Sendable {
        /// The sun does not set.
        case day
        /// The sun does not rise.
        case night
    }

    /// When it gets light: the sun's centre is 6 degrees below the horizon (civil dawn). Nil if it is as light, or as dark,
    /// all night before.
    package let dawn: Double?
    /// When the sun's upper edge appears; nil if it does not.
    package let sunrise: Double?
    /// When the sun is highest.
    package let noon: Double
    package let sunset: Double?
    /// When it gets dark (civil dusk). It may be after midnight.
    package let dusk: Double?
    /// Nil on a day with a sunrise or a sunset.
    package let polar: Polar?

    /// - Parameter middle: The middle of the day, as the place's clocks show it.
    package init(at position: Coordinates, middle: Double) {
        noon = SunTimes.noon(at: position, near: middle)
        let highest = noon
        /// When the sun passes an altitude before or after noon.
        func passes(_ altitude: Double, _ side: Double) -> Double? {
            SunTimes.passes(altitude, at: position, between: highest + side * SunTimes.halfDay, highest)
        }
        (dawn, dusk) = (passes(SunTimes.twilight, -1), passes(SunTimes.twilight, 1))
        (sunrise, sunset) = (passes(SunTimes.horizon, -1), passes(SunTimes.horizon, 1))
        if sunrise == nil, sunset == nil {
            polar = SunPosition(at: noon).altitude(at: position) > SunTimes.horizon ? .day : .night
        } else {
            polar = nil
        }
    }

    /// The altitude of the sun's centre when its upper edge is seen on the horizon: its radius of 16 arc minutes and the
    /// refraction of 34.
    private static let horizon = -50.0 / 60
    private static let twilight = -6.0
    private static let halfDay = 43_200.0
    /// A tenth of a second.
    private static let precision = 0.1
    private static let maxSteps = 60

    /// When the sun is in the south, or the north, nearest to an instant.
    private static func noon(at position: Coordinates, near time: Double) -> Double {
        var noon = time
        for _ in 0..<3 { noon -= SunPosition(at: noon).hourAngle(at: position) * 240 }
        return noon
    }

    /// When the sun is at an altitude, between an instant at which it is lowest and one at which it is highest; nil if it is
    /// not. Brent's idea, simply: the secant where it lies well inside, otherwise half of the way.
    private static func passes(
        _ altitude: Double, at position: Coordinates, between lowest: Double, _ highest: Double
    ) -> Double? {
        func above(_ time: Double) -> Double { SunPosition(at: time).altitude(at: position) - altitude }
        var (low, high) = (lowest, highest)
        var (below, over) = (above(low), above(high))
        guard below < 0, over >= 0 else { return nil }
        for step in 0..<maxSteps where abs(high - low) > precision {
            let share = step % 3 == 2 ? 0.5 : min(max(below / (below - over), 0.02), 0.98)
            let time = low + (high - low) * share
            let found = above(time)
            if found < 0 { (low, below) = (time, found) } else { (high, over) = (time, found) }
        }
        return (low + high) / 2
    }
}
