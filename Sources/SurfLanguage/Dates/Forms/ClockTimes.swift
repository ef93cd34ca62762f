/// Times of day.
extension DateForm {
    static let clockTimes = [
        DateForm("at TIME to TIME, at TIME, at HOUR, at PART") { cursor, _ in cursor.afterAt() },
        DateForm("HOUR.MM beside a day") { cursor, before in cursor.dottedClock(before) },
        DateForm("start TIME, end TIME") { cursor, _ in cursor.startOrEnd() },
        DateForm("TIME-TIME, from TIME to TIME") { cursor, before in cursor.clocks(before) },
        DateForm("7am, 7:30, 0730, 17h30, 7ish") { cursor, before in cursor.plainClock(before) },
        DateForm("half past seven, huit heures dix, siete de la mañana, halb acht") { cursor, before in
            cursor.spokenClock(isMarked: before.awaitsClock)
        },
        DateForm("midi et demi, mediodía y media, midi moins le quart") { cursor, _ in
            cursor.besideNoon().map { [.clock($0)] }
        },
        DateForm("morning, arvo, por la tarde") { cursor, _ in cursor.partOfDay().map { [.partOfDay($0)] } },
        DateForm("DAY am") { cursor, before in cursor.halfAfterDay(before) },
        DateForm("DAY HOUR, DAY HHMM") { cursor, before in
            guard before.awaitsClock else { return nil }
            return cursor.bareHour() ?? cursor.joinedHour()
        },
        DateForm("HOUR this PART") { cursor, before in
            guard before.isEmpty, let hour = cursor.bareHour(), cursor.skip(.this), let part = cursor.partOfDay() else {
                return nil
            }
            return hour + [.relativeDay(0), .partOfDay(part)]
        },
    ]
}

extension [DatePiece] {
    /// Whether they name a day without a time, so that a number beside them is an hour.
    fileprivate var awaitsClock: Bool { contains(where: \.namesTimeOfDay) && !contains(where: \.namesClock) }
}

extension Cursor {
    mutating func partOfDay() -> PartOfDay? {
        attempt { cursor in
            if cursor.isAtWord, cursor.word("in"), !cursor.word("the") { return nil }
            return cursor.match { if case .partOfDay(let part) = $0 { part } else { nil } }
        }
    }

    fileprivate mutating func afterAt() -> [DatePiece]? {
        let isSign = isSymbol("@")
        guard skip(.at) || symbol("@") else { return nil }
        if let found = attempt({ $0.clocks([]) }) ?? attempt({ $0.clock() }) { return found }
        if isSign { return joinedHour() }
        let hour =
            attempt { $0.spokenClock(isMarked: true) } ?? attempt { $0.bareHour() } ?? attempt { $0.joinedHour() }
        return hour ?? partOfDay().map { [.partOfDay($0)] }
    }

    /// A clock time that is neither a duration nor an hour without anything that tells it from one.
    fileprivate mutating func plainClock(_ before: [DatePiece]) -> [DatePiece]? {
        let start = index
        let hour = grammar.digits(start, end) ?? 0
        guard let clock = clock() else { return nil }
        let isHourMark =
            !grammar.isHead
            && grammar.tokens[start..<index].contains { $0.kind == .word && self.isHourMark($0.key) }
        // `2h`: a duration. Numbers below 5 are not taken for hours of the night.
        if isHourMark, index == start + 2, hour < 5 { return nil }
        if isHourMark, hour < 5, !isBesideDay(before, hour) { return nil }
        return clock
    }

    /// Whether a day without a time is before or after it. Beside a part of the day, `2h` is a duration.
    private func isBesideDay(_ before: [DatePiece], _ hour: Int) -> Bool {
        if before.contains(where: \.namesPart), hour < 5 { return false }
        if !before.isEmpty { return before.contains(where: \.namesDay) && !before.contains(where: \.namesClock) }
        for form in DateForm.relativeDays + DateForm.namedDays + DateForm.numericDays
        where sees({ form.read(&$0, []) }) { return true }
        return false
    }

    /// `yesterday am`. German's `am` does not follow an English day.
    fileprivate mutating func halfAfterDay(_ before: [DatePiece]) -> [DatePiece]? {
        guard let last = before.last, last.namesDay, index > 0,
            last.isShortWeekday || grammar.tokens[index - 1].key.hasSuffix("day")
        else { return nil }
        return meridiemWord().map { [.partOfDay($0.partOfDay)] }
    }

    /// A number that is an hour beside a day, unless the text after it gives it another meaning.
    fileprivate mutating func bareHour() -> [DatePiece]? {
        let start = index
        guard let hour = digits(1...2), (0...23).contains(hour.value), isBoundary, !isCounted,
            grammar.rangeMark(index, end) == nil, !isSymbol("/"), !isScored, token?.kind != .stars,
            !sees({ $0.month() }), grammar.decimal(start, end)?.end == index, !isClockTail,
            !sees({ cursor in cursor.symbol(".") && cursor.isGlued ? () : nil }),
            !sees({ cursor in cursor.symbol("@") ? cursor.digits() : nil })
        else { return nil }
        return [.hour(hour.value, minute: 0)]
    }

    private var isScored: Bool { sees { cursor in cursor.skip(.starsOutOf) ? cursor.digits() : nil } }

    private var isBeforeDay: Bool { DateForm.relativeDays.contains { form in sees { form.read(&$0, []) } } }

    /// The `15.30` of `21.11.2026 15.30`, `9.30 Sunday`.
    mutating func dottedClock(_ before: [DatePiece]) -> [DatePiece]? {
        guard let hour = digits(1...2), (4...23).contains(hour.value), symbol(".", isGlued: true), isGlued,
            let minute = digits(2...2), minute.value < 60, isBoundary, !isCounted, !isSymbol("@"), !isSymbol("/")
        else { return nil }
        guard before.isEmpty ? isBeforeDay : before.last?.namesDay == true else { return nil }
        return [.hour(hour.value, minute: minute.value)]
    }

    /// `730` and `1830` after `at` or a day.
    fileprivate mutating func joinedHour() -> [DatePiece]? {
        guard let clock = joinedDigits(), isBoundary, !isCounted else { return nil }
        return [.hour(clock.hour, minute: clock.minute)]
    }

    /// `start 14:22`, `fin 15:31`: the times of watches.
    fileprivate mutating func startOrEnd() -> [DatePiece]? {
        let isEnd = skip(.end)
        guard isEnd || skip(.start) else { return nil }
        symbol(":")
        symbol("=")
        guard let clock = clock(), clock.count == 1 else { return nil }
        switch clock[0] {
        case .clock(let time): return isEnd ? [.until(time)] : clock
        case .hour(let hour, let minute):
            return isEnd ? [.until(ClockTime(second: hour * 3600 + minute * 60))] : clock
        default: return nil
        }
    }

    // MARK: Clock times

    mutating func clock() -> [DatePiece]? {
        attempt { cursor in
            guard let clock = cursor.zonedClock() else { return nil }
            return clock + (cursor.attempt { $0.zone() }.map { [.zone($0)] } ?? [])
        }
    }

    /// `Australia/Sydney`.
    private mutating func zone() -> String? {
        let start = index
        guard isAtWord, grammar.isSymbol(start + 1, end, "/"), grammar.isGlued(start + 1, end) else { return nil }
        var stop = start + 2
        while stop < end, grammar.tokens[stop].isGlued,
            grammar.tokens[stop].kind == .word || grammar.tokens[stop].kind == .digits
                || ["/", "_", "-", "+"].contains(grammar.tokens[stop].key)
        {
            stop += 1
        }
        move(to: stop)
        return ZoneNames.known(grammar.text(start..<stop))
    }

    private mutating func zonedClock() -> [DatePiece]? {
        let hasZero = token?.key.utf8.first == UInt8(ascii: "0")
        guard let clock = clockTime() else { return nil }
        if let offset = attempt({ $0.offset() }) {
            var time = clock.time
            time.offset = offset
            return [.clock(time)]
        }
        // An hour with a leading zero uses the 24-hour clock.
        if clock.isBare, clock.time.second % 60 == 0, !hasZero {
            return [.hour(clock.time.second / 3600, minute: clock.time.second % 3600 / 60)]
        }
        return [.clock(clock.time)]
    }

    private typealias Clock = (time: ClockTime, isBare: Bool)

    /// A clock time. `isBare` is true if it may be am or pm.
    private mutating func clockTime() -> Clock? {
        attempt { cursor in
            guard let hour = cursor.digits() else { return nil }
            if hour.size > 2 {
                cursor.move(to: cursor.index - 1)
                return cursor.joinedClock()
            }
            guard var parts = cursor.minutes(of: hour.value) else { return nil }
            let isLetter = cursor.token?.key.utf8.count == 1
            if let half = cursor.meridiem() {
                // `1a vez`, `2a aula`
                if isLetter, half == .am, hour.value < 5, !parts.isExplicit, hour.size == 1 { return nil }
                guard (1...12).contains(hour.value), parts.minute < 60, parts.second < 60 else { return nil }
                let hours = hour.value % 12 + (half == .pm ? 12 : 0)
                return (ClockTime(second: hours * 3600 + parts.minute * 60 + parts.second), false)
            }
            if cursor.skip(.oclock) {
                parts.isExplicit = true
                if parts.minute == 0, let minute = cursor.attempt({ $0.minutesAfterUhr() }) { parts.minute = minute }
            }
            if cursor.nearly() { parts.isExplicit = true }
            if parts.minute == 0, let minute = cursor.attempt({ $0.andPart() }) { parts = (minute, 0, true) }
            let before = parts.isExplicit && parts.minute == 0 ? cursor.attempt { $0.minutesBefore() } : nil
            guard parts.isExplicit, hour.value < 24, parts.minute < 60, parts.second < 60,
                !(cursor.isGlued && cursor.sees { $0.unit() == .hours ? () : nil })
            else { return nil }
            let minutes = max(0, hour.value * 60 + parts.minute + (before ?? 0))
            return (ClockTime(second: minutes * 60 + parts.second), true)
        }
    }

    /// The `30` of `13 Uhr 30`.
    private mutating func minutesAfterUhr() -> Int? {
        guard let minute = digits(2...2), minute.value < 60, isBoundary, !isCounted, !isAtName, !isSymbol("-") else {
            return nil
        }
        return minute.value
    }

    /// The minutes and seconds after an hour, with their marks.
    private mutating func minutes(of hour: Int) -> (minute: Int, second: Int, isExplicit: Bool)? {
        guard let mark = token?.key, isGlued && [":", ".", ","].contains(mark) || isHourMark(mark) else {
            return (0, 0, false)
        }
        let found = attempt { cursor -> (minute: Int, second: Int, isExplicit: Bool)? in
            cursor.move(to: cursor.index + 1)
            guard cursor.isGlued || cursor.isHourMark(mark), let minute = cursor.digits(2...2),
                !cursor.isHourMark(mark) || !cursor.isCounted
            else { return nil }
            if mark == "." || mark == "," {
                // `11,30 hrs.` is no length of time.
                let isMarked = mark == "." && cursor.sees { $0.meridiem() ?? ($0.skip(.oclock) ? .am : nil) }
                guard isMarked || cursor.word("hs", "hrs") || cursor.word("h") && hour > 3 else { return nil }
            }
            let second = cursor.seconds(after: mark)
            return (minute.value, second, true)
        }
        if let found { return found }
        if isHourMark(mark) {
            move(to: index + 1)
            return (0, 0, true)
        }
        return (0, 0, false)
    }

    /// The `et demie` of `8h et demie`, the `y cuarto` of `8 y cuarto`.
    mutating func andPart() -> Int? {
        guard skip(.and), isBoundary else { return nil }
        if word("media", "meia", "demie", "demi") { return 30 }
        return quarterOfHour().map { 15 }
    }

    /// The `h` of `17h30` and `17 h 30`, the `hs` and `hrs` of South America.
    private func isHourMark(_ key: String) -> Bool { key == "h" || key == "hs" || key == "hrs" }

    private mutating func seconds(after mark: String) -> Int {
        guard mark == ":" else { return 0 }
        return attempt { cursor in cursor.symbol(":", isGlued: true) && cursor.isGlued ? cursor.digits()?.value : nil }
            ?? 0
    }

    /// The `ish` of `7ish`, but not of `10ish waves`.
    private mutating func nearly() -> Bool {
        attempt { cursor in cursor.skip(.nearly) && !cursor.isCounted ? () : nil } != nil
    }

    /// `0730`, `730am`.
    private mutating func joinedClock() -> Clock? {
        let hasZero = token?.key.hasPrefix("0") == true && token?.key.utf8.count == 4
        guard let clock = joinedDigits() else { return nil }
        if let half = meridiem() {
            guard (1...12).contains(clock.hour) else { return nil }
            let hour = clock.hour % 12 + (half == .pm ? 12 : 0)
            return (ClockTime(second: hour * 3600 + clock.minute * 60), false)
        }
        let isMarked = word("hrs", "hours", "hr", "h")
        guard hasZero || isMarked, isBoundary, isMarked || !sees({ $0.unit() }) else { return nil }
        return (ClockTime(second: clock.hour * 3600 + clock.minute * 60), false)
    }

    /// The hour and minutes in three or four digits.
    private mutating func joinedDigits() -> (hour: Int, minute: Int)? {
        guard let number = digits(3...4), number.value / 100 < 24, number.value % 100 < 60 else { return nil }
        return (number.value / 100, number.value % 100)
    }

    mutating func meridiem() -> Meridiem? {
        let letters = attempt { cursor -> Meridiem? in
            let half: Meridiem = cursor.token?.key == "a" ? .am : .pm
            guard cursor.word("a", "p"), cursor.symbol("."), cursor.isGlued, cursor.word("m") else { return nil }
            cursor.symbol(".", isGlued: true)
            return half
        }
        if let letters { return letters }
        let letter = attempt { cursor -> Meridiem? in
            let half: Meridiem = cursor.token?.key == "a" ? .am : .pm
            guard cursor.isGlued, cursor.word("a", "p") else { return nil }
            return cursor.isBoundary || cursor.token?.isDash == true ? half : nil
        }
        if let letter { return letter }
        guard let half = meridiemWord() else { return nil }
        skip(.nearly)
        return half
    }

    private mutating func offset() -> Int? {
        if word("z", "utc", "gmt") { return 0 }
        let isAfterClock = isGlued
        let isPlus = isSymbol("+")
        guard isPlus || token?.isDash == true else { return nil }
        move(to: index + 1)
        guard isGlued, let hours = digits() else { return nil }
        let sign = isPlus ? 1 : -1
        if hours.size == 4 {
            guard hours.value % 100 < 60, hours.value / 100 < 24 else { return nil }
            return sign * (hours.value / 100 * 3600 + hours.value % 100 * 60)
        }
        guard hours.size == 2, hours.value < 24 else { return nil }
        let minutes = attempt { cursor in
            cursor.symbol(":", isGlued: true) ? cursor.digits().flatMap { $0.value < 60 ? $0.value : nil } : nil
        }
        if let minutes { return sign * (hours.value * 3600 + minutes * 60) }
        return isAfterClock ? sign * hours.value * 3600 : nil
    }

    // MARK: Ranges

    /// `6-8am`, `5-6:30pm`, `7am-830`, `from 6 to 8am`, `14h à 16h`, `das sete às nove e quinze`.
    mutating func clocks(_ before: [DatePiece]) -> [DatePiece]? {
        attempt { $0.clockRange(before) }
    }

    /// An end of a range of times.
    private struct End {
        var time: ClockTime
        var isBare: Bool
        /// Whether it can only be a time.
        var isExplicit: Bool
        /// Whether its minutes are written, so that it counts nothing: `9:40 waves 12`.
        var hasMinutes = false
        /// Whether it is written as on the 24-hour clock.
        var hasZero = false
    }

    /// `07:26 – 1:15:20`: whether the second time has seconds and the first has none, so that it is how long it was.
    private func isLength(_ start: Int, _ mark: Int) -> Bool {
        func colons(_ range: Range<Int>) -> Int { range.count { grammar.isSymbol($0, end, ":") } }
        return colons(start..<mark) == 1 && colons(mark..<index) == 2
    }

    private mutating func clockRange(_ before: [DatePiece]) -> [DatePiece]? {
        let isBetween = skip(.between)
        let hasZero = token?.key.hasPrefix("0") == true
        let start = index
        if isBetween, !skip(.about) { skip(.article) }
        guard var first = rangeEnd(isBetween) ?? attempt({ $0.spokenBeginning() }) ?? attempt({ $0.noonAtBeginning() }),
            !isBeforeOffset(start)
        else {
            return nil
        }
        let mark = index
        guard let hasWord = rangeWord(first, isBetween), let second = rangeEnd(true) ?? attempt({ $0.lastEnd() }),
            !isLength(start, mark)
        else {
            return nil
        }
        let hasWords = isBetween || hasWord
        let isBesideDay = before.last?.namesDay == true && !before.contains(where: \.namesClock)
        let isBesidePart = before.last?.namesPart == true && !before.contains(where: \.namesClock)
        let isExplicit =
            first.isExplicit && second.isExplicit
            || (hasWords || second.isExplicit || isBesideDay) && (first.time.second >= 5 * 3600 || first.isExplicit)
            || isBetween && second.isExplicit || isBesidePart
        guard !(first.isBare && second.isBare) || isExplicit, isBoundary, second.hasMinutes || !isCounted,
            !sees({ $0.skip(.faces, .hawaiian) ? () : nil })
        else { return nil }
        first.hasZero = hasZero
        return range(first, second).map { [.clocks($0.begin, $0.stop)] }
    }

    /// Whether the dash at the cursor is the sign of an offset: the time from `start` on has seconds, and after the dash are
    /// hours and minutes only.
    private func isBeforeOffset(_ start: Int) -> Bool {
        guard token?.isDash == true, grammar.isGlued(index + 1, end),
            (start..<index).count(where: { grammar.isSymbol($0, end, ":") }) == 2
        else { return false }
        let hasSeconds = grammar.isSymbol(index + 4, end, ":") && grammar.isGlued(index + 4, end)
        return !hasSeconds
    }

    private func range(_ first: End, _ second: End) -> (begin: ClockTime, stop: ClockTime)? {
        let half = 43_200
        var (begin, stop) = (first.time, second.time)
        if first.isBare, stop.second >= half, begin.second + half <= stop.second, !second.isBare {
            begin.second += half
        }
        if second.isBare, stop.second <= begin.second, stop.second < half { stop.second += half }
        // Nobody surfs from two to four in the night.
        if first.isBare, !first.hasZero, second.isBare, begin.second < 5 * 3600, stop.second < 9 * 3600,
            begin.second >= 3600
        {
            begin.second += half
            stop.second += half
        }
        return begin.second < stop.second ? (begin, stop) : nil
    }

    /// `midi et demi`, `midi moins dix`
    fileprivate mutating func besideNoon() -> ClockTime? {
        guard partOfDay() == .noon, let minute = attempt({ $0.andPart() }) ?? attempt({ $0.minutesBefore() }) else {
            return nil
        }
        return ClockTime(second: 12 * 3600 + minute * 60)
    }

    /// The end after the mark: `hasta como las 10`.
    private mutating func lastEnd() -> End? {
        while word(
            "about", "around", "round", "bout", "maybe", "roughly", "like", "como", "vers", "gegen", "ca", "casi",
            "umas", "unas",
            "just", "little", "bit", "a", "after", "before", "past")
        {}
        skip(.article)
        if let end = rangeEnd(true) { return end }
        let noon = attempt { $0.besideNoon() } ?? (partOfDay() == .noon ? ClockTime(second: 12 * 3600) : nil)
        return noon.map { End(time: $0, isBare: false, isExplicit: true, hasMinutes: true) }
    }

    private mutating func rangeEnd(_ isMarked: Bool) -> End? {
        let start = index
        if let clock = clockTime() {
            return End(
                time: clock.time, isBare: clock.isBare, isExplicit: index - start > 1, hasMinutes: index - start > 2)
        }
        if let spoken = attempt({ $0.spokenHour(isMarked: isMarked) }) {
            return End(time: spoken.time, isBare: spoken.isBare, isExplicit: spoken.isExplicit)
        }
        return attempt { cursor in
            guard let number = cursor.digits(1...4) else { return nil }
            cursor.move(to: start)
            let clock = number.size > 2 ? cursor.joinedDigits() : cursor.digits().map { ($0.value, 0) }
            guard let clock, (1...23).contains(clock.0) else { return nil }
            // `1500-1640`, but not the years `1998-2004`.
            let isExplicit = number.size == 4 && !(1950...2049).contains(number.value)
            return End(time: ClockTime(second: clock.0 * 3600 + clock.1 * 60), isBare: true, isExplicit: isExplicit)
        }
    }

    /// The `noon` of `noon till one thirty`.
    private mutating func noonAtBeginning() -> End? {
        guard partOfDay() == .noon, isUntil || token?.isDash == true else { return nil }
        return End(time: ClockTime(second: 12 * 3600), isBare: false, isExplicit: true)
    }

    /// The `ten` of `ten till one`.
    private mutating func spokenBeginning() -> End? {
        guard isAtWord, let end = rangeEnd(true), isUntil else { return nil }
        return end
    }

    private mutating func until() -> Bool { word("till", "til", "until", "thru", "bis", "hasta", "ate") }

    var isUntil: Bool { sees { $0.until() ? () : nil } }

    /// Moves over what joins the two ends, and returns whether it is a word of times; nil if nothing joins them.
    private mutating func rangeWord(_ first: End, _ isBetween: Bool) -> Bool? {
        if symbol("→") || attempt({ $0.symbol("-") && $0.symbol(">", isGlued: true) ? () : nil }) != nil { return true }
        // `7h/8h30`
        if rangeMark() || first.isExplicit && symbol("/") { return false }
        if until() { return true }
        if isBetween, skip(.and) || word("a", "as", "to") { return true }
        return first.isExplicit && word("a", "as") ? true : nil
    }
}
