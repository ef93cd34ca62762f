/// The part that holds the place.
extension SentenceReading {
    typealias Part = (index: Int, items: [SentenceItem])

    /// The part that is only a known place, else the first part with words that are not a value.
    func placePart() throws(SentenceError) -> Part? {
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
    func partOfName(_ parts: [Part]) -> Part? {
        let left = parts.filter { $0.items.contains(where: \.isLeft) }
        let best = left.map { likeness($0.items) }.max() ?? 0
        return left.first { likeness($0.items) == best }
    }

    func isSmall(_ item: SentenceItem) -> Bool {
        item.isWord
            && grammar.lexicon.terms(of: grammar.tokens[item.tokens.lowerBound].key).contains {
                $0.isSmall || $0 == .with || $0 == .mine
            }
    }

    func likeness(_ items: [SentenceItem]) -> Int {
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
    func refuseOtherPlace(_ part: Part, _ all: [Part]) throws(SentenceError) {
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
        case .fieldMatches: return true
        case .date(let pieces):
            return pieces.count == 1 && pieces.contains { if case .partOfDay = $0 { true } else { false } }
        default: return false
        }
    }

    /// Words of a time that is no date: `later: Malibu`.
    private static let vagueTimes: Set<String> = [
        "later", "earlier", "soon", "sooner", "before", "afterwards", "despues", "antes", "depois", "apres", "avant",
        "bientot", "spater", "fruher", "bald", "vorher", "nachher",
    ]

    /// Refuses text before the colon of the first part that resembles a date, and is none.
    func refuseWhen() throws(SentenceError) {
        guard !parts.hasWhen,
            let colon = grammar.tokens.indices.first(where: { SentenceParts.endsWhen(grammar, $0) }), colon > 0
        else { return }
        let head = 0..<colon
        let isLabel = head.contains { grammar.skipLabel($0, colon) == colon }
        let resemblesDate = head.contains { index in
            grammar.beginsWord(index)
                && (grammar.misreadDate(at: index, before: colon) != nil || grammar.tokens[index].kind == .digits
                    || grammar.date(at: index, before: colon) != nil
                    || SentenceReading.vagueTimes.contains(grammar.tokens[index].key))
        }
        guard !isLabel, resemblesDate, !head.contains(where: { SentenceParts.cuts(grammar, $0) }) else { return }
        throw SentenceError(
            .date(.unreadable(grammar.text(head))),
            lines: [
                grammar.replacing(colon..<colon + 1, with: ","),
                grammar.replacing(head.lowerBound..<colon + 1, with: ""),
            ])
    }
}
