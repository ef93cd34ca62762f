extension TideYear {
    /// The high and low waters in a part of the year, ascending. An extreme at the end is not among them.
    /// - Parameters:
    ///   - from: In seconds since 1970-01-01, UTC.
    ///   - to: Likewise, at most the year's end.
    func extremes(from: Double, to: Double) -> [TideExtreme] {
        let steps = max(2, Int(((to - from) / TideYear.step).rounded(.up)))
        let step = (to - from) / Double(steps)
        let slopes = slopes(from: from, step: step, count: steps + 1)
        var extremes: [TideExtreme] = []
        for index in 0..<steps {
            let (left, right) = (from + Double(index) * step, from + Double(index + 1) * step)
            if (slopes[index] > 0) != (slopes[index + 1] > 0) {
                extremes.append(extreme(between: left, right, rises: slopes[index] > 0))
            } else if let turn = turn(slopes, index, left, step) {
                extremes.append(extreme(between: left, turn, rises: slopes[index] > 0))
                extremes.append(extreme(between: turn, right, rises: slopes[index] <= 0))
            }
        }
        return extremes
    }

    /// Ten minutes. The shortest waves in any table take two hours.
    private static let step = 600.0
    /// A tenth of a second.
    private static let precision = 0.1
    private static let maxSteps = 50

    /// An instant between two slopes of the same sign at which the slope has the other sign, because a high and a low
    /// water are minutes apart; nil if there is none. It is at the vertex of a parabola through three slopes.
    private func turn(_ slopes: [Double], _ index: Int, _ time: Double, _ step: Double) -> Double? {
        for middle in [index, index + 1] where middle > 0 && middle + 1 < slopes.count {
            let (before, here, after) = (slopes[middle - 1], slopes[middle], slopes[middle + 1])
            let bend = before - 2 * here + after
            guard abs(here) <= min(abs(before), abs(after)), bend != 0 else { continue }
            let offset = Double(middle - index) + (before - after) / (2 * bend)
            let turn = time + offset * step
            if offset > 0, offset < 1, (slope(at: turn).first > 0) != (slopes[index] > 0) { return turn }
        }
        return nil
    }

    private func extreme(between left: Double, _ right: Double, rises: Bool) -> TideExtreme {
        let time = zero(between: left, right, rises: rises)
        return TideExtreme(time: time, kind: rises ? .high : .low, height: height(at: time))
    }

    /// The instant between two others at which the slope changes its sign, found by Newton's method, or by bisection
    /// where a step would leave the interval.
    private func zero(between left: Double, _ right: Double, rises: Bool) -> Double {
        var (left, right) = (left, right)
        var time = (left + right) / 2
        for _ in 0..<TideYear.maxSteps where right - left > TideYear.precision {
            let (first, second) = slope(at: time)
            if (first > 0) == rises { left = time } else { right = time }
            let next = second == 0 ? left - 1 : time - first / second
            if abs(next - time) < TideYear.precision, next > left, next < right { return next }
            time = next > left && next < right ? next : (left + right) / 2
        }
        return time
    }
}
