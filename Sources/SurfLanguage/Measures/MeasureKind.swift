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

extension MeasureKind {
    /// The unit of its numbers; nil for people.
    var base: Unit? {
        switch self {
        case .height: .feet
        case .period: .seconds
        case .wind: .knots
        case .people: nil
        }
    }

    /// The unit of numbers without one: the given one for heights, the base unit for other kinds.
    func bare(_ height: LengthUnit) -> Unit? { self == .height ? height.unit : base }

    /// Whether a number with this unit is one of the kind.
    func accepts(_ unit: Unit) -> Bool {
        switch self {
        case .height: unit.isLength
        case .period: unit == .seconds
        case .wind: unit.isSpeed
        case .people: false
        }
    }
}
