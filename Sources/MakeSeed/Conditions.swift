import Foundation
import SurfLanguage

/// The sea and the wind at a break at one moment.
struct Conditions {
    /// The face height, in feet.
    let height: Double
    /// The swell period, in seconds.
    let period: Double
    /// The direction that the swell comes from, in degrees, 0..<360.
    let swellFrom: Double
    let wind: Wind
    let quality: Wind.Quality
    /// The water temperature, in degrees Celsius.
    let water: Double
    /// The height above mean low water, in feet.
    let tide: Double

    /// The conditions at `spot` on `coast`, `seconds` after 2001-01-01T00:00:00Z, given the day's light and weather.
    init(at spot: SurfBreak, of coast: Coast, day: Day, seconds: Double, light: SolarDay, weather: Weather) {
        let season = day.closeness(toMonth: coast.peakMonth)
        let seasonal = spot.height * (1 + coast.seasonality * season)
        height = min(max(seasonal * exp(0.32 * weather.swell), 1), spot.best.upperBound * 1.6)
        period = min(max(coast.period + season + 1.6 * weather.period + 0.8 * weather.swell, 6), 20).rounded()
        swellFrom = Angle.normal((spot.swellFrom + 12 * weather.turn).rounded())
        wind = Self.wind(at: spot, of: coast, hour: (seconds - light.noon) / 3_600, weather: weather)
        quality = wind.quality(offshoreFrom: spot.offshoreFrom)
        let warmest = spot.latitude < 0 ? 2.5 : 8.5
        water = coast.water + coast.waterSwing * day.closeness(toMonth: warmest) + 0.5 * weather.water
        tide = Self.tide(seconds: seconds, longitude: spot.longitude)
    }

    /// The sum of the prevailing wind, the passing weather, and the land and sea breeze. `hour` is relative to solar
    /// noon.
    private static func wind(at spot: SurfBreak, of coast: Coast, hour: Double, weather: Weather) -> Wind {
        let heating = min(max((hour + 6) / 8, 0.35), 1)
        let steady = Angle.flow(from: coast.prevailingWind.from, speed: coast.prevailingWind.knots * heating)
        let breeze = Angle.flow(from: spot.offshoreFrom, speed: landBreeze(hour: hour))
        return Wind(
            towardsEast: steady.east + breeze.east + weather.windEast * heating,
            north: steady.north + breeze.north + weather.windNorth * heating)
    }

    /// The speed of the land breeze in knots; negative for a sea breeze. Offshore in the morning, onshore in the
    /// afternoon, weak at dusk.
    private static func landBreeze(hour: Double) -> Double {
        hour < -2.5 ? 4.5 : -8 * max(0, sin((hour + 2.5) / 9 * .pi)) + 1
    }

    /// The sum of the two largest tidal constituents, the lunar and the solar, both semidiurnal.
    private static func tide(seconds: Double, longitude: Double) -> Double {
        let hours = seconds / 3_600
        let phase = longitude * .pi / 90
        return 2.8 + 1.9 * cos(2 * .pi * hours / 12.420_601 + phase) + 0.8 * cos(2 * .pi * hours / 12 + phase)
    }
}
