/// What was measured, or computed by a weather model, at one moment.
package struct Observation: Equatable, Sendable {
    /// A measured quantity that can fill a field.
    package enum Quantity: Int, CaseIterable, Sendable {
        /// The direction that the wind comes from, in degrees.
        case windDirection
        /// The wind speed in metres per second.
        case windSpeed
        /// The significant wave height, in metres: that of the swell, or of all waves if the swell is not given.
        case waveHeight
        /// The period of these waves, in seconds.
        case period
        /// The direction that these waves come from, in degrees.
        case waveDirection
        /// The sea surface temperature, in °C.
        case waterTemperature

        /// The possible values. A value outside is treated as missing.
        var range: ClosedRange<Double> {
            switch self {
            case .windDirection, .waveDirection: 0...360
            case .windSpeed: 0...98
            case .waveHeight: 0...40
            case .period: 0...60
            case .waterTemperature: -5...45
            }
        }
    }

    /// Seconds since 2001-01-01T00:00:00Z.
    package let date: Double
    /// The number of its source in the file, from 0.
    package let source: Int
    /// The values in the quantities' order; nil if missing.
    private var numbers: [Double?]

    init(date: Double, source: Int = 0) {
        (self.date, self.source) = (date, source)
        numbers = Array(repeating: nil, count: Quantity.allCases.count)
    }

    /// The value of a quantity; nil if it is missing or impossible, such as the 999 of older buoy files.
    package internal(set) subscript(_ quantity: Quantity) -> Double? {
        get { numbers[quantity.rawValue] }
        set { numbers[quantity.rawValue] = newValue.flatMap { quantity.range.contains($0) ? $0 : nil } }
    }
}
