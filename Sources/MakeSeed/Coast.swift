/// A stretch of coast that shares its swell, its wind and its water.
package struct Coast: Sendable {
    /// Where it is, as a person says it: "North Shore, Hawaii".
    package let name: String
    /// The country it is in.
    package let country: String
    /// Its IANA time zone.
    package let timeZone: String
    /// Hours ahead of UTC in winter time.
    package let standardOffset: Double
    /// Whether people there log metres instead of feet.
    package let isMetric: Bool
    /// The month with the most swell, 1...12.
    package let peakMonth: Double
    /// How far the swell of the peak lies above the year's mean, 0...1 of it.
    package let seasonality: Double
    /// The year's mean period of the swell, seconds.
    package let period: Double
    /// The wind that blows all day: the direction it comes from in degrees, and knots.
    package let prevailingWind: (from: Double, knots: Double)
    /// The year's mean water temperature, degrees Celsius.
    package let water: Double
    /// How far the warmest month's water lies above the mean, degrees Celsius.
    package let waterSwing: Double
    /// The breaks along it; never empty.
    package let breaks: [SurfBreak]

    /// Whether it lies south of the equator.
    package var isSouthern: Bool {
        breaks[0].latitude < 0
    }
}

/// A place where waves break.
package struct SurfBreak: Sendable {
    /// The name as it stands in the journal.
    package let name: String
    /// Degrees north.
    package let latitude: Double
    /// Degrees east.
    package let longitude: Double
    /// The direction that its offshore wind comes from, degrees.
    package let offshoreFrom: Double
    /// The direction that its best swell comes from, degrees.
    package let swellFrom: Double
    /// The year's mean height of a wave's face, feet.
    package let height: Double
    /// The heights at which it is good, feet.
    package let best: ClosedRange<Double>
    /// How many people are out on a usual day.
    package let crowd: Int

    init(
        _ name: String, _ latitude: Double, _ longitude: Double, offshore: Double, swell: Double, height: Double,
        best: ClosedRange<Double>, crowd: Int
    ) {
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
        offshoreFrom = offshore
        swellFrom = swell
        self.height = height
        self.best = best
        self.crowd = crowd
    }
}
