/// Words and phrases with their meanings. To support another word, add it to a table.
struct Lexicon: Sendable {
    /// The whole lexicon, in five languages.
    static let surfers = Lexicon(timeWords + numberWords + seaWords + functionWords)

    /// One or more words separated by single blanks.
    private struct Phrase {
        /// The possible meanings.
        var terms: [Term] = []
        /// Whether longer phrases begin with it.
        var isContinued = false
    }

    private let phrases: [String: Phrase]
    /// The English words for days and months that remain recognizable with a typo, by their first letter.
    private let days: [Unicode.Scalar: [String]]

    /// - Parameter rows: Terms, each with its words or phrases separated by commas, the English ones first.
    init(_ rows: [(Term, String)]) {
        var phrases: [String: Phrase] = [:]
        var days: [String] = []
        for (term, words) in rows {
            if term.isDay, let word = words.split(separator: ",").first.map(String.init), word.isLongWord {
                days.append(word)
            }
            for phrase in words.split(separator: ",") {
                let key = phrase.drop { $0 == " " || $0 == "\n" }
                phrases[String(key), default: Phrase()].terms.append(term)
                let words = key.split(separator: " ")
                for count in words.indices.dropFirst() {
                    phrases[words[..<count].joined(separator: " "), default: Phrase()].isContinued = true
                }
            }
        }
        self.phrases = phrases
        self.days = Dictionary(grouping: days) { $0.unicodeScalars.first ?? " " }
    }

    /// The days and months that an unknown word may be a typo of: `yesturday`.
    func days(near word: String) -> [String] {
        if let meant = Lexicon.misspelled[word] { return [meant] }
        guard word.isLongWord, let first = word.unicodeScalars.first, let days = days[first], terms(of: word).isEmpty
        else {
            return []
        }
        return days.filter { $0.isOneTypo(from: word) }
    }

    /// The meanings of the words from a token on, longer phrases first. A dash or nothing may replace a phrase's blank.
    func matches(_ tokens: [Token], at start: Int, before end: Int) -> [(term: Term, end: Int)] {
        guard start < end, tokens[start].kind == .word || tokens[start].isCelsiusSign else { return [] }
        var key = ""
        var found: [(term: Term, end: Int)] = []
        var index = start
        while index < end {
            if index > start, tokens[index].isDash, tokens[index].isGlued, index + 1 < end, tokens[index + 1].isGlued {
                index += 1
            }
            guard tokens[index].kind == .word || tokens[index].isCelsiusSign else { break }
            key += (index > start ? " " : "") + tokens[index].key
            index += 1
            guard let phrase = phrases[key] else { break }
            for term in phrase.terms { found.append((term, index)) }
            guard phrase.isContinued else { break }
        }
        return found.reversed()
    }

    /// The units that an unknown word may be a typo of. After a blank only longer units are considered.
    func units(near word: String, isGlued: Bool) -> [(name: String, field: EntryField)] {
        guard !terms(of: word).contains(where: \.beginsValue) || word == "f" else { return [] }
        return Lexicon.mistypedUnits.filter {
            $0.name.isOneTypo(from: word) && (isGlued || $0.name.utf8.count > 3 && $0.name.first == word.first)
        }
    }

    private static let mistypedUnits: [(name: String, field: EntryField)] = [
        ("ft", .height), ("sec", .period), ("kts", .wind), ("mph", .wind), ("min", .duration), ("hrs", .duration),
        ("feet", .height), ("foot", .height), ("metres", .height), ("meters", .height), ("seconds", .period),
        ("knots", .wind), ("minutes", .duration), ("hours", .duration), ("waves", .waves), ("people", .crowd),
        ("stars", .rating),
    ]

    /// Abbreviations that are too short for typo detection, and words with two typos.
    private static let misspelled = [
        "yest": "yesterday", "yst": "yesterday", "ystd": "yesterday", "ystday": "yesterday",
        "wensday": "wednesday", "wendsday": "wednesday", "wensdy": "wednesday", "tmrw": "tomorrow", "tmw": "tomorrow",
    ]

    func terms(of key: String) -> [Term] { phrases[key]?.terms ?? [] }

    /// Whether a value or a date may begin with a word.
    func beginsValue(_ key: String) -> Bool { terms(of: key).contains(where: \.beginsValue) }
}

extension Term {
    fileprivate var isDay: Bool {
        switch self {
        case .day, .weekday, .month: true
        default: false
        }
    }
}

extension String {
    /// Whether a word is long enough that changing one letter hardly makes another word.
    fileprivate var isLongWord: Bool { utf8.count > 5 && !contains(" ") }
}

extension Token {
    fileprivate var isCelsiusSign: Bool { kind == .symbol && (key == "°" || key == "º") }
}
