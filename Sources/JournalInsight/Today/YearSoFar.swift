import SurfLanguage

/// The part of a year up to a day. Days are numbers since 1970-01-01.
extension CivilDay {
    /// The days of this day's year, up to this day.
    var yearSoFar: ClosedRange<Int> { min(firstOfYear, number)...number }

    /// The part of the year that has passed with the end of this day, 0...1.
    var partOfYear: Double {
        guard let next = CivilDay(year: year + 1, month: 1, day: 1) else { return 1 }
        return Double(yearSoFar.count) / Double(next.number - firstOfYear)
    }

    private var firstOfYear: Int { CivilDay(year: year, month: 1, day: 1)?.number ?? number }
}
