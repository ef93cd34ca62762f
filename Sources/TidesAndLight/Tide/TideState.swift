/// The tide at one instant.
package struct TideState: Equatable, Sendable {
    /// A third of a day's range.
    package enum Third: String, CaseIterable, Sendable {
        case low, mid, high
    }

    /// Metres above the datum.
    package let height: Double
    package let isRising: Bool
    /// The third of the day's range in which the height is. A limit belongs to the middle.
    package let third: Third
    /// The last high or low water, and the next; nil where the water is still or the table ends.
    package let last: TideExtreme?
    package let next: TideExtreme?
}

extension TidePredictor {
    /// The tide at an instant; nil outside the table's years, and where the water is always still.
    /// - Parameters:
    ///   - time: Seconds since 1970-01-01, UTC.
    ///   - day: The day of the instant at the place.
    package mutating func state(at time: Double, day: Range<Double>) -> TideState? {
        guard let height = height(at: time), let range = range(of: day) else { return nil }
        let (last, next) = extremes(around: time)
        guard let isRising = last.map({ $0.kind == .low }) ?? next.map({ $0.kind == .high }) else { return nil }
        let third = (range.upperBound - range.lowerBound) / 3
        let part: TideState.Third =
            height < range.lowerBound + third ? .low : height > range.upperBound - third ? .high : .mid
        return TideState(height: height, isRising: isRising, third: part, last: last, next: next)
    }
}
