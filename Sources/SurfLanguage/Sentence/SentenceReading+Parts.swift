/// Reading the parts of a line.
extension SentenceReading {
    mutating func readWhen(_ range: Range<Int>) {
        for date in grammar.head.dates(in: range) ?? [] { dates.append((date.pieces, date.tokens, true)) }
    }

    /// Parses a part before the place's. Its values are separated from its words.
    mutating func read(before range: Range<Int>) throws(SentenceError) {
        let items = items(range)
        guard items.contains(where: \.isLeft) else { return try read(part: range, isAfter: false) }
        var naming = try PlaceNaming(grammar, reader.places, items, hasOtherDate: hasOtherDate(range)).notesAlone()
        // `log no. 212`, `im 61 and i surfed`: values follow the place.
        for case let item in naming.items { if case .number = item.kind { naming.notes.append(item.tokens) } }
        naming.items.removeAll { if case .number = $0.kind { true } else { false } }
        try take(naming)
    }

    /// Parses a part other than the place's. It becomes fields if all of it is values, otherwise notes.
    mutating func read(part range: Range<Int>, isAfter: Bool) throws(SentenceError) {
        if range.count == 1, grammar.tokens[range.lowerBound].kind == .quoted { return notes.append(range) }
        let items = isAfterDay(range) ? wholeItems(range, grammar.head) : wholeItems(range, grammar)
        guard let items, !items.isEmpty else { return keep(range) }
        if isAfter, items.count == 1, items[0].isOrdinal { return notes.append(range) }
        if isOfSea(items) { return keep(range) }
        let hasDate = items.contains { $0.isDate }
        if hasDate, items.contains(where: { !$0.isDate }), !isDatedOnce(items) {
            let fields = items.flatMap { $0.fields } + [.date]
            throw SentenceError(.unclear(grammar.text(range), couldBe: fields), at: range, isQuestion: true)
        }
        if items.count == 1, let year = year(items[0]) { return years.append(year) }
        if items.count == 1, takeClock(items[0]) || isNamed(items[0], range) { return }
        for item in items {
            if case .number = item.kind { throw unclear(item) }
            try take(item, isPart: isAfter && items.count == 1)
        }
    }

    /// `marée basse 15 h 40`, `terral de manhã`: whether the time beside a tide or a wind is its own, because the line has
    /// another day.
    private func isOfSea(_ items: [SentenceItem]) -> Bool {
        let fields = items.flatMap(\.fields)
        return items.contains { $0.isDate } && !items.contains { $0.namesDay } && !fields.isEmpty
            && fields.allSatisfy { $0 == .tide || $0 == .wind }
            && dates.contains { $0.pieces.contains(where: \.namesDay) }
    }

    /// Takes a part that is `17.45` as the time, if the line has a day and no time.
    private mutating func takeClock(_ item: SentenceItem) -> Bool {
        guard case .number = item.kind, item.tokens.count == 3, let day = dates.last?.pieces.last(where: \.namesDay),
            !dates.contains(where: { $0.pieces.contains(where: \.namesClock) })
        else { return false }
        var cursor = Cursor(grammar, at: item.tokens.lowerBound, before: item.tokens.upperBound)
        guard let clock = cursor.dottedClock([day]), cursor.index == item.tokens.upperBound else { return false }
        dates.append((clock, item.tokens, false))
        return true
    }

    /// `Calories : 590`: keeps a number with the name before its colon, which is no field's.
    private mutating func isNamed(_ item: SentenceItem, _ range: Range<Int>) -> Bool {
        guard case .number = item.kind, let name = notes.last, name.upperBound + 1 == range.lowerBound,
            grammar.isSymbol(name.upperBound, range.lowerBound, ":")
        else { return false }
        notes[notes.count - 1] = name.lowerBound..<range.upperBound
        return true
    }

    /// The year that is all of a part, beside a day and month without one.
    func year(_ item: SentenceItem) -> Int? {
        guard case .number = item.kind, item.tokens.count == 1,
            grammar.tokens[item.tokens.lowerBound].key.utf8.count == 4,
            dates.contains(where: { $0.pieces.contains(where: \.lacksYear) })
        else { return nil }
        return grammar.digits(item.tokens.lowerBound, item.tokens.upperBound).flatMap {
            (1930...2100).contains($0) ? $0 : nil
        }
    }

    /// Keeps a part with other words as notes. Its values count too, if nothing else in the line names them.
    mutating func keep(_ range: Range<Int>) {
        notes.append(range)
        let items = items(range)
        if items.contains(where: { isOfOthers($0) || $0.isShortWeekday }) { return }
        var last: SentenceItem?
        for (index, item) in items.enumerated() {
            if item.isLeft {
                // After a name, values are those of what it names.
                guard item.isWord, NewName.isOrdinary(grammar, item.tokens) else { return }
                last = item
            }
            let next = items.indices.contains(index + 1) ? items[index + 1] : nil
            guard case .reading(let reading) = item.kind, isOwn(reading, after: last, before: next) else { continue }
            asides.append((reading, item.tokens))
        }
    }

    /// Whether a word tells of somebody or something else, or continues a narrative: `he got 5 waves`, `after 4ft`.
    func isOfOthers(_ item: SentenceItem) -> Bool {
        guard item.isWord else { return false }
        let terms = grammar.lexicon.terms(of: grammar.tokens[item.tokens.upperBound - 1].key)
        return terms.contains { $0.continuesStory || $0 == .others }
    }

    /// Whether a value among everyday words is the session's: none denies it. A date must be first, and not the subject of
    /// what follows: `yesterday was bigger`.
    func isOwn(_ reading: Reading, after last: SentenceItem?, before next: SentenceItem?) -> Bool {
        if let last, isTerm(last, .denial) { return false }
        switch reading.meaning {
        case .refusal: return false
        case .date(let pieces):
            if pieces.count == 1, case .shortWeekday = pieces[0] { return false }
            return (last == nil || isThisPart(pieces)) && !(next.map { isTerm($0, .copula) } ?? false)
        case .fieldMatches(let found):
            // `knee blue` tells of a knee, and `one wave` is rather a wave than a count.
            if reading.isWeak, found.contains(where: { $0.field == .height }) { return false }
            return found.allSatisfy {
                $0.field != .waves || $0.value != .integer(1) || grammar.tokens[$0.tokens.lowerBound].kind == .digits
            }
        }
    }

    /// `this morning`, which can only be the session's.
    private func isThisPart(_ pieces: [DatePiece]) -> Bool {
        pieces.count == 2 && pieces.contains(.relativeDay(0)) && pieces.contains(where: \.namesPart)
    }

    func isTerm(_ item: SentenceItem, _ term: Term) -> Bool {
        item.isWord && grammar.lexicon.terms(of: grammar.tokens[item.tokens.lowerBound].key).contains(term)
    }

    /// Takes the values among notes that no other part has.
    mutating func takeAsides() {
        for (reading, tokens) in asides {
            switch reading.meaning {
            case .fieldMatches(let found):
                let named = Set(fieldMatches.map(\.field)).union(reader.options)
                if found.allSatisfy({ !named.contains($0.field) }) { fieldMatches += found }
            case .date(let pieces): takeAside(pieces, tokens)
            case .refusal: continue
            }
        }
    }

    mutating func takeAside(_ pieces: [DatePiece], _ tokens: Range<Int>) {
        if pieces.count == 1, case .dayOrRating = pieces[0] {
            if !fieldMatches.contains(where: { $0.field == .rating }), scores.isEmpty { scores.append((tokens, true)) }
            return
        }
        let isClock = pieces.allSatisfy { $0.namesClock || $0.namesPart }
        let named = dates.flatMap(\.pieces).filter { !$0.isCountOfDays }
        let isDay = pieces.allSatisfy { $0.namesDay && !$0.namesSpan && !$0.isShortWeekday }
        let isNew =
            named.isEmpty || isClock && !named.contains(where: { $0.namesClock || $0.namesPart })
            || isDay && !named.contains(where: \.namesDay)
        if isNew, !reader.options.contains(.date) { dates.append((pieces, tokens, false)) }
    }

    /// Whether the line's only day or time is at an end of the part: `yesterday 3ft`, `3ft 7am`. A time beside a tide is
    /// that of the tide, and one after `at` that of the wind: `low tide 6am`, `glassy at 9`.
    func isDatedOnce(_ items: [SentenceItem]) -> Bool {
        let found = items.filter(\.isDate)
        guard found.count == 1, items[0].isDate || items[items.count - 1].isDate else { return false }
        if found[0].namesDay { return !dates.contains { $0.pieces.contains(where: \.namesDay) } }
        let fields = items.flatMap(\.fields)
        let first = grammar.tokens[found[0].tokens.lowerBound]
        let isMarked = !fields.contains(.wind) && grammar.lexicon.terms(of: first.key).contains(.at)
        guard first.kind == .digits || isMarked, !fields.contains(.tide) else { return false }
        return !dates.contains { $0.pieces.contains { $0.namesClock || $0.namesPart } }
    }

    /// The readings that cover a range. Nil if text is left over.
    func wholeItems(_ range: Range<Int>, _ grammar: Grammar) -> [SentenceItem]? {
        if let board = grammar.boardAlone(range) { return [SentenceItem(.reading(board), range)] }
        var items: [SentenceItem] = []
        var index = range.lowerBound
        while index < range.upperBound {
            if let reading = grammar.reading(at: index, before: range.upperBound), !isOfTrack(reading, index) {
                items.append(SentenceItem(.reading(reading), index..<reading.end))
                index = reading.end
            } else if items.isEmpty, let bare = bareNumber(index, range.upperBound),
                bare.tokens == range || bare.isValue
            {
                items.append(bare)
                index = bare.tokens.upperBound
            } else if !items.isEmpty, isFiller(index), index + 1 < range.upperBound {
                index += 1
            } else if index > range.lowerBound, grammar.tokens[index..<range.upperBound].allSatisfy(\.isPunctuation) {
                index = range.upperBound
            } else {
                return nil
            }
        }
        return items
    }

    /// Whether the previous part is a day without a time, after which `17h30` is its time.
    func isAfterDay(_ range: Range<Int>) -> Bool {
        guard let last = dates.last, last.tokens.upperBound + 1 == range.lowerBound,
            (grammar.digits(range.lowerBound, range.upperBound) ?? 0) >= 5
        else { return false }
        return last.pieces.contains(where: \.namesDay) && !dates.contains { $0.pieces.contains(where: \.namesClock) }
    }

    func isFiller(_ index: Int) -> Bool {
        let token = grammar.tokens[index]
        if token.kind == .symbol { return ["&", "/", "+", "@"].contains(token.key) }
        return grammar.lexicon.terms(of: token.key).contains(.and) || token.key == "with"
    }

    mutating func read(place items: [SentenceItem], _ range: Range<Int>) throws(SentenceError) {
        var naming = PlaceNaming(
            grammar, reader.places, items, hasOtherDate: hasOtherDate(range), isFirst: isFirst(range))
        place = try naming.choose()
        try take(naming)
    }

    /// Whether all that is before the part in the line is values.
    func isFirst(_ range: Range<Int>) -> Bool {
        notes.allSatisfy { $0.lowerBound >= range.lowerBound }
    }

    mutating func take(_ naming: PlaceNaming) throws(SentenceError) {
        for item in naming.items {
            switch item.kind {
            case .reading: try take(item, isPart: false)
            case .number where isInBrackets(item) || isYearOfStory(item): notes.append(item.tokens)
            case .number: throw unclear(item)
            default: break
            }
        }
        notes += naming.notes
    }

    /// `In 2019 I broke my board`
    private func isYearOfStory(_ item: SentenceItem) -> Bool {
        let start = item.tokens.lowerBound
        guard start > 0, grammar.isWord(start - 1, start, "in", "en", "em", "since", "seit", "depuis", "desde") else {
            return false
        }
        return grammar.tokens[start].key.utf8.count == 4
            && grammar.digits(start, item.tokens.upperBound).map { (1930...2100).contains($0) } ?? false
    }

    /// `Coaching Mia (11)`
    private func isInBrackets(_ item: SentenceItem) -> Bool {
        grammar.isSymbol(item.tokens.lowerBound - 1, grammar.tokens.count, "(")
            && grammar.isSymbol(item.tokens.upperBound, grammar.tokens.count, ")")
    }

    /// Whether a day is given in another part, or a second one in this part.
    func hasOtherDate(_ range: Range<Int>) -> Bool {
        dates.contains { $0.pieces.contains(where: \.namesDay) }
            || parts.ranges.contains { $0 != range && SentenceParts.isDate(grammar, $0) }
    }

    mutating func take(_ item: SentenceItem, isPart: Bool) throws(SentenceError) {
        guard case .reading(let reading) = item.kind else { return }
        switch reading.meaning {
        case .fieldMatches(let found):
            fieldMatches += found.map { match in
                var match = match
                match.isWeak = reading.isWeak
                return match
            }
        case .refusal(let error): throw error
        case .date(let pieces):
            if pieces.count == 1, case .dayOrRating = pieces[0] {
                scores.append((item.tokens, isPart))
            } else {
                dates.append((pieces, item.tokens, false))
            }
        }
    }

    /// The question about a number without a meaning, or the start of a new name: `4 mile`.
    func unclear(_ item: SentenceItem) -> SentenceError {
        var error = SentenceError(
            .unclear(grammar.text(item.tokens), couldBe: [.height, .period, .duration, .waves]), at: item.tokens,
            isQuestion: true)
        if let place, place.isNew, place.tokens.lowerBound == item.tokens.upperBound {
            let tokens = item.tokens.lowerBound..<place.tokens.upperBound
            error.lines = [grammar.replacing(tokens, with: "\"" + grammar.text(tokens) + "\"")]
        }
        return error
    }
}
