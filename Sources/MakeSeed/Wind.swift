import Foundation
import SurfLanguage

/// A wind at a break.
package struct Wind {
    /// What a wind is for a wave.
    package enum Quality: String, Sendable {
        case glassy, offshore, cross = "cross-shore", onshore
    }

    /// The direction that it comes from, degrees of 0..<360.
    package let from: Double
    /// Its speed, knots, at least 0.
    package let knots: Double

    /// The wind that blows towards the east and the north with these speeds, knots.
    init(towardsEast east: Double, north: Double) {
        from = Angle.normal(atan2(-east, -north) * 180 / .pi)
        knots = (east * east + north * north).squareRoot()
    }

    /// What the wind is for a break whose offshore wind comes from `offshoreFrom` degrees.
    package func quality(offshoreFrom: Double) -> Quality {
        if knots < 2.5 { return .glassy }
        let apart = Angle.apart(from, offshoreFrom)
        return apart < 60 ? .offshore : apart < 115 ? .cross : .onshore
    }

    /// The point of a compass of sixteen that it comes from, "NNW".
    package var compassPoint: String {
        let points = [
            "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
        ]
        return points[Int((from / 22.5).rounded()) % 16]
    }
}

/// Directions, in degrees clockwise from north.
enum Angle {
    /// The same direction as one of 0..<360.
    static func normal(_ degrees: Double) -> Double {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        return rest < 0 ? rest + 360 : rest
    }

    /// How far two directions lie apart, 0...180.
    static func apart(_ one: Double, _ other: Double) -> Double {
        let turn = normal(one - other)
        return min(turn, 360 - turn)
    }

    /// The speed towards east and north of what comes from a direction.
    static func flow(from degrees: Double, speed: Double) -> (east: Double, north: Double) {
        let radians = degrees * Double.pi / 180
        return (-speed * sin(radians), -speed * cos(radians))
    }
}
