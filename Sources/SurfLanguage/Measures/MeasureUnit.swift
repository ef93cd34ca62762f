/// The dimension of a measured field. Each has a base unit for its numbers.
package enum MeasureKind: Equatable, Sendable {
    /// Feet.
    case height
    /// Seconds.
    case period
    /// Knots.
    case wind
    /// A number of people.
    case people
}

/// The unit of a height typed or stored without one, as set by `--units`.
package enum LengthUnit: String, CaseIterable, Sendable {
    case feet = "ft"
    case metres = "m"

    /// The length of the unit in feet.
    package var feet: Double { self == .feet ? 1 : 1 / 0.3048 }
}

/// A unit as people write it after a number.
package struct MeasureUnit: Sendable {
    package let kind: MeasureKind
    private let multiplier: Double
    private let divisor: Double

    var isMetre: Bool { kind == .height && divisor == 0.3048 }

    /// Converts a number in this unit to the kind's base unit.
    func inBase(_ number: Double) -> Double { number * multiplier / divisor }

    /// The unit with a name of at most eight bytes, packed by `key`, or nil.
    static func named(_ key: UInt64) -> MeasureUnit? { named.first { $0.key == key }?.unit }

    /// The unit of numbers without one: the given one for heights, the base unit for other kinds.
    package static func bare(_ kind: MeasureKind, height: LengthUnit) -> MeasureUnit {
        kind == .height && height == .metres ? metre : MeasureUnit(kind: kind, multiplier: 1, divisor: 1)
    }

    /// The bytes of a name, at most eight, packed into a number.
    static func key(_ name: some Sequence<UInt8>) -> UInt64 {
        name.reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static let metre = MeasureUnit(kind: .height, multiplier: 1, divisor: 0.3048)

    /// Searching this short array costs no more than a dictionary, which takes time to create.
    private static let named: [(key: UInt64, unit: MeasureUnit)] = {
        let units: [(names: [String], unit: MeasureUnit)] = [
            (["ft", "foot", "feet", "'"], MeasureUnit(kind: .height, multiplier: 1, divisor: 1)),
            (["m", "meter", "meters", "metre", "metres"], metre),
            (["cm"], MeasureUnit(kind: .height, multiplier: 1, divisor: 30.48)),
            (["s", "sec", "secs", "second", "seconds"], MeasureUnit(kind: .period, multiplier: 1, divisor: 1)),
            (["kt", "kts", "kn", "knot", "knots"], MeasureUnit(kind: .wind, multiplier: 1, divisor: 1)),
            (["mph"], MeasureUnit(kind: .wind, multiplier: 1.609344, divisor: 1.852)),
            (["km/h", "kmh", "kph", "kmph"], MeasureUnit(kind: .wind, multiplier: 1, divisor: 1.852)),
            (["m/s", "mps"], MeasureUnit(kind: .wind, multiplier: 3.6, divisor: 1.852)),
        ]
        return units.flatMap { names, unit in names.map { (key($0.utf8), unit) } }
    }()
}
