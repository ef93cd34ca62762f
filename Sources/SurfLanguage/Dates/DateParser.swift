import Foundation

/// Reads the dates that people type.
///
/// Accepted: ISO 8601 (extended and basic, with or without time, fraction and offset), `today`, `yesterday`, weekdays and
/// their short forms, `3 days ago` (weeks, months, years), `7am`, `7:30 pm`, `19:30`, `noon`, `midnight`, `12 Sep`,
/// `Sep 12 2025`, `03/04/2025` or `3/4/25` where the order is known, and a day with a time in either order.
///
/// Without a year, and for a weekday, the latest such day is meant, today included. A time alone is today's, or yesterday's
/// where today's is still to come. A day alone is 12:00, today's is now. A time that occurs twice is the first.
package struct DateParser: Sendable {
    /// What the clock says, in seconds since 2001-01-01T00:00:00Z.
    package var now: Double
    /// The zone of times typed without an offset.
    package var zone: TimeZone
    /// What `03/04` means; nil refuses it.
    package var order: DateOrder?
    /// Whether today alone is 12:00 too, as in a file that means the same whenever it is read; that may lie some hours ahead.
    package var isNoonToday = false

    package init(now: Double, zone: TimeZone, order: DateOrder? = nil) {
        self.now = now
        self.zone = zone
        self.order = order
    }

    /// The moment that a text says, in seconds since 2001-01-01T00:00:00Z and not after now.
    package func date(_ text: String) throws(DateError) -> Double {
        let meaning = try meaning(text)
        let date: Double
        switch meaning {
        case .moment(let moment): date = moment
        case .day(let day) where day == today && !isNoonToday: date = now
        case .day(let day): date = StoreTime.date(unixSecond: try second(day, ClockTime(second: 43_200), text))
        case .month, .year: throw .notOneDay(text)
        }
        if date > now, !isNoon(ofToday: meaning) { throw .future(text, understood: date) }
        return date
    }

    /// All of what a text says: a second, a day, a month or a year, in store seconds, the end excluded.
    ///
    /// Both ends are whole seconds, so that the fraction of a date that is compared does not matter. The future is allowed.
    package func span(_ text: String) throws(DateError) -> Range<Double> {
        switch try meaning(text) {
        case .moment(let moment): return moment.rounded(.down)..<(moment.rounded(.down) + 1)
        case .day(let day): return start(day)..<start(CivilDay(number: day.number + 1))
        case .month(let first): return start(first)..<start(first.adding(months: 1) ?? first)
        case .year(let first): return start(first)..<start(first.adding(months: 12) ?? first)
        }
    }

    /// The beginning of the day that lies a length before today: `30d`, `2w`, `6m`, `1y`; nil where it is no length.
    package func start(ofLast length: String) -> Double? {
        guard let unit = length.last?.lowercased(), let count = ClockTime.number(length.dropLast()), count <= 100_000
        else { return nil }
        switch unit {
        case "d": return start(CivilDay(number: today.number - count))
        case "w": return start(CivilDay(number: today.number - count * 7))
        case "m": return today.adding(months: -count).map(start)
        case "y": return today.adding(months: -count * 12).map(start)
        default: return nil
        }
    }

    /// The day that it is now in the zone.
    package var today: CivilDay { today(at: nil) }
}

extension DateParser {
    /// What a text means, as exactly as it says.
    private enum Meaning {
        case moment(Double)
        case day(CivilDay)
        /// The month that begins with that day.
        case month(CivilDay)
        /// The year that begins with that day.
        case year(CivilDay)
    }

    private func isNoon(ofToday meaning: Meaning) -> Bool {
        if case .day(let day) = meaning { isNoonToday && day == today } else { false }
    }

    private func meaning(_ text: String) throws(DateError) -> Meaning {
        guard let words = DateWords(text) else { throw .unreadable(text) }
        guard let said = words.day else {
            guard let clock = words.clock else { throw .unreadable(text) }
            return .moment(try latest(clock, text))
        }
        let meaning = try meaning(of: said, text)
        guard let clock = words.clock else { return meaning }
        guard case .day(let day) = meaning else { throw .unreadable(text) }
        return .moment(StoreTime.date(unixSecond: try second(day, clock, text)) + clock.fraction)
    }

    private func meaning(of words: DayWords, _ text: String) throws(DateError) -> Meaning {
        switch words {
        case .month(let year, let month): return .month(try known(CivilDay(year: year, month: month, day: 1), text))
        case .year(let year): return .year(try known(CivilDay(year: year, month: 1, day: 1), text))
        default: return .day(try day(words, text))
        }
    }

    private func day(_ words: DayWords, _ text: String) throws(DateError) -> CivilDay {
        switch words {
        case .today: return today
        case .yesterday: return CivilDay(number: today.number - 1)
        case .weekday(let weekday): return CivilDay(number: today.number - (today.weekday - weekday + 7) % 7)
        case .daysAgo(let count): return CivilDay(number: today.number - count)
        case .monthsAgo(let count): return try known(today.adding(months: -count), text)
        case .dayOfYear(let month, let day): return try known(latest(month: month, day: day), text)
        case .day(let year, let month, let day): return try known(CivilDay(year: year, month: month, day: day), text)
        case .slashed(let first, let second, let year): return try slashed(first, second, year, text)
        case .shortYear(let first, let second, let third): return try shortYear(first, second, third, text)
        case .month, .year: throw .notOneDay(text)
        }
    }

    /// POSIX's century: 69 to 99 are of the twentieth, 00 to 68 of this one.
    private func shortYear(_ first: Int, _ second: Int, _ third: Int, _ text: String) throws(DateError) -> CivilDay {
        let (year, month, day) =
            switch order {
            case .mdy?: (third, first, second)
            case .dmy?: (third, second, first)
            case .ymd?: (first, second, third)
            case nil: throw .orderUnknown(text)
            }
        return try known(CivilDay(year: year + (year < 69 ? 2000 : 1900), month: month, day: day), text)
    }

    private func slashed(_ first: Int, _ second: Int, _ year: Int?, _ text: String) throws(DateError) -> CivilDay {
        guard let order, order != .ymd || year == nil else { throw .orderUnknown(text) }
        let (month, day) = order == .dmy ? (second, first) : (first, second)
        return try known(
            year.map { CivilDay(year: $0, month: month, day: day) } ?? latest(month: month, day: day), text)
    }

    private func known(_ day: CivilDay?, _ text: String) throws(DateError) -> CivilDay {
        guard let day else { throw .noSuchDay(text) }
        return day
    }

    /// The latest such day, today included; a 29 February may lie eight years back.
    private func latest(month: Int, day: Int) -> CivilDay? {
        (0...8).lazy.compactMap { CivilDay(year: today.year - $0, month: month, day: day) }.first { $0 <= today }
    }

    private func latest(_ clock: ClockTime, _ text: String) throws(DateError) -> Double {
        let day = today(at: clock.offset)
        let date = StoreTime.date(unixSecond: try second(day, clock, text)) + clock.fraction
        if date <= now { return date }
        let before = CivilDay(number: day.number - 1)
        return StoreTime.date(unixSecond: try second(before, clock, text)) + clock.fraction
    }

    private func today(at offset: Int?) -> CivilDay {
        let second = StoreTime.unixSecond(now)
        let local = offset.map { second + $0 } ?? LocalTime.local(second, in: zone)
        return CivilDay(number: local.flooredQuotient(86_400))
    }

    /// The second, counted from 1970, at which the clock says that time on that day for the first time.
    private func second(_ day: CivilDay, _ clock: ClockTime, _ text: String) throws(DateError) -> Int {
        let local = day.number * 86_400 + clock.second
        if let offset = clock.offset { return local - offset }
        guard let second = LocalTime.first(local, in: zone) else { throw .noSuchTime(text) }
        return second
    }

    private func start(_ day: CivilDay) -> Double {
        StoreTime.date(unixSecond: LocalTime.start(of: day, in: zone))
    }
}
