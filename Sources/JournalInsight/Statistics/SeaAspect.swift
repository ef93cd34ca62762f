import Foundation
import Journal
import SurfLanguage

/// An aspect of the sea in which two sessions can be alike.
///
/// The distance between two sessions in an aspect is measured on a scale of its own, so that a surfer would call a
/// distance of 1 a different sea: a height one and a half times as great, three seconds of period, six knots, 40° of
/// wind, 30° of swell, two feet of tide, four degrees of water. Heights are compared by their ratio, because two and
/// four feet differ and twelve and fourteen do not; directions by the angle between them, also across north. The
/// similarity falls as exp(-distance²/2) from 1 to 0, so a very distant aspect counts only as unlike.
package enum SeaAspect: String, CaseIterable, Sendable {
    case height, period, windSpeed, windDirection, windKind, tide, swellHeight, swellPeriod, swellDirection
    case waterTemperature

    /// The field with this aspect.
    package var field: EntryField {
        switch self {
        case .height: .height
        case .period: .period
        case .windSpeed, .windDirection, .windKind: .wind
        case .tide: .tide
        case .swellHeight: .swellHeight
        case .swellPeriod: .swellPeriod
        case .swellDirection: .swellDirection
        case .waterTemperature: .waterTemperature
        }
    }

    /// Its weight among the aspects.
    var weight: Double {
        switch self {
        case .height: 3
        case .windKind, .swellDirection: 2
        case .period, .windSpeed, .swellHeight, .swellPeriod: 1.5
        case .windDirection, .tide: 1
        case .waterTemperature: 0.5
        }
    }

    /// The similarity of two numbers, 0...1.
    func similarity(_ first: Double, _ second: Double) -> Double {
        let distance = distance(first, second)
        return exp(-distance * distance / 2)
    }

    private func distance(_ first: Double, _ second: Double) -> Double {
        switch self {
        case .height, .swellHeight: abs(log(max(first, 0.1) / max(second, 0.1))) / log(1.5)
        case .period, .swellPeriod: abs(first - second) / 3
        case .windSpeed: abs(first - second) / 6
        case .windDirection: DirectionMean.apart(first, second) / 40
        case .swellDirection: DirectionMean.apart(first, second) / 30
        case .windKind: abs(first - second)
        case .tide: abs(first - second) / 2
        case .waterTemperature: abs(first - second) / 4
        }
    }

    /// The difference between `other` and `wanted` in the field's unit, positive if greater, or if clockwise.
    func difference(from wanted: Double, to other: Double) -> Double {
        guard self == .windDirection || self == .swellDirection else { return other - wanted }
        let turn = (other - wanted).truncatingRemainder(dividingBy: 360)
        return turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn
    }
}

/// The wind as parsed from the words and numbers of a text.
struct WindState: Equatable, Sendable {
    /// The speed in knots; 0 for a calm.
    var knots: Double?
    /// The direction that the wind comes from, in degrees.
    var from: Double?
    /// The kind, from 0 for glassy through offshore and cross-shore to 2.8 for onshore.
    var kind: Double?

    init(_ text: String) {
        let words = WindReading(text)
        (kind, from) = (words.kind, words.from)
        knots = MeasureText.range(.wind, in: text)?.middle ?? (words.isCalm ? 0 : nil)
    }

    /// The number of an aspect; nil if it is unknown or not one of the wind.
    func number(_ aspect: SeaAspect) -> Double? {
        switch aspect {
        case .windSpeed: knots
        case .windDirection: from
        case .windKind: kind
        default: nil
        }
    }
}
