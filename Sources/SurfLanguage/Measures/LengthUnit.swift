/// The unit of a height typed or stored without one, as set by `--units`.
package enum LengthUnit: String, CaseIterable, Sendable {
    case feet = "ft"
    case metres = "m"

    /// The length of the unit in feet.
    package var feet: Double { self == .feet ? 1 : 1 / 0.3048 }
}

extension LengthUnit {
    var unit: Unit { self == .feet ? .feet : .metres }
}
