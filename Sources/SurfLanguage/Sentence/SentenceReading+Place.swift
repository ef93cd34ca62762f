/// The part that holds the place.
extension SentenceReading {
    typealias Part = (index: Int, items: [SentenceItem])

    /// The part that is only a known place, else the first part with words that are not a value.
    func placePart() throws(SentenceError) -> Part? {
        let all = parts.ranges.indices.dropFirst(parts.hasWhen ? 1 : 0).map {
            (index: $0, items: items(parts.ranges[$0]))
        }
        if let named = all.first(where: { grammar.newPlace(parts.ranges[$0.index]) != nil }) { return named }
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
    func partOfName(_ parts: [Part]) -> Part? {
        let left = parts.filter { $0.items.contains(where: \.isLeft) }
        let likenesses = left.map { likeness($0.items, isFirst: $0.index == left.first?.index) }
        guard let best = likenesses.max(), let index = likenesses.firstIndex(of: best) else { return nil }
        return left[index]
    }

    func isFunctionWord(_ item: SentenceItem) -> Bool {
        item.isWord
            && grammar.lexicon.terms(of: grammar.tokens[item.tokens.lowerBound].key).contains {
                $0.isFunctionWord || $0 == .with || $0 == .mine
            }
    }

    func likeness(_ items: [SentenceItem], isFirst: Bool) -> Int {
        let left = items.filter(\.isLeft)
        if left.contains(where: \.isQuoted) {
            return left.count == 1 ? 9 : 12
        }
        if left.contains(where: \.isKnownPlace) {
            return left.allSatisfy { $0.isKnownPlace || isFunctionWord($0) } || items.first?.isKnownPlace == true
                ? 20 : 8
        }
        return newNames(items).map { $0.likeness(isFirst: isFirst) }.max() ?? 0
    }

    /// Joins the name that begins the part after the place's, or is the one before it, to the place's: `Canggu, Old Mans`.
    mutating func joinNames(_ index: Int) {
        guard let place, place.tokens.upperBound == parts.ranges[index].upperBound, !place.isNew || place.isSpot,
            grammar.tokens[place.tokens.lowerBound].kind != .quoted
        else { return }
        let next = index + 1 < parts.ranges.count ? nameAtStart(parts.ranges[index + 1]) : nil
        if let next {
            join(next)
        } else if index > 0, place.tokens == parts.ranges[index], let last = nameAtStart(parts.ranges[index - 1]),
            last == notes.last,
            last == parts.ranges[index - 1]
        {
            notes.removeLast()
            join(last)
        }
    }

    private mutating func join(_ part: Range<Int>) {
        guard var place else { return }
        let both = [place.tokens, part].sorted { $0.lowerBound < $1.lowerBound }
        place.name = both.map { grammar.text($0) }.joined(separator: ", ")
        place.tokens = both[0].lowerBound..<both[1].upperBound
        (place.isNew, place.isSpot) = (true, true)
        self.place = place
    }

    /// The landmarks of breaks. Others are of regions: `Costa Rica`, `North Shore`.
    private static let breaks: Set<String> = [
        "reef", "beach", "point", "bay", "cove", "rock", "rocks", "pier", "jetty", "peak", "playa", "praia", "plage",
        "strand", "punta", "ponta", "pointe",
    ]

    /// The tokens of a surf spot, or of a name with the landmark of a break, with which a part begins that has nothing else
    /// but dates and values.
    private func nameAtStart(_ part: Range<Int>) -> Range<Int>? {
        let items = items(part)
        let runs = SentenceItem.runs(items)
        guard let run = runs.first, runs.count == 1, run.lowerBound == 0,
            grammar.reading(at: part.lowerBound, before: part.upperBound) == nil,
            items.allSatisfy({ $0.isWord || $0.isValue || $0.isDate })
        else { return nil }
        let name = NewName(grammar, items[run].map { $0.word([]) })
        let tokens = items[0].tokens.lowerBound..<items[run.upperBound - 1].tokens.upperBound
        guard name.tokens == tokens else { return nil }
        let first = grammar.tokens[tokens.lowerBound]
        if name.isSpot, tokens.count > 1 || !OrdinaryWords.contains(first.key) { return tokens }
        let isBreak = grammar.tokens[tokens].contains { SentenceReading.breaks.contains($0.key) }
        return isBreak && name.isPlace && first.text.first?.isUppercase == true ? tokens : nil
    }

    /// The names that the runs of words may be.
    func newNames(_ items: [SentenceItem]) -> [NewName] {
        SentenceItem.runs(items).map { NewName(grammar, items[$0].map { $0.word([]) }) }
    }

    /// Asks about `Kai and me, zuma 2ft`: words before a known place that look like a place too.
    func refuseOtherPlace(_ part: Part, _ all: [Part]) throws(SentenceError) {
        guard let name = part.items.first(where: \.isKnownPlace) else { return }
        for other in all where other.index < part.index && !other.items.contains(where: \.isValue) {
            let words = other.items.filter(\.isLeft)
            guard let first = words.first, words.allSatisfy(\.isWord),
                newNames(other.items).contains(where: { $0.isPlace || $0.isPure })
            else { continue }
            let terms = grammar.lexicon.terms(of: grammar.tokens[first.tokens.lowerBound].key)
            if terms.contains(where: { $0.continuesStory || $0 == .praise || $0 == .with }) { continue }
            let names = [grammar.text(parts.ranges[other.index]), grammar.text(name.tokens)]
            throw SentenceError(.severalPlaces(names), isQuestion: true)
        }
    }

    /// If nothing else can be the place, a possible value is used as its name: `Calm, 3ft`, `sunset 3ft yesterday 5pm`.
    func partOfNothingElse(_ parts: [Part]) -> Part? {
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

    func isNameable(_ item: SentenceItem) -> Bool {
        guard case .reading(let reading) = item.kind else { return false }
        guard !grammar.tokens[item.tokens].contains(where: { $0.kind != .word }) else { return false }
        switch reading.meaning {
        case .fieldMatches(let found):
            return item.tokens.count == 1
                && found.allSatisfy {
                    [.height, .wind, .tide, .crowd, .board].contains($0.field)
                }
        case .date(let pieces):
            return pieces.count == 1 && pieces.contains { if case .partOfDay = $0 { true } else { false } }
        default: return false
        }
    }

    /// Refuses text before the colon of the first part that resembles a date, and is none. With other words, it is a part
    /// like others.
    func refuseWhen() throws(SentenceError) {
        guard !parts.hasWhen,
            let colon = grammar.tokens.indices.first(where: { SentenceParts.endsWhen(grammar, $0) }), colon > 0
        else { return }
        let head = 0..<colon
        let isLabel = head.contains { grammar.skipLabel($0, colon) == colon }
        guard !isLabel, resemblesDate(head), !head.contains(where: { SentenceParts.cuts(grammar, $0) }) else { return }
        throw SentenceError(
            .date(.unreadable(grammar.text(head))),
            lines: [
                grammar.replacing(colon..<colon + 1, with: ","),
                grammar.replacing(head.lowerBound..<colon + 1, with: ""),
            ])
    }

    /// Whether there are dates, numbers and vague times, and nothing else but little words.
    private func resemblesDate(_ head: Range<Int>) -> Bool {
        var index = head.lowerBound
        var hasTime = false
        while index < head.upperBound {
            let terms = grammar.lexicon.terms(of: grammar.tokens[index].key)
            let date = grammar.date(at: index, before: head.upperBound)
            if let reading = grammar.misreadDate(at: index, before: head.upperBound) ?? date {
                (hasTime, index) = (true, reading.end)
            } else if grammar.tokens[index].kind == .digits || terms.contains(.vagueTime) {
                (hasTime, index) = (true, index + 1)
            } else if grammar.tokens[index].kind == .symbol || terms.contains(where: \.isFunctionWord) {
                index += 1
            } else {
                return false
            }
        }
        return hasTime
    }
}
