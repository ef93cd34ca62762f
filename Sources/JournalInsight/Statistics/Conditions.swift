import Journal

/// The number of times that each number occurred. Memory grows with the different numbers, not with all.
struct NumberTally: Equatable, Sendable {
    private var counts: [Double: Int] = [:]
    /// How many numbers there are.
    private(set) var count = 0

    init(_ numbers: some Sequence<Double> = []) {
        for number in numbers { add(number) }
    }

    mutating func add(_ number: Double) {
        counts[number, default: 0] += 1
        count += 1
    }

    /// The numbers below which these parts of the numbers lie, each interpolated between two of them.
    /// - Precondition: There is a number.
    fileprivate func quantiles(_ parts: [Double]) -> [Double] {
        let ascending = counts.sorted { $0.key < $1.key }
        return parts.map { part in
            let position = part * Double(count - 1)
            let below = Int(position)
            let low = number(at: below, ascending)
            return low + (number(at: min(below + 1, count - 1), ascending) - low) * (position - Double(below))
        }
    }

    /// The number at an index among all, sorted.
    private func number(at index: Int, _ ascending: [(key: Double, value: Int)]) -> Double {
        var passed = 0
        for (number, count) in ascending {
            passed += count
            if index < passed { return number }
        }
        preconditionFailure("There are only \(count) numbers.")
    }
}

/// The interquartile range: the range of the middle half of some numbers.
package struct MiddleHalf: Equatable, Sendable {
    package let low: Double
    package let high: Double
    /// The number of values.
    package let sessions: Int

    /// Nil for fewer numbers than `Evidence.least`. Quartiles are interpolated between two numbers.
    init?(_ numbers: NumberTally) {
        guard numbers.count >= Evidence.least else { return nil }
        let quartiles = numbers.quantiles([0.25, 0.75])
        (low, high, sessions) = (quartiles[0], quartiles[1], numbers.count)
    }
}

/// The conditions in some sessions. Each figure has the number of sessions on which it is based.
package struct Conditions: Equatable, Sendable {
    /// The number of sessions, including those without values.
    package private(set) var sessions = 0
    private var heights = NumberTally()
    private var periods = NumberTally()
    private var winds = NumberTally()
    private var swell = DirectionMean()

    package init() {}

    mutating func add(height: Double?, period: Double?, wind: Double?, swellDirection: Double?) {
        sessions += 1
        if let height { heights.add(height) }
        if let period { periods.add(period) }
        if let wind { winds.add(wind) }
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
