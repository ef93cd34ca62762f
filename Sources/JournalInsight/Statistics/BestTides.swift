import Journal
import TidesAndLight

/// The computed tides of the sessions rated 4 or 5 at a place.
package struct BestTides: Equatable, Sendable {
    /// The place.
    package let key: GroupKey
    /// The heights of the middle half, in metres above the datum.
    package let heights: MiddleHalf
    /// Whether the tide rose in most of them.
    package let isRising: Bool
    /// In how many of them it did that, or fell.
    package let sessions: Int
}

/// Counts tides.
struct TideTally {
    private var heights = NumberTally()
    private var rising = 0

    mutating func add(_ tide: TideState) {
        // Centimetres, so that memory does not grow with the sessions.
        heights.add((tide.height * 100).rounded() / 100)
        if tide.isRising { rising += 1 }
    }

    /// Nil for fewer sessions than `Evidence.least`.
    func result(_ key: GroupKey) -> BestTides? {
        guard let half = MiddleHalf(heights) else { return nil }
        let isRising = rising * 2 > heights.count
        return BestTides(
            key: key, heights: half, isRising: isRising, sessions: isRising ? rising : heights.count - rising)
    }
}
