import Foundation
import Journal

/// The mean of directions as unit vectors: 359° and 1° give 0°.
package struct DirectionMean: Equatable, Sendable {
    private var east = 0.0
    private var north = 0.0
    /// The number of directions.
    package private(set) var count = 0

    package init() {}

    package init(_ degrees: some Sequence<Double>) {
        for direction in degrees { add(direction) }
    }

    /// Adds a direction, in degrees clockwise from north.
    package mutating func add(_ degrees: Double) {
        guard degrees.isFinite else { return }
        east += sin(degrees * .pi / 180)
        north += cos(degrees * .pi / 180)
        count += 1
    }

    /// The mean, 0..<360; nil if there are no directions or they cancel out.
    package var degrees: Double? {
        let length = (east * east + north * north).squareRoot()
        guard count > 0, length / Double(count) > 0.05 else { return nil }
        let angle = (atan2(east, north) * 180 / .pi).rounded(places: 6)
        return angle < 0 ? angle + 360 : angle + 0
    }

    /// The angle between two directions, 0...180.
    package static func apart(_ first: Double, _ second: Double) -> Double {
        let difference = abs(first - second).truncatingRemainder(dividingBy: 360)
        return min(difference, 360 - difference)
    }
}
