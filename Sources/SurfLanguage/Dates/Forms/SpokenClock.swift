/// Times of day in words: `half past seven`, `huit heures moins le quart`, `siete de la mañana`.
extension Cursor {
    typealias SpokenTime = (time: ClockTime, isBare: Bool, isExplicit: Bool)

    /// - Parameter isMarked: Whether a word before it, or a day, shows that a number is a time.
    mutating func spokenClock(isMarked: Bool) -> [DatePiece]? {
        attempt { cursor in
            guard let spoken = cursor.spokenHour(isMarked: isMarked),
                spoken.isExplicit || cursor.grammar.rangeMark(cursor.index, cursor.end) == nil
            else { return nil }
            if !spoken.isBare { return [.clock(spoken.time)] }
            let hour = DatePiece.hour(spoken.time.second / 3600, minute: spoken.time.second % 3600 / 60)
            return [hour] + (cursor.attempt { $0.partOfHour() }.map { [.partOfDay($0)] } ?? [])
        }
    }

    /// An hour with its minutes.
    mutating func spokenHour(isMarked: Bool) -> SpokenTime? {
        attempt { $0.besideHour() } ?? attempt { $0.germanHalf() } ?? attempt { $0.hourAndMinutes(isMarked) }
    }

    /// `half past three`, `quarter to nine`, `ten to eight`, `half seven`, `viertel nach acht`.
    private mutating func besideHour() -> SpokenTime? {
        let isSpelled = isAtWord
        let minutes: Int
        if word("half") {
            minutes = 30
        } else if attempt({ $0.quarterOfHour() }) != nil {
            minutes = 15
        } else if let number = whole(1...29) {
            minutes = number
            word("minutes", "minuten")
        } else {
            return nil
        }
        let isAfter = isSpelled ? word("past", "after", "nach") : word("past", "nach")
        // `6 to 8` is a range.
        let isBefore =
            isSpelled ? word("to", "before", "vor") || minutes % 5 == 0 && word("of") || toTheHour() : word("vor")
        guard isAfter || isBefore || isSpelled && minutes == 30 else { return nil }
        // `fünf vor halb acht`
        let half = word("halb") ? 30 : 0
        guard let hour = whole(1...12) else { return nil }
        let sign = isAfter || minutes == 30 ? 1 : -1
        let time = hour * 60 - half + sign * minutes
        if let meridiem = meridiem() {
            return (ClockTime(second: (time % 720 + (meridiem == .pm ? 720 : 0)) * 60), false, true)
        }
        guard isBoundary, !isCounted else { return nil }
        skip(.oclock)
        return spoken(time)
    }

    /// `quarter`, `un cuarto`, `um quarto`
    mutating func quarterOfHour() -> Void? {
        word("un", "um", "a", "le")
        return skip(.quarter) ? () : nil
    }

    /// The `para as` of `dez para as oito`.
    private mutating func toTheHour() -> Bool {
        if word("pras", "pra") { return true }
        guard word("para") else { return false }
        return word("las", "la", "as", "a")
    }

    /// `halb acht` is half past seven, `dreiviertel acht` a quarter to eight.
    private mutating func germanHalf() -> SpokenTime? {
        let before = word("halb") ? 30 : word("dreiviertel") ? 15 : word("viertel") ? 45 : nil
        guard let before, let hour = whole(1...12), isBoundary, !isCounted else { return nil }
        return spoken(hour * 60 - before)
    }

    private func spoken(_ minutes: Int) -> SpokenTime {
        let time = (minutes + 720) % 720
        return (ClockTime(second: (time < 60 ? time + 720 : time) * 60), true, true)
    }

    private mutating func hourAndMinutes(_ isMarked: Bool) -> SpokenTime? {
        let isWord = isAtWord
        let isArticle = grammar.isArticle(index)
        guard let hour = whole(0...24), hour < 24 else { return nil }
        let isOClock = skip(.oclock)
        let isHours = !isOClock && !isGlued && word("heures", "heure", "horas", "hora", "hs")
        if isArticle, !isOClock, !isHours, !sees({ $0.meridiem() }) { return nil }
        var minutes = attempt { $0.minutesOfHour(isMarked || isOClock || isHours, isWord) }
        if minutes == nil, isOClock { minutes = 0 }
        if isHours, minutes == nil { minutes = 0 }
        let hasMinutes = (minutes ?? 0) > 0
        let isNamed = isOClock || isHours && (isMarked || hour >= (hasMinutes ? 5 : 7)) || !isHours && hasMinutes
        if let half = attempt({ $0.meridiem() }), isWord || isNamed, (1...12).contains(hour) {
            let second = (hour % 12 + (half == .pm ? 12 : 0)) * 3600 + (minutes ?? 0) * 60
            return (ClockTime(second: second), false, true)
        }
        let hasPart = sees { $0.partOfHour() }
        guard isNamed || hasPart && (isWord || isHours || isBeforePhrase) || isMarked && isWord && !isHours, isBoundary,
            hasPart || !endsInNumber || !isCounted, isNamed || hasPart || !isAtName
        else { return nil }
        let second = hour * 3600 + (minutes ?? 0) * 60
        return (ClockTime(second: second), hour < 13, isNamed || hasPart)
    }

    /// `8 de la mañana`, but not `8 morning`: whether several words say the part of the day.
    private var isBeforePhrase: Bool {
        sees { cursor in
            let start = cursor.index
            return cursor.partOfHour() != nil && cursor.index > start + 1 ? () : nil
        }
    }

    /// Whether a word after the time could be what its last number counts: `huit heures dix vagues`, but not `le quart`.
    private var endsInNumber: Bool { index > 0 && grammar.number(index - 1, index) != nil }

    /// `et demie`, `y cuarto`, `moins le quart`, `dreißig`, `e quinze`, `thirty`.
    private mutating func minutesOfHour(_ isMarked: Bool, _ isWord: Bool) -> Int? {
        if let before = attempt({ $0.minutesBefore() }) { return before }
        if let part = attempt({ $0.andPart() }) { return part }
        if isWord, let minutes = attempt({ $0.word("oh", "o") ? $0.whole(1...9) : nil }) { return minutes }
        let hasAnd = skip(.and)
        guard isAtWord || isMarked && !isWord, let minutes = whole(1...59), !isCounted, isBoundary,
            isMarked && (hasAnd || minutes >= 5) || !hasAnd && isWord && minutes >= 15 && minutes % 5 == 0
        else { return nil }
        return minutes
    }

    /// The `moins le quart` of `huit heures moins le quart`, below zero.
    mutating func minutesBefore() -> Int? {
        guard word("menos", "moins") else { return nil }
        word("le")
        return skip(.quarter) ? -15 : whole(1...29).map { -$0 }
    }

    /// `in the morning`, `de la tarde`, `du matin`, `da manhã`, `morgens`.
    private mutating func partOfHour() -> PartOfDay? { partOfDay() }
}
