/// Formats the numbers of fields, with their unit, for people.
package struct NumberWords: Sendable {
    package let units: MeasureUnits

    package init(units: MeasureUnits) { self.units = units }

    /// The number with its unit, such as `5ft`, `14s`, `WNW 290°`, `17°C` or `1h30`.
    package func words(_ number: Double, _ unit: NumberUnit) -> String {
        switch unit {
        case .metres:
            units.length == .metres ? number.decimal(2) + "m" : (number * units.length.perMetre).decimal(1) + "ft"
        case .seconds: number.decimal(1) + "s"
        case .degrees: "\(CompassPoint.nearest(to: number)) \(number.decimal(1))°"
        case .celsius: temperature(number, units.temperature, 1)
        case .minutes: minutes(number)
        }
    }

    /// The number as a person would type exactly this one: in the form of `words` if that is exact, else in the other
    /// common unit, else in the stored unit.
    package func typed(_ number: Double, _ unit: NumberUnit) -> String {
        let other = NumberWords(units: units.others).words(number, unit)
        let exact = [words(number, unit), other].first { NumberText(unit, units: units).number($0) == number }
        return exact ?? "\(number)\(unit.symbol)"
    }

    private func temperature(_ celsius: Double, _ unit: TemperatureUnit, _ places: Int) -> String {
        unit.shown(celsius).decimal(places) + unit.symbol
    }

    /// The number with its equivalent in another common unit: `17°C (63°F)`.
    package func both(_ number: Double, _ unit: NumberUnit) -> String {
        let words = words(number, unit)
        guard unit == .celsius else { return words }
        // That of the number as it is shown.
        let shown = (units.temperature.shown(number) * 10).rounded() / 10
        return "\(words) (\(temperature(units.temperature.celsius(shown), units.temperature.other, 0)))"
    }

    private func minutes(_ number: Double) -> String {
        guard number == number.rounded(), (60..<6_000).contains(number) else { return number.decimal(1) + "min" }
        let (hours, rest) = Int(number).quotientAndRemainder(dividingBy: 60)
        return rest == 0 ? "\(hours)h" : "\(hours)h\(rest < 10 ? "0" : "")\(rest)"
    }
}

extension Double {
    /// The number with at most `places` decimals and no trailing zeros.
    package func decimal(_ places: Int) -> String {
        let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
        let rounded = (self * scale).rounded() / scale
        guard abs(rounded) < 1e15, rounded == rounded.rounded() else { return "\(rounded)" }
        return String(Int64(rounded))
    }
}

extension MeasureUnits {
    fileprivate var others: MeasureUnits {
        MeasureUnits(length: length == .feet ? .metres : .feet, temperature: temperature.other)
    }
}

extension LengthUnit {
    /// The number of units in a metre.
    fileprivate var perMetre: Double { self == .metres ? 1 : 1 / 0.3048 }
}
