import Foundation

/// Sunrise and sunset on a day at a place, by NOAA's formula.
package struct SolarDay {
    /// In seconds since 2001-01-01T00:00:00Z.
    package let sunrise: Double
    /// In seconds since 2001-01-01T00:00:00Z.
    package let sunset: Double

    /// The daylight of the place's calendar day; nil if the sun does not rise or set. Latitude in degrees north,
    /// longitude in degrees east.
    ///
    /// Source: NOAA Global Monitoring Division, "General Solar Position Calculations".
    package init?(day: Day, latitude: Double, longitude: Double) {
        let year = 2 * Double.pi * day.partOfYear
        let zenith = 90.833 * Double.pi / 180
        let north = latitude * Double.pi / 180
        let declination = Self.declination(year)
        let cosine = cos(zenith) / (cos(north) * cos(declination)) - tan(north) * tan(declination)
        guard abs(cosine) < 1 else { return nil }
        let halfDay = acos(cosine) * 180 / .pi * 4 * 60
        let noon = Double(day.number) * 86_400 + (720 - 4 * longitude - Self.equationOfTime(year)) * 60
        sunrise = noon - halfDay
        sunset = noon + halfDay
    }

    /// The middle between sunrise and sunset.
    package var noon: Double {
        (sunrise + sunset) / 2
    }

    private static func declination(_ year: Double) -> Double {
        0.006918 - 0.399912 * cos(year) + 0.070257 * sin(year) - 0.006758 * cos(2 * year) + 0.000907 * sin(2 * year)
            - 0.002697 * cos(3 * year) + 0.00148 * sin(3 * year)
    }

    private static func equationOfTime(_ year: Double) -> Double {
        229.18
            * (0.000075 + 0.001868 * cos(year) - 0.032077 * sin(year) - 0.014615 * cos(2 * year)
                - 0.040849 * sin(2 * year))
    }
}
