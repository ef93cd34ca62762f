/// The names, values and words of a part.
extension SentenceReading {
    /// The items of a part: names, readings, and the words between them.
    func items(_ range: Range<Int>) -> [SentenceItem] {
        if let name = grammar.newPlace(range) { return [SentenceItem(.quoted, name)] }
        var items: [SentenceItem] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let item = item(at: index, before: range.upperBound, after: items.last)
            items.append(item)
            index = item.tokens.upperBound
        }
        return items.filter { if case .mark = $0.kind { false } else { true } }
    }

    func item(at start: Int, before end: Int, after last: SentenceItem?) -> SentenceItem {
        let token = grammar.tokens[start]
        if token.kind == .quoted { return SentenceItem(.quoted, start..<start + 1) }
        let isStart = grammar.beginsWord(start)
        if let remark = grammar.remark(at: start, before: end) { return SentenceItem(.mark, start..<remark) }
        if let tag = mention(.tag, start, end) { return tag }
        if isStart, let reading = grammar.quotedValue(at: start, before: end) {
            return SentenceItem(.reading(reading), start..<reading.end)
        }
        if let match = names[start], match.tokens.upperBound <= end {
            return SentenceItem(.name(match.names), match.tokens)
        }
        if let spot = spots[start], spot <= end { return SentenceItem(.spot, start..<spot) }
        let limit = nextName(start, end)
        if isStart || token.kind == .stars, let reading = grammar.reading(at: start, before: limit) {
            let isStory = continuesStory(reading, start, last) || isOfTrack(reading, start) || isOfSeries(reading, last)
            return SentenceItem(isStory ? .word : .reading(reading), start..<reading.end)
        }
        // `@noon` is a time, and `@malibu` a known place.
        if names.indices.contains(start + 1), names[start + 1] == nil, let person = mention(.person, start, end) {
            return person
        }
        if isStart,
            let misread = grammar.misreadDate(at: start, before: limit)
                ?? grammar.misspelledUnit(at: start, before: limit),
            !continuesStory(misread, start, last)
        {
            return SentenceItem(.reading(misread), start..<misread.end)
        }
        if isStart, let bare = bareNumber(start, limit), !isAmongWords(bare.tokens, last, limit) { return bare }
        if token.kind == .symbol, token.isPunctuation || token.isDash { return SentenceItem(.mark, start..<start + 1) }
        var stop = start + 1
        while stop < limit, grammar.tokens[stop].isGlued, !grammar.tokens[stop].isPunctuation,
            grammar.tokens[stop].kind != .quoted
        {
            if grammar.tokens[stop].isDash, !grammar.isGlued(stop + 1, limit) || grammar.tokens[stop + 1].isDash {
                break
            }
            stop += 1
        }
        return SentenceItem(.word, start..<(endsAbbreviation(stop, limit) ? stop + 1 : stop))
    }

    /// The tag or person that begins at a token.
    func mention(_ kind: MentionKind, _ start: Int, _ end: Int) -> SentenceItem? {
        let token = grammar.tokens[start]
        guard token.symbol == Unicode.Scalar(kind.sign) else { return nil }
        // The bytes from the one before the sign on, which decides whether a word begins.
        let first = max(0, token.range.lowerBound - 1)
        let bytes = Array(grammar.line.text.utf8.dropFirst(first))
        let name = bytes.withUnsafeBufferPointer { bytes in
            var reader = MentionReader(kind, bytes)
            return reader.next()
        }
        guard let name, first + name.lowerBound == token.range.upperBound else { return nil }
        let stop = (start..<end).first { grammar.tokens[$0].range.lowerBound >= first + name.upperBound } ?? end
        return SentenceItem(.mention, start..<stop)
    }

    /// Whether the token is the full stop of an abbreviation before a word, such as `St. Peter`.
    func endsAbbreviation(_ index: Int, _ end: Int) -> Bool {
        grammar.isSymbol(index, end, ".") && grammar.isGlued(index, end) && grammar.tokens[index - 1].key.count <= 3
            && grammar.tokens[index - 1].kind == .word && index + 1 < end && grammar.tokens[index + 1].kind == .word
    }

    /// The index of the next name or quoted text.
    func nextName(_ start: Int, _ end: Int) -> Int {
        var index = nextNames[start]
        while index < end, grammar.tokens[index].kind != .quoted,
            (names[index]?.tokens.upperBound ?? spots[index]).map({ $0 > end }) ?? true
        {
            index = nextNames[index]
        }
        return min(index, end)
    }

    /// Whether a reading belongs to the words before it: `hurt my knee`, `drove 2 hours`, `better than yesterday`, `longest
    /// ride 42 s`.
    func continuesStory(_ reading: Reading, _ start: Int, _ last: SentenceItem?) -> Bool {
        guard let last, case .word = last.kind, last.tokens.upperBound == start else { return false }
        let key = grammar.tokens[last.tokens.upperBound - 1].key
        let terms = grammar.lexicon.terms(of: key)
        if terms.contains(where: \.continuesStory) || isOfAir(last.tokens.upperBound - 1) { return true }
        if !reading.isWeak || terms.contains(.praise) { return false }
        return reading.isCount ? terms.contains(.others) || key == "+" : !terms.contains(where: \.isFunctionWord)
    }

    /// `Tag 2/5`, `heat 3/10`: whether a score is the number of one of several.
    func isOfSeries(_ reading: Reading, _ last: SentenceItem?) -> Bool {
        guard let last, case .word = last.kind, last.tokens.count == 1 else { return false }
        let isScore: Bool
        switch reading.meaning {
        case .fieldMatches(let found): isScore = found.allSatisfy { $0.field == .rating }
        case .date(let pieces): isScore = pieces.count == 1 && pieces[0].isScore
        case .refusal(let error):
            if case .unclear(_, let fields) = error.reason { isScore = fields == [.rating] } else { isScore = false }
        }
        return isScore
            && [
                "day", "tag", "jour", "class", "clase", "aula", "cours", "kurs", "heat", "lesson", "session", "part",
                "teil",
            ]
            .contains(grammar.tokens[last.tokens.lowerBound].key)
    }

    /// `longest: 42 s`, `tubo de 4 seg`, `27 km/h max`: whether a measure is one of what watches measure.
    func isOfTrack(_ reading: Reading, _ start: Int) -> Bool {
        guard reading.isOfMeasure else { return false }
        if reading.isOfTube, grammar.isWord(start - 1, start, "in", "em", "en") { return true }
        if reading.isSpeed, isOfWatch, grammar.unit(reading.end - 1, reading.end)?.value != .knots { return true }
        let isColon = start > 0 && [":", "="].contains(grammar.tokens[start - 1].key)
        let before = start - (isColon ? 2 : 1)
        let after = reading.isOfTube || reading.isSpeed ? [reading.end] : []
        return ([before - 1, before] + after).contains {
            $0 >= 0 && grammar.skip($0, grammar.tokens.count, .tracked) != nil
        }
    }

    /// Whether the line is a watch's, whose speeds are not the wind's.
    private var isOfWatch: Bool {
        grammar.tokens.contains { grammar.lexicon.terms(of: $0.key).contains { $0 == .watch || $0 == .tracked } }
    }

    /// `air 20C`, `air temp 70F`: whether the temperature is that of the air.
    func isOfAir(_ index: Int) -> Bool {
        (max(0, index - 1)...index).contains { grammar.isWord($0, index + 1, "air") }
    }

    /// `with 3 friends`, `2 turtles`: whether a number follows a word or counts the word after it.
    func isAmongWords(_ tokens: Range<Int>, _ last: SentenceItem?, _ end: Int) -> Bool {
        guard tokens.count == 1 else { return false }
        if let last, last.isWord, last.tokens.upperBound == tokens.lowerBound, NewName.isNoun(grammar, last.tokens) {
            return true
        }
        guard tokens.upperBound < end else { return false }
        let next = grammar.tokens[tokens.upperBound]
        let isAfterWord = last.map { $0.isWord && !$0.isSpot && $0.tokens.upperBound == tokens.lowerBound } ?? false
        let isPlural = next.key.hasSuffix("s")
        if next.key == "of" { return true }
        return next.kind == .word && (isAfterWord || isPlural)
            && grammar.reading(at: tokens.upperBound, before: end) == nil
            && !grammar.lexicon.terms(of: next.key).contains { $0 == .praise && !isPlural || $0.isFunctionWord }
    }

    func bareNumber(_ start: Int, _ end: Int) -> SentenceItem? {
        guard let amount = grammar.amount(start, end, words: false, { _ in false }), grammar.isBoundary(amount.end)
        else {
            return nil
        }
        // `2. Versuch`
        if grammar.isSymbol(amount.end, end, "."), amount.end + 1 < end, grammar.tokens[amount.end + 1].kind == .word {
            return SentenceItem(.word, start..<amount.end + 1)
        }
        // `212 - 17/3/1996`
        if amount.isRange, amount.high < amount.low { return SentenceItem(.number, start..<start + 1) }
        if amount.isRange, let reading = grammar.bareHeight(start, amount.end) {
            return SentenceItem(.reading(reading), start..<amount.end)
        }
        return SentenceItem(.number, start..<amount.end)
    }
}
