/// How few sessions are not enough to say anything about.
package enum Evidence {
    package static let least = 5
}

/// The range that the middle half of some numbers lies in.
package struct MiddleHalf: Equatable, Sendable {
    package let low: Double
    package let high: Double
    /// How many numbers it is made of.
    package let sessions: Int

    /// Nil for fewer numbers than are enough. Quartiles between two numbers are interpolated.
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

/// What the sea was like in some sessions: each claim with the number of sessions behind it.
package struct Conditions: Equatable, Sendable {
    /// How many sessions there are, whether they say anything or not.
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

    /// Feet; nil where not enough sessions say one.
    package var height: MiddleHalf? { MiddleHalf(heights) }
    /// Seconds.
    package var period: MiddleHalf? { MiddleHalf(periods) }
    /// Knots.
    package var wind: MiddleHalf? { MiddleHalf(winds) }
    /// Where the swell came from on the whole; nil where not enough sessions say it, or where they cancel out.
    package var swellDirection: (degrees: Double, sessions: Int)? {
        guard swell.count >= Evidence.least, let degrees = swell.degrees else { return nil }
        return (degrees, swell.count)
    }
}
