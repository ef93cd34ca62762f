/// The parse of a line.
struct SentenceReading {
    let reader: SentenceReader
    let grammar: Grammar
    let parts: SentenceParts
    /// The known place that begins at each token.
    let names: [KnownPlaces.Match?]
    /// The end of the surf spot that begins at each token.
    let spots: [Int?]
    /// For each token, the next one at which a name or quoted text begins.
    let nextNames: [Int]
    var fieldMatches: [FieldMatch] = []
    var dates: [(pieces: [DatePiece], tokens: Range<Int>, isWhen: Bool)] = []
    /// Years that are parts of their own.
    var years: [Int] = []
    var scores: [(tokens: Range<Int>, isPart: Bool)] = []
    var notes: [Range<Int>] = []
    /// Values and dates among the words of notes.
    var asides: [(reading: Reading, tokens: Range<Int>)] = []
    var place: FoundPlace?

    struct FoundPlace {
        var name: String
        var tokens: Range<Int>
        var isNew: Bool
        /// Whether it is a surf spot of the world.
        var isSpot = false
        /// Whether hardly anything tells that it is a place, or where its name begins.
        var isDoubtful = false
    }

    init(_ reader: SentenceReader, _ line: TokenLine) {
        self.reader = reader
        grammar = Grammar(line: line, units: reader.units, order: reader.dates.order)
        let tokens = grammar.tokens
        let grammar = grammar
        var names = tokens.indices.map { index in
            grammar.beginsWord(index) ? reader.places.match(tokens, at: index, before: tokens.count) : nil
        }
        var spots = tokens.indices.map { index in
            tokens[index].isGlued && !["(", "[", "@"].contains(tokens[index - 1].key)
                ? nil : SurfSpots.end(of: tokens, at: index).flatMap { grammar.isSpot(index..<$0) ? $0 : nil }
        }
        let unsurfed = grammar.unsurfed(tokens.indices.filter { names[$0] != nil || spots[$0] != nil })
        for index in unsurfed { (names[index], spots[index]) = (nil, nil) }
        (self.names, self.spots) = (names, spots)
        var nextNames = Array(repeating: tokens.count, count: tokens.count)
        for index in tokens.indices.dropLast().reversed() {
            let isName = names[index + 1] != nil || spots[index + 1] != nil || tokens[index + 1].kind == .quoted
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
                joinNames(index)
            } else if let place, place.tokens.contains(range.lowerBound) {
                let rest = place.tokens.upperBound..<range.upperBound
                if !rest.isEmpty { try read(part: rest, isAfter: true) }
            } else if let named, index < named.index {
                try read(before: range)
            } else {
                try read(part: range, isAfter: true)
            }
        }
        if place == nil, !isPlaceGiven { throw SentenceError(.noPlace) }
        takeAsides()
        settleDays()
        settleWetsuits()
        settleValues()
        let sentence = try SentenceValues(self).sentence()
        let audit = SentenceAudit(self, sentence)
        let times = audit.timesLeft
        if let timed = withTime(times) {
            try SentenceAudit(self, timed).check([])
            return timed
        }
        try audit.check(times)
        return sentence
    }

    /// Whether an option sets the place.
    var isPlaceGiven: Bool { reader.options.contains(.location) }
}

extension Grammar {
    /// Of the tokens at which names begin, those of places that were not surfed, if another one was: those before the place
    /// to which a word leads at last, and those after a word of wanting or passing by.
    fileprivate func unsurfed(_ names: [Int]) -> [Int] {
        if let last = names.last(where: { isLed(to: $0, by: .atLast) }) {
            return names.filter { $0 < last }
        }
        let unsurfed = names.filter { isLed(to: $0, by: .unsurfed) }
        return unsurfed.count < names.count ? unsurfed : []
    }

    /// Whether words with that meaning are before a name, with at most three words in small letters between.
    private func isLed(to name: Int, by term: Term) -> Bool {
        (max(0, name - 6)..<name).contains { start in
            guard let end = skip(start, name, term), name - end < 4 else { return false }
            return !tokens[start..<name].contains(where: \.isPunctuation)
                && !tokens[end..<name].contains { $0.text.first?.isUppercase == true }
        }
    }

    /// Whether the name of a spot is not rather an everyday word among others: `passer la barre`, `bajamar`.
    fileprivate func isSpot(_ name: Range<Int>) -> Bool {
        let start = name.lowerBound
        let words = name.drop { lexicon.terms(of: tokens[$0].key).contains(.article) }
        guard start > 0, tokens[start - 1].kind == .word, words.count == 1, let word = words.first,
            tokens[word].text.first?.isUppercase != true
        else { return true }
        let isPlaced = lexicon.terms(of: tokens[start - 1].key).contains(.beforePlace)
        return isPlaced || !OrdinaryWords.contains(tokens[word].key) && lexicon.terms(of: tokens[word].key).isEmpty
    }
}
