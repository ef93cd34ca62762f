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
        let names = tokens.indices.map { index in
            grammar.beginsWord(index) ? reader.places.match(tokens, at: index, before: tokens.count) : nil
        }
        self.names = names
        let spots = tokens.indices.map { index in
            tokens[index].isGlued && !["(", "[", "@"].contains(tokens[index - 1].key)
                ? nil : SurfSpots.end(of: tokens, at: index).flatMap { grammar.isSpot(index..<$0) ? $0 : nil }
        }
        self.spots = spots
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
            } else if let named, index < named.index {
                try read(before: range)
            } else {
                try read(part: range, isAfter: true)
            }
        }
        if place == nil, !isPlaceGiven { throw SentenceError(.noPlace) }
        takeAsides()
        settleDays()
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
