import Journal
import SurfLanguage

/// A field's numbers in the unit in which they are shown.
package struct FieldScale: Equatable, Sendable {
    package let field: EntryField
    /// The unit after a number: `ft`, `s`, `kts`, `°C`; empty for counts.
    package let unit: String
    private let factor: Double
    /// What the field's zero is in the unit.
    private let offset: Double

    package init(_ field: EntryField, units: MeasureUnits) {
        self.field = field
        let metres = units.length == .metres
        let temperature = units.temperature
        offset = field.kind == .number(.celsius) ? temperature.shown(0) : 0
        switch field.kind {
        case .measure(.height): (unit, factor) = metres ? ("m", 0.3048) : ("ft", 1)
        case .number(.metres): (unit, factor) = metres ? ("m", 1) : ("ft", 1 / 0.3048)
        case .measure(.period), .number(.seconds): (unit, factor) = ("s", 1)
        case .measure(.wind): (unit, factor) = ("kts", 1)
        case .number(.degrees): (unit, factor) = ("°", 1)
        case .number(.celsius): (unit, factor) = (temperature.symbol, temperature.difference(1))
        case .number(.minutes): (unit, factor) = ("min", 1)
        default: (unit, factor) = ("", 1)
        }
    }

    /// Whether the numbers are counts, not measurements.
    package var isWhole: Bool { field == .rating || field == .waves || field == .crowd }

    /// The narrowest range for a bar: surfers do not measure heights to the inch.
    var leastStep: Double { unit == "m" ? 0.2 : 1 }

    /// A stored number in the unit, rounded to four decimals if it is converted.
    package func shown(_ number: Double) -> Double {
        factor == 1 ? number : (number * factor + offset).rounded(places: 4)
    }
}
