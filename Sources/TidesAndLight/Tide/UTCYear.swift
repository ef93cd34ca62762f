/// Years in UTC, as seconds since 1970-01-01.
enum UTCYear {
    /// When a year begins.
    static func start(_ year: Int) -> Double {
        let before = year - 1
        let days = before * 365 + floored(before, 4) - floored(before, 100) + floored(before, 400) - daysBefore1970
        return Double(days) * 86_400
    }

    /// The year of an instant. One that is farther away than any calendar counts as the farthest.
    static func year(at time: Double) -> Int {
        let time = min(max(-farthest, time), farthest)
        var year = 1970 + Int((time / meanLength).rounded(.down))
        while time < start(year) { year -= 1 }
        while time >= start(year + 1) { year += 1 }
        return year
    }

    /// 30,000 years.
    private static let farthest = 1e12
    private static let meanLength = 365.2425 * 86_400
    /// Between 0001-01-01 and 1970-01-01.
    private static let daysBefore1970 = 719_162

    private static func floored(_ number: Int, _ divisor: Int) -> Int {
        number >= 0 ? number / divisor : (number - divisor + 1) / divisor
    }
}
