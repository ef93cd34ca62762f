/// A part of a date in a run of words, not yet related to today.
enum DatePiece: Equatable, Sendable {
    enum Week: Sendable { case latest, last, beforeLast, weekBefore, next }

    /// A number of days after today.
    case relativeDay(Int)
    /// 0 for Sunday to 6 for Saturday.
    case weekday(Int, Week)
    /// `sat` with nothing that marks it as a weekday.
    case shortWeekday(Int)
    case daysAgo(Int)
    case monthsAgo(Int)
    case minutesAgo(Int)
    /// A day and month, with the year if one was typed.
    case monthDay(month: Int, day: Int, year: Int?)
    case day(year: Int, month: Int, day: Int)
    case feast(Feast, year: Int?)
    case month(year: Int?, month: Int)
    case year(Int)
    /// Two numbers in an unknown order, with the year if one was typed.
    case slashed(Int, Int, year: Int?)
    /// Three numbers of two digits in an unknown order.
    case shortYear(Int, Int, Int)
    /// `4/5`, which may be a rating.
    case dayOrRating(Int, of: Int)
    /// A number of weeks, months or years before the current one.
    case weeksBack(Int), monthsBack(Int), yearsBack(Int)
    /// The latest weekend that has begun, or the one before if it is the weekend now.
    case weekend(isLast: Bool)
    /// An unspecified day.
    case someDay
    /// `14th`, in an unspecified month.
    case dayOfMonth(Int)
    /// `the 14th of last month`: a day of a number of months before the current one.
    case dayOfMonthsBack(day: Int, back: Int)
    case now
    case clock(ClockTime)
    /// A time range.
    case clocks(ClockTime, ClockTime)
    /// The time at which a session ended.
    case until(ClockTime)
    /// An hour without am or pm, and its minutes.
    case hour(Int, minute: Int)
    case partOfDay(PartOfDay)
    /// The IANA name of the clock time's zone.
    case zone(String)
}

extension DatePiece {
    /// Whether the piece names a day.
    var namesDay: Bool {
        switch self {
        case .clock, .clocks, .until, .hour, .partOfDay, .minutesAgo, .now, .zone: false
        default: true
        }
    }

    /// Whether the piece is a week or longer, or an unnamed day.
    var namesSpan: Bool {
        switch self {
        case .weekend, .weeksBack, .monthsBack, .yearsBack, .someDay: true
        default: false
        }
    }

    /// Whether the piece is a day and month without a year.
    var lacksYear: Bool {
        switch self {
        case .monthDay(_, _, nil), .feast(_, nil): true
        default: false
        }
    }

    /// The piece with a year, if it lacks one.
    func inYear(_ year: Int) -> DatePiece {
        switch self {
        case .monthDay(let month, let day, nil): .monthDay(month: month, day: day, year: year)
        case .feast(let feast, nil): .feast(feast, year: year)
        default: self
        }
    }

    /// Whether the piece names a clock time.
    var namesClock: Bool {
        switch self {
        case .clock, .clocks, .hour: true
        default: false
        }
    }
}
