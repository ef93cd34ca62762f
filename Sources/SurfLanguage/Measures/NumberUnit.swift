/// The unit in which a number field is stored and exported, in whichever unit it was typed.
package enum NumberUnit: Equatable, Sendable {
    case metres
    case seconds
    /// Degrees clockwise from north, in `0..<360`.
    case degrees
    case celsius
    case minutes

    /// The unit as it is written after a number.
    package var symbol: String {
        switch self {
        case .metres: "m"
        case .seconds: "s"
        case .degrees: "°"
        case .celsius: "°C"
        case .minutes: "min"
        }
    }

    /// The valid numbers of a field with this unit.
    package var range: ClosedRange<Double> {
        switch self {
        case .metres: 0...100
        case .seconds: 0...100
        case .degrees: 0...360
        case .celsius: -5...45
        case .minutes: 0...1440
        }
    }

    /// Converts a number from the named unit to this one. Nil if that is another kind of unit. Without a name, lengths
    /// and temperatures are in `units` and other numbers in this unit.
    package func number(_ number: Double, in name: String, units: MeasureUnits) -> Double? {
        if name.isEmpty { return bare(number, units) }
        // Within a duration, a letter or a mark stands for minutes.
        if self == .minutes, ["m", "'", "′", "’"].contains(name) { return number }
        if self == .metres, ["'", "′", "’"].contains(name) { return Unit.feet.metres(number) }
        guard let unit = Unit(name: name) else { return nil }
        switch (self, unit) {
        case (.metres, _) where unit.isLength: return unit.metres(number)
        case (.seconds, .seconds), (.degrees, .degrees), (.celsius, .celsius): return number
        case (.celsius, .degrees): return units.temperature.celsius(number)
        case (.celsius, .fahrenheit): return TemperatureUnit.fahrenheit.celsius(number)
        case (.minutes, .minutes), (.minutes, .hours): return unit.converted(number, to: .minutes)
        default: return nil
        }
    }

    private func bare(_ number: Double, _ units: MeasureUnits) -> Double? {
        switch self {
        case .metres: units.length.unit.metres(number)
        case .celsius: units.temperature.celsius(number)
        case .seconds, .degrees, .minutes: number
        }
    }

    /// Whether a name is that of seconds. They are accepted only after a larger unit, because `90s` is a misplaced period.
    static func isSecond(_ name: String) -> Bool { ["\"", "″", "”"].contains(name) || Unit(name: name) == .seconds }
}
