/// A second look at a reading, which knows nothing of how it was made: it looks at what is left over, and asks before
/// anything doubtful is stored.
struct SentenceAudit {
    private let grammar: Grammar
    private let sentence: Sentence
    /// The tokens of the notes, and those of the place.
    private let notes: [Range<Int>]
    private let place: Range<Int>?
    private let dates: [(pieces: [DatePiece], tokens: Range<Int>, isWhen: Bool)]
    private let isSpot: Bool
    private let names: [KnownPlaces.Match?]
    private let spots: [Int?]
    private let isDoubtful: Bool

    init(_ reading: SentenceReading, _ sentence: Sentence) {
        (grammar, self.sentence) = (reading.grammar, sentence)
        (notes, place) = (reading.notes, reading.place.flatMap { $0.isNew ? $0.tokens : nil })
        (names, spots) = (reading.names, reading.spots)
        dates = reading.dates
        (isSpot, isDoubtful) = (reading.place?.isSpot ?? false, reading.place?.isDoubtful ?? false)
    }

    /// - Parameter times: The times that are left over.
    /// - Throws: A question, or a refusal with lines that are not doubtful.
    func check(_ times: [Range<Int>]) throws(SentenceError) {
        try checkCorrection()
        try checkPlace()
        try checkNextNumber()
        try checkNextWord()
        try checkOtherPlace()
        try checkYear()
        if let time = times.first { throw unclear(time, .date) }
    }

    // MARK: The place

    /// Asks about a new place whose name is no name: words of waves and weather, of time, or a long story.
    private func checkPlace() throws(SentenceError) {
        guard let place else { return }
        if grammar.tokens[place.lowerBound].kind == .quoted { return try checkQuoted(place) }
        let words = place.filter { grammar.tokens[$0].kind == .word }
        if sentence.values.date == nil, words.count > 1, let last = words.last, isLooseWeekday(last) {
            throw unclear(last..<last + 1, .date)
        }
        let isName = isSpot || isLandmark(words) || words.contains { isNameWord($0) }
        let isShort = words.count { !isTerm($0, .nameJoint) } <= SentenceAudit.longestName
        guard isName, !isDoubtful, isShort else {
            var error = unclear(place, .location)
            error.lines = linesWithWords(before: place)
            throw error
        }
    }

    private func isTerm(_ index: Int, _ term: Term) -> Bool {
        grammar.lexicon.terms(of: grammar.tokens[index].key).contains(term)
    }

    /// Asks about `lincoln city rds end`: a word after a new name that is no everyday word, and may belong to it.
    private func checkNextWord() throws(SentenceError) {
        guard let place, !isQuoted, notes.contains(where: { $0.lowerBound == place.upperBound })
        else { return }
        let next = grammar.tokens[place.upperBound]
        // A surf spot is known to end there, unless a direction or a landmark says of which part it is.
        if isSpot, !isPartOfSpot(place.upperBound) { return }
        let terms = grammar.lexicon.terms(of: next.key)
        guard next.kind == .word, next.key.utf8.count > 2,
            terms.contains(.landmark) || terms.allSatisfy(\.isOfNames) && !OrdinaryWords.contains(next.key)
        else { return }
        let both = place.lowerBound..<place.upperBound + 1
        var error = unclear(both, .location)
        error.lines = [quoting(both), grammar.replacing(place, with: grammar.text(place) + ",")]
        throw error
    }

    /// Asks about `Snapper six`: a number in words that ends what follows the place, as a bare number is asked about.
    private func checkNextNumber() throws(SentenceError) {
        guard let piece = sentence.pieces.first(where: { $0.field == .location }),
            let next = grammar.tokens.indices.first(where: {
                grammar.tokens[$0].range.lowerBound >= piece.bytes.upperBound
            }),
            notes.contains(where: { $0.lowerBound == next }), grammar.tokens[next].kind == .word,
            let number = grammar.number(next, grammar.tokens.count), grammar.endsThere(number.end, grammar.tokens.count)
        else { return }
        throw SentenceError(
            .unclear(grammar.text(next..<number.end), couldBe: [.height, .location]), at: next..<number.end,
            isQuestion: true)
    }

    private func isPartOfSpot(_ index: Int) -> Bool {
        isTerm(index, .landmark) || grammar.point(index, grammar.tokens.count) != nil
            || index + 1 < grammar.tokens.count && isTerm(index + 1, .end)
    }

    /// Asks about a second place in the notes after the first: one to which a word leads (`drove to Y`, `X or Y`), or a surf
    /// spot with a capital or after a word of places that nothing is compared with. Of such lines, more than half were
    /// about the second.
    private func checkOtherPlace() throws(SentenceError) {
        guard let own = sentence.values.location, !isQuoted else { return }
        for range in notes {
            for index in range {
                guard let other = otherName(index, range) else { continue }
                let name = grammar.text(other)
                if own.folded.contains(name.folded) { continue }
                var error = SentenceError(.severalPlaces([own, name]), at: nil, isQuestion: true)
                error.lines = [place, other].compactMap { $0.map(quoting) }
                throw error
            }
        }
    }

    /// Whether quotes say what the place is.
    private var isQuoted: Bool { place.map { grammar.tokens[$0.lowerBound].kind == .quoted } ?? false }

    /// Another place at an index, or to which the words there lead.
    private func otherName(_ index: Int, _ range: Range<Int>) -> Range<Int>? {
        let led = grammar.skip(index, range.upperBound, .elsewhere, .atLast)
        if let stop = led ?? orPlace(index, range.upperBound) {
            let near = stop..<min(stop + 3, range.upperBound)
            for start in near { if let end = nameEnd(start, range) { return start..<end } }
            let isBesidePlace = led == nil && place?.upperBound == index
            if isBesidePlace || led != nil && stop > index + 1 {
                for start in near { if let end = ledNameEnd(start, range) { return start..<end } }
            }
        }
        return isOtherSpot(index) ? nameEnd(index, range).map { index..<$0 } : nil
    }

    private func nameEnd(_ index: Int, _ range: Range<Int>) -> Int? {
        (spots[index] ?? names[index]?.tokens.upperBound).flatMap { $0 <= range.upperBound ? $0 : nil }
    }

    /// The end of words that are only names, after several words that lead there: `walked round to Zorbik`.
    private func ledNameEnd(_ index: Int, _ range: Range<Int>) -> Int? {
        let end = range[index...].first { grammar.tokens[$0].text.first?.isUppercase != true || !isNameWord($0) }
        return end == index ? nil : end ?? range.upperBound
    }

    /// Whether a surf spot after a new place may be the place as well.
    private func isOtherSpot(_ index: Int) -> Bool {
        guard let place, index > place.upperBound, let end = spots[index], grammar.tokens[index].key.utf8.count > 3
        else {
            return false
        }
        let isName = grammar.tokens[index].text.first?.isUppercase == true || isTerm(index - 1, .beforePlace)
        // `Kirra was bigger`
        let isTold = end < grammar.tokens.count && isTerm(end, .copula)
        // `Banana Beach à Tamraght`
        let isTown =
            index == place.upperBound + 1 && isTerm(index - 1, .beforePlace)
            && !(place.lowerBound > 0 && isTerm(place.lowerBound - 1, .beforePlace))
        // `Playa de Ris (Noja)`
        let isBracketed = index == place.upperBound + 1 && grammar.isSymbol(index - 1, index, "(")
        return isName && !NewName.isOfEverydayWords(grammar, index..<end) && !isTold && !isTown && !isBracketed
            && !isCompared(index)
            && !isCompared(index - 1)
    }

    private func orPlace(_ index: Int, _ end: Int) -> Int? {
        grammar.tokens[index].key.utf8.count > 1 ? grammar.skip(index, end, .or) : nil
    }

    private func quoting(_ tokens: Range<Int>) -> String {
        grammar.replacing(tokens, with: "\"" + grammar.text(tokens) + "\"")
    }

    /// The line with the name in quotes; `Solo Zorbik 3ft` with the words before it in the name, and as notes.
    private func linesWithWords(before place: Range<Int>) -> [String] {
        guard let words = notes.first(where: { $0.upperBound == place.lowerBound && $0.lowerBound < $0.upperBound })
        else { return [quoting(place)] }
        return [
            quoting(words.lowerBound..<place.upperBound),
            grammar.replacing(words, with: "") + ", " + grammar.text(words),
        ]
    }

    /// `Main Beach`, but not `the beach`.
    private func isLandmark(_ words: [Int]) -> Bool {
        let terms = words.map { grammar.lexicon.terms(of: grammar.tokens[$0].key) }
        return terms.contains { $0.contains(.landmark) }
            && terms.contains { !$0.contains(.landmark) && !$0.contains(.article) }
    }

    /// `"2025-10-03 7am: O"`: a quoted name that begins with a date and a colon, because an apostrophe ended the quote.
    private func checkQuoted(_ place: Range<Int>) throws(SentenceError) {
        let line = TokenLine(plain: grammar.text(place))
        let quoted = Grammar(line: line, units: grammar.units, order: grammar.order)
        guard SentenceParts(quoted, Array(repeating: nil, count: line.tokens.count)).hasWhen else { return }
        throw unclear(place, .location)
    }

    /// The most words of a new name that is not quoted.
    private static let longestName = 5

    private func isNameWord(_ index: Int) -> Bool {
        let token = grammar.tokens[index]
        let terms = grammar.lexicon.terms(of: token.key)
        let isOrdinary = OrdinaryWords.contains(token.key)
        if terms.allSatisfy(\.isOfNames), !terms.contains(.landmark), !isOrdinary { return true }
        guard token.text.first?.isUppercase == true,
            !terms.contains(where: { $0.isFunctionWord || $0.isUnit && token.key.utf8.count > 2 })
        else {
            return false
        }
        let isAcronym = token.text.utf8.count > 1 && token.text == token.text.uppercased()
        return !isOrdinary || index > 0 && OrdinaryWords.isEnglish(token.key) || !terms.isEmpty || isAcronym
    }

    /// `dom`, `sam`: a short weekday that nothing makes one, and nobody's name.
    private func isLooseWeekday(_ index: Int) -> Bool {
        let token = grammar.tokens[index]
        guard
            ["dom", "sab", "sam", "dim", "lun", "jue", "jeu", "vie", "mie", "fri", "thu", "wed", "tue"].contains(
                token.key)
        else {
            return false
        }
        return index == 0
            || !grammar.lexicon.terms(of: grammar.tokens[index - 1].key).contains { $0 == .with || $0 == .and }
    }

    // MARK: Words that take back

    /// Asks about a line that takes back something it said, and about notes that name a second day.
    private func checkCorrection() throws(SentenceError) {
        for index in grammar.tokens.indices where grammar.tokens[index].kind != .quoted {
            guard let end = grammar.skip(index, grammar.tokens.count, .correction), index > 0,
                end < grammar.tokens.count
            else { continue }
            var error = unclear(index..<end, .location)
            error.lines = [grammar.text(end..<grammar.tokens.count), grammar.text(0..<index)]
            throw error
        }
        if let no = grammar.tokens.indices.first(where: takesBack) { throw unclear(no - 1..<no + 1, .location) }
        // `martes?`
        for date in dates where grammar.isSymbol(date.tokens.upperBound, grammar.tokens.count, "?") {
            throw unclear(date.tokens, .date)
        }
        for range in notes {
            for index in range where grammar.lexicon.terms(of: grammar.tokens[index].key).contains(.or) {
                // `o mar` is the sea.
                let isOr = grammar.tokens[index].key.utf8.count > 1 || dates.contains { $0.tokens.upperBound == index }
                guard index + 1 < range.upperBound, isOr,
                    namesDay(index + 1, range.upperBound) || isSecondYear(index)
                else { continue }
                throw unclear(index..<index + 2, .date)
            }
        }
    }

    /// The `no` of `Playa Hermosa? no Jaco`.
    private func takesBack(_ index: Int) -> Bool {
        guard index > 1, grammar.isSymbol(index - 1, index, "?"),
            grammar.isWord(index, grammar.tokens.count, "no", "nah", "non", "ne", "nee", "nein", "nao")
        else { return false }
        return index + 1 < grammar.tokens.count && isNameWord(index + 1) && grammar.tokens[index + 1].kind == .word
    }

    /// `Noël 89 ou 90`: whether a number after `or` is another one of the date before it.
    private func isSecondYear(_ or: Int) -> Bool {
        dates.contains { $0.tokens.upperBound == or } && grammar.digits(or + 1, grammar.tokens.count) != nil
    }

    private func namesDay(_ index: Int, _ end: Int) -> Bool {
        if let reading = grammar.date(at: index, before: end), case .date(let pieces) = reading.meaning {
            return pieces.contains(where: \.namesDay)
        }
        return grammar.match(index, end) { term -> Bool? in
            switch term {
            case .month, .weekday: true
            case .shortWeekday: grammar.tokens[index].key.utf8.count > 2 ? true : nil
            default: nil
            }
        } != nil
    }

    private func unclear(_ tokens: Range<Int>, _ field: EntryField) -> SentenceError {
        SentenceError(.unclear(grammar.text(tokens), couldBe: [field, .notes]), at: tokens, isQuestion: true)
    }

    // MARK: The time

    /// Asks about a year that is left over, beside a day without one: `Carnet 1994: 3 septembre`.
    private func checkYear() throws(SentenceError) {
        guard let day = dates.first(where: { $0.pieces.contains(where: \.lacksYear) }) else { return }
        for range in notes {
            guard let year = range.first(where: isYear) else { continue }
            var error = unclear(year..<year + 1, .date)
            error.lines = [
                grammar.replacing(day.tokens, with: grammar.text(day.tokens) + " " + grammar.tokens[year].text)
            ]
            throw error
        }
    }

    private func isYear(_ index: Int) -> Bool {
        if isCompared(index) { return false }
        let token = grammar.tokens[index]
        let isShort =
            ["'", "’"].contains { grammar.isSymbol(index - 1, index, $0) } && grammar.isGlued(index, index + 1)
        if isShort, token.kind == .digits, token.key.utf8.count == 2, !grammar.isGlued(index - 1, index) { return true }
        guard let number = grammar.digits(index, index + 1), token.key.utf8.count == 4,
            grammar.unit(index + 1, grammar.tokens.count) == nil,
            !grammar.isGlued(index + 1, grammar.tokens.count)
                || grammar.tokens[index + 1].isPunctuation
        else { return false }
        return (1950...2049).contains(number)
    }

    /// The end of a word for a time in a line that says none otherwise: `Agosto del 79`.
    private func timeWord(_ index: Int, _ end: Int) -> Int? {
        guard sentence.values.date == nil, !isCompared(index), !isCompanion(index) else { return nil }
        if isNamedDay(index, end) { return index + 2 }
        let isLong = grammar.tokens[index].key.utf8.count > 3
        let found = grammar.match(index, end) { term -> Bool? in
            switch term {
            case .month: isLong ? true : nil
            case .partOfDay: false
            default: nil
            }
        }
        // `offshore all morning` is not a time, `a la tarde` is.
        return found.flatMap { $0.value || $0.end > index + 1 ? $0.end : nil }
            ?? (isLooseWeekday(index) ? index + 1 : nil)
    }

    /// `me plus Julio`
    private func isCompanion(_ index: Int) -> Bool {
        guard index > 0 else { return false }
        return isTerm(index - 1, .with) || grammar.isWord(index - 1, index, "plus", "and", "y", "et", "und", "e")
    }

    /// `Foundation Day`: a named day that is not known.
    private func isNamedDay(_ index: Int, _ end: Int) -> Bool {
        guard index + 1 < end, grammar.tokens[index + 1].text == "Day", grammar.tokens[index].kind == .word else {
            return false
        }
        return grammar.tokens[index].text.first?.isUppercase == true
            && grammar.tokens.contains { $0.kind == .word && $0.text.first?.isLowercase == true }
    }

    /// Whether the line says the day of the session.
    private var saysDay: Bool { dates.contains { $0.pieces.contains { $0.namesDay && $0 != .now } } }

    /// The days and times among the notes of a session that would be now, or at an assumed hour.
    var timesLeft: [Range<Int>] {
        guard sentence.values.date == nil || sentence.isTimeAssumed || !saysDay else { return [] }
        return notes.flatMap { range in
            var found: [Range<Int>] = []
            var index = range.lowerBound
            while index < range.upperBound {
                let time = time(at: index, before: range.upperBound) ?? timeWord(index, range.upperBound)
                if let time, !isOfSea(index, from: range.lowerBound) { found.append(index..<time) }
                index = time ?? index + 1
            }
            return found
        }
    }

    /// `vent de mer dès 11 h`, `HW 11:48`: whether a time is that of a wind or a tide, which is said before it.
    private func isOfSea(_ index: Int, from start: Int) -> Bool {
        let words = (start..<index).reversed().prefix { !grammar.tokens[$0].isPunctuation }
        return words.contains { word in
            grammar.lexicon.terms(of: grammar.tokens[word].key).contains(where: \.isOfSea)
        }
    }

    /// `at first light`, but not `surfed all morning`: whether a part of the day is the time of something.
    private func isMarked(_ index: Int) -> Bool {
        (max(0, index - 1)...index).contains { token in
            grammar.lexicon.terms(of: grammar.tokens[token].key).contains { $0 == .at || $0 == .this }
        }
    }

    private func isFirst(_ index: Int) -> Bool { notes.contains { $0.lowerBound == index } }

    /// `better than yesterday`, `since september`: whether another session is meant.
    private func isCompared(_ index: Int) -> Bool {
        index > 0 && grammar.lexicon.terms(of: grammar.tokens[index - 1].key).contains(where: \.continuesStory)
    }

    /// The end of a day or a clock time at a token.
    private func time(at index: Int, before end: Int) -> Int? {
        guard grammar.beginsWord(index), !isCompared(index), let reading = grammar.reading(at: index, before: end),
            case .date(let pieces) = reading.meaning
        else { return nil }
        // `Yesterday was flat, today 3ft`
        if pieces.contains(.relativeDay(0)), dates.contains(where: { $0.pieces.contains(where: \.isPastDay) }) {
            return reading.end
        }
        let isTime = pieces.contains { piece in
            switch piece {
            case .clock, .clocks, .monthDay, .day, .dayOfMonth, .dayOfMonthsBack, .feast, .daysAgo, .weekday, .month:
                true
            case .weekend, .someDay: sentence.values.date == nil
            case .partOfDay: sentence.values.date == nil && (reading.end == end && isMarked(index) || isFirst(index))
            case .hour(_, let minute): minute > 0 || reading.end > index + 1
            case .relativeDay(let days): days < 0 || pieces.count > 1
            default: false
            }
        }
        let isMissing = saysDay ? pieces.contains(where: \.namesClock) : pieces.contains(where: \.namesDay)
        if sentence.values.date != nil, !isMissing { return nil }
        return isTime ? reading.end : nil
    }
}

extension DatePiece {
    /// Whether it is a day before today, by its distance.
    fileprivate var isPastDay: Bool { if case .relativeDay(let days) = self { days < 0 } else { false } }
}

extension Term {
    /// Whether it is a word of winds or tides, whose times are not the session's.
    fileprivate var isOfSea: Bool {
        switch self {
        case .label(.field(.wind)), .label(.field(.tide)), .windSide, .surface, .tide: true
        default: false
        }
    }
}
