// Days and times.

extension Grammar {
    /// Parses a piece of a date, or several adjacent pieces.
    func date(at start: Int, before end: Int) -> Reading? {
        var pieces: [DatePiece] = []
        var stop = start
        while true {
            let from = pieces.isEmpty ? leadIn(stop, end) : joined(stop, end)
            guard let next = piece(from, end, after: pieces) ?? (from > stop ? piece(stop, end, after: pieces) : nil),
                isBoundary(next.end), goesWith(next.value, pieces)
            else { break }
            pieces += next.value
            stop = next.end
        }
        guard !pieces.isEmpty, isBoundary(stop) else { return nil }
        return Reading(end: stop, meaning: .date(pieces), isWeak: isWeak(pieces, start))
    }

    /// The pieces of a line that is a date without other content. A month or a year alone must be the whole line.
    func wholeDate() -> [DatePiece]? {
        let end = tokens.count
        if let month = month(0, end) {
            if month.end == end { return [.month(year: nil, month: month.value)] }
            if let year = year(month.end, end), month.end + 1 == end { return [.month(year: year, month: month.value)] }
        }
        if let dates = dates(in: 0..<end), !dates.isEmpty { return dates.flatMap(\.pieces) }
        return weekdayAndDate()
    }

    /// `Sa., 06.09.2025`, `mer. 6 août 2025`: a short weekday in another language, which is recognized only before a
    /// day.
    private func weekdayAndDate() -> [DatePiece]? {
        guard let first = tokens.first, let weekday = Grammar.shortWeekdays[first.key] else { return nil }
        let start = tokens.indices.dropFirst().first {
            !isSymbol($0, tokens.count, ".") && !isSymbol($0, tokens.count, ",")
        }
        guard let start, let dates = dates(in: start..<tokens.count) else { return nil }
        let pieces = dates.flatMap(\.pieces)
        return pieces.contains(where: \.namesDay) ? pieces + [.shortWeekday(weekday)] : nil
    }

    private static let shortWeekdays: [String: Int] = [
        "so": 0, "mo": 1, "di": 2, "mi": 3, "do": 4, "fr": 5, "sa": 6, "dim": 0, "lun": 1, "mar": 2, "mer": 3, "jeu": 4,
        "ven": 5, "sam": 6, "dom": 0, "mie": 3, "jue": 4, "vie": 5, "sab": 6, "seg": 1, "ter": 2, "qua": 3, "qui": 4,
        "sex": 5,
    ]

    /// The dates in a range, which may be separated by commas. Nil if the range contains anything else.
    func dates(in range: Range<Int>) -> [(pieces: [DatePiece], tokens: Range<Int>)]? {
        var dates: [(pieces: [DatePiece], tokens: Range<Int>)] = []
        var index = range.lowerBound
        while index < range.upperBound {
            if isSymbol(index, range.upperBound, ",") || tokens[index].isDash && !tokens[index].isGlued {
                index += 1
            } else if let reading = date(at: index, before: range.upperBound), case .date(let pieces) = reading.meaning
            {
                dates.append((pieces, index..<reading.end))
                index = reading.end
            } else {
                return nil
            }
        }
        return dates
    }

    /// Whether the pieces can belong to the same date as those before them.
    private func goesWith(_ next: [DatePiece], _ pieces: [DatePiece]) -> Bool {
        guard !pieces.isEmpty else { return true }
        if pieces.contains(where: \.isScore), !next.allSatisfy(\.namesClock) { return false }
        if next.contains(where: \.isScore), pieces.contains(where: { !$0.namesClock }) { return false }
        let isTimed = pieces.contains { if case .clock = $0 { true } else if case .clocks = $0 { true } else { false } }
        if isTimed, next.contains(where: { if case .partOfDay = $0 { true } else { false } }) { return false }
        let (near, other) = (pieces.contains(where: \.isRelative), next.contains(where: \.isRelative))
        let (weekday, after) = (pieces.contains(where: \.isWeekday), next.contains(where: \.isWeekday))
        return !(near && (other || after) || weekday && (other || after))
    }

    /// Whether the date may be part of a narrative, because it is only a part of the day.
    private func isWeak(_ pieces: [DatePiece], _ start: Int) -> Bool {
        pieces.allSatisfy { if case .partOfDay = $0 { true } else { false } }
    }

    private func leadIn(_ start: Int, _ end: Int) -> Int {
        let from =
            isWord(start, end, "about", "around") || isSymbol(start, end, "~")
            ? start + 1 : skip(start, end, .roughly) ?? start
        let next = skip(from, end, .on) ?? from
        return skip(next, end, .article) ?? next
    }

    /// The index after a word that joins two pieces of a date.
    private func joined(_ start: Int, _ end: Int) -> Int {
        if let next = skip(start, end, .on, .article, .of), !isClockAfter(start, end) { return next }
        return start
    }

    private func isClockAfter(_ start: Int, _ end: Int) -> Bool {
        skip(start, end, .at).flatMap { clock($0, end) } != nil
    }

    private func piece(_ start: Int, _ end: Int, after: [DatePiece]) -> (value: [DatePiece], end: Int)? {
        guard start < end else { return nil }
        if let found = numericDay(start, end) { return found }
        if let found = namedDay(start, end) { return found }
        if let found = ago(start, end) { return found }
        if let found = relative(start, end) { return found }
        if let found = clockPiece(start, end, after) { return found }
        return nil
    }

    // MARK: Numeric days

    private func numericDay(_ start: Int, _ end: Int) -> (value: [DatePiece], end: Int)? {
        guard let first = digits(start, end) else { return nil }
        if let found = isoDay(start, end) { return found }
        for separator: Unicode.Scalar in ["/", ".", "-"] {
            guard isSymbol(start + 1, end, separator), isGlued(start + 1, end) else { continue }
            if let found = cutDay(first, start, end, separator) { return found }
        }
        if separated(start, end, "/"), let over = digits(start + 2, end), over == 5 || over == 10, first <= over {
            return ([.dayOrRating(first, of: over)], start + 3)
        }
        return nil
    }

    private func separated(_ start: Int, _ end: Int, _ separator: Unicode.Scalar) -> Bool {
        isSymbol(start + 1, end, separator)
    }

    /// `2026-11-19`, `2026/11/19`, `20261119`, optionally with a time after `T`.
    private func isoDay(_ start: Int, _ end: Int) -> (value: [DatePiece], end: Int)? {
        let key = tokens[start].key
        if key.utf8.count == 8, let all = Int(key),
            CivilDay(year: all / 10_000, month: all / 100 % 100, day: all % 100) != nil
        {
            return (time([.day(year: all / 10_000, month: all / 100 % 100, day: all % 100)], start + 1, end))
        }
        guard key.utf8.count == 4, let year = Int(key),
            let separator = isGlued(start + 1, end) ? tokens[start + 1].symbol : nil,
            separator == "-" || separator == "/" || separator == ".", isGlued(start + 2, end),
            let month = digits(start + 2, end)
        else { return nil }
        guard isSymbol(start + 3, end, separator), isGlued(start + 3, end), isGlued(start + 4, end),
            let day = digits(start + 4, end)
        else {
            let isMonth = separator == "-" && tokens[start + 2].key.utf8.count == 2
            return isMonth ? ([.month(year: year, month: month)], start + 3) : nil
        }
        return time([.day(year: year, month: month, day: day)], start + 5, end)
    }

    /// The day with its ISO 8601 time, if one follows.
    private func time(_ day: [DatePiece], _ start: Int, _ end: Int) -> (value: [DatePiece], end: Int) {
        guard isWord(start, end, "t"), isGlued(start, end), isGlued(start + 1, end),
            let clock = isoClock(start + 1, end)
        else { return (day, start) }
        return (day + [.clock(clock.value)], clock.end)
    }

    private func isoClock(_ start: Int, _ end: Int) -> (value: ClockTime, end: Int)? {
        var stop = start
        while stop < end, stop == start || tokens[stop].isGlued, tokens[stop].kind != .quoted, tokens[stop].key != "," {
            stop += 1
        }
        while stop > start {
            let text = line.text(start..<stop).lowercased()
            if let clock = ClockTime(text, isBasic: true) { return (clock, stop) }
            stop -= 1
        }
        return nil
    }

    /// `31/10`, `12.9.`, `03.11.2026`, `06/Nov/2023`, `5/6/24`.
    private func cutDay(
        _ first: Int, _ start: Int, _ end: Int, _ separator: Unicode.Scalar
    ) -> (value: [DatePiece], end: Int)? {
        guard isGlued(start + 2, end) else { return nil }
        if let month = dateMonth(start + 2, end), month.end == start + 3 {
            guard isSymbol(start + 3, end, separator), isGlued(start + 4, end), let year = cutYear(start + 4, end)
            else {
                return separator == "-" ? ([.monthDay(month: month.value, day: first, year: nil)], start + 3) : nil
            }
            return ([.monthDay(month: month.value, day: first, year: year)], start + 5)
        }
        guard let second = digits(start + 2, end), tokens[start].key.utf8.count <= 2,
            tokens[start + 2].key.utf8.count <= 2
        else { return nil }
        let hasThird = isSymbol(start + 3, end, separator) && isGlued(start + 3, end)
        if hasThird, isGlued(start + 4, end), let third = digits(start + 4, end) {
            let size = tokens[start + 4].key.utf8.count
            if size == 4 { return (known(first, second, third, separator), start + 5) }
            guard size <= 2, size == 2 || tokens[start].key.utf8.count == 2 else { return nil }
            if separator == "." {
                return ([.day(year: fullYear(third), month: second, day: first)], start + 5)
            }
            return ([.shortYear(first, second, third)], start + 5)
        }
        switch separator {
        case "/":
            if second == 5 || second == 10, first <= second {
                return ([.dayOrRating(first, of: second)], start + 3)
            }
            guard (1...31).contains(first), (1...31).contains(second), first <= 12 || second <= 12 else { return nil }
            return ([.slashed(first, second, year: nil)], start + 3)
        case ".":
            guard hasThird, (1...31).contains(first), (1...12).contains(second) else { return nil }
            return ([.monthDay(month: second, day: first, year: nil)], start + 4)
        default: return nil
        }
    }

    private func known(_ first: Int, _ second: Int, _ year: Int, _ separator: Unicode.Scalar) -> [DatePiece] {
        separator == "." ? [.day(year: year, month: second, day: first)] : [.slashed(first, second, year: year)]
    }

    /// The century of two-digit years as in POSIX: 69 to 99 are 1969 to 1999, 00 to 68 are 2000 to 2068.
    private func fullYear(_ short: Int) -> Int { short + (short < 69 ? 2000 : 1900) }

    /// A year of four or two digits.
    private func cutYear(_ index: Int, _ end: Int) -> Int? {
        if let year = year(index, end) { return year }
        guard let short = digits(index, end), tokens[index].key.utf8.count == 2 else { return nil }
        return fullYear(short)
    }

    private func year(_ index: Int, _ end: Int) -> Int? {
        guard let year = digits(index, end) else { return nil }
        switch tokens[index].key.utf8.count {
        case 4 where (1000...9999).contains(year): return year
        default: return nil
        }
    }

    /// A year of four digits, or of two after a month's name and a day.
    private func looseYear(_ start: Int, _ end: Int) -> (value: Int, end: Int)? {
        var index = skip(start, end, .of) ?? start
        if isSymbol(index, end, ",") { index += 1 }
        if let year = year(index, end), unit(index + 1, end) == nil, !isGlued(index + 1, end) || isBoundary(index + 1) {
            return (year, index + 1)
        }
        guard index == start, let short = digits(start, end), tokens[start].key.utf8.count == 2,
            unit(start + 1, end) == nil, isBoundary(start + 1), !isSymbol(start + 1, end, ":"), short >= 32
        else { return nil }
        return (fullYear(short), start + 1)
    }

    // MARK: Named days

    private func month(_ start: Int, _ end: Int) -> (value: Int, end: Int)? {
        guard let month = match(start, end, { if case .month(let month) = $0 { month } else { nil } }) else {
            return nil
        }
        if isSymbol(month.end, end, "."), isGlued(month.end, end) { return (month.value, month.end + 1) }
        return month
    }

    /// A month where only a month can be. `ago`, `set` and `out`, which are other words elsewhere, are included.
    private func dateMonth(_ start: Int, _ end: Int) -> (value: Int, end: Int)? {
        if let month = month(start, end) { return month }
        guard start < end, let month = Grammar.dateMonths[tokens[start].key] else { return nil }
        return (month, isSymbol(start + 1, end, ".") && isGlued(start + 1, end) ? start + 2 : start + 1)
    }

    private static let dateMonths = ["ago": 8, "set": 9, "out": 10]

    /// `3rd`, `12`, `3.`, `third`.
    private func dayNumber(_ start: Int, _ end: Int) -> (value: Int, end: Int)? {
        if let day = digits(start, end), (1...31).contains(day), tokens[start].key.utf8.count <= 2 {
            if isGlued(start + 1, end) {
                if isWord(start + 1, end, "st", "nd", "rd", "th", "er", "o", "º", "ª", "e") { return (day, start + 2) }
                if isSymbol(start + 1, end, ".") || isSymbol(start + 1, end, "º") { return (day, start + 2) }
            }
            guard isBoundary(start + 1) else { return nil }
            return (day, start + 1)
        }
        return match(start, end) { if case .ordinal(let day) = $0 { day } else { nil } }
    }

    private func namedDay(_ start: Int, _ end: Int) -> (value: [DatePiece], end: Int)? {
        if let day = dayNumber(start, end) {
            let of = skip(day.end, end, .of) ?? day.end
            if let month = month(of, end) {
                let year = looseYear(month.end, end)
                return ([.monthDay(month: month.value, day: day.value, year: year?.value)], year?.end ?? month.end)
            }
            if let month = dateMonth(of, end), let year = looseYear(month.end, end) {
                return ([.monthDay(month: month.value, day: day.value, year: year.value)], year.end)
            }
        }
        if let alone = ordinalAlone(start, end) { return alone }
        if let holiday = match(start, end, { if case .holiday(let month, let day) = $0 { (month, day) } else { nil } })
        {
            let year = looseYear(holiday.end, end)
            let piece = DatePiece.monthDay(month: holiday.value.0, day: holiday.value.1, year: year?.value)
            return ([piece], year?.end ?? holiday.end)
        }
        guard let month = month(start, end) else { return nil }
        let from = isWord(month.end, end, "the") ? month.end + 1 : month.end
        guard let day = dayNumber(from, end), unit(day.end, end)?.value.isMeasure != true, !isClockTail(day.end, end)
        else {
            return nil
        }
        let year = looseYear(day.end, end)
        return ([.monthDay(month: month.value, day: day.value, year: year?.value)], year?.end ?? day.end)
    }

    /// `14th`, unless a word follows that makes it a name, such as `38th Ave`.
    private func ordinalAlone(_ start: Int, _ end: Int) -> (value: [DatePiece], end: Int)? {
        guard let day = digits(start, end), (1...31).contains(day), isGlued(start + 1, end),
            isWord(start + 1, end, "st", "nd", "rd", "th"), isBoundary(start + 2), !isName(start + 2, end)
        else { return nil }
        return ([.dayOfMonth(day)], start + 2)
    }

    /// Whether the token is a word that neither begins a value nor is a function word.
    private func isName(_ index: Int, _ end: Int) -> Bool {
        guard index < end, tokens[index].kind == .word, !isGlued(index, end) else { return false }
        let terms = lexicon.terms(of: tokens[index].key)
        return terms.allSatisfy { !$0.isSmall && (!$0.beginsValue || $0 == .landmark) }
    }

    private func isClockTail(_ index: Int, _ end: Int) -> Bool {
        isSymbol(index, end, ":") && digits(index + 1, end) != nil && isGlued(index + 1, end)
    }

    // MARK: Days relative to today

    private func relative(_ start: Int, _ end: Int) -> (value: [DatePiece], end: Int)? {
        if let day = match(start, end, { if case .day(let days) = $0 { days } else { nil } }) {
            return morningOrTomorrow(day, start, end)
        }
        if let now = skip(start, end, .now) { return ([.now], now) }
        if let part = dayPart(start, end) { return part }
        if let day = skip(start, end, .someDay) { return ([.someDay], day) }
        if let weekend = weekend(start, end) { return weekend }
        if let this = skip(start, end, .this) {
            if let part = partOfDay(this, end) {
                return ([.relativeDay(0), .partOfDay(part.value)], part.end)
            }
            if let half = meridiemWord(this, end) {
                return ([.relativeDay(0), .partOfDay(half.value.partOfDay)], half.end)
            }
            if isWord(this, end, "manana", "morgen") {
                return ([.relativeDay(0), .partOfDay(.morning)], this + 1)
            }
        }
        if let last = skip(start, end, .last) {
            if let part = partOfDay(last, end), part.value == .night || part.value == .evening {
                return ([.relativeDay(-1), .partOfDay(part.value)], part.end)
            }
            if let weekday = weekday(last, end) { return ([.weekday(weekday.value, .last)], weekday.end) }
            if let week = unit(last, end), week.value == .weeks, let weekday = weekday(week.end, end) {
                return ([.weekday(weekday.value, .weekBefore)], weekday.end)
            }
            return unit(last, end).flatMap { unit in unit.value.lastOne.map { ([$0], unit.end) } }
        }
        if let this = skip(start, end, .this), let unit = unit(this, end) {
            switch unit.value {
            case .weeks: return ([.weeksBack(0)], unit.end)
            case .months: return ([.monthsBack(0)], unit.end)
            case .years: return ([.yearsBack(0)], unit.end)
            default: break
            }
        }
        if let this = skip(start, end, .this), let weekday = weekday(this, end) {
            return ([.weekday(weekday.value, .latest)], weekday.end)
        }
        if let unit = unit(start, end), let last = skip(unit.end, end, .last), let span = unit.value.lastOne {
            return ([span], last)
        }
        guard let day = weekday(start, end) else { return nil }
        if let week = skip(day.end, end, .weekBefore) { return ([.weekday(day.value, .weekBefore)], week) }
        if let last = skip(day.end, end, .last), !isWord(day.end, end, "last") {
            return ([.weekday(day.value, .last)], last)
        }
        let isOn = start > 0 && isWord(start - 1, end, "on")
        return ([day.isShort && !isOn ? .shortWeekday(day.value) : .weekday(day.value, .latest)], day.end)
    }

    /// A day and its part in one word: `tonight`, `anoche`, `Sonntagmorgen`.
    private func dayPart(_ start: Int, _ end: Int) -> (value: [DatePiece], end: Int)? {
        if let part = match(start, end, { if case .dayPart(let day, let part) = $0 { (day, part) } else { nil } }) {
            return ([.relativeDay(part.value.0), .partOfDay(part.value.1)], part.end)
        }
        let compound = match(start, end) { if case .weekdayPart(let day, let part) = $0 { (day, part) } else { nil } }
        return compound.map { ([.weekday($0.value.0, .latest), .partOfDay($0.value.1)], $0.end) }
    }

    /// `last weekend`, `the weekend`.
    private func weekend(_ start: Int, _ end: Int) -> (value: [DatePiece], end: Int)? {
        if let last = skip(start, end, .last), let stop = skip(last, end, .weekend) {
            return ([.weekend(isLast: true)], stop)
        }
        guard let stop = skip(skip(start, end, .this) ?? start, end, .weekend) else { return nil }
        return ([.weekend(isLast: false)], stop)
    }

    private func weekday(_ start: Int, _ end: Int) -> (value: Int, isShort: Bool, end: Int)? {
        let found = match(start, end) { term -> (Int, Bool)? in
            if case .weekday(let day, let isShort) = term { (day, isShort) } else { nil }
        }
        guard let found else { return nil }
        let stop = isSymbol(found.end, end, ".") && found.value.1 && isGlued(found.end, end) ? found.end + 1 : found.end
        return (found.value.0, found.value.1, stop)
    }

    /// `mañana`, `manhã` and `morgen` mean tomorrow, or the morning if they follow another day.
    private func morningOrTomorrow(
        _ day: (value: Int, end: Int), _ start: Int, _ end: Int
    ) -> (value: [DatePiece], end: Int) {
        guard day.value <= 0, isWord(day.end, end, "morgen", "manana") else {
            return ([.relativeDay(day.value)], day.end)
        }
        return ([.relativeDay(day.value), .partOfDay(.morning)], day.end + 1)
    }

    /// `3 days ago`, `1 day 2 hours ago`, `a week ago`, `hace 3 dias`, `vor 3 Tagen`.
    private func ago(_ start: Int, _ end: Int) -> (value: [DatePiece], end: Int)? {
        if let mark = skip(start, end, .agoBefore), let length = lengths(mark, end) {
            return (length.value, length.end)
        }
        if let several = skip(start, end, .several), let unit = unit(several, end), unit.value.ago(1) != nil,
            let stop = skip(unit.end, end, .ago)
        {
            return ([.someDay], stop)
        }
        guard let length = lengths(start, end), let stop = skip(length.end, end, .ago) else { return nil }
        return (length.value, stop)
    }

    private func lengths(_ start: Int, _ end: Int) -> (value: [DatePiece], end: Int)? {
        var pieces: [DatePiece] = []
        var stop = start
        while pieces.count < 3 {
            let from = pieces.isEmpty ? stop : skip(stop, end, .and) ?? stop
            guard let number = number(from, end), number.value == number.value.rounded(), number.value <= 1_000_000,
                let unit = unit(number.end, end), let piece = unit.value.ago(Int(number.value))
            else { break }
            pieces.append(piece)
            stop = unit.end
        }
        return pieces.isEmpty ? nil : (pieces, stop)
    }

    // MARK: Times

    func partOfDay(_ start: Int, _ end: Int) -> (value: PartOfDay, end: Int)? {
        let from = isWord(start, end, "in") && isWord(start + 1, end, "the") ? start + 2 : start
        return match(from, end) { if case .partOfDay(let part) = $0 { part } else { nil } }
    }

    private func clockPiece(
        _ start: Int, _ end: Int, _ after: [DatePiece]
    ) -> (value: [DatePiece], end: Int)? {
        if let at = skip(start, end, .at) ?? (isSymbol(start, end, "@") ? start + 1 : nil) {
            if let range = clocks(at, end) { return range }
            if let clock = clock(at, end) { return clock }
            if isSymbol(start, end, "@") { return nil }
            if let hour = bareHour(at, end) ?? joinedHour(at, end) ?? spokenHour(at, end) { return hour }
            if let part = partOfDay(at, end) { return ([.partOfDay(part.value)], part.end) }
            return nil
        }
        if let half = halfHour(start, end) ?? dottedClock(start, end, after) { return half }
        if let range = clocks(start, end) { return range }
        if let clock = clock(start, end), !isLength(start, clock.end),
            !isHourMark(start, clock.end) || isBesideDay(start, clock.end, end, after)
        {
            return clock
        }
        if let part = partOfDay(start, end) { return ([.partOfDay(part.value)], part.end) }
        // `yesterday am`. German's `am` does not follow an English day.
        if let last = after.last, last.namesDay, last.isShortWeekday || tokens[start - 1].key.hasSuffix("day"),
            let half = meridiemWord(start, end)
        {
            return ([.partOfDay(half.value.partOfDay)], half.end)
        }
        if after.contains(where: \.namesTimeOfDay), !after.contains(where: \.namesClock),
            let hour = bareHour(start, end)
        {
            return hour
        }
        if let hour = bareHour(start, end), after.isEmpty, let part = partAfter(hour.end, end) {
            return (hour.value + part.value, part.end)
        }
        return nil
    }

    /// `8h`, `17h30`: a time or a duration.
    private func isHourMark(_ start: Int, _ end: Int) -> Bool {
        !isHead && tokens[start..<end].contains { $0.kind == .word && $0.key == "h" }
    }

    /// `2h`: a duration. Numbers below 5 are not taken for hours of the night.
    private func isLength(_ start: Int, _ end: Int) -> Bool {
        end == start + 2 && isWord(start + 1, end, "h") && digits(start, end).map { $0 < 5 } == true
    }

    /// Whether a day without a time is before or after it. Beside a part of the day, `2h` is a duration.
    private func isBesideDay(_ start: Int, _ stop: Int, _ end: Int, _ after: [DatePiece]) -> Bool {
        if after.contains(where: \.namesPart), let hour = digits(start, end), hour < 5 { return false }
        if !after.isEmpty { return after.contains(where: \.namesDay) && !after.contains(where: \.namesClock) }
        return stop < end && (relative(stop, end) ?? namedDay(stop, end) ?? numericDay(stop, end)) != nil
    }

    /// `8 this morning`: the pieces after a bare hour.
    private func partAfter(_ start: Int, _ end: Int) -> (value: [DatePiece], end: Int)? {
        guard let this = skip(start, end, .this), let part = partOfDay(this, end) else { return nil }
        return ([.relativeDay(0), .partOfDay(part.value)], part.end)
    }

    /// A number that is an hour beside a day, unless the text after it gives it another meaning.
    private func bareHour(_ start: Int, _ end: Int) -> (value: [DatePiece], end: Int)? {
        guard let hour = digits(start, end), (0...23).contains(hour), tokens[start].key.utf8.count <= 2,
            isBoundary(start + 1), unit(start + 1, end) == nil, rangeMark(start + 1, end) == nil,
            !isSymbol(start + 1, end, "/"), skip(start + 1, end, .people) == nil, !isScored(start + 1, end),
            !(start + 1 < end && tokens[start + 1].kind == .stars), month(start + 1, end) == nil,
            !isSymbol(start + 1, end, ".") || !isGlued(start + 2, end), decimal(start, end)?.end == start + 1,
            !isClockTail(start + 1, end)
        else { return nil }
        return ([.hour(hour, minute: 0)], start + 1)
    }

    /// `eight`, `siete y media`, `half past three` after `at`.
    private func spokenHour(_ start: Int, _ end: Int) -> (value: [DatePiece], end: Int)? {
        if let half = halfHour(start, end) { return half }
        if let hour = digits(start, end), hour < 24, isWord(start + 1, end, "horas", "heures", "hora", "heure") {
            return ([.hour(hour, minute: 0)], start + 2)
        }
        guard start < end, tokens[start].kind == .word, let hour = number(start, end), (1...12).contains(hour.value),
            isBoundary(hour.end)
        else { return nil }
        if let and = skip(hour.end, end, .and), isWord(and, end, "media", "meia", "demie") {
            return ([.hour(Int(hour.value), minute: 30)], and + 1)
        }
        guard unit(hour.end, end) == nil, skip(hour.end, end, .people) == nil, !isName(hour.end, end) else {
            return nil
        }
        return ([.hour(Int(hour.value), minute: 0)], skip(hour.end, end, .oclock) ?? hour.end)
    }

    /// `half past three`, `quarter to nine`, `half seven`, `halb acht`, `viertel nach acht`.
    private func halfHour(_ start: Int, _ end: Int) -> (value: [DatePiece], end: Int)? {
        guard start + 1 < end, tokens[start].kind == .word else { return nil }
        let minutes: Int
        var index = start + 1
        switch tokens[start].key {
        case "half": minutes = 30
        case "halb": minutes = -30
        case "quarter", "viertel":
            guard isWord(index, end, "past", "to", "nach", "vor") else { return nil }
            minutes = isWord(index, end, "past", "nach") ? 15 : -15
        default: return nil
        }
        if isWord(index, end, "past", "to", "nach", "vor") { index += 1 }
        guard let hour = number(index, end), (1...12).contains(hour.value), hour.value == hour.value.rounded(),
            isBoundary(hour.end), unit(hour.end, end) == nil
        else { return nil }
        let time = Int(hour.value) * 60 + minutes
        return ([.hour(time < 60 ? 12 : time / 60, minute: time % 60)], hour.end)
    }

    /// The `15.30` of `21.11.2026 15.30`.
    private func dottedClock(_ start: Int, _ end: Int, _ after: [DatePiece]) -> (value: [DatePiece], end: Int)? {
        guard after.last?.namesDay == true, start > 1, isSymbol(start - 2, end, ".") || isSymbol(start - 1, end, "."),
            let hour = digits(start, end), hour < 24, isSymbol(start + 1, end, "."), isGlued(start + 2, end),
            let minute = digits(start + 2, end), tokens[start + 2].key.utf8.count == 2, minute < 60,
            isBoundary(start + 3), unit(start + 3, end) == nil
        else { return nil }
        return ([.hour(hour, minute: minute)], start + 3)
    }

    private func isScored(_ start: Int, _ end: Int) -> Bool {
        skip(start, end, .starsOutOf).map { digits($0, end) != nil } ?? false
    }

    /// `730` and `1830` after `at`.
    private func joinedHour(_ start: Int, _ end: Int) -> (value: [DatePiece], end: Int)? {
        guard let clock = bareClock(start, end), tokens[start].key.utf8.count > 2, unit(clock.end, end) == nil else {
            return nil
        }
        return ([.hour(clock.value.second / 3600, minute: clock.value.second % 3600 / 60)], clock.end)
    }

    private func clock(_ start: Int, _ end: Int) -> (value: [DatePiece], end: Int)? {
        guard let clock = clockAnywhere(start, end) else { return nil }
        guard let zone = zone(clock.end, end) else { return clock }
        return (clock.value + [.zone(zone.value)], zone.end)
    }

    /// `Australia/Sydney`.
    private func zone(_ start: Int, _ end: Int) -> (value: String, end: Int)? {
        guard isSymbol(start + 1, end, "/"), isGlued(start + 1, end), tokens[start].kind == .word else { return nil }
        var stop = start + 2
        while stop < end, tokens[stop].isGlued,
            tokens[stop].kind == .word || tokens[stop].kind == .digits
                || ["/", "_", "-", "+"].contains(tokens[stop].key)
        {
            stop += 1
        }
        return ZoneNames.known(text(start..<stop)).map { ($0, stop) }
    }

    private func clockAnywhere(_ start: Int, _ end: Int) -> (value: [DatePiece], end: Int)? {
        guard let clock = clockTime(start, end) else { return nil }
        if let offset = offset(clock.end, end) {
            var time = clock.value
            time.offset = offset.value
            return ([.clock(time)], offset.end)
        }
        // An hour with a leading zero uses the 24-hour clock.
        if clock.isBare, clock.value.second % 60 == 0, tokens[start].key.utf8.first != UInt8(ascii: "0") {
            return ([.hour(clock.value.second / 3600, minute: clock.value.second % 3600 / 60)], clock.end)
        }
        return ([.clock(clock.value)], clock.end)
    }

    /// A clock time. `isBare` is true if it may be am or pm.
    private func clockTime(_ start: Int, _ end: Int) -> (value: ClockTime, end: Int, isBare: Bool)? {
        guard let hour = digits(start, end) else { return nil }
        if tokens[start].key.utf8.count > 2 { return joinedClock(start, end) }
        var (minute, second, stop) = (0, 0, start + 1)
        var isExplicit = false
        for separator in [":", ".", "h"] where isGlued(stop, end) && tokens[stop].key == separator {
            guard isGlued(stop + 1, end), let minutes = digits(stop + 1, end), tokens[stop + 1].key.utf8.count == 2
            else {
                if separator == "h" { (stop, isExplicit) = (stop + 1, true) }
                break
            }
            if separator == ".", meridiem(stop + 2, end) == nil, skip(stop + 2, end, .oclock) == nil { break }
            (minute, stop, isExplicit) = (minutes, stop + 2, true)
            if separator == ":", isSymbol(stop, end, ":"), isGlued(stop, end), isGlued(stop + 1, end),
                let seconds = digits(stop + 1, end)
            {
                (second, stop) = (seconds, stop + 2)
            }
            break
        }
        if let half = meridiem(stop, end) {
            guard (1...12).contains(hour), minute < 60 else { return nil }
            return (ClockTime(second: (hour % 12 + (half.value == .pm ? 12 : 0)) * 3600 + minute * 60), half.end, false)
        }
        if let mark = skip(stop, end, .oclock) ?? nearly(stop, end) { (stop, isExplicit) = (mark, true) }
        guard isExplicit, hour < 24, minute < 60, second < 60 else { return nil }
        if skip(stop, end, .unit(.hours)) != nil, isGlued(stop, end) { return nil }
        return (ClockTime(second: hour * 3600 + minute * 60 + second), stop, true)
    }

    /// The `ish` of `7ish`, but not of `10ish waves`.
    private func nearly(_ start: Int, _ end: Int) -> Int? {
        skip(start, end, .nearly).flatMap { endsClock($0, end) ? $0 : nil }
    }

    /// `0730`, `730am`.
    private func joinedClock(_ start: Int, _ end: Int) -> (value: ClockTime, end: Int, isBare: Bool)? {
        guard let clock = joinedDigits(start, end) else { return nil }
        if let half = meridiem(start + 1, end) {
            guard (1...12).contains(clock.hour) else { return nil }
            let hour = clock.hour % 12 + (half.value == .pm ? 12 : 0)
            return (ClockTime(second: hour * 3600 + clock.minute * 60), half.end, false)
        }
        guard isBoundary(start + 1), unit(start + 1, end) == nil, tokens[start].key.utf8.count == 4,
            tokens[start].key.hasPrefix("0")
        else { return nil }
        return (ClockTime(second: clock.hour * 3600 + clock.minute * 60), start + 1, false)
    }

    /// The hour and minutes in three or four digits.
    private func joinedDigits(_ start: Int, _ end: Int) -> (hour: Int, minute: Int)? {
        guard let number = digits(start, end), (3...4).contains(tokens[start].key.utf8.count), number / 100 < 24,
            number % 100 < 60
        else { return nil }
        return (number / 100, number % 100)
    }

    private func meridiemWord(_ start: Int, _ end: Int) -> (value: Meridiem, end: Int)? {
        match(start, end) { if case .meridiem(let half) = $0 { half } else { nil } }
    }

    private func meridiem(_ start: Int, _ end: Int) -> (value: Meridiem, end: Int)? {
        if isWord(start, end, "a", "p"), isSymbol(start + 1, end, "."), isWord(start + 2, end, "m"),
            isGlued(start + 2, end)
        {
            let stop = isSymbol(start + 3, end, ".") && isGlued(start + 3, end) ? start + 4 : start + 3
            return (tokens[start].key == "a" ? .am : .pm, stop)
        }
        if isGlued(start, end), isBoundary(start + 1), isWord(start, end, "a", "p") {
            return (tokens[start].key == "a" ? .am : .pm, start + 1)
        }
        guard let half = meridiemWord(start, end) else {
            return nil
        }
        return (half.value, skip(half.end, end, .nearly) ?? half.end)
    }

    /// `6-8am`, `5-6:30pm`, `7am-830`, `from 6 to 8am`.
    func clocks(_ start: Int, _ end: Int) -> (value: [DatePiece], end: Int)? {
        let between = skip(start, end, .between)
        let from = between ?? start
        guard let first = clockTime(from, end) ?? bareClock(from, end),
            let mark = rangeMark(first.end, end) ?? until(first.end, end)
                ?? (between == nil ? nil : skip(first.end, end, .and)) ?? to(first, from, end),
            let second = clockTime(mark, end) ?? bareClock(mark, end)
        else { return nil }
        let hasWords = between != nil || until(first.end, end) != nil
        let isExplicit =
            hasClockMark(from, first.end) && clockTime(mark, end) != nil
            || (hasWords || hasClockMark(mark, second.end)) && first.value.second >= 5 * 3600
            || skip(mark + 1, end, .oclock) == second.end
        guard !(first.isBare && second.isBare) || isExplicit, isBoundary(second.end), unit(second.end, end) == nil,
            skip(second.end, end, .people) == nil
        else { return nil }
        let half = 43_200
        var (begin, stop) = (first.value, second.value)
        if first.isBare, stop.second >= half, begin.second + half <= stop.second { begin.second += half }
        if second.isBare, stop.second <= begin.second, stop.second < half { stop.second += half }
        guard begin.second < stop.second else { return nil }
        return ([.clocks(begin, stop)], second.end)
    }

    /// `14h à 16h`, `7h às 9h`.
    private func to(_ first: (value: ClockTime, end: Int, isBare: Bool), _ start: Int, _ end: Int) -> Int? {
        hasClockMark(start, first.end) && isWord(first.end, end, "a", "as") ? first.end + 1 : nil
    }

    private func until(_ start: Int, _ end: Int) -> Int? {
        isWord(start, end, "till", "til", "until") ? start + 1 : nil
    }

    private func hasClockMark(_ start: Int, _ end: Int) -> Bool { end - start > 1 }

    /// An hour of one or two digits, or three or four digits with the minutes.
    private func bareClock(_ start: Int, _ end: Int) -> (value: ClockTime, end: Int, isBare: Bool)? {
        guard let number = digits(start, end) else { return nil }
        let clock = tokens[start].key.utf8.count > 2 ? joinedDigits(start, end) : (number, 0)
        guard let clock, (1...23).contains(clock.0) else { return nil }
        return (ClockTime(second: clock.0 * 3600 + clock.1 * 60), start + 1, true)
    }

    private func offset(_ start: Int, _ end: Int) -> (value: Int, end: Int)? {
        if isWord(start, end, "z", "utc", "gmt") { return (0, start + 1) }
        guard start < end, isSymbol(start, end, "+") || tokens[start].isDash, isGlued(start + 1, end),
            let hours = digits(start + 1, end)
        else { return nil }
        let sign = isSymbol(start, end, "+") ? 1 : -1
        if tokens[start + 1].key.utf8.count == 4 {
            guard hours % 100 < 60, hours / 100 < 24 else { return nil }
            return (sign * (hours / 100 * 3600 + hours % 100 * 60), start + 2)
        }
        guard tokens[start + 1].key.utf8.count == 2, hours < 24 else { return nil }
        if isSymbol(start + 2, end, ":"), isGlued(start + 2, end), let minutes = digits(start + 3, end), minutes < 60 {
            return (sign * (hours * 3600 + minutes * 60), start + 4)
        }
        return isGlued(start, end) ? (sign * hours * 3600, start + 2) : nil
    }
}

extension DatePiece {
    var isScore: Bool { if case .dayOrRating = self { true } else { false } }

    var isWeekday: Bool {
        switch self {
        case .weekday, .shortWeekday: true
        default: false
        }
    }

    /// Whether the day is relative to today.
    var isRelative: Bool {
        switch self {
        case .relativeDay: true
        default: false
        }
    }

    fileprivate var isShortWeekday: Bool { if case .shortWeekday = self { true } else { false } }

    var namesPart: Bool { if case .partOfDay = self { true } else { false } }

    /// Whether a bare number beside the piece is an hour.
    var namesTimeOfDay: Bool {
        switch self {
        case .clock, .clocks, .hour, .now, .minutesAgo, .zone: false
        default: true
        }
    }
}

extension Meridiem {
    /// The part of the day that it means without a clock time: `this am`.
    fileprivate var partOfDay: PartOfDay { self == .am ? .morning : .afternoon }
}

extension Unit {
    /// Whether a number before the unit is a measure and not a day.
    var isMeasure: Bool {
        switch self {
        case .days, .weeks, .months, .years, .degrees: false
        default: true
        }
    }

    /// The week, month or year before the current one.
    var lastOne: DatePiece? {
        switch self {
        case .weeks: .weeksBack(1)
        case .months: .monthsBack(1)
        case .years: .yearsBack(1)
        default: nil
        }
    }

    func ago(_ count: Int) -> DatePiece? {
        switch self {
        case .minutes: .minutesAgo(count)
        case .hours: .minutesAgo(count * 60)
        case .days: .daysAgo(count)
        case .weeks: .daysAgo(count * 7)
        case .months: .monthsAgo(count)
        case .years: .monthsAgo(count * 12)
        default: nil
        }
    }
}
