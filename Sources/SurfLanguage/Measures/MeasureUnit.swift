/// What a measured field measures; each has one base unit for numbers.
package enum MeasureKind: Equatable, Sendable {
    /// Feet.
    case height
    /// Seconds.
    case period
    /// Knots.
    case wind
    /// How many there are.
    case people
}

/// The unit of a height that is typed or stored without one: what `--units` says.
package enum LengthUnit: String, CaseIterable, Sendable {
    case feet = "ft"
    case metres = "m"

    /// How many feet one is.
    package var feet: Double { self == .feet ? 1 : 1 / 0.3048 }
}

/// A unit as people write it behind a number.
package struct MeasureUnit: Sendable {
    package let kind: MeasureKind
    private let multiplier: Double
    private let divisor: Double

    var isMetre: Bool { kind == .height && divisor == 0.3048 }

    /// A number in this unit as one in the kind's base unit.
    func inBase(_ number: Double) -> Double { number * multiplier / divisor }

    /// The unit with that name of at most eight bytes, packed by `key`, or nil.
    static func named(_ key: UInt64) -> MeasureUnit? { named.first { $0.key == key }?.unit }

    /// The base unit of a kind; a height's is the given one.
    package static func bare(_ kind: MeasureKind, height: LengthUnit) -> MeasureUnit {
        kind == .height && height == .metres ? metre : MeasureUnit(kind: kind, multiplier: 1, divisor: 1)
    }

    /// The name's bytes in one number; at most eight of them.
    static func key(_ name: some Sequence<UInt8>) -> UInt64 {
        name.reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static let metre = MeasureUnit(kind: .height, multiplier: 1, divisor: 0.3048)

    /// A search through so few costs no more than a dictionary, which takes a while to make.
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
