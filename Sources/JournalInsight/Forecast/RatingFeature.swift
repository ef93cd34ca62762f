import Foundation
import Journal
import SurfLanguage

/// A number of a session on which its rating may depend.
package enum RatingFeature: Hashable, Sendable {
    case sea(SeaAspect)
    /// The computed height of the tide, or else the typed one, in metres.
    case tide
    /// 1 if the tide rises, -1 if it falls.
    case rising
    /// The time of day: 0 at sunrise, 1 at sunset.
    case light

    package static let all = SeaAspect.allCases.filter { $0 != .tide }.map(RatingFeature.sea) + [tide, rising, light]

    private var isDirection: Bool { self == .sea(.windDirection) || self == .sea(.swellDirection) }

    /// How far two numbers are apart.
    func apart(_ first: Double, _ second: Double) -> Double {
        isDirection ? DirectionMean.apart(first, second) : abs(first - second)
    }

    /// The standard deviation of numbers; nil if they are fewer than two or all the same.
    func spread(of numbers: [Double]) -> Double? {
        guard numbers.count > 1 else { return nil }
        let mean =
            isDirection
            ? DirectionMean(numbers).degrees ?? 0 : numbers.reduce(0, +) / Double(numbers.count)
        let squares = numbers.reduce(0) { $0 + apart($1, mean) * apart($1, mean) }
        let spread = (squares / Double(numbers.count)).squareRoot()
        return spread > 1e-9 ? spread : nil
    }
}

/// The features of a session or of a forecast; nil if unknown.
package struct RatingFeatures: Equatable, Sendable {
    /// In the order of `RatingFeature.all`.
    private(set) var numbers: [Double?]

    /// - Parameter sea: What is computed about it; nil if its place is not known.
    init(_ values: EntryValues, _ sea: SessionSea?) {
        let state = SeaState(values)
        numbers = RatingFeature.all.map { feature in
            switch feature {
            case .sea(let aspect): state[aspect]
            case .tide: sea?.tide?.height ?? state[.tide].map { SurfLanguage.Unit.feet.converted($0, to: .metres) }
            case .rising: (sea?.tide?.isRising).map { $0 ? 1 : -1 }
            case .light: sea.flatMap(RatingFeatures.light)
            }
        }
    }

    subscript(_ feature: RatingFeature) -> Double? {
        get { RatingFeature.all.firstIndex(of: feature).flatMap { numbers[$0] } }
        set { if let index = RatingFeature.all.firstIndex(of: feature) { numbers[index] = newValue } }
    }

    private static func light(_ sea: SessionSea) -> Double? {
        guard let sunrise = sea.sun?.sunrise, let sunset = sea.sun?.sunset, sunset > sunrise else { return nil }
        return max(-0.5, min(1.5, (sea.time - sunrise) / (sunset - sunrise)))
    }
}

/// A rated session, from which a rating is expected for others.
package struct RatedSession: Sendable {
    package let id: Int64
    package let date: Double
    package let rating: Double
    /// The number of its place.
    let place: Int
    let features: RatingFeatures
}
