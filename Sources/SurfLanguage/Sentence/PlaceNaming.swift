/// Divides the words of the part that contains the place into the place's name and notes.
struct PlaceNaming {
    let grammar: Grammar
    private let places: KnownPlaces
    let hasOtherDate: Bool
    var items: [SentenceItem]
    var notes: [Range<Int>] = []
    /// The first tokens of words that would be values, if they were not parts of a name.
    private var given: Set<Int> = []
    /// The end of the place.
    private(set) var placeEnd: Int?
    /// Whether no words are before the part in the line.
    private let isFirst: Bool

    init(
        _ grammar: Grammar, _ places: KnownPlaces, _ items: [SentenceItem], hasOtherDate: Bool, isFirst: Bool = false
    ) {
        (self.grammar, self.places, self.items) = (grammar, places, items)
        (self.hasOtherDate, self.isFirst) = (hasOtherDate, isFirst)
    }

    mutating func choose() throws(SentenceError) -> SentenceReading.FoundPlace? {
        var place = try quoted()
        if place == nil { place = try known() }
        if place == nil { place = try completed() }
        if place == nil { place = try new() }
        placeEnd = place?.tokens.upperBound
        try collectNotes()
        return place
    }

    /// The result if no words are the name.
    func notesAlone() throws(SentenceError) -> PlaceNaming {
        var copy = self
        try copy.collectNotes()
        return copy
    }

    // MARK: Names

    private mutating func quoted() throws(SentenceError) -> SentenceReading.FoundPlace? {
        guard let index = items.firstIndex(where: \.isQuoted), !isRemark(items[index].tokens) else { return nil }
        let item = items.remove(at: index)
        let name = grammar.text(item.tokens)
        if name.trimmingBlanks().isEmpty { throw SentenceError(.noPlace) }
        return SentenceReading.FoundPlace(name: name, tokens: item.tokens, isNew: !places.contains(name))
    }

    /// `went to Swamis for "easy" waves`: whether quoted text is an everyday word beside a name.
    private func isRemark(_ quoted: Range<Int>) -> Bool {
        let words = TokenLine(plain: grammar.text(quoted)).tokens
        return items.contains { $0.isSpot || $0.isKnownPlace }
            && words.allSatisfy { $0.text.first?.isUppercase != true && OrdinaryWords.contains($0.key) }
    }

    private mutating func known() throws(SentenceError) -> SentenceReading.FoundPlace? {
        for index in items.indices where items[index].isKnownPlace && isCompared(index) { items[index].kind = .word }
        let found = items.indices.filter { items[$0].isKnownPlace }
        guard let index = found.first, case .name(var names) = items[index].kind else { return nil }
        // If names differ only in case, use the one as typed.
        if let typed = names.first(where: { $0 == grammar.text(items[index].tokens) }) { names = [typed] }
        if names.count > 1 {
            throw SentenceError(.severalPlaces(names), at: items[index].tokens, isQuestion: true)
        }
        let others = Set(
            found.compactMap { other -> String? in
                if case .name(let names) = items[other].kind { names.first } else { nil }
            })
        if others.count > 1 { throw SentenceError(.severalPlaces(others.sorted()), isQuestion: true) }
        for other in found.dropFirst() { items[other].kind = .word }
        if let numbered = try numbered(index) { return numbered }
        try refuseLongerName(index)
        let item = items.remove(at: index)
        return SentenceReading.FoundPlace(name: names[0], tokens: item.tokens, isNew: false)
    }

    /// `Loredo mejor que Somo`: whether a known place is only compared with, and there is another name before it.
    private func isCompared(_ index: Int) -> Bool {
        guard index > 1, items[index - 1].isWord, isTerm(items[index - 1].tokens.upperBound - 1, .comparison) else {
            return false
        }
        return items[..<(index - 1)].contains {
            $0.isKnownPlace || $0.isWord && !NewName.isOrdinary(grammar, $0.tokens)
        }
    }

    /// `Trestles 2, 3ft`: a number directly after a name belongs to the name if the line has a height.
    private mutating func numbered(_ index: Int) throws(SentenceError) -> SentenceReading.FoundPlace? {
        guard index + 1 < items.count, case .number = items[index + 1].kind else { return nil }
        let tokens = items[index].tokens.lowerBound..<items[index + 1].tokens.upperBound
        guard namesHeight, !isHeight(index + 2) else {
            throw unclearNumber(items[index + 1].tokens, after: items[index].tokens)
        }
        items.removeSubrange(index...index + 1)
        return SentenceReading.FoundPlace(name: grammar.text(tokens), tokens: tokens, isNew: true)
    }

    /// The question about a bare number after a name, which may belong to the name or be a value without its unit.
    private func unclearNumber(_ number: Range<Int>, after name: Range<Int>) -> SentenceError {
        let tokens = name.lowerBound..<number.upperBound
        let isHigh = (grammar.digits(number.lowerBound, number.upperBound) ?? 0) > 25
        var error = SentenceError(
            .unclear(grammar.text(number), couldBe: isHigh ? [.duration, .waves, .location] : [.height, .location]),
            at: number, isQuestion: true)
        let units = isHigh ? [" min", " waves"] : ["ft", "m"]
        error.lines = units.map { grammar.replacing(number, with: grammar.text(number) + $0) }
        if !isHigh, let line = joinedToHeight(number) { error.lines.insert(line, at: 0) }
        error.lines.append(grammar.replacing(tokens, with: "\"" + grammar.text(tokens) + "\""))
        return error
    }

    /// `malibu 3 4ft` as one line with a dash between the numbers.
    private func joinedToHeight(_ number: Range<Int>) -> String? {
        guard let first = grammar.decimal(number.lowerBound, number.upperBound),
            let second = grammar.decimal(number.upperBound, grammar.tokens.count), first.value < second.value
        else { return nil }
        let both = number.lowerBound..<second.end
        return grammar.replacing(
            both, with: grammar.text(number) + "-" + grammar.text(number.upperBound..<second.end))
    }

    /// Whether the height is directly after the number: `malibu 3 4ft`.
    private func isHeight(_ index: Int) -> Bool {
        index < items.count && items[index].fields.contains(.height)
            && items[index - 1].tokens.upperBound == items[index].tokens.lowerBound
    }

    /// Asks about `Malibu Second Point`, which may be another place than Malibu or a note about it.
    private func refuseLongerName(_ index: Int) throws(SentenceError) {
        guard let run = runs().first(where: { $0.lowerBound == index + 1 }), run.count <= 2,
            items[index].tokens.upperBound == items[index + 1].tokens.lowerBound,
            isTerm(items[run.upperBound - 1].tokens.lowerBound, .landmark),
            !isTerm(
                items[run.lowerBound].tokens.lowerBound, .preposition, .verb, .article, .with, .and, .story,
                .comparison, .praise)
        else { return }
        let tokens = items[index].tokens.lowerBound..<items[run.upperBound - 1].tokens.upperBound
        var error = SentenceError(
            .unclear(grammar.text(tokens), couldBe: [.location, .notes]), at: tokens, isQuestion: true)
        let note = items[run.lowerBound].tokens.lowerBound..<tokens.upperBound
        error.lines = [
            "\"" + grammar.text(tokens) + "\"", grammar.text(items[index].tokens) + ", " + grammar.text(note) + ",",
        ]
        .map { grammar.replacing(tokens, with: $0) }
        throw error
    }

    /// Whether the line contains a height.
    private var namesHeight: Bool {
        let tokens = grammar.tokens
        return tokens.indices.contains { start in
            guard let reading = grammar.reading(at: start, before: tokens.count),
                case .fieldMatches(let fieldMatches) = reading.meaning
            else { return false }
            return fieldMatches.contains { $0.field == .height }
        }
    }

    /// The only known place whose name begins with the first run of words: `bells` is Bells Beach.
    private mutating func completed() throws(SentenceError) -> SentenceReading.FoundPlace? {
        guard let run = runs().first, !isNumber(run.upperBound) else { return nil }
        let trimmed = trimmed(run)
        guard let tokens = trimmed, grammar.tokens[tokens].contains(where: { $0.key.utf8.count > 1 }) else {
            return nil
        }
        let names = places.beginning(with: grammar.tokens[tokens])
        if names.count > 1 { throw SentenceError(.severalPlaces(names), at: tokens, isQuestion: true) }
        guard let name = names.first else { return nil }
        items.removeSubrange(run)
        return SentenceReading.FoundPlace(name: name, tokens: tokens, isNew: false)
    }

    private func isNumber(_ index: Int) -> Bool {
        if items.indices.contains(index), case .number = items[index].kind { true } else { false }
    }

    private mutating func new() throws(SentenceError) -> SentenceReading.FoundPlace? {
        try giveWords()
        guard let (run, found, name) = newName() else { return nil }
        var tokens = found
        try refuseNarrative(tokens)
        try refuseStrayWord(in: tokens)
        var end = run.upperBound
        if end < items.count, case .number = items[end].kind, items[end].tokens.lowerBound == tokens.upperBound {
            guard namesHeight, items[end].tokens.count == 1 else {
                throw unclearNumber(items[end].tokens, after: tokens)
            }
            tokens = tokens.lowerBound..<items[end].tokens.upperBound
            end += 1
        }
        if grammar.tokens[tokens.lowerBound].kind == .digits,
            grammar.decimal(tokens.lowerBound, tokens.upperBound) != nil,
            tokens.count > 1, !grammar.isGlued(tokens.lowerBound + 1, tokens.upperBound)
        {
            throw SentenceError(.unclear(grammar.text(tokens), couldBe: [.location]), at: tokens, isQuestion: true)
        }
        let text = grammar.text(tokens)
        items = items.filter { !($0.isLeftOrNumber && tokens.contains($0.tokens.lowerBound)) }
        let isSpot = name?.isSpot ?? false
        let isDoubtful = isAmongWords(tokens, name) || name?.isDoubtful(isFirst: isFirst) ?? false
        return SentenceReading.FoundPlace(
            name: text, tokens: tokens, isNew: true, isSpot: isSpot, isDoubtful: isDoubtful)
    }

    /// Whether a noun comes directly before the name, so that the name may begin earlier.
    private func isAmongWords(_ tokens: Range<Int>, _ name: NewName?) -> Bool {
        if name?.isPlace ?? false || tokens.lowerBound > 0 && isTerm(tokens.lowerBound - 1, .beforePlace) {
            return false
        }
        return items.contains {
            $0.isWord && $0.tokens.upperBound == tokens.lowerBound && NewName.isNoun(grammar, $0.tokens)
        }
    }

    /// Asks about words that describe a session and are unlikely to be a name: `hurt my knee 3ft`, `so fun 3ft`, `with
    /// Sam 3ft`.
    private func refuseNarrative(_ words: Range<Int>) throws(SentenceError) {
        let isAfterWith = words.lowerBound > 0 && isWith(words.lowerBound - 1)
        let tokens = words.lowerBound - (isAfterWith ? 1 : 0)..<words.upperBound
        let isStory =
            isTerm(tokens.lowerBound, .story, .comparison)
            || tokens.allSatisfy(isOfNarrative) && tokens.contains { isTerm($0, .story, .comparison, .praise) }
        guard isAfterWith || isStory, !tokens.contains(where: { isTerm($0, .landmark) }) else { return }
        throw SentenceError(
            .unclear(grammar.text(tokens), couldBe: [.location, .notes]), at: tokens, isQuestion: true)
    }

    private func isOfNarrative(_ index: Int) -> Bool {
        grammar.lexicon.terms(of: grammar.tokens[index].key).contains { term in
            switch term {
            case .story, .comparison, .praise, .verb, .unit, .number: true
            default: term.isFunctionWord
            }
        }
    }

    private func isWith(_ index: Int) -> Bool {
        isTerm(index, .with)
            || grammar.isWord(index, grammar.tokens.count, "w")
                && grammar.isSymbol(index + 1, grammar.tokens.count, "/")
    }

    /// Turns possible values into words if another word follows: Sunset Point, Low Tide Bar.
    private mutating func giveWords() throws(SentenceError) {
        if items.contains(where: \.isSpot) { return }
        for index in items.indices.reversed() {
            guard case .reading(let reading) = items[index].kind, index + 1 < items.count, items[index + 1].isWord,
                !items[index + 1].isSpot, items[index].tokens.upperBound == items[index + 1].tokens.lowerBound,
                grammar.tokens[items[index].tokens].allSatisfy({ $0.kind == .word || $0.isDash }),
                !NewName.isEveryday(grammar, items[index + 1].tokens)
            else { continue }
            switch reading.meaning {
            case .fieldMatches(let fieldMatches):
                let isShort = items[index].tokens.count < 4
                if isShort, fieldMatches.allSatisfy({ $0.field != .board }), !isAfterName(index) { give(index) }
            case .date(let pieces): try giveWords(pieces, index)
            default: break
            }
        }
    }

    private mutating func give(_ index: Int) {
        items[index].kind = .word
        given.insert(items[index].tokens.lowerBound)
    }

    /// Whether a name precedes the value, so that it remains a value: `Zippers glassy crowd`, but not `Big Flat Rock`.
    private func isAfterName(_ index: Int) -> Bool {
        guard index > 0, items[index - 1].isWord,
            items[index - 1].tokens.upperBound == items[index].tokens.lowerBound
        else { return false }
        return !isTerm(items[index + 1].tokens.lowerBound, .landmark)
            && !isTerm(items[index - 1].tokens.lowerBound, .preposition, .verb, .article, .with, .and)
    }

    private mutating func giveWords(_ pieces: [DatePiece], _ index: Int) throws(SentenceError) {
        let first = items[index].tokens.lowerBound
        if pieces.count == 1, case .partOfDay = pieces[0] {
            if isTerm(first, .at, .this) { return }
            guard !isDateWordBeside(index) else { return try refuseLandmark(after: index) }
            give(index)
        } else if case .partOfDay? = pieces.last, pieces.contains(where: \.namesDay) {
            try refuseLandmark(after: index)
        } else if pieces.count == 1, isWeekday(pieces[0]), isTerm(items[index + 1].tokens.lowerBound, .landmark) {
            guard hasOtherDate || items.indices.contains(where: { $0 != index && items[$0].namesDay }) else {
                throw SentenceError(
                    .unclear(grammar.text(first..<items[index + 1].tokens.upperBound), couldBe: [.location, .date]),
                    at: first..<items[index + 1].tokens.upperBound, isQuestion: true)
            }
            give(index)
        }
    }

    /// Asks about `yesterday sunset point`, in which `sunset` may be a time or part of the name.
    private func refuseLandmark(after index: Int) throws(SentenceError) {
        let part = items[index].tokens.upperBound - 1
        guard isTerm(items[index + 1].tokens.lowerBound, .landmark),
            index + 2 == items.count || !items[index + 2].isWord,
            part == 0 || !isTerm(part - 1, .this)
        else { return }
        let tokens = part..<items[index + 1].tokens.upperBound
        var error = SentenceError(
            .unclear(grammar.text(tokens), couldBe: [.location, .date]), at: tokens, isQuestion: true)
        let place = grammar.text(items[index + 1].tokens)
        error.lines = ["\"" + grammar.text(tokens) + "\"", grammar.tokens[part].text + " at " + place]
            .map { grammar.replacing(tokens, with: $0) }
        throw error
    }

    private func isWeekday(_ piece: DatePiece) -> Bool {
        switch piece {
        case .weekday(_, .latest), .shortWeekday: true
        default: false
        }
    }

    private func isDateWordBeside(_ index: Int) -> Bool {
        let last = index > 0 ? items[index - 1] : nil
        return last.map { $0.endsInDay && $0.tokens.upperBound == items[index].tokens.lowerBound } ?? false
    }

    /// The words of a new name, and the run that they are from: the first words of which a name can be made, else the
    /// first words at all.
    private func newName() -> (run: Range<Int>, tokens: Range<Int>, name: NewName?)? {
        let runs = runs()
        let names = runs.map { NewName(grammar, items[$0].map { $0.word(given) }) }
        let outer = names.indices.filter { names[$0].tokens != nil && !isInBrackets(runs[$0]) }
        let candidates = outer.isEmpty ? names.indices.filter { names[$0].tokens != nil } : outer
        let best = candidates.first { names[$0].isSpot } ?? candidates.first
        if let best, let tokens = names[best].tokens { return (runs[best], tokens, names[best]) }
        for run in runs {
            if let tokens = trimmed(run), let name = plainName(tokens) { return (run, name, nil) }
        }
        return nil
    }

    /// `Playa Grande (el yacht)`
    private func isInBrackets(_ run: Range<Int>) -> Bool {
        let first = items[run.lowerBound].tokens.lowerBound
        return first > 0 && grammar.isSymbol(first - 1, grammar.tokens.count, "(")
    }

    /// The first words of a name that is made of everyday words. It ends before `with`, before a narrative that follows
    /// its first word, and before praise at the end.
    private func plainName(_ tokens: Range<Int>) -> Range<Int>? {
        var end =
            tokens.first { isWith($0) || $0 > tokens.lowerBound && isTerm($0, .story, .comparison) }
            ?? tokens.upperBound
        guard end > tokens.lowerBound else { return nil }
        let whole = end
        while end > tokens.lowerBound, isTerm(end - 1, .praise, .and, .article, .preposition) { end -= 1 }
        let isPraised = tokens[end..<whole].contains { isTerm($0, .praise) }
        return end > tokens.lowerBound && isPraised ? tokens.lowerBound..<end : tokens.lowerBound..<whole
    }

    // MARK: Words

    func runs() -> [Range<Int>] { SentenceItem.runs(items) }

    /// The tokens of a run without function words at its ends. Nil if it has no other words.
    private func trimmed(_ run: Range<Int>) -> Range<Int>? {
        var (start, end) = (run.lowerBound, run.upperBound)
        while start < end, isTerm(items[start].tokens.lowerBound, .preposition, .verb, .with, .and),
            !isTerm(items[start].tokens.lowerBound, .article)
                || grammar.tokens[items[start].tokens.lowerBound].text.lowercased() == "à"
        {
            start += 1
        }
        while end > start, isTerm(items[end - 1].tokens.lowerBound, .preposition, .article, .with, .and),
            !isLetterOfName(end - 1, run)
        {
            end -= 1
        }
        guard start < end, !items[start..<end].allSatisfy({ isTerm($0.tokens.lowerBound, .article, .verb) }) else {
            return nil
        }
        return items[start].tokens.lowerBound..<items[end - 1].tokens.upperBound
    }

    /// `San O`, `Point A`: whether a letter after a word belongs to the name. It does not if it may belong to a
    /// following value.
    private func isLetterOfName(_ index: Int, _ run: Range<Int>) -> Bool {
        let token = grammar.tokens[items[index].tokens.lowerBound]
        guard index > run.lowerBound, token.key.utf8.count == 1, token.key == "o" || token.key == "a",
            !isTerm(items[index - 1].tokens.lowerBound, .preposition, .article, .with, .and, .verb)
        else { return false }
        return token.key == "o" || token.text == "A" || index + 1 == items.count
    }

    func isTerm(_ index: Int, _ terms: Term...) -> Bool {
        let found = grammar.lexicon.terms(of: grammar.tokens[index].key)
        return found.contains { terms.contains($0) }
    }
}

extension SentenceItem {
    /// - Parameter given: The first tokens of words that are parts of a name although they could be values.
    func word(_ given: Set<Int>) -> NewName.Word {
        NewName.Word(tokens: tokens, isSpot: isSpot, isGiven: given.contains(tokens.lowerBound))
    }

    fileprivate var endsInDay: Bool {
        if case .reading(let reading) = kind, case .date(let pieces) = reading.meaning {
            return pieces.last?.namesDay ?? false
        }
        return false
    }

    fileprivate var isLeftOrNumber: Bool { if case .number = kind { true } else { isLeft } }
}
