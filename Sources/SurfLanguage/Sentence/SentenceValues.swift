import Foundation

/// Combines the values found in a line into a sentence.
struct SentenceValues {
    private let reading: SentenceReading
    private let grammar: Grammar
    private var result = Sentence()

    init(_ reading: SentenceReading) {
        self.reading = reading
        grammar = reading.grammar
        result.line = grammar.line.text
    }

    func sentence() throws(SentenceError) -> Sentence {
        var copy = self
        try copy.fill()
        copy.result.pieces.sort { $0.bytes.lowerBound < $1.bytes.lowerBound }
        return copy.result
    }

    private mutating func fill() throws(SentenceError) {
        if let place = reading.place {
            try set(FieldMatch(.location, .text(place.name), place.tokens))
            result.isNewPlace = place.isNew
            let typed = grammar.text(place.tokens)
            if typed != place.name { result.typedPlace = typed }
        }
        try setDate()
        for fieldMatch in reading.fieldMatches { try add(fieldMatch) }
        try setNotes()
    }

    private mutating func add(_ fieldMatch: FieldMatch) throws(SentenceError) {
        guard fieldMatch.field == .wind, let other = reading.fieldMatches.first(where: { $0.field == .wind }),
            other.tokens != fieldMatch.tokens
        else { return try set(fieldMatch) }
        guard other.wind.isDisjoint(with: fieldMatch.wind), case .text(let first)? = result.values[.wind],
            case .text(let second) = fieldMatch.value
        else { throw twice(.wind, other.tokens, fieldMatch.tokens) }
        result.values.wind = first + " " + second
        note(fieldMatch)
    }

    private mutating func set(_ fieldMatch: FieldMatch) throws(SentenceError) {
        if reading.reader.options.contains(fieldMatch.field) {
            throw SentenceError(.besideOption(fieldMatch.field, grammar.text(fieldMatch.tokens)), at: fieldMatch.tokens)
        }
        if result.values[fieldMatch.field] != nil {
            let first = reading.fieldMatches.first { $0.field == fieldMatch.field }
            throw twice(fieldMatch.field, first?.tokens ?? fieldMatch.tokens, fieldMatch.tokens)
        }
        result.values[fieldMatch.field] = fieldMatch.value
        note(fieldMatch)
    }

    private func twice(_ field: EntryField, _ first: Range<Int>, _ second: Range<Int>) -> SentenceError {
        var error = SentenceError(.twice(field, grammar.text(first), grammar.text(second)), at: second)
        let isSwell = EntryField.swell.contains(field)
        if first.upperBound <= second.lowerBound {
            error.lines.append(grammar.noting(repeated(field, isSwell, first, second)))
        }
        // Parts of two swells must not be combined into one.
        if !isSwell { error.lines += [grammar.removing(second), grammar.removing(first)] }
        return error
    }

    /// The second value with the words around it and other repeated values: `with 5ft sets`, `2ft @ 8s NW`.
    private func repeated(
        _ field: EntryField, _ isSwell: Bool, _ first: Range<Int>, _ second: Range<Int>
    ) -> Range<Int> {
        let fieldMatches = reading.fieldMatches
        var start = second.lowerBound
        if isSwell, let height = fieldMatches.first(where: { $0.tokens.upperBound == start && $0.field == .height }) {
            start = height.tokens.lowerBound
        }
        let before = fieldMatches.filter { $0.tokens.upperBound <= start && $0.tokens.upperBound >= first.upperBound }
        let named = Set(before.map(\.field) + [field])
        let next = fieldMatches.filter { !named.contains($0.field) }.map(\.tokens) + reading.dates.map(\.tokens)
        let ends = Set(next.map(\.lowerBound))
        let rest = second.upperBound..<grammar.tokens.count
        let end = rest.first { ends.contains($0) || grammar.isSymbol($0, rest.upperBound, ",") } ?? rest.upperBound
        let words = max(first.upperBound, before.map(\.tokens.upperBound).max() ?? 0)
        let begin = (words..<start).first { !grammar.tokens[$0].isPunctuation } ?? start
        return begin..<end
    }

    private mutating func note(_ fieldMatch: FieldMatch) {
        guard let bytes = bytes(fieldMatch.tokens) else { return }
        result.pieces.append(
            Sentence.Piece(field: fieldMatch.field, text: grammar.text(fieldMatch.tokens), bytes: bytes))
    }

    private func bytes(_ tokens: Range<Int>) -> Range<Int>? {
        guard let first = grammar.tokens[tokens].first, let last = grammar.tokens[tokens].last else { return nil }
        return first.range.lowerBound..<last.range.upperBound
    }

    // MARK: The date

    private mutating func setDate() throws(SentenceError) {
        var dates = reading.dates
        let namesDay = dates.contains { $0.pieces.contains(where: \.namesDay) }
        for score in reading.scores {
            if score.isPart || namesDay {
                try setRating(score.tokens)
            } else {
                throw unclearScore(score.tokens)
            }
        }
        guard !dates.isEmpty else { return }
        dates.sort { $0.tokens.lowerBound < $1.tokens.lowerBound }
        // Beside another day, `sun` and French `mon` are words.
        let isOther = { (pieces: [DatePiece]) in pieces.contains { $0.namesDay && !$0.isShortWeekday } }
        if dates.contains(where: { isOther($0.pieces) }) {
            dates.removeAll { $0.pieces.count == 1 && $0.pieces[0].isShortWeekday && !$0.isWhen }
        }
        try requireWord(dates)
        var pieces = dates.flatMap(\.pieces)
        if let year = reading.years.first { pieces = pieces.map { $0.inYear(year) } }
        if pieces.contains(where: { $0.namesDay && !$0.namesSpan }) { pieces.removeAll { $0.namesSpan && !$0.isYear } }
        let hasDuration = reading.fieldMatches.contains { $0.field == .duration }
        let length = takeElapsed(&pieces, dates.map(\.pieces))
        let elapsed = hasDuration ? nil : length
        let text = dates.map { grammar.text($0.tokens) }.joined(separator: " ")
        var parser = reading.reader.dates
        if parser.order == nil, isForeign { parser.order = .dmy }
        if let place = result.values.location, let zone = reading.reader.zone(place) { parser.zone = zone }
        let (place, light) = (result.values.location, reading.reader.light)
        parser.light = { light(place, $0, $1) }
        if pieces.isEmpty {
            result.values.duration = elapsed
            return
        }
        let moment: DateMoment
        do throws(DateError) {
            moment = try parser.moment(of: pieces, text, isAlone: false)
        } catch {
            throw SentenceError(.date(error), isQuestion: error.isQuestion)
        }
        for date in dates { try set(date, moment.date) }
        for date in dates {
            for case .zone(let name) in date.pieces {
                try set(FieldMatch(.timeZone, .text(name), date.tokens))
            }
        }
        (result.isTimeAssumed, result.twilight) = (moment.isTimeAssumed, moment.twilight)
        if let minutes = elapsed ?? moment.duration, !hasDuration {
            result.values.duration = minutes
        }
    }

    /// Whether the line is in a language whose dates begin with the day.
    private var isForeign: Bool {
        let words = grammar.tokens.filter { $0.kind == .word && $0.key.utf8.count > 2 }.map(\.key)
        let languages = words.map { word in
            (english: WordList.english.contains(word), other: WordList.others.contains { $0.contains(word) })
        }
        return languages.count { $0.other && !$0.english } > languages.count { $0.english && !$0.other } + 1
    }

    /// `7:04 AM … 1:32:17`: beside the time at which a session began, a time of less than five hours is how long it was.
    private func takeElapsed(_ pieces: inout [DatePiece], _ dates: [[DatePiece]]) -> Double? {
        let clocks = pieces.filter(\.namesClock)
        let lengths = clocks.compactMap { piece in piece.elapsed.map { (piece: piece, minutes: $0) } }
        guard let longest = lengths.map(\.minutes).max(), longest > 0 else { return nil }
        let hasSeconds = lengths[0].minutes != lengths[0].minutes.rounded()
        let isAlone = clocks.count == 1 && (longest < 60 || hasSeconds) && dates.contains([lengths[0].piece])
        guard clocks.count == lengths.count + 1 || isAlone else { return nil }
        pieces.removeAll { piece in lengths.contains { $0.piece == piece } }
        return longest
    }

    private mutating func set(_ date: (pieces: [DatePiece], tokens: Range<Int>, isWhen: Bool), _ moment: Double)
        throws(SentenceError)
    {
        if reading.reader.options.contains(.date) {
            throw SentenceError(.besideOption(.date, grammar.text(date.tokens)), at: date.tokens)
        }
        result.values.date = moment
        note(FieldMatch(.date, .date(moment), date.tokens))
    }

    /// Asks about a short weekday that has neither a time nor a colon beside it.
    private func requireWord(_ dates: [(pieces: [DatePiece], tokens: Range<Int>, isWhen: Bool)]) throws(SentenceError) {
        let pieces = dates.flatMap(\.pieces)
        guard !pieces.contains(where: \.namesTime), dates.count == 1 || pieces.count == 1 else { return }
        for date in dates where !date.isWhen && date.pieces.count == 1 {
            guard case .shortWeekday = date.pieces[0], !isSureWeekday(date.tokens) else { continue }
            throw SentenceError(
                .unclear(grammar.text(date.tokens), couldBe: [.date, .notes]), at: date.tokens, isQuestion: true)
        }
    }

    /// `Haleiwa wed, 3ft`: whether a weekday is no other word and ends its part or is behind the place, or is a part of its
    /// own.
    private func isSureWeekday(_ tokens: Range<Int>) -> Bool {
        let isOtherWord = !grammar.tokens[tokens].contains { ["tue", "wed", "weds", "thu", "fri"].contains($0.key) }
        if !isOtherWord, let place = reading.place, place.tokens.upperBound <= tokens.lowerBound { return true }
        return reading.parts.ranges.contains { part in
            guard part.contains(tokens.lowerBound), part.lowerBound == tokens.lowerBound || !isOtherWord else {
                return false
            }
            let rest = grammar.tokens[tokens.upperBound..<part.upperBound]
            return isOtherWord ? rest.allSatisfy(\.isPunctuation) : rest.first?.isPunctuation ?? true
        }
    }

    private mutating func setRating(_ tokens: Range<Int>) throws(SentenceError) {
        guard let rating = grammar.rating(at: tokens.lowerBound, before: tokens.upperBound) else { return }
        switch rating.meaning {
        case .fieldMatches(let fieldMatches): for fieldMatch in fieldMatches { try setFirst(fieldMatch) }
        case .refusal(let error): throw error
        default: break
        }
    }

    private mutating func setFirst(_ fieldMatch: FieldMatch) throws(SentenceError) {
        if let other = reading.fieldMatches.first(where: { $0.field == fieldMatch.field }) {
            throw twice(fieldMatch.field, fieldMatch.tokens, other.tokens)
        }
        try set(fieldMatch)
    }

    private func unclearScore(_ tokens: Range<Int>) -> SentenceError {
        SentenceError(.unclear(grammar.text(tokens), couldBe: [.rating, .date]), at: tokens, isQuestion: true)
    }

    // MARK: Notes

    private mutating func setNotes() throws(SentenceError) {
        let label = result.values.notes
        var texts: [String] = label.map { [$0] } ?? []
        var last: Range<Int>?
        for note in reading.notes.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            // Text between two adjacent notes is kept as typed.
            if let previous = last, note.lowerBound == previous.upperBound + 1, !texts.isEmpty,
                grammar.tokens[previous.upperBound].kind == .symbol, isPlain(previous), isPlain(note)
            {
                texts[texts.count - 1] = grammar.text(previous.lowerBound..<note.upperBound)
                last = previous.lowerBound..<note.upperBound
            } else {
                texts.append(grammar.text(note))
                last = note
            }
        }
        guard !texts.isEmpty else { return }
        let text = texts.joined(separator: ", ")
        guard reading.reader.hasNotes else { throw SentenceError(.missingField(.notes, text)) }
        if reading.reader.options.contains(.notes) { throw SentenceError(.besideOption(.notes, text)) }
        result.values.notes = text
        for range in reading.notes { note(FieldMatch(.notes, .text(text), range)) }
    }

    private func isPlain(_ range: Range<Int>) -> Bool { !grammar.tokens[range].contains { $0.kind == .quoted } }
}

extension DatePiece {
    fileprivate var isYear: Bool { if case .yearsBack = self { true } else { false } }

    /// The minutes of a time that may be a length of time: with seconds, or without am and pm.
    fileprivate var elapsed: Double? {
        switch self {
        case .clock(let time) where time.second < 18_000: Double(time.second) / 60
        case .hour(let hour, let minute) where hour < 5 && minute > 0: Double(hour * 60 + minute)
        default: nil
        }
    }

    fileprivate var namesTime: Bool {
        switch self {
        case .clock, .clocks, .hour, .partOfDay: true
        default: false
        }
    }
}

extension DateError {
    /// Whether the intended meaning can be chosen.
    var isQuestion: Bool {
        switch self {
        case .orderUnknown, .halfUnknown, .notOneDay: true
        default: false
        }
    }
}

extension Grammar {
    /// The line without some of its tokens and the comma before or after them.
    func removing(_ range: Range<Int>) -> String {
        var (first, last) = (range.lowerBound, range.upperBound)
        if isSymbol(first - 1, tokens.count, ","), first > 0, last == tokens.count || isSymbol(last, tokens.count, ",")
        {
            first -= 1
        } else if isSymbol(last, tokens.count, ","), first == 0 || isSymbol(first - 1, tokens.count, ",") {
            last += 1
        }
        let isBeforeComma = first > 0 && isSymbol(last, tokens.count, ",")
        let start = isBeforeComma ? tokens[first - 1].range.upperBound : tokens[first].range.lowerBound
        var bytes = Array(line.text.utf8)
        bytes.removeSubrange(start..<tokens[last - 1].range.upperBound)
        return String(decoding: bytes, as: UTF8.self).split(separator: " ").joined(separator: " ")
    }

    /// The line with some of its tokens moved to the end as a note.
    func noting(_ range: Range<Int>) -> String {
        removing(range) + ", \"" + text(range).replacing("\"", with: "") + "\""
    }
}
