import Foundation
import SurfLanguage

/// Where the sun is at an instant, to a hundredth of a degree between 1900 and 2100.
///
/// Source: Meeus, Astronomical Algorithms, chapters 12, 13, 22 and 25 (the lower accuracy).
struct SunPosition {
    /// In radians.
    private let declination: Double
    /// The hour angle at Greenwich, in degrees.
    private let greenwichHourAngle: Double

    /// - Parameter time: Seconds since 1970-01-01, UTC.
    init(at time: Double) {
        let days = (time - SunPosition.epoch) / 86_400
        let centuries = (days + DeltaT.seconds(at: time) / 86_400) / 36_525
        let node = (125.04 - 1934.136 * centuries).radians
        let longitude = (SunPosition.trueLongitude(centuries) - 0.00569 - 0.00478 * sin(node)).radians
        let obliquity = (23.439_291 - 0.013_004_2 * centuries + 0.00256 * cos(node)).radians
        declination = asin(sin(obliquity) * sin(longitude))
        let ascension = atan2(cos(obliquity) * sin(longitude), cos(longitude)).degrees
        let nutation = -0.00478 * sin(node) * cos(obliquity)
        let siderealTime = 280.460_618_37 + 360.985_647_366_29 * days + 0.000_387_933 * centuries * centuries + nutation
        greenwichHourAngle = siderealTime - ascension
    }

    /// 2000-01-01 12:00.
    private static let epoch = 946_728_000.0

    /// In degrees, from the mean equinox of the date.
    private static func trueLongitude(_ centuries: Double) -> Double {
        let mean = 280.466_46 + centuries * (36_000.769_83 + centuries * 0.000_303_2)
        let anomaly = (357.529_11 + centuries * (35_999.050_29 - centuries * 0.000_153_7)).radians
        let centre =
            (1.914_602 - centuries * (0.004_817 + centuries * 0.000_014)) * sin(anomaly)
            + (0.019_993 - centuries * 0.000_101) * sin(2 * anomaly) + 0.000_289 * sin(3 * anomaly)
        return mean + centre
    }

    /// How far it has passed the meridian, in degrees, -180..<180.
    func hourAngle(at position: Coordinates) -> Double {
        (greenwichHourAngle + position.longitude + 180).flooredRemainder(360) - 180
    }

    /// The height of its centre above the horizon, in degrees, without refraction.
    func altitude(at position: Coordinates) -> Double {
        let (latitude, hours) = (position.latitude.radians, hourAngle(at: position).radians)
        return asin(sin(latitude) * sin(declination) + cos(latitude) * cos(declination) * cos(hours)).degrees
    }
}
