extension HarmonicYear {
    /// The high and low waters in a part of the year, ascending. An extreme at the end is not among them.
    /// - Parameters:
    ///   - from: In seconds since 1970-01-01, UTC.
    ///   - to: Likewise, at most the year's end.
    func extremes(from: Double, to: Double) -> [TideExtreme] {
        let steps = max(1, Int(((to - from) / HarmonicYear.step).rounded(.up)))
        let step = (to - from) / Double(steps)
        let slopes = slopes(from: from, step: step, count: steps + 1)
        var extremes: [TideExtreme] = []
        for index in 0..<steps where (slopes[index] > 0) != (slopes[index + 1] > 0) {
            let left = from + Double(index) * step
            let time = extreme(between: left, left + step, rises: slopes[index] > 0)
            extremes.append(TideExtreme(time: time, kind: slopes[index] > 0 ? .high : .low, height: height(at: time)))
        }
        return extremes
    }

    /// Ten minutes. The shortest waves in any table take two hours.
    private static let step = 600.0
    /// A tenth of a second.
    private static let precision = 0.1
    private static let mostSteps = 50

    /// The instant between two at which the slope changes its sign, by Newton's method, and by halving where that would
    /// leave the two.
    private func extreme(between left: Double, _ right: Double, rises: Bool) -> Double {
        var (left, right) = (left, right)
        var time = (left + right) / 2
        for _ in 0..<HarmonicYear.mostSteps where right - left > HarmonicYear.precision {
            let (first, second) = slope(at: time)
            if (first > 0) == rises { left = time } else { right = time }
            let next = second == 0 ? left - 1 : time - first / second
            if abs(next - time) < HarmonicYear.precision, next > left, next < right { return next }
            time = next > left && next < right ? next : (left + right) / 2
        }
        return time
    }
}
