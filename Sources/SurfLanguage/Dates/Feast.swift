/// A named day that has another date each year.
enum Feast: Hashable, Sendable {
    /// A weekday of a month, from 0 for Sunday, the last one if `week` is 5.
    case weekday(month: Int, weekday: Int, week: Int)
    /// A number of days after a weekday of a month: the day after Thanksgiving.
    case besideWeekday(month: Int, weekday: Int, week: Int, days: Int)
    /// A number of days after Easter Sunday.
    case easter(Int)

    func day(in year: Int) -> CivilDay? {
        switch self {
        case .weekday(let month, let weekday, let week):
            let days = (1...CivilDay.days(inMonth: month, of: year))
                .compactMap { CivilDay(year: year, month: month, day: $0) }.filter { $0.weekday == weekday }
            return week == 5 ? days.last : days.dropFirst(week - 1).first
        case .besideWeekday(let month, let weekday, let week, let days):
            return Feast.weekday(month: month, weekday: weekday, week: week).day(in: year)
                .map { CivilDay(number: $0.number + days) }
        case .easter(let days): return Feast.easterSunday(year).map { CivilDay(number: $0.number + days) }
        }
    }

    /// Easter Sunday of the Gregorian calendar, by the method of Meeus, Jones and Butcher.
    private static func easterSunday(_ year: Int) -> CivilDay? {
        let (golden, century, rest) = (year % 19, year / 100, year % 100)
        let moon = (19 * golden + century - century / 4 - (century - (century + 8) / 25 + 1) / 3 + 15) % 30
        let week = (32 + 2 * (century % 4) + 2 * (rest / 4) - moon - rest % 4) % 7
        let late = (golden + 11 * moon + 22 * week) / 451
        let day = moon + week - 7 * late + 114
        return CivilDay(year: year, month: day / 31, day: day % 31 + 1)
    }
}
