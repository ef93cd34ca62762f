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
    func alike(_ first: Double, _ second: Double) -> Double {
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
        let words = text.lowercased().split { !$0.isLetter && $0 != "-" }.map(String.init)
        kind = WindState.kind(words)
        knots = MeasureText.range(.wind, in: text)?.middle ?? (kind == 0 ? 0 : nil)
        from = words.lazy.compactMap { CompassPoint($0)?.degrees }.first
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

    private static func kind(_ words: [String]) -> Double? {
        let text = words.joined(separator: " ")
        let isAcross = ["cross", "side"].contains { text.contains($0) }
        if ["glassy", "calm", "windless"].contains(where: text.contains) { return 0 }
        if isAcross, text.contains("off") { return 1.2 }
        if isAcross, text.contains("on") { return 2.3 }
        if isAcross, !words.isEmpty { return 1.8 }
        if text.contains("offshore") { return 0.7 }
        return text.contains("onshore") ? 2.8 : nil
    }
}
