import Foundation
import SurfLanguage

/// One thing about the sea that two sessions can be alike in.
///
/// How far two sessions lie apart in an aspect is measured on the aspect's own scale, so that 1 is as far as a surfer would
/// call another sea: a height half as high again, three seconds of period, six knots, 40° of wind, 30° of swell, two feet of
/// tide, four degrees of water. Heights are compared by their ratio, as two feet and four differ and twelve and fourteen do
/// not; directions by the angle between them, through north too. A far aspect counts as unlike, never as worse than that:
/// how alike it is falls as exp(-distance²/2), from 1 to 0.
package enum SeaAspect: String, CaseIterable, Sendable {
    case height, period, windSpeed, windDirection, windKind, tide, swellHeight, swellPeriod, swellDirection
    case waterTemperature

    /// The field that says it.
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

    /// How much it counts beside the others.
    var weight: Double {
        switch self {
        case .height: 3
        case .windKind, .swellDirection: 2
        case .period, .windSpeed, .swellHeight, .swellPeriod: 1.5
        case .windDirection, .tide: 1
        case .waterTemperature: 0.5
        }
    }

    /// How alike two numbers are, 0...1.
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

    /// How far `other` lies from `wanted`, in the field's unit: above it, or clockwise of it, is positive.
    func difference(from wanted: Double, to other: Double) -> Double {
        guard self == .windDirection || self == .swellDirection else { return other - wanted }
        let turn = (other - wanted).truncatingRemainder(dividingBy: 360)
        return turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn
    }
}

/// What a wind's words and numbers say.
struct WindState: Equatable, Sendable {
    /// Knots; 0 where it is said to be calm.
    var knots: Double?
    /// Where it comes from, degrees.
    var from: Double?
    /// From glassy, 0, over offshore and across to onshore, 2.8.
    var kind: Double?

    init(_ text: String) {
        let words = text.lowercased().split { !$0.isLetter && $0 != "-" }.map(String.init)
        kind = WindState.kind(words)
        knots = Wind.knots(text).map { ($0.lowerBound + $0.upperBound) / 2 } ?? (kind == 0 ? 0 : nil)
        from = words.lazy.compactMap { CompassPoint($0)?.degrees }.first
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
