/// Days named from today.
extension DateForm {
    static let relativeDays = [
        DateForm("yesterday, ayer, hoje, gestern morgen") { cursor, _ in cursor.namedFromToday() },
        DateForm("now") { cursor, _ in cursor.skip(.now) ? [.now] : nil },
        DateForm("tonight, anoche, Sonntagmorgen") { cursor, _ in cursor.dayPart() },
        DateForm("the other day") { cursor, _ in cursor.skip(.someDay) ? [.someDay] : nil },
        DateForm("last weekend, the weekend") { cursor, _ in cursor.weekend() },
        DateForm("this PART, this am, this UNIT, this WEEKDAY") { cursor, _ in cursor.this() },
        DateForm("last night, last WEEKDAY, last UNIT, vorletzten WEEKDAY") { cursor, _ in cursor.last() },
        DateForm("UNIT last, WEEK last WEEKDAY") { cursor, _ in cursor.lastSpanAndDay() },
        DateForm("WEEKDAY, WEEKDAY last week, WEEKDAY pasado, WEEKDAY before last") { cursor, _ in cursor.weekday() },
    ]
}

extension Cursor {
    /// `mañana`, `manhã` and `morgen` mean tomorrow, or the morning if they follow another day.
    fileprivate mutating func namedFromToday() -> [DatePiece]? {
        guard let day = match({ if case .day(let days) = $0 { days } else { nil } }) else { return nil }
        // `en la mañana`
        if day > 0, index > 1, grammar.isWord(index - 2, index - 1, "la"), grammar.isWord(index - 1, index, "manana") {
            return nil
        }
        guard day <= 0, word("morgen", "manana") else { return [.relativeDay(day)] }
        return [.relativeDay(day), .partOfDay(.morning)]
    }

    /// A day and its part in one word.
    fileprivate mutating func dayPart() -> [DatePiece]? {
        match { term in
            switch term {
            case .dayPart(let day, let part): [.relativeDay(day), .partOfDay(part)]
            case .weekdayPart(let day, let part): [.weekday(day, .latest), .partOfDay(part)]
            default: nil
            }
        }
    }

    fileprivate mutating func weekend() -> [DatePiece]? {
        let isLast = attempt { cursor in cursor.skip(.last) && cursor.skip(.weekend) ? () : nil } != nil
        if isLast { return [.weekend(isLast: true)] }
        skip(.this)
        guard skip(.weekend) else { return nil }
        return skip(.beforeLast) ? [.someDay] : [.weekend(isLast: false)]
    }

    fileprivate mutating func this() -> [DatePiece]? {
        guard skip(.this) else { return nil }
        if let part = attempt({ $0.partOfDay() }) { return [.relativeDay(0), .partOfDay(part)] }
        if let half = meridiemWord() { return [.relativeDay(0), .partOfDay(half.partOfDay)] }
        if word("manana", "morgen") { return [.relativeDay(0), .partOfDay(.morning)] }
        let span = attempt { cursor -> DatePiece? in
            switch cursor.unit() {
            case .weeks?: .weeksBack(0)
            case .months?: .monthsBack(0)
            case .years?: .yearsBack(0)
            default: nil
            }
        }
        if let span { return [span] }
        return weekdayName().map { [.weekday($0.day, .latest)] }
    }

    fileprivate mutating func last() -> [DatePiece]? {
        if skip(.beforeLast) { return weekdayName().map { [.weekday($0.day, .beforeLast)] } }
        guard skip(.last) else { return nil }
        let part = attempt { cursor in cursor.partOfDay().flatMap { $0 == .night || $0 == .evening ? $0 : nil } }
        if let part { return [.relativeDay(-1), .partOfDay(part)] }
        if let weekday = weekdayName() { return [.weekday(weekday.day, .last)] }
        let ofWeek = attempt { cursor in cursor.unit() == .weeks ? cursor.weekdayName() : nil }
        if let ofWeek { return [.weekday(ofWeek.day, .weekBefore)] }
        return unit()?.lastOne.map { [$0] }
    }

    /// `la semana pasada`, `la semaine dernière mardi`
    fileprivate mutating func lastSpanAndDay() -> [DatePiece]? {
        guard let span = spanLast() else { return nil }
        let weekday = attempt { cursor -> Int? in
            cursor.skip(.article)
            return span == .weeksBack(1) ? cursor.weekdayName()?.day : nil
        }
        return weekday.map { [.weekday($0, .weekBefore)] } ?? [span]
    }

    /// `mes pasado`
    fileprivate mutating func spanLast() -> DatePiece? {
        attempt { cursor in cursor.unit()?.lastOne.flatMap { cursor.skip(.last) ? $0 : nil } }
    }

    /// `last month`, `mes pasado`
    mutating func lastSpan() -> DatePiece? {
        attempt { cursor in cursor.skip(.last) ? cursor.unit()?.lastOne : nil } ?? spanLast()
    }

    fileprivate mutating func weekday() -> [DatePiece]? {
        let isOn = index > 0 && grammar.isWord(index - 1, end, "on")
        guard let weekday = weekdayName() else { return nil }
        if skip(.weekBefore) { return [.weekday(weekday.day, .weekBefore)] }
        if skip(.beforeLast) { return [.weekday(weekday.day, .beforeLast)] }
        if token?.key != "last", skip(.last) { return [.weekday(weekday.day, .last)] }
        return [weekday.isShort && !isOn ? .shortWeekday(weekday.day) : .weekday(weekday.day, .latest)]
    }

    private mutating func weekdayName() -> (day: Int, isShort: Bool)? {
        let start = index
        let found = match { term -> (day: Int, isShort: Bool)? in
            if case .weekday(let day, let isShort) = term { (day, isShort) } else { nil }
        }
        if found != nil, index == start + 1, isOrdinal(start) { return nil }
        if found?.isShort == true { symbol(".", isGlued: true) }
        return found
    }

    /// `mi segunda clase`, `la sexta`: whether a Portuguese weekday is an ordinal.
    private func isOrdinal(_ index: Int) -> Bool {
        guard grammar.isWord(index, end, "segunda", "terca", "quarta", "quinta", "sexta") else { return false }
        if index > 0, grammar.isWord(index - 1, index, "la", "mi", "minha", "a", "su") { return true }
        return index + 1 < end && grammar.tokens[index + 1].kind == .word
            && (NewName.isNoun(grammar, index + 1..<index + 2) || grammar.unit(index + 1, end)?.value == .waves)
    }

    private static let germanHours: Set<String> = [
        "eins", "zwei", "drei", "vier", "funf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwolf",
    ]

    mutating func meridiemWord() -> Meridiem? {
        // `um zwölf am Strand`
        if index > 0, Cursor.germanHours.contains(grammar.tokens[index - 1].key) { return nil }
        return match { if case .meridiem(let half) = $0 { half } else { nil } }
    }
}

extension Meridiem {
    /// The part of the day that it means without a clock time: `this am`.
    var partOfDay: PartOfDay { self == .am ? .morning : .afternoon }
}
