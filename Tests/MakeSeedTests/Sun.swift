import Foundation

/// The sun's altitude by the Astronomical Almanac's low-precision formula, a different method from the generator's.
enum Sun {
    /// The altitude in degrees above the horizon, `seconds` after 2001-01-01T00:00:00Z.
    static func altitude(at seconds: Double, latitude: Double, longitude: Double) -> Double {
        let days = seconds / 86_400 + 365.5
        let anomaly = radians(357.528 + 0.985_600_3 * days)
        let ecliptic = radians(280.460 + 0.985_647_4 * days + 1.915 * sin(anomaly) + 0.020 * sin(2 * anomaly))
        let tilt = radians(23.439 - 0.000_000_4 * days)
        let ascension = atan2(cos(tilt) * sin(ecliptic), cos(ecliptic))
        let declination = asin(sin(tilt) * sin(ecliptic))
        let siderealHours = 18.697_374_558 + 24.065_709_824_419_08 * days
        let hourAngle = radians(siderealHours * 15 + longitude) - ascension
        let north = radians(latitude)
        return asin(sin(north) * sin(declination) + cos(north) * cos(declination) * cos(hourAngle)) * 180 / .pi
    }

    private static func radians(_ degrees: Double) -> Double {
        degrees * .pi / 180
    }
}
