/// What a run of words says about a date, before anything is known about today.
enum DatePiece: Equatable, Sendable {
    enum Week: Sendable { case latest, last, weekBefore, next }

    /// So many days after today.
    case relativeDay(Int)
    /// 0 for Sunday ... 6 for Saturday.
    case weekday(Int, Week)
    /// `sat` without anything that makes it a date.
    case shortWeekday(Int)
    case daysAgo(Int)
    case monthsAgo(Int)
    case minutesAgo(Int)
    /// A day of the year, with the year where one was typed.
    case monthDay(month: Int, day: Int, year: Int?)
    case day(year: Int, month: Int, day: Int)
    case month(year: Int?, month: Int)
    case year(Int)
    /// Two numbers, and a year where one was typed, in an order that is not said.
    case slashed(Int, Int, year: Int?)
    /// Three numbers of two digits, in an order that is not said.
    case shortYear(Int, Int, Int)
    /// `4/5`, which may be a rating.
    case dayOrRating(Int, of: Int)
    /// Weeks, months or years before this one.
    case weeksBack(Int), monthsBack(Int), yearsBack(Int)
    /// The latest weekend that has begun, or the one before a weekend that is now.
    case weekend(isLast: Bool)
    /// A day that was not said.
    case someDay
    /// `14th`, of a month that was not said.
    case dayOfMonth(Int)
    case now
    case clock(ClockTime)
    /// From the first to the second.
    case clocks(ClockTime, ClockTime)
    /// An hour without a half of the day, and its minutes.
    case hour(Int, minute: Int)
    case partOfDay(PartOfDay)
    /// The IANA name of the zone in which the clock says that.
    case zone(String)
}

extension DatePiece {
    /// Whether it says a day.
    var saysDay: Bool {
        switch self {
        case .clock, .clocks, .hour, .partOfDay, .minutesAgo, .now, .zone: false
        default: true
        }
    }

    /// Whether it says a clock time.
    var saysClock: Bool {
        switch self {
        case .clock, .clocks, .hour: true
        default: false
        }
    }
}
