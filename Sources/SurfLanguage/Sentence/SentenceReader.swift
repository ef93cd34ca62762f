import Foundation

/// Parses the sentence that describes a session.
///
/// Names are found first, then dates, then values. One part contains the place, and text without another meaning
/// becomes notes. Everything that is stored is in the pieces of the result. Ambiguous text is refused, with lines that
/// are not ambiguous.
package struct SentenceReader: Sendable {
    /// The parser of dates.
    package var dates: DateReader
    /// The unit of a length without one. Nil refuses such a length.
    package var units: LengthUnit?
    package var places: KnownPlaces
    /// The zone of times at a place, or nil if unknown.
    package var zone: @Sendable (String) -> TimeZone? = { _ in nil }
    /// Whether the journal has the notes field.
    package var hasNotes = true
    /// The fields that are set by options.
    package var options: Set<EntryField> = []

    package init(dates: DateReader, units: LengthUnit? = nil, places: KnownPlaces = KnownPlaces()) {
        (self.dates, self.units, self.places) = (dates, units, places)
    }

    /// Parses the words of a shell's command line.
    package func read(_ words: [String]) throws(SentenceError) -> Sentence { try read(words.map(SentenceWord.plain)) }

    /// Parses the words.
    /// - Throws: The reason why the sentence is not understood or ambiguous, with similar lines that can be parsed.
    /// - Complexity: O(*n*) in the words for each known place that begins with one of them.
    package func read(_ words: [SentenceWord]) throws(SentenceError) -> Sentence {
        var reading = SentenceReading(self, try line(words))
        do throws(SentenceError) {
            return try reading.sentence()
        } catch {
            throw SimilarLines(reading).added(to: error)
        }
    }

    private func line(_ words: [SentenceWord]) throws(SentenceError) -> TokenLine {
        do throws(SentenceError) {
            return try TokenLine(words)
        } catch {
            var error = error
            error.lines = error.lines.filter(understands)
            throw error
        }
    }

    /// Whether the line can be parsed.
    func understands(_ line: String) -> Bool { understood(line) != nil }

    /// The parsed line, or nil if it is refused.
    func understood(_ line: String) -> Sentence? { try? readAlone(line) }

    /// Parses a line. Its errors have no suggested lines.
    func readAlone(_ line: String) throws(SentenceError) -> Sentence {
        var reading = SentenceReading(self, try TokenLine([.plain(line)]))
        return try reading.sentence()
    }
}

/// The parse of a line.
struct SentenceReading {
    let reader: SentenceReader
    let grammar: Grammar
    private let parts: SentenceParts
    /// The known place that begins at each token.
    private let names: [KnownPlaces.Match?]
    /// For each token, the next one at which a name or quoted text begins.
    private let nextNames: [Int]
    private(set) var fieldMatches: [FieldMatch] = []
    private(set) var dates: [(pieces: [DatePiece], tokens: Range<Int>, isWhen: Bool)] = []
    private(set) var scores: [(tokens: Range<Int>, isPart: Bool)] = []
    private(set) var notes: [Range<Int>] = []
    /// Values and dates among the words of notes.
    private var asides: [(reading: Reading, tokens: Range<Int>)] = []
    private(set) var place: FoundPlace?

    struct FoundPlace {
        var name: String
        var tokens: Range<Int>
        var isNew: Bool
        /// Whether other words than the name's are around it, so that it may begin or end elsewhere.
        var isAmongWords = false
    }

    init(_ reader: SentenceReader, _ line: TokenLine) {
        self.reader = reader
        grammar = Grammar(line: line, units: reader.units, order: reader.dates.order)
        let tokens = grammar.tokens
        let grammar = grammar
        let names = tokens.indices.map { index in
            grammar.beginsWord(index) ? reader.places.match(tokens, at: index, before: tokens.count) : nil
        }
        self.names = names
        var nextNames = Array(repeating: tokens.count, count: tokens.count)
        for index in tokens.indices.dropLast().reversed() {
            let isName = names[index + 1] != nil || tokens[index + 1].kind == .quoted
            nextNames[index] = isName ? index + 1 : nextNames[index + 1]
        }
        self.nextNames = nextNames
        parts = SentenceParts(grammar, names)
    }

    mutating func sentence() throws(SentenceError) -> Sentence {
        try refuseWhen()
        let named = try placePart()
        if named == nil, !isPlaceGiven { throw SentenceError(.noPlace) }
        for (index, range) in parts.ranges.enumerated() {
            if index == 0, parts.hasWhen {
                readWhen(range)
            } else if index == named?.index {
                try read(place: named?.items ?? [], range)
            } else if let named, index < named.index {
                try read(before: range)
            } else {
                try read(part: range, isAfter: true)
            }
        }
        if place == nil, !isPlaceGiven { throw SentenceError(.noPlace) }
        takeAsides()
        let sentence = try SentenceValues(self).sentence()
        try SentenceAudit(self, sentence).check()
        return sentence
    }

    /// Whether an option sets the place.
    private var isPlaceGiven: Bool { reader.options.contains(.location) }

    // MARK: The place's part

    private typealias Part = (index: Int, items: [SentenceItem])

    /// The part that is only a known place, else the first part with words that are not a value.
    private func placePart() throws(SentenceError) -> Part? {
        let all = parts.ranges.indices.dropFirst(parts.hasWhen ? 1 : 0).map {
            (index: $0, items: items(parts.ranges[$0]))
        }
        let known = all.filter { $0.items.count == 1 && $0.items[0].isKnownPlace }
        let left = partOfName(all)
        if known.count > 1 {
            let names = known.map { grammar.text(parts.ranges[$0.index]) }
            if Set(names.map(\.folded)).count > 1 { throw SentenceError(.severalPlaces(names), isQuestion: true) }
        }
        if let found = known.first { return found }
        if let left {
            try refuseOtherPlace(left, all)
            return left
        }
        return isPlaceGiven ? nil : partOfNothingElse(all)
    }

    /// The part whose words look most like a place, the first of equals. Everyday words are a name only if there is no
    /// other: `my first day!! Baleal, knee high`.
    private func partOfName(_ parts: [Part]) -> Part? {
        let left = parts.filter { $0.items.contains(where: \.isLeft) }
        let best = left.map { likeness($0.items) }.max() ?? 0
        return left.first { likeness($0.items) == best }
    }

    private func isSmall(_ item: SentenceItem) -> Bool {
        item.isWord
            && grammar.lexicon.terms(of: grammar.tokens[item.tokens.lowerBound].key).contains {
                $0.isSmall || $0 == .with || $0 == .mine
            }
    }

    private func likeness(_ items: [SentenceItem]) -> Int {
        let left = items.filter(\.isLeft)
        if left.contains(where: { if case .quoted = $0.kind { true } else { false } }) {
            return left.count == 1 ? 5 : 8
        }
        if left.contains(where: \.isKnownPlace) {
            return left.allSatisfy { $0.isKnownPlace || isSmall($0) } || items.first?.isKnownPlace == true ? 10 : 4
        }
        return SentenceItem.runs(items).map { NewName(grammar, items[$0].map(\.tokens), given: []).likeness }.max() ?? 0
    }

    /// Asks about `Kai and me, zuma 2ft`: words before a known place that look like a place too.
    private func refuseOtherPlace(_ part: Part, _ all: [Part]) throws(SentenceError) {
        guard let name = part.items.first(where: \.isKnownPlace) else { return }
        for other in all where other.index < part.index && !other.items.contains(where: \.isValue) {
            let words = other.items.filter(\.isLeft)
            guard let first = words.first, words.allSatisfy(\.isWord), likeness(other.items) > 0 else { continue }
            let terms = grammar.lexicon.terms(of: grammar.tokens[first.tokens.lowerBound].key)
            if terms.contains(.story) || terms.contains(.praise) || terms.contains(.with) { continue }
            let names = [grammar.text(parts.ranges[other.index]), grammar.text(name.tokens)]
            throw SentenceError(.severalPlaces(names), isQuestion: true)
        }
    }

    /// If nothing else can be the place, a possible value is used as its name: `Calm, 3ft`, `sunset 3ft yesterday 5pm`.
    private func partOfNothingElse(_ parts: [Part]) -> Part? {
        for part in parts {
            let found = part.items.indices.first { number in
                guard isNameable(part.items[number]) else { return false }
                return part.items.count == 1
                    || part.items[number].isDate
                        && part.items.contains { $0.isDate && $0.tokens != part.items[number].tokens }
            }
            guard let found else { continue }
            var items = part.items
            items[found].kind = .word
            return (part.index, items)
        }
        return nil
    }

    private func isNameable(_ item: SentenceItem) -> Bool {
        guard case .reading(let reading) = item.kind else { return false }
        guard !grammar.tokens[item.tokens].contains(where: { $0.kind != .word }) else { return false }
        switch reading.meaning {
        case .fieldMatches: return true
        case .date(let pieces):
            return pieces.count == 1 && pieces.contains { if case .partOfDay = $0 { true } else { false } }
        default: return false
        }
    }

    /// The items of a part: names, readings, and the words between them.
    private func items(_ range: Range<Int>) -> [SentenceItem] {
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

    private func item(at start: Int, before end: Int, after last: SentenceItem?) -> SentenceItem {
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
        let limit = nextName(start, end)
        if isStart || token.kind == .stars, let reading = grammar.reading(at: start, before: limit) {
            let isStory = continuesStory(reading, start, last)
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
    private func mention(_ kind: MentionKind, _ start: Int, _ end: Int) -> SentenceItem? {
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
    private func endsAbbreviation(_ index: Int, _ end: Int) -> Bool {
        grammar.isSymbol(index, end, ".") && grammar.isGlued(index, end) && grammar.tokens[index - 1].key.count <= 3
            && grammar.tokens[index - 1].kind == .word && index + 1 < end && grammar.tokens[index + 1].kind == .word
    }

    /// The index of the next name or quoted text.
    private func nextName(_ start: Int, _ end: Int) -> Int {
        var index = nextNames[start]
        while index < end, grammar.tokens[index].kind != .quoted,
            names[index].map({ $0.tokens.upperBound > end }) ?? true
        {
            index = nextNames[index]
        }
        return min(index, end)
    }

    /// Whether a reading belongs to the words before it: `hurt my knee`, `drove 2 hours`, `better than yesterday`.
    private func continuesStory(_ reading: Reading, _ start: Int, _ last: SentenceItem?) -> Bool {
        guard let last, case .word = last.kind, last.tokens.upperBound == start else { return false }
        let key = grammar.tokens[last.tokens.upperBound - 1].key
        let terms = grammar.lexicon.terms(of: key)
        if terms.contains(.story) || isOfAir(last.tokens.upperBound - 1) { return true }
        if !reading.isWeak { return false }
        return !terms.contains(where: \.isSmall)
    }

    /// `air 20C`, `air temp 70F`: whether the temperature is that of the air.
    private func isOfAir(_ index: Int) -> Bool {
        (max(0, index - 1)...index).contains { grammar.isWord($0, index + 1, "air") }
    }

    /// `with 3 friends`, `2 turtles`: whether a number follows a word or counts the word after it.
    private func isAmongWords(_ tokens: Range<Int>, _ last: SentenceItem?, _ end: Int) -> Bool {
        guard tokens.count == 1 else { return false }
        if let last, last.isWord, last.tokens.upperBound == tokens.lowerBound, NewName.isNoun(grammar, last.tokens) {
            return true
        }
        guard tokens.upperBound < end else { return false }
        let next = grammar.tokens[tokens.upperBound]
        let isAfterWord = last.map { $0.isWord && $0.tokens.upperBound == tokens.lowerBound } ?? false
        return next.kind == .word && (isAfterWord || next.key.hasSuffix("s"))
            && grammar.reading(at: tokens.upperBound, before: end) == nil
            && !grammar.lexicon.terms(of: next.key).contains { $0 == .praise || $0.isSmall }
    }

    private func bareNumber(_ start: Int, _ end: Int) -> SentenceItem? {
        guard let amount = grammar.amount(start, end, words: false, { _ in false }), grammar.isBoundary(amount.end)
        else {
            return nil
        }
        if amount.isRange, let reading = grammar.bareHeight(start, amount.end) {
            return SentenceItem(.reading(reading), start..<amount.end)
        }
        return SentenceItem(.number, start..<amount.end)
    }

    /// Refuses text before the colon of the first part that resembles a date, and is none.
    private func refuseWhen() throws(SentenceError) {
        guard !parts.hasWhen,
            let colon = grammar.tokens.indices.first(where: { SentenceParts.endsWhen(grammar, $0) }), colon > 0
        else { return }
        let head = 0..<colon
        let isLabel = head.contains { grammar.skipLabel($0, colon) == colon }
        let resemblesDate = head.contains { index in
            grammar.beginsWord(index)
                && (grammar.misreadDate(at: index, before: colon) != nil || grammar.tokens[index].kind == .digits
                    || grammar.date(at: index, before: colon) != nil)
        }
        guard !isLabel, resemblesDate, !head.contains(where: { SentenceParts.cuts(grammar, $0) }) else { return }
        throw SentenceError(
            .date(.unreadable(grammar.text(head))),
            lines: [
                grammar.replacing(colon..<colon + 1, with: ","),
                grammar.replacing(head.lowerBound..<colon + 1, with: ""),
            ])
    }

    // MARK: Parsing parts

    private mutating func readWhen(_ range: Range<Int>) {
        for date in grammar.head.dates(in: range) ?? [] { dates.append((date.pieces, date.tokens, true)) }
    }

    /// Parses a part before the place's. Its values are separated from its words.
    private mutating func read(before range: Range<Int>) throws(SentenceError) {
        let items = items(range)
        guard items.contains(where: \.isLeft) else { return try read(part: range, isAfter: false) }
        try take(PlaceNaming(grammar, reader.places, items, hasOtherDate: hasOtherDate(range)).notesAlone())
    }

    /// Parses a part other than the place's. It becomes fields if all of it is values, otherwise notes.
    private mutating func read(part range: Range<Int>, isAfter: Bool) throws(SentenceError) {
        if range.count == 1, grammar.tokens[range.lowerBound].kind == .quoted { return notes.append(range) }
        let items = isAfterDay(range) ? wholeItems(range, grammar.head) : wholeItems(range, grammar)
        guard let items, !items.isEmpty else { return keep(range) }
        let hasDate = items.contains { $0.isDate }
        if hasDate, items.contains(where: { !$0.isDate }), !namesDayFirst(items) {
            let fields = items.flatMap { $0.fields } + [.date]
            throw SentenceError(.unclear(grammar.text(range), couldBe: fields), at: range, isQuestion: true)
        }
        for item in items {
            if case .number = item.kind { throw unclear(item) }
            try take(item, isPart: isAfter && items.count == 1)
        }
    }

    /// Keeps a part with other words as notes. Its values count too, if nothing else in the line names them.
    private mutating func keep(_ range: Range<Int>) {
        notes.append(range)
        let items = items(range)
        if items.contains(where: isOfOthers) { return }
        for (index, item) in items.enumerated() {
            guard case .reading(let reading) = item.kind, isOwn(reading, items, index) else { continue }
            asides.append((reading, item.tokens))
        }
    }

    /// Whether a word tells of somebody or something else, or continues a narrative: `he got 5 waves`, `after 4ft`.
    private func isOfOthers(_ item: SentenceItem) -> Bool {
        guard item.isWord else { return false }
        let terms = grammar.lexicon.terms(of: grammar.tokens[item.tokens.upperBound - 1].key)
        return terms.contains(.story) || terms.contains(.others)
    }

    /// Whether a value among words is the session's: only everyday words precede it, and none denies it. A date must
    /// be first, and not the subject of what follows: `yesterday was bigger`.
    private func isOwn(_ reading: Reading, _ items: [SentenceItem], _ index: Int) -> Bool {
        let before = items[..<index].filter(\.isLeft)
        guard before.allSatisfy({ $0.isWord && NewName.isOrdinary(grammar, $0.tokens) }) else { return false }
        if let last = before.last, isTerm(last, .denial) { return false }
        switch reading.meaning {
        case .refusal: return false
        case .date:
            let next = items.indices.contains(index + 1) ? items[index + 1] : nil
            return before.isEmpty && !(next.map { isTerm($0, .copula) } ?? false)
        case .fieldMatches(let found):
            // `one wave` is rather a wave than a count.
            return found.allSatisfy {
                $0.field != .waves || $0.value != .integer(1) || grammar.tokens[$0.tokens.lowerBound].kind == .digits
            }
        }
    }

    private func isTerm(_ item: SentenceItem, _ term: Term) -> Bool {
        item.isWord && grammar.lexicon.terms(of: grammar.tokens[item.tokens.lowerBound].key).contains(term)
    }

    /// Takes the values among notes that no other part has.
    private mutating func takeAsides() {
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

    private mutating func takeAside(_ pieces: [DatePiece], _ tokens: Range<Int>) {
        if pieces.count == 1, case .dayOrRating = pieces[0] {
            if !fieldMatches.contains(where: { $0.field == .rating }), scores.isEmpty { scores.append((tokens, true)) }
            return
        }
        let isClock = pieces.allSatisfy { $0.namesClock || $0.namesPart }
        let named = dates.flatMap(\.pieces)
        let isNew = named.isEmpty || isClock && !named.contains(where: { $0.namesClock || $0.namesPart })
        if isNew, !reader.options.contains(.date) { dates.append((pieces, tokens, false)) }
    }

    /// Whether the line's only day is at an end of the part: `yesterday 3ft`, but not `low tide at 6am`.
    private func namesDayFirst(_ items: [SentenceItem]) -> Bool {
        let days = items.filter(\.isDate)
        guard days.count == 1, days[0].namesDay, items[0].isDate || items[items.count - 1].isDate else { return false }
        return !dates.contains { $0.pieces.contains(where: \.namesDay) }
    }

    /// The readings that cover a range. Nil if text is left over.
    private func wholeItems(_ range: Range<Int>, _ grammar: Grammar) -> [SentenceItem]? {
        if let board = grammar.boardAlone(range) { return [SentenceItem(.reading(board), range)] }
        var items: [SentenceItem] = []
        var index = range.lowerBound
        while index < range.upperBound {
            if let reading = grammar.reading(at: index, before: range.upperBound) {
                items.append(SentenceItem(.reading(reading), index..<reading.end))
                index = reading.end
            } else if items.isEmpty, let bare = bareNumber(index, range.upperBound), bare.tokens == range {
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
    private func isAfterDay(_ range: Range<Int>) -> Bool {
        guard let last = dates.last, last.tokens.upperBound + 1 == range.lowerBound else { return false }
        return last.pieces.contains(where: \.namesDay) && !dates.contains { $0.pieces.contains(where: \.namesClock) }
    }

    private func isFiller(_ index: Int) -> Bool {
        let token = grammar.tokens[index]
        if token.kind == .symbol { return ["&", "/", "+", "@"].contains(token.key) }
        return grammar.lexicon.terms(of: token.key).contains(.and) || token.key == "with"
    }

    private mutating func read(place items: [SentenceItem], _ range: Range<Int>) throws(SentenceError) {
        var naming = PlaceNaming(grammar, reader.places, items, hasOtherDate: hasOtherDate(range))
        place = try naming.choose()
        try take(naming)
    }

    private mutating func take(_ naming: PlaceNaming) throws(SentenceError) {
        for item in naming.items {
            switch item.kind {
            case .reading: try take(item, isPart: false)
            case .number: throw unclear(item)
            default: break
            }
        }
        notes += naming.notes
    }

    /// Whether a day is given in another part, or a second one in this part.
    private func hasOtherDate(_ range: Range<Int>) -> Bool {
        dates.contains { $0.pieces.contains(where: \.namesDay) }
            || parts.ranges.contains { $0 != range && SentenceParts.isDate(grammar, $0) }
    }

    private mutating func take(_ item: SentenceItem, isPart: Bool) throws(SentenceError) {
        guard case .reading(let reading) = item.kind else { return }
        switch reading.meaning {
        case .fieldMatches(let found): fieldMatches += found
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
    private func unclear(_ item: SentenceItem) -> SentenceError {
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

/// An item of a part.
struct SentenceItem {
    enum Kind {
        case reading(Reading)
        /// A known place. There are several names if they match equally well.
        case name([String])
        case quoted
        /// A tag or a person, which are notes.
        case mention
        /// A number without a meaning.
        case number
        case word
        /// Punctuation.
        case mark
    }

    var kind: Kind
    var tokens: Range<Int>

    init(_ kind: Kind, _ tokens: Range<Int>) { (self.kind, self.tokens) = (kind, tokens) }

    /// The runs of consecutive words, as ranges of items.
    static func runs(_ items: [SentenceItem]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for index in items.indices where items[index].isWord {
            if let last = runs.last, last.upperBound == index,
                items[index - 1].tokens.upperBound == items[index].tokens.lowerBound
            {
                runs[runs.count - 1] = last.lowerBound..<index + 1
            } else {
                runs.append(index..<index + 1)
            }
        }
        return runs
    }

    var isKnownPlace: Bool { if case .name = kind { true } else { false } }

    /// Whether the item remains when dates and values are removed.
    var isLeft: Bool {
        switch kind {
        case .name, .quoted, .word: true
        default: false
        }
    }

    var isMention: Bool { if case .mention = kind { true } else { false } }

    var isWord: Bool { if case .word = kind { true } else { false } }

    /// Whether the item is a value other than a date.
    var isValue: Bool { if case .reading = kind { !isDate } else { false } }

    var isDate: Bool {
        if case .reading(let reading) = kind, case .date(let pieces) = reading.meaning {
            if pieces.count == 1, case .dayOrRating = pieces[0] { return false }
            return true
        }
        return false
    }

    var namesDay: Bool {
        if case .reading(let reading) = kind, case .date(let pieces) = reading.meaning {
            return pieces.contains(where: \.namesDay)
        }
        return false
    }

    var fields: [EntryField] {
        if case .reading(let reading) = kind, case .fieldMatches(let fieldMatches) = reading.meaning {
            return fieldMatches.map(\.field)
        }
        return []
    }
}

extension Term {
    /// Whether the term is a function word, after which a value is not part of a narrative.
    var isSmall: Bool {
        switch self {
        case .article, .preposition, .verb, .and, .at, .on, .of, .to, .with: true
        default: false
        }
    }
}
