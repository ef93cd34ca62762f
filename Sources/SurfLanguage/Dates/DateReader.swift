import Foundation

/// Parses dates that people type.
///
/// It accepts all forms of ISO 8601, and the lexicon of five languages: days by name, number or distance from today,
/// clock times and parts of the day, in any order.
///
/// A weekday or a date without a year means the latest such day, today included. A time without a day is today's, or
/// yesterday's if today's is in the future. A day without a time is at 12:00, or now if that is in the future.
package struct DateReader: Sendable {
    /// The current time, in seconds since 2001-01-01T00:00:00Z.
    package var now: Double
    /// The zone of times without an offset.
    package var zone: TimeZone
    /// The order of numeric dates. Nil refuses ambiguous ones.
    package var order: DateOrder?
    /// Whether today without a time is 12:00 even if that is in the future, as in a file, which must mean the same
    /// whenever it is read.
    package var isNoonToday = false
    /// The moment of a light on a day, as a store date, where the place is known; nil if it is not.
    var light: @Sendable (Twilight, CivilDay) -> Double? = { _, _ in nil }

    package init(now: Double, zone: TimeZone, order: DateOrder? = nil) {
        self.now = now
        self.zone = zone
        self.order = order
    }

    /// The instant of a date, in seconds since 2001-01-01T00:00:00Z and not after now.
    /// - Throws: A `DateError`: `.future` after now, `.notOneDay` for a month or a year.
    package func date(_ text: String) throws(DateError) -> Double {
        try moment(of: pieces(text), text).date
    }

    /// The period that a date covers: a second, a day, a week, a month or a year, in store seconds, without its end.
    ///
    /// Both ends are whole seconds, so the fraction of a compared date has no effect. Future dates are allowed.
    /// - Throws: A `DateError` if the text is not a valid date.
    package func span(_ text: String) throws(DateError) -> Range<Double> {
        switch try meaning(of: pieces(text), text) {
        case .moment(let moment, _, _): return moment.rounded(.down)..<(moment.rounded(.down) + 1)
        case .day(let day): return start(day)..<start(CivilDay(number: day.number + 1))
        case .days(let first, let count): return start(first)..<start(CivilDay(number: first.number + count))
        case .month(let first): return start(first)..<start(first.adding(months: 1) ?? first)
        case .year(let first): return start(first)..<start(first.adding(months: 12) ?? first)
        }
    }

    /// The start of the day that lies a length such as `30d`, `2w`, `6m` or `1y` before today. Nil if the text is not a
    /// length.
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

    /// The current day in the zone.
    package var today: CivilDay { today(at: nil) }
}

/// The instant of a date.
struct DateMoment: Equatable {
    /// Seconds since 2001-01-01T00:00:00Z.
    var date: Double
    /// Whether no time of day was given.
    var isTimeAssumed = false
    /// The light that the time is.
    var twilight: Twilight?
    /// The duration in minutes, if a start and an end were given.
    var duration: Double?
}

extension DateReader {
    /// The meaning of a date's pieces, as precise as they are.
    private enum Meaning {
        case moment(Double, isTimeAssumed: Bool, Twilight? = nil)
        case day(CivilDay)
        /// A week or weekend: the number of days from the given one.
        case days(CivilDay, Int)
        /// The month that begins on that day.
        case month(CivilDay)
        /// The year that begins on that day.
        case year(CivilDay)
    }

    /// The instant of the pieces.
    /// - Parameter isAlone: Whether a time later than now, without a day, is yesterday's.
    func moment(of pieces: [DatePiece], _ text: String, isAlone: Bool = true) throws(DateError) -> DateMoment {
        var moment: DateMoment
        switch try meaning(of: pieces, text, isAlone: isAlone) {
        case .moment(let date, let isAssumed, let twilight):
            moment = DateMoment(date: date, isTimeAssumed: isAssumed, twilight: twilight)
        case .day(let day):
            let noon = StoreTime.date(unixSecond: try second(day, ClockTime(second: 43_200), text))
            moment = DateMoment(date: noon, isTimeAssumed: true)
            if day == today, isNoonToday { return moment }
            if day == today { moment.date = min(noon, now) }
        case .days, .month, .year: throw .notOneDay(text)
        }
        if moment.date > now { throw .future(TypedDate(text, in: zone), understood: moment.date) }
        for case .clocks(let first, let second) in pieces {
            moment.duration = Double(second.second - first.second) / 60
        }
        for case .until(let end) in pieces where !moment.isTimeAssumed {
            let begin = LocalTime.local(StoreTime.unixSecond(moment.date), in: zone)
            let seconds = end.second - (begin - begin.flooredQuotient(86_400) * 86_400)
            if seconds > 0 { moment.duration = Double(seconds) / 60 }
        }
        return moment
    }

    /// The pieces of a text that is entirely a date.
    func pieces(_ text: String) throws(DateError) -> [DatePiece] {
        // `0730` is a time, not a year.
        let isClock = text.utf8.count == 4 && text.utf8.first == UInt8(ascii: "0")
        if !isClock, let table = NumericDay.pieces(text) ?? ISODateReader.pieces(text) { return table }
        let line = TokenLine(plain: text)
        let grammar = Grammar(line: line, units: nil, order: order)
        guard line.tokens.count <= DateReader.maxTokens, let pieces = grammar.wholeDate() ?? grammar.head.wholeDate()
        else {
            throw .unreadable(text)
        }
        return pieces
    }

    private static let maxTokens = 40

    private func meaning(
        of pieces: [DatePiece], _ text: String, isAlone: Bool = true
    ) throws(DateError) -> Meaning {
        for case .zone(let name) in pieces where name != zone.identifier {
            guard let zone = TimeZone(identifier: name) else { throw .unreadable(text) }
            var there = self
            there.zone = zone
            let rest = pieces.filter { if case .zone = $0 { false } else { true } }
            return try there.meaning(of: rest, text, isAlone: isAlone)
        }
        // `jetzt am Freitag`
        let isNow = pieces.contains(.now) && !pieces.contains { $0.namesDay }
        let pieces = pieces.filter { $0 != .now }
        if isNow { return .moment(now, isTimeAssumed: false) }
        if let span = try span(of: pieces, text) { return span }
        let day = try day(of: pieces, text)
        let minutes = pieces.reduce(0) { if case .minutesAgo(let count) = $1 { $0 + count } else { $0 } }
        if pieces.contains(where: { if case .minutesAgo = $0 { true } else { false } }) {
            let days = pieces.reduce(0) { if case .daysAgo(let count) = $1 { $0 + count } else { $0 } }
            return .moment(now - Double(minutes) * 60 - Double(days) * 86_400, isTimeAssumed: false)
        }
        guard let time = try time(of: pieces, text, isAlone: isAlone) else {
            guard let day else { throw .unreadable(text) }
            return .day(day)
        }
        if let day { return try moment(day, time, text) }
        let today = self.today(at: time.clock.offset)
        let moment = try self.moment(today, time, text)
        guard isAlone, !time.isAssumed, case .moment(let date, _, _) = moment, date > now else { return moment }
        return try self.moment(CivilDay(number: today.number - 1), time, text)
    }

    private func moment(_ day: CivilDay, _ time: TimeOfDay, _ text: String) throws(DateError) -> Meaning {
        let day = CivilDay(number: day.number + (time.isNextDay ? 1 : 0))
        if let twilight = time.twilight, let date = light(twilight, day), date <= now {
            return .moment(date, isTimeAssumed: true, twilight)
        }
        let date = StoreTime.date(unixSecond: try second(day, time.clock, text)) + time.clock.fraction
        // An assumed time in the future becomes now.
        if time.isAssumed, date > now, day == today { return .moment(now, isTimeAssumed: true) }
        return .moment(date, isTimeAssumed: time.isAssumed)
    }

    // MARK: Days

    private func span(of pieces: [DatePiece], _ text: String) throws(DateError) -> Meaning? {
        guard pieces.count == 1 else { return nil }
        switch pieces[0] {
        case .month(let year?, let month): return .month(try known(CivilDay(year: year, month: month, day: 1), text))
        case .month(nil, let month):
            return .month(try known(latest(month: month, day: 1), text))
        case .year(let year): return .year(try known(CivilDay(year: year, month: 1, day: 1), text))
        case .weeksBack(let count): return .days(CivilDay(number: monday.number - count * 7), 7)
        case .weekend(let isLast): return .days(saturday(isLast: isLast), 2)
        case .monthsBack(let count):
            let first = try known(CivilDay(year: today.year, month: today.month, day: 1), text)
            return .month(try known(first.adding(months: -count), text))
        case .yearsBack(let count): return .year(try known(CivilDay(year: today.year - count, month: 1, day: 1), text))
        default: return nil
        }
    }

    private var monday: CivilDay { CivilDay(number: today.number - (today.weekday + 6) % 7) }

    /// The first day of the latest weekend. If `isLast` is true and it is the weekend now, that of the weekend before.
    func saturday(isLast: Bool) -> CivilDay {
        let back = (today.weekday + 1) % 7
        return CivilDay(number: today.number - back - (isLast && back < 2 ? 7 : 0))
    }

    /// The single day of the pieces, or nil if they have none.
    private func day(of pieces: [DatePiece], _ text: String) throws(DateError) -> CivilDay? {
        var found: CivilDay?
        var back: (days: Int, months: Int)?
        let pieces = dated(pieces)
        let weekday = pieces.lazy.compactMap(\.weekday).first
        for piece in pieces where piece.namesDay {
            switch piece {
            case .daysAgo(let count): back = ((back?.days ?? 0) + count, back?.months ?? 0)
            case .monthsAgo(let count): back = (back?.days ?? 0, (back?.months ?? 0) + count)
            case .weekday, .shortWeekday: continue
            default:
                let day = try day(piece, weekday, text)
                if let found, found != day { throw .severalDays(text) }
                found = day
            }
        }
        if let back {
            if found != nil { throw .severalDays(text) }
            let month = try known(today.adding(months: -back.months), text)
            found = CivilDay(number: month.number - back.days)
            if let weekday, let day = found, back.months == 0, back.days > 0, back.days % 7 == 0 {
                found = day.inWeek(weekday)
            }
        }
        for piece in pieces {
            guard let weekday = piece.weekday else { continue }
            if let found, found.weekday != weekday { throw .severalDays(text) }
            found = found ?? self.day(of: piece)
        }
        return found
    }

    /// `Halloween last year`: a day and month with the year that stands beside them.
    private func dated(_ pieces: [DatePiece]) -> [DatePiece] {
        // `Pfingstmontag 20.5.1991`
        let isWhole = pieces.contains { if case .day = $0 { true } else { false } }
        if isWhole { return pieces.filter { if case .feast(_, nil) = $0 { false } else { true } } }
        guard let back = pieces.lazy.compactMap({ if case .yearsBack(let count) = $0 { count } else { nil } }).first
        else { return pieces }
        let rest = pieces.filter { if case .yearsBack = $0 { false } else { true } }
        return rest.contains(where: \.lacksYear) ? rest.map { $0.inYear(today.year - back) } : pieces
    }

    private func day(of piece: DatePiece) -> CivilDay {
        guard let weekday = piece.weekday else { return today }
        let back = (today.weekday - weekday + 7) % 7
        switch piece {
        case .weekday(_, .last): return CivilDay(number: today.number - (back == 0 ? 7 : back))
        case .weekday(_, .beforeLast): return CivilDay(number: today.number - 7 - (back == 0 ? 7 : back))
        case .weekday(_, .weekBefore): return CivilDay(number: monday.number - 7 + (weekday + 6) % 7)
        case .weekday(_, .next): return CivilDay(number: today.number - back + 7)
        default: return CivilDay(number: today.number - back)
        }
    }

    private func day(_ piece: DatePiece, _ weekday: Int?, _ text: String) throws(DateError) -> CivilDay {
        switch piece {
        case .relativeDay(let days): return CivilDay(number: today.number + days)
        case .monthDay(let month, let day, nil): return try known(latest(month: month, day: day), text)
        case .monthDay(let month, let day, let year?):
            return try known(CivilDay(year: year, month: month, day: day), text)
        case .day(let year, let month, let day): return try known(CivilDay(year: year, month: month, day: day), text)
        case .dayOfMonthsBack(let day, let back):
            let month = try known(CivilDay(year: today.year, month: today.month, day: 1)?.adding(months: -back), text)
            return try known(CivilDay(year: month.year, month: month.month, day: day), text)
        case .feast(let feast, let year?): return try known(feast.day(in: year), text)
        case .feast(let feast, nil):
            return try known((0...1).lazy.compactMap { feast.day(in: today.year - $0) }.first { $0 <= today }, text)
        case .slashed(let first, let second, let year): return try slashed(first, second, year, weekday, text)
        case .dayOrRating(let first, let second): return try slashed(first, second, nil, weekday, text)
        case .shortYear(let first, let second, let third): return try shortYear(first, second, third, weekday, text)
        case .dayOfMonth(let number):
            guard let weekday, let day = latest(number, on: weekday) else { throw .notOneDay(text) }
            return day
        default: throw .notOneDay(text)
        }
    }

    private func shortYear(
        _ first: Int, _ second: Int, _ third: Int, _ weekday: Int?, _ text: String
    ) throws(DateError) -> CivilDay {
        if order == .ymd {
            return try known(CivilDay(year: Century.year(first), month: second, day: third), text)
        }
        return try slashed(first, second, Century.year(third), weekday, text)
    }

    /// The day of a numeric date: by the only order that makes a valid day, else by the weekday, else by the given
    /// order.
    private func slashed(
        _ first: Int, _ second: Int, _ year: Int?, _ weekday: Int?, _ text: String
    ) throws(DateError) -> CivilDay {
        let monthFirst = day(month: first, day: second, year)
        let dayFirst = day(month: second, day: first, year)
        guard let monthFirst, let dayFirst, monthFirst != dayFirst else {
            return try known(monthFirst ?? dayFirst, text)
        }
        if let weekday {
            let fitting = [monthFirst, dayFirst].filter { $0.weekday == weekday }
            if fitting.count == 1 { return fitting[0] }
            if fitting.isEmpty { throw .severalDays(text) }
        }
        switch order {
        case .mdy?: return monthFirst
        case .dmy?: return dayFirst
        case .ymd? where year == nil: return monthFirst
        default: throw .orderUnknown(text)
        }
    }

    private func day(month: Int, day: Int, _ year: Int?) -> CivilDay? {
        year.map { CivilDay(year: $0, month: month, day: day) } ?? latest(month: month, day: day)
    }

    private func known(_ day: CivilDay?, _ text: String) throws(DateError) -> CivilDay {
        guard let day else { throw .noSuchDay(text) }
        return day
    }

    /// The latest day with that number and weekday within two months, before which people name the month.
    private func latest(_ number: Int, on weekday: Int) -> CivilDay? {
        (0..<62).lazy.map { CivilDay(number: today.number - $0) }.first { $0.day == number && $0.weekday == weekday }
    }

    /// The latest such day, today included. The latest 29 February may be eight years ago.
    private func latest(month: Int, day: Int) -> CivilDay? {
        (0...8).lazy.compactMap { CivilDay(year: today.year - $0, month: month, day: day) }.first { $0 <= today }
    }

    // MARK: Times

    private struct TimeOfDay {
        var clock: ClockTime
        var isAssumed = false
        /// Whether the time is after the midnight of the given night.
        var isNextDay = false
        var twilight: Twilight?
    }

    private func time(of pieces: [DatePiece], _ text: String, isAlone: Bool) throws(DateError) -> TimeOfDay? {
        var part: PartOfDay?
        for case .partOfDay(let named) in pieces {
            // `por la mañana Berria, por la tarde Laredo`
            if let part, abs(part.hour - named.hour) > 3 { throw .severalDays(text) }
            part = part ?? named
        }
        var found: TimeOfDay?
        for piece in pieces {
            guard let time = try time(piece, part, text, isAlone: isAlone) else { continue }
            if let found, found.clock != time.clock { throw .severalDays(text) }
            found = time
        }
        if found == nil, let part {
            return TimeOfDay(
                clock: ClockTime(second: part.hour * 3600), isAssumed: true, twilight: part.twilight)
        }
        return found
    }

    private func time(
        _ piece: DatePiece, _ part: PartOfDay?, _ text: String, isAlone: Bool
    ) throws(DateError) -> TimeOfDay? {
        switch piece {
        case .clock(let clock): return TimeOfDay(clock: clock)
        case .clocks(var clock, _):
            // `6-7:30 yesterday evening`
            let hour = clock.second / 3600
            if let part, (1...11).contains(hour) { clock.second += (part.hour(hour) - hour) * 3600 }
            return TimeOfDay(clock: clock)
        case .hour(let hour, let minute):
            if let part {
                let time = part.hour(hour)
                return TimeOfDay(
                    clock: ClockTime(second: time * 3600 + minute * 60), isNextDay: part == .night && time < 5)
            }
            if minute == 0 || !isAlone, (1...4).contains(hour) { throw .halfUnknown(text) }
            return TimeOfDay(clock: ClockTime(second: hour * 3600 + minute * 60))
        default: return nil
        }
    }

    private func today(at offset: Int?) -> CivilDay {
        let second = StoreTime.unixSecond(now)
        let local = offset.map { second + $0 } ?? LocalTime.local(second, in: zone)
        return CivilDay(number: local.flooredQuotient(86_400))
    }

    /// The first second, counted from 1970, at which the clock shows the time on the day.
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

extension CivilDay {
    /// The day of its week, which begins on Monday: `Tuesday two weeks ago`.
    fileprivate func inWeek(_ weekday: Int) -> CivilDay {
        CivilDay(number: number - (self.weekday + 6) % 7 + (weekday + 6) % 7)
    }
}

extension DatePiece {
    /// The weekday, from 0 for Sunday to 6 for Saturday.
    var weekday: Int? {
        switch self {
        case .weekday(let day, _), .shortWeekday(let day): day
        default: nil
        }
    }
}
