import SurfLanguage

/// A column of Open-Meteo's or CO-OPS's files that can fill a field.
struct ObservationColumn: Sendable {
    let quantity: Observation.Quantity
    /// The number of its cell, from 0.
    let index: Int
    /// A number in the column times the first plus the second is one in the quantity's unit.
    private let factor, offset: Double

    /// The names of each quantity, the best first: a swell apart from all waves is what a surfer rides.
    private static let names: [Observation.Quantity: [String]] = [
        .windDirection: ["wind_direction_10m", "winddirection_10m", "wind direction"],
        .windSpeed: ["wind_speed_10m", "windspeed_10m", "wind speed"],
        .waveHeight: ["swell_wave_height", "wave_height"],
        .period: ["swell_wave_period", "swell_wave_peak_period", "wave_period", "wave_peak_period"],
        .waveDirection: ["swell_wave_direction", "wave_direction"],
        .waterTemperature: ["sea_surface_temperature", "water temperature"],
    ]

    private static let windNames: [Observation.Quantity: [String]] = [
        .windDirection: ["direction"], .windSpeed: ["speed"],
    ]

    /// The columns of a header that can fill a field. Of several for one quantity the best is used. Beside a `gust`, `speed`
    /// and `direction` are the wind's, and not a current's.
    /// - Parameter units: The units by the columns' names, if they are not in the header.
    static func all(in header: [String], units: [String: String] = [:]) -> [ObservationColumn] {
        let titles = header.map(ColumnTitle.init)
        let isWind = titles.contains { $0.name == "gust" }
        return Observation.Quantity.allCases.compactMap { quantity in
            let names = (names[quantity] ?? []) + (isWind ? windNames[quantity] ?? [] : [])
            guard let index = names.lazy.compactMap({ name in titles.firstIndex { $0.name == name } }).first else {
                return nil
            }
            return ObservationColumn(quantity, index, unit: titles[index].unit ?? units[header[index]] ?? "")
        }
    }

    /// Nil if the unit is not one of the quantity.
    private init?(_ quantity: Observation.Quantity, _ index: Int, unit: String) {
        guard let zero = quantity.number(0, in: unit), let one = quantity.number(1, in: unit) else { return nil }
        (self.quantity, self.index, factor, offset) = (quantity, index, one - zero, zero)
    }

    /// A number of the column in the quantity's unit.
    func value(_ number: Double) -> Double { number * factor + offset }
}

/// The name of a column and the unit in parentheses after it, as in `wave_height (m)`.
private struct ColumnTitle {
    let name: String
    var unit: String?

    init(_ header: String) {
        let text = header.folded.trimmingBlanks()
        guard text.hasSuffix(")"), let start = text.lastIndex(of: "(") else {
            name = text
            return
        }
        name = String(text[..<start]).trimmingBlanks()
        unit = String(text[text.index(after: start)...].dropLast())
    }
}

extension Observation.Quantity {
    /// A number of a unit in the quantity's own, which an empty name is. Nil if it is not a unit of the quantity.
    fileprivate func number(_ number: Double, in unit: String) -> Double? {
        switch self {
        case .windSpeed:
            // Open-Meteo's spelling of mph.
            guard let unit = Unit(name: unit.isEmpty ? "m/s" : unit == "mp/h" ? "mph" : unit), unit.isSpeed else {
                return nil
            }
            return unit.converted(number, to: .metresPerSecond)
        case .waveHeight: return NumberUnit.metres.number(number, in: unit, units: .metres)
        case .period: return NumberUnit.seconds.number(number, in: unit, units: .metres)
        case .windDirection, .waveDirection: return NumberUnit.degrees.number(number, in: unit, units: .metres)
        case .waterTemperature: return NumberUnit.celsius.number(number, in: unit, units: .metres)
        }
    }
}
