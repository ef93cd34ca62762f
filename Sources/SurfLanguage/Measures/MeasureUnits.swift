/// The units in which a person reads lengths and temperatures, and types those without a unit.
package struct MeasureUnits: Equatable, Sendable {
    package var length: LengthUnit
    package var temperature: TemperatureUnit

    package init(length: LengthUnit = .feet, temperature: TemperatureUnit = .celsius) {
        (self.length, self.temperature) = (length, temperature)
    }

    /// Feet and degrees Celsius.
    package static let feet = MeasureUnits()
    /// Metres and degrees Celsius, in which numbers are stored and exported.
    package static let metres = MeasureUnits(length: .metres)
}

/// The unit of a temperature without one, as set by `config temperature`.
package enum TemperatureUnit: String, CaseIterable, Sendable {
    case celsius = "C"
    case fahrenheit = "F"

    package var symbol: String { "°" + rawValue }

    /// The temperature in this unit, of one in degrees Celsius.
    package func shown(_ celsius: Double) -> Double { self == .celsius ? celsius : celsius * 1.8 + 32 }

    /// The temperature in degrees Celsius, of one in this unit.
    package func celsius(_ shown: Double) -> Double { self == .celsius ? shown : (shown - 32) / 1.8 }

    /// The difference in this unit, of one in degrees Celsius.
    package func difference(_ celsius: Double) -> Double { self == .celsius ? celsius : celsius * 1.8 }

    package var other: TemperatureUnit { self == .celsius ? .fahrenheit : .celsius }
}
