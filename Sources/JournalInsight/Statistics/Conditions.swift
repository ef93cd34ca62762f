import Journal

/// How many sessions are needed for a statement.
package enum Evidence {
    package static let least = 5
}

/// The interquartile range: the range of the middle half of some numbers.
package struct MiddleHalf: Equatable, Sendable {
    package let low: Double
    package let high: Double
    /// The number of values.
    package let sessions: Int

    /// Nil for fewer numbers than `Evidence.least`. Quartiles are interpolated between two numbers.
    package init?(_ numbers: [Double]) {
        guard numbers.count >= Evidence.least else { return nil }
        let sorted = numbers.sorted()
        low = MiddleHalf.quantile(0.25, sorted)
        high = MiddleHalf.quantile(0.75, sorted)
        sessions = numbers.count
    }

    private static func quantile(_ part: Double, _ sorted: [Double]) -> Double {
        let position = part * Double(sorted.count - 1)
        let below = Int(position)
        let above = min(below + 1, sorted.count - 1)
        return sorted[below] + (sorted[above] - sorted[below]) * (position - Double(below))
    }
}

/// The conditions in some sessions. Each figure has the number of sessions on which it is based.
package struct Conditions: Equatable, Sendable {
    /// The number of sessions, including those without values.
    package private(set) var sessions = 0
    private var heights: [Double] = []
    private var periods: [Double] = []
    private var winds: [Double] = []
    private var swell = DirectionMean()

    package init() {}

    mutating func add(height: Double?, period: Double?, wind: Double?, swellDirection: Double?) {
        sessions += 1
        if let height { heights.append(height) }
        if let period { periods.append(period) }
        if let wind { winds.append(wind) }
        if let swellDirection { swell.add(swellDirection) }
    }

    /// In feet; nil if too few sessions have a height.
    package var height: MiddleHalf? { MiddleHalf(heights) }
    /// In seconds; nil if too few sessions have a period.
    package var period: MiddleHalf? { MiddleHalf(periods) }
    /// In knots; nil if too few sessions have a wind.
    package var wind: MiddleHalf? { MiddleHalf(winds) }
    /// The mean direction from which the swell came; nil if too few sessions have one, or if they cancel out.
    package var swellDirection: (degrees: Double, sessions: Int)? {
        guard swell.count >= Evidence.least, let degrees = swell.degrees else { return nil }
        return (degrees, swell.count)
    }
}
