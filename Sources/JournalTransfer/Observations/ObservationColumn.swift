import SurfLanguage

/// A column of Open-Meteo's or CO-OPS's files that can fill a field.
struct ObservationColumn: Sendable {
    let quantity: Observation.Quantity
    /// The index of the column in a row.
    let index: Int
    /// `number * factor + offset` converts a number of the column to the quantity's unit.
    private let factor, offset: Double

    /// The names of each quantity's columns, the best first. Swell alone is better than all waves together, because it
    /// is what a surfer rides.
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

    /// The columns of a header that can fill a field, the best one for each quantity. If there is a column `gust`, then
    /// `speed` and `direction` are those of the wind, and not of a current.
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

    /// Nil if the quantity is not measured in the unit.
    private init?(_ quantity: Observation.Quantity, _ index: Int, unit: String) {
        guard let zero = quantity.number(0, in: unit), let one = quantity.number(1, in: unit) else { return nil }
        (self.quantity, self.index, factor, offset) = (quantity, index, one - zero, zero)
    }

    /// Converts a number of the column to the quantity's unit.
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
    /// Converts a number to the quantity's own unit, which an empty name stands for. Nil if the quantity is not
    /// measured in the unit.
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
