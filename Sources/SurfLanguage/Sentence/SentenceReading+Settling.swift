/// Settles what stands twice in a line but is no contradiction.
extension SentenceReading {
    /// Leaves the name of a day in the notes, if another date says the day in numbers: `31.10.2000 Halloween`.
    mutating func settleDays() {
        let days = dates.filter { $0.pieces.contains { $0.namesDay && !$0.isCountOfDays } }
        // `Día 4 del campamento, hoy`
        for count in dates where count.pieces.allSatisfy(\.isCountOfDays) && !days.isEmpty {
            dates.removeAll { $0.tokens == count.tokens }
            leave(count.tokens)
        }
        // `ontem não deu, hoje deu`
        let unsurfed = days.filter { isDenied($0.tokens.upperBound) }
        if unsurfed.count < days.count {
            for day in unsurfed {
                dates.removeAll { $0.tokens == day.tokens }
                leave(day.tokens)
            }
        }
        settleRanges()
        guard days.contains(where: { isNumbered($0.tokens) }) else { return }
        let named = dates.filter { !isNumbered($0.tokens) && $0.pieces.allSatisfy(\.isNamedDay) }
        for date in named {
            dates.removeAll { $0.tokens == date.tokens }
            leave(date.tokens)
        }
    }

    /// Leaves a time in the notes of a line that says from when to when, and `now` where a day is said.
    private mutating func settleRanges() {
        let hasRange = dates.contains { $0.pieces.contains(where: \.isRange) }
        let hasDay = dates.contains { $0.pieces.contains { $0.namesDay } }
        let others = dates.filter { date in
            hasRange && date.pieces.allSatisfy(\.isSingleTime) || hasDay && date.pieces == [.now]
        }
        for other in others {
            dates.removeAll { $0.tokens == other.tokens }
            leave(other.tokens)
        }
    }

    /// Leaves `4/3` in the notes beside another day, and `5/3 booties`: it is a wetsuit's thickness.
    mutating func settleWetsuits() {
        let suits = dates.filter { $0.pieces.count == 1 && $0.pieces[0].isThickness }
        for suit in suits {
            let hasDay = dates.contains { $0.tokens != suit.tokens && $0.pieces.contains(where: \.namesDay) }
            guard hasDay && suit.pieces[0].isWetsuit || isBesideWetsuit(suit.tokens) else { continue }
            dates.removeAll { $0.tokens == suit.tokens }
            leave(suit.tokens)
        }
    }

    /// Whether a word of wetsuits is before the tokens, or one of the two after them.
    private func isBesideWetsuit(_ tokens: Range<Int>) -> Bool {
        let near = max(0, tokens.lowerBound - 1)..<min(tokens.upperBound + 2, grammar.tokens.count)
        return near.contains { grammar.lexicon.terms(of: grammar.tokens[$0].key).contains(.wetsuit) }
    }

    /// Whether a word that denies follows a day: `yesterday wasn't worth it`.
    private func isDenied(_ index: Int) -> Bool {
        index < grammar.tokens.count && grammar.lexicon.terms(of: grammar.tokens[index].key).contains(.denial)
    }

    private func isNumbered(_ tokens: Range<Int>) -> Bool { grammar.tokens[tokens].contains { $0.kind == .digits } }

    /// Leaves a value in the notes, if a better one is there: a part of the body beside a measured height, a crowd in
    /// words beside a counted one, the same once more.
    mutating func settleValues() {
        for field in [EntryField.height, .crowd, .rating] {
            let found = fieldMatches.filter { $0.field == field }
            guard found.count > 1, let best = found.first(where: isSure) ?? found.first else { continue }
            for other in found where other.tokens != best.tokens {
                let isWorse = isSure(best) && !isSure(other) && !(isPart(best) && isPart(other))
                guard other.value == best.value || isWorse else { continue }
                fieldMatches.removeAll { $0.field == field && $0.tokens == other.tokens }
                leave(other.tokens)
            }
        }
    }

    /// Whether a value is not a word with other meanings.
    private func isSure(_ match: FieldMatch) -> Bool {
        match.field == .crowd
            ? isNumbered(match.tokens)
            : !match.isWeak && !grammar.isWord(match.tokens.lowerBound, match.tokens.upperBound, "de")
    }

    /// Whether a value is all of its part, so that it is nothing but a value.
    private func isPart(_ match: FieldMatch) -> Bool { parts.ranges.contains(match.tokens) }

    private mutating func leave(_ tokens: Range<Int>) {
        if notes.contains(where: { $0.contains(tokens.lowerBound) }) { return }
        if let next = notes.firstIndex(where: { $0.lowerBound == tokens.upperBound }) {
            notes[next] = tokens.lowerBound..<notes[next].upperBound
        } else {
            notes.append(tokens)
        }
    }

    /// The sentence with the only time that is left over in its notes, or nil if there is none or it does not fit.
    func withTime(_ times: [Range<Int>]) -> Sentence? {
        guard let first = times.first, times.count == 1, !reader.options.contains(.date),
            let reading = grammar.date(at: first.lowerBound, before: first.upperBound), reading.end == first.upperBound,
            case .date(let pieces) = reading.meaning
        else { return nil }
        // `perdi a prancha às 9h` is the time of what is told, and `best friday ever` tells of other days.
        let isMarked = grammar.lexicon.terms(of: grammar.tokens[first.lowerBound].key).contains(.at)
        let (hasDay, hasClock) = (pieces.contains(where: \.namesDay), pieces.contains(where: \.namesClock))
        guard hasDay ? hasClock || isNumbered(first) : hasClock != isMarked else { return nil }
        var copy = self
        copy.dates.append((pieces, first, false))
        return try? SentenceValues(copy).sentence()
    }
}

extension DatePiece {
    /// Whether it is the number of a day in an unnamed month, which may be one of a course.
    var isCountOfDays: Bool { if case .dayOfMonth = self { true } else { false } }

    /// Whether it is the time from a beginning to an end.
    fileprivate var isRange: Bool { if case .clocks = self { true } else { false } }

    /// Whether it is one time of day.
    fileprivate var isSingleTime: Bool {
        switch self {
        case .clock, .hour: true
        default: false
        }
    }

    /// Whether it may be the thickness of a wetsuit in millimetres: `5/3`, and beside a word of wetsuits `4/5`.
    fileprivate var isThickness: Bool {
        switch self {
        case .slashed(let body, let arms, nil): (2...6).contains(body) && (1...6).contains(arms)
        default: false
        }
    }

    /// `3/2`, `4/3`, `5/4`, `6/5`: the usual ones.
    fileprivate var isWetsuit: Bool {
        if case .slashed(let body, let arms, nil) = self { (3...6).contains(body) && arms == body - 1 } else { false }
    }

    /// Whether it may be the name of a day that another date says in numbers.
    fileprivate var isNamedDay: Bool {
        switch self {
        case .monthDay, .feast, .someDay, .weekend: true
        default: false
        }
    }
}
