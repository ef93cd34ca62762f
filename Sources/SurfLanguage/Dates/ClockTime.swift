/// A clock time, with its offset from UTC if one was typed.
struct ClockTime: Equatable {
    /// Seconds since midnight.
    var second: Int
    /// The fraction of a second.
    var fraction = 0.0
    /// Seconds east of UTC.
    var offset: Int?

    /// Parses a word: `7am`, `7:30pm`, `19:30`, `07:00:05.5Z`, `noon`. Nil if it is not a time.
    ///
    /// - Parameter isBasic: Whether `0700` is a time, as it is after the `T` of ISO 8601.
    init?(_ word: String, isBasic: Bool = false) {
        switch word {
        case "noon": self.init(second: 43_200)
        case "midnight": self.init(second: 0)
        default:
            var rest = word[...]
            let offset = ClockTime.removeOffset(from: &rest)
            guard let time = ClockTime.meridiem(rest) ?? ClockTime.digits(rest, isBasic: isBasic) else { return nil }
            self.init(second: time.second, fraction: time.fraction, offset: offset)
        }
    }

    init(second: Int, fraction: Double = 0, offset: Int? = nil) {
        (self.second, self.fraction, self.offset) = (second, fraction, offset)
    }

    /// The offset in seconds given by `z`, `utc`, `+02:00`, `-0700` or `+02`, or nil.
    static func offset(_ word: Substring) -> Int? {
        if ["z", "utc", "gmt"].contains(word) { return 0 }
        guard let sign = word.first, sign == "+" || sign == "-" || sign == "\u{2212}" else { return nil }
        var digits = word.dropFirst()
        if digits.count == 5, digits.dropFirst(2).first == ":" {
            digits.remove(at: digits.index(digits.startIndex, offsetBy: 2))
        }
        guard digits.count == 2 || digits.count == 4, let hours = number(digits.prefix(2)),
            let minutes = digits.count == 2 ? 0 : number(digits.suffix(2)), hours < 24, minutes < 60
        else { return nil }
        return (hours * 3600 + minutes * 60) * (sign == "+" ? 1 : -1)
    }

    /// The number, if the text is one to nine ASCII digits.
    static func number(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy(\.isDigit) else { return nil }
        return Int(text)
    }

    private static func removeOffset(from word: inout Substring) -> Int? {
        let start =
            word.hasSuffix("z") ? word.index(before: word.endIndex) : word.lastIndex { "+-\u{2212}".contains($0) }
        guard let start, start > word.startIndex, let offset = offset(word[start...]) else { return nil }
        word = word[..<start]
        return offset
    }

    private static func meridiem(_ word: Substring) -> ClockTime? {
        let isAfternoon = word.hasSuffix("pm")
        guard isAfternoon || word.hasSuffix("am") else { return nil }
        let parts = word.dropLast(2).split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let hour = parts.first.flatMap({ number($0) }), (1...12).contains(hour) else {
            return nil
        }
        guard let minute = parts.count == 2 ? number(parts[1]) : 0, minute < 60, parts.count == 1 || parts[1].count == 2
        else { return nil }
        return ClockTime(second: (hour % 12 + (isAfternoon ? 12 : 0)) * 3600 + minute * 60)
    }

    private static func digits(_ word: Substring, isBasic: Bool) -> ClockTime? {
        let split = word.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        guard let whole = split.first else { return nil }
        let isExtended = whole.utf8.contains(UInt8(ascii: ":"))
        guard isExtended || isBasic else { return nil }
        let parts = isExtended ? whole.split(separator: ":", omittingEmptySubsequences: false) : pairs(whole)
        guard (isBasic ? 1 : 2)...3 ~= parts.count, parts.dropFirst().allSatisfy({ $0.count == 2 }), parts[0].count <= 2
        else {
            return nil
        }
        guard let fraction = fraction(split.dropFirst().first, allowed: parts.count == 3) else { return nil }
        let numbers = parts.compactMap { number($0) } + [0, 0]
        guard numbers.count == parts.count + 2, numbers[0] < 24, numbers[1] < 60, numbers[2] < 60 else { return nil }
        return ClockTime(second: numbers[0] * 3600 + numbers[1] * 60 + numbers[2], fraction: fraction)
    }

    private static func pairs(_ digits: Substring) -> [Substring] {
        guard digits.count % 2 == 0 else { return [] }
        return stride(from: 0, to: digits.count, by: 2).map { digits.dropFirst($0).prefix(2) }
    }

    private static func fraction(_ digits: Substring?, allowed: Bool) -> Double? {
        guard let digits else { return 0 }
        guard allowed, !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else { return nil }
        return Double("0." + digits)
    }
}
