/// A second look at a reading, which knows nothing of how it was made: it looks at what is left over, and asks before
/// anything doubtful is stored.
struct SentenceAudit {
    private let grammar: Grammar
    private let sentence: Sentence
    /// The tokens of the notes, and those of the place.
    private let notes: [Range<Int>]
    private let place: Range<Int>?
    private let isAmongWords: Bool

    init(_ reading: SentenceReading, _ sentence: Sentence) {
        (grammar, self.sentence) = (reading.grammar, sentence)
        (notes, place) = (reading.notes, reading.place.flatMap { $0.isNew ? $0.tokens : nil })
        isAmongWords = reading.place?.isAmongWords ?? false
    }

    /// - Throws: A question, or a refusal with lines that are not doubtful.
    func check() throws(SentenceError) {
        try checkPlace()
        try checkTime()
    }

    // MARK: The place

    /// Asks about a new place whose name is no name: words of waves and weather, of time, or a long story.
    private func checkPlace() throws(SentenceError) {
        guard let place, grammar.tokens[place.lowerBound].kind != .quoted else { return }
        let words = place.filter { grammar.tokens[$0].kind == .word }
        let isName = words.contains { isNameWord($0) }
        guard isName, !isAmongWords, words.count <= SentenceAudit.longestName else {
            throw SentenceError(
                .unclear(grammar.text(place), couldBe: [.location, .notes]), at: place, isQuestion: true)
        }
    }

    /// The most words of a new name that is not quoted.
    private static let longestName = 5

    private func isNameWord(_ index: Int) -> Bool {
        let terms = grammar.lexicon.terms(of: grammar.tokens[index].key)
        return terms.contains(.landmark) || terms.isEmpty && !OrdinaryWords.contains(grammar.tokens[index].key)
            || grammar.tokens[index].text.first?.isUppercase == true && !terms.contains(where: \.isSmall)
    }

    // MARK: The time

    /// Asks about a session that would be now, or at an assumed hour, although a time is left over in the line.
    private func checkTime() throws(SentenceError) {
        guard sentence.values.date == nil || sentence.isTimeAssumed else { return }
        for range in notes {
            var index = range.lowerBound
            while index < range.upperBound {
                guard let time = time(at: index, before: range.upperBound) else {
                    index += 1
                    continue
                }
                throw SentenceError(
                    .unclear(grammar.text(index..<time), couldBe: [.date, .notes]), at: index..<time, isQuestion: true)
            }
        }
    }

    /// `better than yesterday`: whether another session is meant.
    private func isCompared(_ index: Int) -> Bool {
        index > 0 && SentenceAudit.comparisons.contains(grammar.tokens[index - 1].key)
    }

    private static let comparisons: Set<String> = ["than", "like", "que", "como", "comme", "als", "wie"]

    /// The end of a day or a clock time at a token.
    private func time(at index: Int, before end: Int) -> Int? {
        guard grammar.beginsWord(index), !isCompared(index), let reading = grammar.reading(at: index, before: end),
            case .date(let pieces) = reading.meaning
        else { return nil }
        let isTime = pieces.contains { piece in
            switch piece {
            case .clock, .clocks, .monthDay, .day, .daysAgo, .weekday: true
            case .hour(_, let minute): minute > 0
            case .relativeDay(let days): days < 0
            default: false
            }
        }
        if sentence.values.date != nil, !pieces.contains(where: \.namesClock) { return nil }
        return isTime ? reading.end : nil
    }
}
