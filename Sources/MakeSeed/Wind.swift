import Foundation
import SurfLanguage

/// A wind at a break.
package struct Wind {
    /// The wind relative to the break.
    package enum Quality: String, Sendable {
        case glassy, offshore, cross = "cross-shore", onshore
    }

    /// The direction that it comes from, in degrees, 0..<360.
    package let from: Double
    /// The speed in knots, at least 0.
    package let knots: Double

    /// A wind with these speeds towards east and north, in knots.
    init(towardsEast east: Double, north: Double) {
        from = Angle.normal(atan2(-east, -north) * 180 / .pi)
        knots = (east * east + north * north).squareRoot()
    }

    /// The quality of the wind at a break whose offshore wind comes from `offshoreFrom` degrees.
    package func quality(offshoreFrom: Double) -> Quality {
        if knots < 2.5 { return .glassy }
        let apart = Angle.apart(from, offshoreFrom)
        return apart < 60 ? .offshore : apart < 115 ? .cross : .onshore
    }

    /// The nearest of sixteen compass points, such as "NNW".
    package var compassPoint: String {
        let points = [
            "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
        ]
        return points[Int((from / 22.5).rounded()) % 16]
    }
}

/// Directions, in degrees clockwise from north.
enum Angle {
    /// The direction normalised to 0..<360.
    static func normal(_ degrees: Double) -> Double {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        return rest < 0 ? rest + 360 : rest
    }

    /// The angle between two directions, 0...180.
    static func apart(_ one: Double, _ other: Double) -> Double {
        let turn = normal(one - other)
        return min(turn, 360 - turn)
    }

    /// The speeds towards east and north of a flow from a direction.
    static func flow(from degrees: Double, speed: Double) -> (east: Double, north: Double) {
        let radians = degrees * Double.pi / 180
        return (-speed * sin(radians), -speed * cos(radians))
    }
}
