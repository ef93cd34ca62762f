/// What a typed date says: a day, a clock time or both.
struct DateWords: Equatable {
    var day: DayWords?
    var clock: ClockTime?

    /// Reads a text as far as it can be read without knowing what time it is; nil where it is no date.
    init?(_ text: String) {
        if let words = DateWords(table: text) ?? DateWords(typed: text) { self = words } else { return nil }
    }

    /// Reads the form that tables write; nil where it is another.
    init?(table text: String) {
        var text = text
        guard let said = text.withUTF8(ISODateReader.local) else { return nil }
        (day, clock) = said
    }

    /// Reads any form.
    init?(typed text: String) {
        var words = DateWords.words(text)
        clock = DateWords.removeClock(from: &words)
        day = DayWords(words)
        guard words.isEmpty ? clock != nil : day != nil else { return nil }
    }

    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        for word in text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init) where word != "at" {
            if hasColon(word) || word.utf8.contains(UInt8(ascii: "t")), let split = isoParts(word) {
                words += split
            } else {
                words += word.split(separator: ",").map(String.init)
            }
        }
        return words
    }

    /// The day and the time of `2014-08-01t07:00`, the time marked by its `t`; the word itself where it is no such thing.
    private static func isoParts(_ word: String) -> [String]? {
        guard let mark = word.firstIndex(of: "t") else { return hasColon(word) ? [trimmed(word)] : nil }
        guard ISODay.read(String(word[..<mark])) != nil else { return nil }
        return [String(word[..<mark]), trimmed(String(word[mark...]))]
    }

    private static func hasColon(_ word: String) -> Bool { word.utf8.contains(UInt8(ascii: ":")) }

    private static func trimmed(_ word: String) -> String {
        word.hasSuffix(",") ? String(word.dropLast()) : word
    }

    /// Takes the clock time and the offset behind it out of the words; nil where there is none.
    private static func removeClock(from words: inout [String]) -> ClockTime? {
        joinMeridiem(&words)
        guard let index = words.firstIndex(where: { time($0) != nil }), var clock = time(words[index]) else {
            return nil
        }
        words.remove(at: index)
        guard clock.offset == nil, index < words.count, let offset = ClockTime.offset(words[index][...]) else {
            return clock
        }
        clock.offset = offset
        words.remove(at: index)
        return clock
    }

    private static func time(_ word: String) -> ClockTime? {
        word.hasPrefix("t") ? ClockTime(String(word.dropFirst()), isBasic: true) : ClockTime(word)
    }

    /// Makes `7 am` one word.
    private static func joinMeridiem(_ words: inout [String]) {
        guard let index = words.firstIndex(where: { $0 == "am" || $0 == "pm" }), index > 0 else { return }
        guard words[index - 1].utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ":") }) else { return }
        words[index - 1] += words.remove(at: index)
    }
}
