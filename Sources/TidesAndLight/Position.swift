import Foundation

/// A position on the earth, in degrees. North and east are positive.
package struct Position: Equatable, Sendable {
    /// -90...90
    package let latitude: Double
    /// -180...180
    package let longitude: Double

    /// Nil if a number is out of range.
    package init?(latitude: Double, longitude: Double) {
        guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        (self.latitude, self.longitude) = (latitude, longitude)
    }

    /// The distance on a sphere, in kilometres.
    package func kilometres(to other: Position) -> Double {
        let (first, second) = (latitude.radians, other.latitude.radians)
        let (north, east) = (second - first, (other.longitude - longitude).radians)
        let haversine = pow(sin(north / 2), 2) + cos(first) * cos(second) * pow(sin(east / 2), 2)
        return 2 * 6371 * asin(min(1, haversine.squareRoot()))
    }
}

extension Double {
    /// An angle in degrees, in radians.
    var radians: Double { self * .pi / 180 }
    /// An angle in radians, in degrees.
    var degrees: Double { self * 180 / .pi }

    /// The remainder of the quotient rounded towards negative infinity, in `0..<divisor`.
    func flooredRemainder(_ divisor: Double) -> Double { self - divisor * (self / divisor).rounded(.down) }
}
