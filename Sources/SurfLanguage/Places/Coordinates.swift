import Foundation

/// A position on the earth, in degrees. North and east are positive.
package struct Coordinates: LosslessStringConvertible, Equatable, Sendable {
    /// -90...90
    package let latitude: Double
    /// -180...180
    package let longitude: Double

    /// Nil if a number is out of range.
    package init?(latitude: Double, longitude: Double) {
        guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        (self.latitude, self.longitude) = (latitude, longitude)
    }

    /// Parses `37.75,-122.51` and `37.75N 122.51W`: latitude first, with a comma or blanks between, and signs or compass
    /// letters. Nil for any other text.
    package init?(_ text: String) {
        let parts = text.split { $0 == "," || $0.isWhitespace }
        guard parts.count == 2, let latitude = Coordinates.degrees(parts[0], "N", "S"),
            let longitude = Coordinates.degrees(parts[1], "E", "W")
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    private static func degrees(_ text: Substring, _ plus: String, _ minus: String) -> Double? {
        var digits = text
        let letter = digits.last?.uppercased()
        let isMarked = letter == plus || letter == minus
        if isMarked { digits.removeLast() }
        if digits.hasSuffix("°") { digits.removeLast() }
        guard digits.utf8.contains(where: \.isDigit), digits.utf8.allSatisfy({ $0.isDigit || "+-.".utf8.contains($0) }),
            let number = Double(digits), number.isFinite, !isMarked || !digits.hasPrefix("-")
        else { return nil }
        return letter == minus ? -number : number
    }

    /// The form that `init(_:)` parses, with five decimals at most, which is a metre.
    package var description: String { "\(Coordinates.text(latitude)),\(Coordinates.text(longitude))" }

    /// Smaller numbers would be written with an exponent.
    private static func text(_ degrees: Double) -> String { abs(degrees) < 1e-4 ? "0" : degrees.decimal(5) }

    /// The distance on a sphere, in kilometres.
    package func kilometres(to other: Coordinates) -> Double {
        func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
        let (first, second) = (radians(latitude), radians(other.latitude))
        let (north, east) = (second - first, radians(other.longitude - longitude))
        let haversine = pow(sin(north / 2), 2) + cos(first) * cos(second) * pow(sin(east / 2), 2)
        return 2 * 6371 * asin(min(1, haversine.squareRoot()))
    }
}
