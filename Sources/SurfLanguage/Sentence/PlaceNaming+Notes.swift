/// The words that are left over when a part has its place.
extension PlaceNaming {
    mutating func collectNotes() throws(SentenceError) {
        for index in items.indices where isAmongWords(number: index) { items[index].kind = .word }
        // They are never the place's name, but words of the notes.
        for index in items.indices where items[index].isMention { items[index].kind = .word }
        var found: [Range<Int>] = []
        var verbs: [Range<Int>] = []
        for run in runs() {
            let whole = items[run.lowerBound].tokens.lowerBound..<items[run.upperBound - 1].tokens.upperBound
            try refuseStrayWord(in: whole)
            if let tokens = trimmedNote(run) {
                found.append(tokens)
            } else if let verb = verb(run) {
                verbs.append(verb)
            }
        }
        notes = found.isEmpty ? [] : (found + verbs).sorted { $0.lowerBound < $1.lowerBound }
    }

    /// `8 students`, `pulse 148`: whether a number belongs to a word beside it that is left over.
    private func isAmongWords(number index: Int) -> Bool {
        guard case .number = items[index].kind, !isBehindPlace(index) else { return false }
        let (before, after) = (index - 1, index + 1)
        let isAfterWord =
            before >= 0 && items[before].tokens.upperBound == items[index].tokens.lowerBound && isWordOfNotes(before)
        return isAfterWord
            || after < items.count && items[after].tokens.lowerBound == items[index].tokens.upperBound
                && isWordOfNotes(after)
    }

    /// `baleal 3 hat spaß`: whether a number follows the place, and counts nothing.
    private func isBehindPlace(_ index: Int) -> Bool {
        guard items[index].tokens.lowerBound == placeEnd else { return false }
        let next = items[index].tokens.upperBound
        return
            !(next < grammar.tokens.count && grammar.tokens[next].kind == .word
            && grammar.tokens[next].key.hasSuffix("s"))
    }

    private func isWordOfNotes(_ index: Int) -> Bool {
        guard case .word = items[index].kind else { return false }
        let terms = grammar.lexicon.terms(of: grammar.tokens[items[index].tokens.lowerBound].key)
        return !terms.contains { $0.isFunctionWord || $0 == .praise || $0 == .about }
    }

    private func trimmedNote(_ run: Range<Int>) -> Range<Int>? {
        var (start, end) = (run.lowerBound, run.upperBound)
        let isSaying = items[run].contains { item in
            !grammar.lexicon.terms(of: grammar.tokens[item.tokens.lowerBound].key).contains(where: \.isFunctionWord)
                || item.tokens.count > 1
        }
        guard isSaying else { return nil }
        while start < end, isTerm(items[start].tokens.lowerBound, .and), start + 1 < end { start += 1 }
        while end > start + 1, items[end - 1].tokens.count == 1,
            isTerm(items[end - 1].tokens.lowerBound, .preposition, .article)
        {
            end -= 1
        }
        return items[start].tokens.lowerBound..<items[end - 1].tokens.upperBound
    }

    private func verb(_ run: Range<Int>) -> Range<Int>? {
        items[run].first {
            isTerm($0.tokens.lowerBound, .verb) && grammar.tokens[$0.tokens.lowerBound].key == "surfed"
        }?.tokens
    }

    /// Whether the line names a day: `on bonfire night before the fireworks`.
    private var isDated: Bool { hasOtherDate || items.contains(where: \.namesDay) }

    /// Refuses a date's word that has no date here.
    func refuseStrayWord(in tokens: Range<Int>) throws(SentenceError) {
        let stray = tokens.first { ["ago", "last", "next", "before"].contains(grammar.tokens[$0].key) }
        guard let stray, !(grammar.tokens[stray].key == "before" && isDated) else { return }
        throw SentenceError(.strayWord(grammar.tokens[stray].text), at: tokens)
    }
}
