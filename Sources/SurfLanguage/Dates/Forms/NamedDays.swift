/// Days with the name of their month or weekday.
extension DateForm {
    static let namedDays = [
        DateForm("D MONTH, D of MONTH YYYY, the third of MONTH") { cursor, _ in cursor.dayAndMonth() },
        DateForm("WEEKDAY the D, WEEKDAY D above 12") { cursor, before in cursor.dayAfterWeekday(before) },
        DateForm("the Dth, in an unnamed month") { cursor, _ in cursor.ordinalAlone() },
        DateForm("HOLIDAY, HOLIDAY YYYY") { cursor, _ in cursor.holiday() },
        DateForm("MONTH D, MONTH the Dth, YYYY") { cursor, _ in cursor.monthAndDay() },
    ]

    /// Short names of weekdays in other languages, which are words of their own.
    static let shortWeekdays: [String: Int] = [
        "so": 0, "mo": 1, "di": 2, "mi": 3, "do": 4, "fr": 5, "sa": 6, "dim": 0, "lun": 1, "mar": 2, "mer": 3, "jeu": 4,
        "ven": 5, "sam": 6, "dom": 0, "mie": 3, "jue": 4, "vie": 5, "sab": 6, "seg": 1, "ter": 2, "qua": 3, "qui": 4,
        "sex": 5,
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
        if isGlued, word("st", "nd", "rd", "th", "er", "o", "º", "ª", "e") || symbol(".") || symbol("º") {
            return day.value
        }
        return isBoundary ? day.value : nil
    }

    /// A year of four digits, or of two above 31, after a month's name.
    fileprivate mutating func looseYear() -> Int? {
        let whole = attempt { cursor -> Int? in
            if !cursor.skip(.of) { cursor.symbol(",") }
            guard let year = cursor.year(), !cursor.sees({ $0.unit() }), cursor.isBoundary || !cursor.isGlued else {
                return nil
            }
            return year
        }
        return whole
            ?? attempt { cursor in
                let hasSign = cursor.symbol("'") || cursor.symbol("’")
                guard let short = cursor.digits(2...2), short.value >= 32 || hasSign, !cursor.sees({ $0.unit() }),
                    cursor.isBoundary, !cursor.isSymbol(":")
                else { return nil }
                return Century.year(short.value)
            }
    }

    fileprivate mutating func dayAndMonth() -> [DatePiece]? {
        guard let day = dayNumber() ?? whole(1...31) else { return nil }
        skip(.of)
        let start = index
        if let month = month() { return [.monthDay(month: month, day: day, year: looseYear())] }
        move(to: start)
        guard let month = dateMonth(), let year = looseYear() else { return nil }
        return [.monthDay(month: month, day: day, year: year)]
    }

    fileprivate mutating func monthAndDay() -> [DatePiece]? {
        guard let month = month() else { return nil }
        word("the")
        guard let day = dayNumber(), !sees({ $0.unit().flatMap { $0.isMeasure ? () : nil } }), !isClockTail else {
            return nil
        }
        return [.monthDay(month: month, day: day, year: looseYear())]
    }

    /// `Sunday the eighth`, `sábado catorce`, `Freitag 13.`: the day of the month after its weekday. Below 13 without an
    /// article it would be an hour.
    fileprivate mutating func dayAfterWeekday(_ before: [DatePiece]) -> [DatePiece]? {
        guard let last = before.last, last.isWeekday, before.count == 1 else { return nil }
        let hasArticle = index > 0 && grammar.skip(index - 1, index, .article) == index || skip(.article)
        if let day = match({ if case .ordinal(let day) = $0 { day } else { nil } }) { return [.dayOfMonth(day)] }
        let start = index
        guard let day = dayNumber() ?? whole(13...31), day > 12 || index > start + 1 || hasArticle,
            !isCounted, !isSymbol(":"), !sees({ $0.rangeMark() ? () : nil }), !sees({ $0.meridiem() }),
            !isGlued || isBoundary
        else { return nil }
        return [.dayOfMonth(day)]
    }

    /// `14th`, unless a word follows that makes it a name, such as `38th Ave`.
    fileprivate mutating func ordinalAlone() -> [DatePiece]? {
        guard let day = digits(), (1...31).contains(day.value), isGlued, word("st", "nd", "rd", "th"), isBoundary,
            !isAtName
        else { return nil }
        return [.dayOfMonth(day.value)]
    }

    fileprivate mutating func holiday() -> [DatePiece]? {
        guard let (month, day) = match({ if case .holiday(let month, let day) = $0 { (month, day) } else { nil } })
        else { return nil }
        return [.monthDay(month: month, day: day, year: looseYear())]
    }

    /// Whether the next token is a word that neither begins a value nor is a function word.
    var isAtName: Bool {
        guard let token, token.kind == .word, !isGlued else { return false }
        return grammar.lexicon.terms(of: token.key).allSatisfy { !$0.isSmall && (!$0.beginsValue || $0 == .landmark) }
    }

    var isClockTail: Bool {
        sees { cursor in cursor.symbol(":") && cursor.isGlued ? cursor.digits() : nil }
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
