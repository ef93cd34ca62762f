/// Days with the name of their month or weekday.
extension DateForm {
    static let namedDays = [
        DateForm("YYYY, D MONTH; YYYY MONTH D") { cursor, _ in cursor.dayAfterYear() },
        DateForm("MONTH YYYY, MONTH/YY, SEASON YYYY") { cursor, _ in cursor.monthOfYear() },
        DateForm("2ª feira, 3ªf, 2ª PART") { cursor, _ in cursor.numberedWeekday() },
        DateForm("WEEKDAY before HOLIDAY") { cursor, _ in cursor.weekdayBesideDay() },
        DateForm("first WEEKDAY of MONTH, last WEEKDAY in MONTH YYYY") { cursor, _ in cursor.weekdayOfMonth() },
        DateForm("dia D") { cursor, _ in cursor.numberedDay() },
        DateForm("Mo-Fr, Do + Fr, Saturday and Sunday") { cursor, _ in cursor.weekdays() },
        DateForm("D MONTH, D of MONTH YYYY, the third of MONTH") { cursor, before in cursor.dayAndMonth(before) },
        DateForm("WEEKDAY the D, WEEKDAY D above 12") { cursor, before in cursor.dayAfterWeekday(before) },
        DateForm("the Dth of last month, el D del mes pasado, mês passado dia D") { cursor, _ in
            cursor.dayOfLastMonth()
        },
        DateForm("the Dth, in an unnamed month") { cursor, _ in cursor.ordinalAlone() },
        DateForm("el D, le D, am D., feriado del D") { cursor, _ in cursor.dayAfterArticle() },
        DateForm("HOLIDAY, HOLIDAY YYYY") { cursor, before in
            // Another day beside it is a date of its own: `31.10.2000 Halloween`.
            before.contains { $0.namesDay && !$0.isWeekday } ? nil : cursor.holiday()
        },
        DateForm("MONTH D, MONTH the Dth, YYYY") { cursor, _ in cursor.monthAndDay() },
        DateForm("Sa 14:00, mer. 18, dom 7h, am Di, mo um 6") { cursor, before in cursor.foreignWeekday(before) },
    ]

    /// The beginnings of years in German, which are one word.
    static let germanCenturies = [
        ("neunzehnhundert", 1900), ("tausendneunhundert", 1900), ("zweitausendund", 2000), ("zweitausend", 2000),
    ]

    /// Names of months that are other words elsewhere, and Roman numerals.
    static let dateMonths: [String: Int] = [
        "ago": 8, "set": 9, "out": 10, "iii": 3, "iv": 4, "vi": 6, "vii": 7, "viii": 8, "ix": 9, "xi": 11, "xii": 12,
    ]
}

extension Cursor {
    mutating func month() -> Int? {
        guard let month = match({ if case .month(let month) = $0 { month } else { nil } }) else { return nil }
        symbol(".", isGlued: true)
        return month
    }

    /// A month where only a month can be.
    mutating func dateMonth() -> Int? {
        if let month = month() { return month }
        guard let month = token.flatMap({ DateForm.dateMonths[$0.key] }) else { return nil }
        move(to: index + 1)
        symbol(".", isGlued: true)
        return month
    }

    /// `3rd`, `12`, `3.`, `third`.
    fileprivate mutating func dayNumber() -> Int? {
        if let day = attempt({ $0.dayInDigits() }) { return day }
        return match { if case .ordinal(let day) = $0 { day } else { nil } }
    }

    private mutating func dayInDigits() -> Int? {
        guard let day = digits(1...2), (1...31).contains(day.value) else { return nil }
        if isGlued,
            word("st", "nd", "rd", "th", "er", "o", "ro", "do", "to", "º", "ª", "e") || fullStop() || symbol("º")
        {
            return day.value
        }
        return isBoundary ? day.value : nil
    }

    /// A full stop that is not that of a decimal number.
    private mutating func fullStop() -> Bool {
        attempt { $0.symbol(".") && !($0.isGlued && $0.token?.kind == .digits) ? () : nil } != nil
    }

    /// A year of four digits, or of two above 31, after a month's name.
    fileprivate mutating func looseYear() -> Int? {
        if let spoken = attempt({ $0.spokenYear() }) { return spoken }
        let whole = attempt { cursor -> Int? in
            if !cursor.word("del") && !cursor.skip(.of) { cursor.symbol(",") }
            guard let year = cursor.year(), !cursor.sees({ $0.unit() }), cursor.isBoundary || !cursor.isGlued else {
                return nil
            }
            return year
        }
        return whole
            ?? attempt { cursor in
                cursor.word("del", "de")
                let hasSign = cursor.symbol("'") || cursor.symbol("’")
                guard let short = cursor.digits(2...2), short.value >= 32 || hasSign, !cursor.sees({ $0.unit() }),
                    cursor.isBoundary, !cursor.isSymbol(":")
                else { return nil }
                return Century.year(short.value)
            }
    }

    /// `two thousand nineteen`, `mil novecientos ochenta`, `zweitausendvierundzwanzig`, `deux mille vingt-cinq`.
    private mutating func spokenYear() -> Int? {
        if !skip(.of) { word("del") }
        if let token, token.kind == .word {
            for (prefix, century) in DateForm.germanCenturies where token.key.hasPrefix(prefix) {
                let rest = String(token.key.dropFirst(prefix.count))
                let number = grammar.lexicon.terms(of: rest).lazy.compactMap(\.number).first
                guard rest.isEmpty || number != nil else { return nil }
                move(to: index + 1)
                return century + (number ?? 0)
            }
        }
        guard let century = match({ if case .century(let year) = $0 { year } else { nil } }) else { return nil }
        skip(.and)
        let rest = whole(1...99) ?? 0
        return rest > 0 || century == 2000 ? century + rest : nil
    }

    fileprivate mutating func dayAndMonth(_ before: [DatePiece] = []) -> [DatePiece]? {
        let isSpoken = isAtWord
        guard let day = dayNumber() ?? whole(1...31) else { return nil }
        // `a bordo da seis dez`
        if isSpoken, word("dez") { return nil }
        skip(.of)
        let start = index
        if let month = month() { return [.monthDay(month: month, day: day, year: looseYear())] }
        move(to: start)
        let isOut = token?.key == "out" && !before.contains(where: \.isWeekday)
        guard let month = dateMonth() else { return nil }
        let year = looseYear()
        let isAbbreviated = index > 0 && grammar.tokens[index - 1].symbol == "."
        let isAtEnd = index >= end || token?.isPunctuation == true
        return year != nil || isAbbreviated || isAtEnd && !isOut ? [.monthDay(month: month, day: day, year: year)] : nil
    }

    /// `1972, 18 de marzo`, `2003 Feb 3`.
    fileprivate mutating func dayAfterYear() -> [DatePiece]? {
        guard let year = year() else { return nil }
        symbol(",")
        let day = attempt { $0.dayAndMonth() } ?? attempt { $0.monthAndDay() }
        guard case .monthDay(let month, let day, nil)? = day?.first else { return nil }
        return [.monthDay(month: month, day: day, year: year)]
    }

    /// A month or a season of a year, without a day.
    fileprivate mutating func monthOfYear() -> [DatePiece]? {
        if skip(.season) { return looseYear() == nil ? nil : [.someDay] }
        guard let month = month() else { return nil }
        let short = attempt { $0.symbol("/", isGlued: true) ? $0.shortYear() : nil }
        guard let year = attempt({ $0.looseYear() }) ?? short, isBoundary, !isCounted, !isClockTail else { return nil }
        return [.month(year: year, month: month)]
    }

    /// `2ª feira` is Monday.
    fileprivate mutating func numberedWeekday() -> [DatePiece]? {
        guard let number = digits(1...1), (2...6).contains(number.value), isGlued else { return nil }
        if !word("af", "ªf") {
            guard word("a", "ª") else { return nil }
            symbol("-", isGlued: true)
            guard word("feira", "f") || sees({ $0.partOfDay() }) else { return nil }
        }
        return [.weekday(number.value - 1, .latest)]
    }

    /// `dia 12`, in an unnamed month.
    fileprivate mutating func numberedDay() -> [DatePiece]? {
        guard word("dia"), let day = dayNumber() ?? whole(1...31), (1...31).contains(day), isBoundary, !isCounted else {
            return nil
        }
        return [.dayOfMonth(day)]
    }

    /// `Mo-Fr`: several days.
    fileprivate mutating func weekdays() -> [DatePiece]? {
        guard anyWeekday() else { return nil }
        let isRange = token?.isDash == true && isGlued
        if isRange { move(to: index + 1) }
        guard isRange && isGlued || symbol("+") || skip(.and), anyWeekday(), isBoundary else { return nil }
        return [.someDay]
    }

    /// A weekday that is told by another day, which nobody can be sure of.
    fileprivate mutating func weekdayBesideDay() -> [DatePiece]? {
        guard anyWeekday(), word("before", "after", "vor", "nach", "avant", "apres", "antes", "depois", "despues")
        else {
            return nil
        }
        skip(.of)
        guard holiday() != nil || skip(.someDay) else { return nil }
        return [.someDay]
    }

    /// The first to the fourth, or the last, of a weekday in a month.
    fileprivate mutating func weekdayOfMonth() -> [DatePiece]? {
        let isLast = skip(.last)
        let week = isLast ? 5 : match { if case .ordinal(let number) = $0 { number } else { nil } }
        guard let week, isLast || (1...4).contains(week),
            let weekday = match({ if case .weekday(let day, _) = $0 { day } else { nil } }),
            skip(.of) || word("in", "im", "en"),
            let month = month()
        else { return nil }
        return [.feast(.weekday(month: month, weekday: weekday, week: week), year: looseYear())]
    }

    private mutating func anyWeekday() -> Bool {
        let found: Bool? = match { term in
            switch term {
            case .weekday, .shortWeekday: true
            default: nil
            }
        }
        return found ?? false
    }

    /// A short weekday of another language. It is a word of its own, unless a day or a time follows.
    fileprivate mutating func foreignWeekday(_ before: [DatePiece]) -> [DatePiece]? {
        guard !before.contains(where: \.isWeekday), let token, token.kind == .word,
            let weekday = grammar.lexicon.terms(of: token.key).lazy.compactMap(\.shortWeekday).first,
            index == 0 || grammar.skip(index - 1, index, .with, .and) == nil,
            token.key != "mar" || index == 0 || grammar.skip(index - 1, index, .article) == nil
        else { return nil }
        let (start, isCapital) = (index, token.text.first?.isUppercase == true)
        move(to: index + 1)
        let hasStop = symbol(".", isGlued: true)
        symbol(",")
        if !hasStop, skip(.last) { return [.weekday(weekday, .last)] }
        let isWord = !hasStop && !isCapital
        let isAfterAm = isCapital && start > 0 && grammar.isWord(start - 1, start, "am")
        if isAfterAm { return [.shortWeekday(weekday)] }
        if isWord, token.key.utf8.count < 3, !sees({ $0.word("um") ? $0.digits() : nil }) {
            guard sees({ $0.partOfDay() }) && token.key != "so" || token.key != "do" && sees({ $0.clock() }) else {
                return nil
            }
        }
        return sees({ $0.dayOrTime(isWord) }) ? [.shortWeekday(weekday)] : nil
    }

    /// Something that can only be a day or a time, or the number of a day.
    private mutating func dayOrTime(_ isWord: Bool) -> Void? {
        let isNumbered = sees { cursor -> Int? in
            guard let day = cursor.dayNumber(), cursor.isBoundary, !cursor.isCounted else { return nil }
            return !isWord || day > 12 ? day : nil
        }
        if isNumbered || !isWord && sees({ $0.dottedClock([.shortWeekday(0)]) }) { return () }
        if DateForm.numericDays.contains(where: { form in sees { form.read(&$0, []) } }) { return () }
        return DateForm.clockTimes.contains { form in sees { form.read(&$0, []) } } ? () : nil
    }

    fileprivate mutating func monthAndDay() -> [DatePiece]? {
        guard let month = month() else { return nil }
        word("the")
        guard let day = dayNumber(), !sees({ $0.unit().flatMap { $0.isMeasure ? () : nil } }), !isClockTail,
            !sees({ $0.symbol(",", isGlued: true) && $0.isGlued ? $0.digits() : nil })
        else { return nil }
        return [.monthDay(month: month, day: day, year: looseYear())]
    }

    /// `Sunday the eighth`, `sábado catorce`, `samedi 7`, `Freitag 13.`: the day of the month after its weekday. Below 13
    /// without an article it would be an hour in English and German.
    fileprivate mutating func dayAfterWeekday(_ before: [DatePiece]) -> [DatePiece]? {
        guard let last = before.last, last.isWeekday, before.count == 1 else { return nil }
        let hasArticle = index > 0 && grammar.skip(index - 1, index, .article) == index || skip(.article)
        if let day = match({ if case .ordinal(let day) = $0 { day } else { nil } }) { return [.dayOfMonth(day)] }
        let start = index
        let isRomance = index > 0 && Lexicon.weekdaysBeforeDays.contains(grammar.tokens[index - 1].key)
        guard let day = dayNumber() ?? whole((isRomance ? 1 : 13)...31),
            day > 12 || index > start + 1 || hasArticle || isRomance && !sees({ $0.skip(.or, .and) ? () : nil }),
            !isCounted, !isClockTail, !sees({ $0.skip(.oclock) ? () : nil }),
            day > 12 && !isGlued || !sees({ $0.rangeMark() ? () : nil }),
            !sees({ $0.meridiem() }), !sees({ $0.symbol(".") && $0.isGlued ? $0.digits() : nil }),
            !isGlued || isBoundary
        else { return nil }
        return [.dayOfMonth(day)]
    }

    /// `14th`, unless a word follows that makes it a name, such as `38th Ave`.
    fileprivate mutating func ordinalAlone() -> [DatePiece]? {
        guard let day = digits(), (1...31).contains(day.value), isGlued, word("st", "nd", "rd", "th"), isBoundary,
            !isAtName, !isCounted, !sees({ $0.word("in", "of", "w", "with", "out") ? () : nil })
        else { return nil }
        return [.dayOfMonth(day.value)]
    }

    fileprivate mutating func dayOfLastMonth() -> [DatePiece]? {
        if case .monthsBack(let count)? = lastSpan() {
            guard word("dia"), let day = dayNumber(), (1...31).contains(day) else { return nil }
            return [.dayOfMonthsBack(day: day, back: count)]
        }
        word("dia")
        guard let day = dayNumber(), (1...31).contains(day) else { return nil }
        if !word("del", "du") { skip(.of) }
        skip(.article)
        guard case .monthsBack(let count)? = lastSpan() else { return nil }
        return [.dayOfMonthsBack(day: day, back: count)]
    }

    /// `el 24`, `le 24`, `am 24.` and nothing else, in an unnamed month.
    fileprivate mutating func dayAfterArticle() -> [DatePiece]? {
        guard word("el", "del", "le", "du", "am"), let day = digits(1...2), (1...31).contains(day.value) else {
            return nil
        }
        let isOrdinal = fullStop()
        let isNumber = sees { $0.dateMonth() } || sees { $0.symbol(",") && $0.isGlued ? $0.digits() : nil }
        guard !isNumber, !isClockTail, isOrdinal ? token?.kind != .digits : token?.isPunctuation ?? true else {
            return nil
        }
        return [.dayOfMonth(day.value)]
    }

    fileprivate mutating func holiday() -> [DatePiece]? {
        let days = match { if case .beside(let days) = $0 { days } else { nil } }
        let found = match { term -> DatePiece? in
            switch term {
            case .holiday(let month, let day): .monthDay(month: month, day: day, year: nil)
            case .feast(let feast): .feast(feast, year: nil)
            default: nil
            }
        }
        guard let found, !sees({ $0.skip(.landmark) ? () : nil }) else { return nil }
        let day = looseYear().map(found.inYear) ?? found
        if let days { return day.beside(days).map { [$0] } }
        return [day]
    }

    /// Whether the next token is a word that neither begins a value nor is a function word.
    var isAtName: Bool {
        guard let token, token.kind == .word, !isGlued, !isUntil else { return false }
        return grammar.lexicon.terms(of: token.key).allSatisfy {
            !$0.isFunctionWord && (!$0.beginsValue || $0 == .landmark)
        }
    }

    var isClockTail: Bool {
        sees { cursor in cursor.symbol(":") && cursor.isGlued ? cursor.digits() : nil }
    }
}

extension DatePiece {
    /// Any year without a leap day.
    private static let commonYear = 2001

    /// The day some days after a named day; nil if it has no date of its own.
    fileprivate func beside(_ days: Int) -> DatePiece? {
        switch self {
        case .monthDay(let month, let day, let year):
            CivilDay(year: year ?? DatePiece.commonYear, month: month, day: day)
                .map { CivilDay(number: $0.number + days) }
                .map { other in .monthDay(month: other.month, day: other.day, year: year == nil ? nil : other.year) }
        case .feast(.easter(let own), let year): .feast(.easter(own + days), year: year)
        case .feast(.weekday(let month, let weekday, let week), let year):
            .feast(.besideWeekday(month: month, weekday: weekday, week: week, days: days), year: year)
        default: nil
        }
    }
}

extension Unit {
    /// Whether a number before the unit is a measure and not a day.
    var isMeasure: Bool {
        switch self {
        case .days, .weeks, .months, .years, .degrees: false
        default: true
        }
    }
}
