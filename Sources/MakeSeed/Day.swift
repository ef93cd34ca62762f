import Foundation

/// A calendar day. Day 0 is 2001-01-01, a Monday.
package struct Day: Hashable, Comparable, Strideable {
    /// Days since 2001-01-01.
    package let number: Int

    package init(_ number: Int) {
        self.number = number
    }

    /// The day of a Gregorian date. `month` is 1...12, `day` 1...31.
    ///
    /// Source: Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil.
    package init(year: Int, month: Int, day: Int) {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        number = era * 146_097 + dayOfEra - 730_791
    }

    package static func < (left: Day, right: Day) -> Bool {
        left.number < right.number
    }

    package func distance(to other: Day) -> Int {
        other.number - number
    }

    package func advanced(by days: Int) -> Day {
        Day(number + days)
    }

    /// The fraction of the year that has passed, 0..<1.
    package var partOfYear: Double {
        Double(number).truncatingRemainder(dividingBy: 365.2425) / 365.2425
    }

    /// Whether the day is a Saturday or Sunday.
    package var isWeekend: Bool {
        number % 7 >= 5
    }

    /// From 1 in the middle of the month to -1 half a year away. `month` is 1...12 and may have a fraction.
    package func closeness(toMonth month: Double) -> Double {
        cos(2 * .pi * (partOfYear - (month - 0.5) / 12))
    }
}
