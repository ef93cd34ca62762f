/// What the words of a date say about its day, before anything is known about today.
enum DayWords: Equatable {
    case today, yesterday
    /// 0 for Sunday ... 6 for Saturday.
    case weekday(Int)
    case daysAgo(Int)
    case monthsAgo(Int)
    /// A day of the year, the year left out.
    case dayOfYear(month: Int, day: Int)
    case day(year: Int, month: Int, day: Int)
    case month(year: Int, month: Int)
    case year(Int)
    /// Two numbers, and a year where one was typed, in an order that is not said.
    case slashed(Int, Int, year: Int?)
    /// Three numbers, the year one of two digits, in an order that is not said.
    case shortYear(Int, Int, Int)

    /// The day that small-letter words say, nil where they say none.
    init?(_ words: [String]) {
        let found: DayWords? =
            switch words.count {
            case 1: DayWords.one(words[0])
            case 2: DayWords.two(words[0], words[1])
            case 3: DayWords.ago(words) ?? DayWords.three(words)
            default: nil
            }
        guard let found else { return nil }
        self = found
    }

    private static func one(_ word: String) -> DayWords? {
        switch word {
        case "today": .today
        case "yesterday": .yesterday
        default: Self.weekday(named: word).map(DayWords.weekday) ?? ISODay.read(word) ?? slashed(word)
        }
    }

    private static func two(_ first: String, _ second: String) -> DayWords? {
        if let day = dayNumber(first), let month = month(named: second) { return .dayOfYear(month: month, day: day) }
        guard let month = month(named: first) else { return nil }
        if let year = ISODay.year(second) { return .month(year: year, month: month) }
        return dayNumber(second).map { .dayOfYear(month: month, day: $0) }
    }

    private static func three(_ words: [String]) -> DayWords? {
        guard let year = ISODay.year(words[2]), case .dayOfYear(let month, let day)? = two(words[0], words[1]) else {
            return nil
        }
        return .day(year: year, month: month, day: day)
    }

    private static func ago(_ words: [String]) -> DayWords? {
        guard words[2] == "ago", let count = ClockTime.number(words[0]), count <= 1_000_000 else { return nil }
        switch words[1] {
        case "day", "days": return .daysAgo(count)
        case "week", "weeks": return .daysAgo(count * 7)
        case "month", "months": return .monthsAgo(count)
        case "year", "years": return .monthsAgo(count * 12)
        default: return nil
        }
    }

    private static func slashed(_ word: String) -> DayWords? {
        for separator: Character in ["/", ".", "-"] {
            let parts = word.split(separator: separator, omittingEmptySubsequences: false)
            let numbers = parts.compactMap { ClockTime.number($0) }
            guard numbers.count == parts.count, numbers.count == 2 || numbers.count == 3 else { continue }
            if numbers.count == 2 { return separator == "-" ? nil : .slashed(numbers[0], numbers[1], year: nil) }
            if parts[0].count == 4 { return .day(year: numbers[0], month: numbers[1], day: numbers[2]) }
            if parts[2].count == 4 { return .slashed(numbers[0], numbers[1], year: numbers[2]) }
            let hasYear = parts[0].count == 2 || parts[2].count == 2
            return hasYear && parts.allSatisfy { $0.count <= 2 } ? .shortYear(numbers[0], numbers[1], numbers[2]) : nil
        }
        return nil
    }

    /// A day of the month as a number, `12` or `12th`.
    private static func dayNumber(_ word: String) -> Int? {
        let isOrdinal = ["st", "nd", "rd", "th"].contains { word.hasSuffix($0) }
        let digits = isOrdinal ? word.dropLast(2) : word[...]
        return digits.count <= 2 ? ClockTime.number(digits) : nil
    }

    private static func month(named word: String) -> Int? {
        let names = [
            "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
            "november",
            "december",
        ]
        if word == "sept" { return 9 }
        return names.firstIndex { $0 == word || $0.prefix(3) == word }.map { $0 + 1 }
    }

    private static func weekday(named word: String) -> Int? {
        let names = [
            ["sunday", "sun"], ["monday", "mon"], ["tuesday", "tue", "tues"], ["wednesday", "wed", "weds"],
            ["thursday", "thu", "thur", "thurs"], ["friday", "fri"], ["saturday", "sat"],
        ]
        return names.firstIndex { $0.contains(word) }
    }
}

/// Days, months and years as ISO 8601 writes them, extended or basic.
enum ISODay {
    /// `2014-08-01`, `20140801`, `2014-08`, `2014`, also with a sign and up to six digits of the year; else nil.
    static func read(_ word: String) -> DayWords? {
        if word.utf8.count == 8, let all = ClockTime.number(word) {
            return .day(year: all / 10000, month: all / 100 % 100, day: all % 100)
        }
        let sign = word.first.flatMap { $0 == "-" || $0 == "+" ? $0 : nil }
        let parts = word.dropFirst(sign == nil ? 0 : 1).split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, let size = year(String(first), isSigned: sign != nil) else { return nil }
        guard parts.dropFirst().allSatisfy({ $0.count == 2 }) else { return nil }
        let rest = parts.dropFirst().compactMap { ClockTime.number($0) }
        guard rest.count == parts.count - 1 else { return nil }
        let year = sign == "-" ? -size : size
        switch rest.count {
        case 0: return sign == nil ? .year(year) : nil
        case 1: return .month(year: year, month: rest[0])
        case 2: return .day(year: year, month: rest[0], day: rest[1])
        default: return nil
        }
    }

    /// A year of four digits, or of four to six behind a sign.
    static func year(_ word: String, isSigned: Bool = false) -> Int? {
        (4...(isSigned ? 6 : 4)).contains(word.count) ? ClockTime.number(word) : nil
    }
}
