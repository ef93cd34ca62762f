/// A day of the proleptic Gregorian calendar, without a time zone.
///
/// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", for the day counts.
package struct CivilDay: Comparable, Hashable, Sendable {
    package let year: Int
    /// 1...12
    package let month: Int
    /// 1...31
    package let day: Int

    /// The day, or nil if it is not in the calendar or the year is beyond 1,000,000 in either direction.
    package init?(year: Int, month: Int, day: Int) {
        guard abs(year) <= 1_000_000, (1...12).contains(month), day >= 1,
            day <= CivilDay.days(inMonth: month, of: year)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// The day `number` days after 1970-01-01.
    package init(number: Int) {
        let shifted = number + 719_468
        let era = shifted.flooredQuotient(146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The number of days since 1970-01-01.
    package var number: Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted.flooredQuotient(400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The weekday, from 0 for Sunday to 6 for Saturday.
    package var weekday: Int { (number + 4).flooredRemainder(7) }

    /// The day in ISO 8601 form, such as `2026-09-12`.
    package var text: String {
        let digits = { (number: Int, count: Int) in
            String(repeating: "0", count: max(0, count - String(number).count)) + String(number)
        }
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
    }

    /// The same day of the month `months` months later, or that month's last day. Nil if the year is out of range.
    package func adding(months: Int) -> CivilDay? {
        let count = year * 12 + month - 1 + months
        let (year, month) = (count.flooredQuotient(12), count.flooredRemainder(12) + 1)
        return CivilDay(year: year, month: month, day: min(day, CivilDay.days(inMonth: month, of: year)))
    }

    package static func < (left: CivilDay, right: CivilDay) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    /// The number of days of a month.
    package static func days(inMonth month: Int, of year: Int) -> Int {
        if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
        return [4, 6, 9, 11].contains(month) ? 30 : 31
    }
}

extension Int {
    /// The quotient rounded towards negative infinity.
    package func flooredQuotient(_ divisor: Int) -> Int {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }

    /// The remainder of the quotient rounded towards negative infinity, in `0..<divisor`.
    package func flooredRemainder(_ divisor: Int) -> Int {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }
}
