import SurfLanguage

/// A stretch of coast with the same swell, wind and water.
package struct Coast: Sendable {
    /// The name as people use it: "North Shore, Hawaii".
    package let name: String
    /// The name of the country.
    package let country: String
    /// The IANA name of the time zone.
    package let timeZone: String
    /// The offset from UTC in winter, in hours.
    package let standardOffset: Double
    /// Whether people there log metres instead of feet.
    package let isMetric: Bool
    /// The month with the most swell, 1...12.
    package let peakMonth: Double
    /// How far the peak swell exceeds the yearly mean, as a fraction of it, 0...1.
    package let seasonality: Double
    /// The mean swell period of the year, in seconds.
    package let period: Double
    /// The prevailing wind: the direction that it comes from in degrees, and its speed in knots.
    package let prevailingWind: (from: Double, knots: Double)
    /// The mean water temperature of the year, in degrees Celsius.
    package let water: Double
    /// How far the water at the end of summer exceeds the mean, in degrees Celsius; negative if it is colder then.
    package let waterSwing: Double
    /// The breaks on the coast; never empty.
    package let breaks: [SurfBreak]

    /// Whether the coast is south of the equator.
    package var isSouthern: Bool {
        breaks[0].latitude < 0
    }
}

/// A place where waves break.
package struct SurfBreak: Sendable {
    /// The name as in the journal.
    package let name: String
    /// The latitude, in degrees north.
    package let latitude: Double
    /// The longitude, in degrees east.
    package let longitude: Double
    /// The direction that the offshore wind comes from, in degrees.
    package let offshoreFrom: Double
    /// The direction that the best swell comes from, in degrees.
    package let swellFrom: Double
    /// The mean face height of the year, in feet.
    package let height: Double
    /// The face heights at which it is good, in feet.
    package let best: ClosedRange<Double>
    /// The number of people out on a normal day.
    package let crowd: Int

    init(
        _ name: String, offshore: Double, swell: Double, height: Double,
        best: ClosedRange<Double>, crowd: Int
    ) {
        self.name = name
        guard let position = SurfSpot.position(of: name) else { preconditionFailure("\(name) has no position.") }
        (latitude, longitude) = (position.latitude, position.longitude)
        offshoreFrom = offshore
        swellFrom = swell
        self.height = height
        self.best = best
        self.crowd = crowd
    }
}
