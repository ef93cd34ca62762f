/// Finds the name of a new place among words: `finally surfed Thurso East it was huge`.
///
/// A surf spot of the world goes before other words. Else a name begins with the first word that is no everyday word, and
/// ends before the next one. Words of landmarks belong to it, so do the little words within it (Praia do Norte), and a
/// number or a size at its beginning (Seven Mile, Big Rock).
struct NewName {
    /// A word of a part: one token, or several that belong together.
    struct Word {
        let tokens: Range<Int>
        /// Whether it is the name of a surf spot.
        var isSpot = false
        /// Whether it is part of a name although it could be a value.
        var isGiven = false
    }

    private let grammar: Grammar
    private let words: [Word]
    /// Which words are no everyday words.
    private let named: [Bool]
    /// Whether some words of the line have no capital, so that a capital means something.
    private let hasSmallWords: Bool
    /// The words of the name.
    private var found: Range<Int>?

    init(_ grammar: Grammar, _ words: [Word]) {
        (self.grammar, self.words) = (grammar, words)
        named = words.map { $0.isGiven || $0.isSpot || !NewName.isOrdinary(grammar, $0.tokens) }
        hasSmallWords = grammar.tokens.contains { $0.kind == .word && $0.text.first?.isLowercase == true }
        found = find()
    }

    /// The tokens of the name; nil if all words are everyday words.
    var tokens: Range<Int>? {
        found.map { words[$0.lowerBound].tokens.lowerBound..<words[$0.upperBound - 1].tokens.upperBound }
    }

    private func find() -> Range<Int>? {
        let spots = words.indices.filter(isOwnSpot)
        // `Mar bravo em Itacoatiara`: the spot after a word of places, if the first is made of everyday words.
        let placed = spots.first { $0 > 0 && isTerm($0 - 1, .beforePlace) }
        if let spot = breakOfTown(spots) ?? spots.first.map({ isEverydaySpot($0) ? placed ?? $0 : $0 }) {
            return startOfSpot(spot)..<endOfSpot(spot)
        }
        return first.map { placeAfterWord($0) ?? $0 }.map { start($0)..<end($0) }
    }

    /// `bru it was firing at Elands`, `vor Büroschluss in Bunkerwelle`: a word with a capital after a word of places, if the
    /// first one has none, or is a time or a reason.
    private func placeAfterWord(_ first: Int) -> Int? {
        let isReason = first > 0 && NewName.reasons.contains(key(first - 1))
        guard isReason || !isCapitalized(first), !isTerm(first, .landmark) else { return nil }
        return words.indices[first...].dropFirst(2).first {
            named[$0] && isTerm($0 - 1, .beforePlace) && isCapitalized($0) && !isTerm($0 - 1, .nameJoint)
        }
    }

    /// Words before what is no place.
    private static let reasons: Set<String> = [
        "vor", "nach", "ohne", "wegen", "trotz", "seit", "fur", "durch", "gegen", "mit", "after", "before", "for",
        "despite",
        "apres", "avant", "sans", "despues", "antes", "sin", "depois", "sem",
    ]

    /// The most words of a name.
    private static let most = 5

    // MARK: How sure it is

    /// Whether the name is a surf spot, or has the word of a landmark.
    var isPlace: Bool { found.map { hasSpot($0) || hasLandmark($0) } ?? false }

    /// Whether the name is a surf spot.
    var isSpot: Bool { found.map(hasSpot) ?? false }

    /// Whether there are no words beside the name but little ones.
    var isPure: Bool { found.map { name in words.indices.allSatisfy { name.contains($0) || isGlue($0) } } ?? false }

    /// How much the words look like a place. Zero without a name.
    /// - Parameter isFirst: Whether no words are before them in the line.
    func likeness(isFirst: Bool) -> Int {
        guard let found else { return 0 }
        let kind = hasSpot(found) ? 6 : hasLandmark(found) ? 3 : 0
        let purity = !isPure ? 0 : isFirst || kind > 0 || isCapitalized(found.lowerBound) ? 2 : 1
        return 1 + kind + purity + (isFirst ? 2 : 0) + (isAfterPlaceWord(found) ? 1 : 0)
    }

    /// Whether nothing but a word that is no everyday word tells that it is a place.
    /// - Parameter isFirst: Whether no words are before them in the line.
    func isDoubtful(isFirst: Bool) -> Bool {
        guard let found else { return false }
        if isSpotAmongWords(found) { return true }
        guard !isPlace, !words[found.lowerBound].isGiven else { return false }
        if found.lowerBound > 0, isOneOfMany(found.lowerBound - 1), !isCapitalized(found.lowerBound) { return true }
        return !(isFirst && found.lowerBound == 0) && !isAfterPlaceWord(found) && !isCapitalized(found.lowerBound)
    }

    /// `the wind was malibu`: a spot of one word without a capital, after another word than one of places or of surfing. Of such
    /// lines that nobody had looked at, four of five were about something else.
    private func isSpotAmongWords(_ name: Range<Int>) -> Bool {
        name.count == 1 && name.lowerBound > 0 && hasSpot(name) && !isCapitalized(name.lowerBound)
            && !isTerm(name.lowerBound - 1, .beforePlace, .verb)
    }

    /// `found a crab`
    private func isOneOfMany(_ index: Int) -> Bool {
        ["a", "an", "un", "una", "une", "um", "uma", "ein", "eine", "einen"].contains(key(index))
            && !isTerm(index, .beforePlace)
    }

    private func hasSpot(_ name: Range<Int>) -> Bool { words[name].contains(where: \.isSpot) }

    /// `Main Beach`, but not `the beach`.
    private func hasLandmark(_ name: Range<Int>) -> Bool {
        name.contains { isTerm($0, .landmark) } && name.contains { !isTerm($0, .landmark, .article) }
    }

    private func isAfterPlaceWord(_ name: Range<Int>) -> Bool {
        name.lowerBound > 0 && isTerm(name.lowerBound - 1, .beforePlace)
    }

    private func isGlue(_ index: Int) -> Bool {
        grammar.lexicon.terms(of: key(index)).contains { $0.isFunctionWord || $0 == .with || $0 == .mine || $0 == .me }
    }

    // MARK: Spots

    /// Whether a spot is the place, and not one that it is compared with, or that was told of.
    private func isOwnSpot(_ index: Int) -> Bool {
        guard words[index].isSpot else { return false }
        return !(max(0, index - 2)..<index).contains { before in
            let terms = grammar.lexicon.terms(of: key(before))
            if terms.contains(.comparison) { return true }
            guard before == index - 1, !terms.contains(.beforePlace), !terms.contains(.article) else { return false }
            return terms.contains { $0 == .story || $0 == .denial || $0 == .others }
        }
    }

    /// `in Ericeira at Ribeira d'Ilhas`: the second of two spots, each directly after a word of places.
    private func breakOfTown(_ spots: [Int]) -> Int? {
        guard let town = spots.first, town > 0, isTerm(town - 1, .beforePlace) else { return nil }
        let next = endOfSpot(town) + 1
        return spots.contains(next) && isTerm(next - 1, .beforePlace) ? next : nil
    }

    private func isEverydaySpot(_ index: Int) -> Bool { NewName.isOfEverydayWords(grammar, words[index].tokens) }

    /// Whether every word of a name has another meaning.
    static func isOfEverydayWords(_ grammar: Grammar, _ tokens: Range<Int>) -> Bool {
        grammar.tokens[tokens].allSatisfy {
            OrdinaryWords.contains($0.key) || !grammar.lexicon.terms(of: $0.key).allSatisfy(\.isOfNames)
        }
    }

    /// `Praia do Rosa`, `Playa Cocles`, `north Narrabeen`: the start of a name with a spot.
    private func startOfSpot(_ spot: Int) -> Int {
        var start = spot
        if start > 1, isTerm(start - 1, .nameJoint), isTerm(start - 2, .landmark) {
            start -= 2
        } else if start > 0, isTerm(start - 1, .landmark) {
            start -= 1
        }
        while start > 0, belongsToSpot(start - 1) { start -= 1 }
        return start
    }

    /// `Viana Cabedelo`, `north Narrabeen`: whether a word before a spot belongs to its name.
    private func belongsToSpot(_ index: Int) -> Bool {
        if isCompass(index) || isTerm(index, .nameStart) && isCapitalized(index) { return true }
        return named[index] && (isProper(index) || !isCapitalized(index + 1) && isAtStart(index))
    }

    private func isAtStart(_ index: Int) -> Bool { index == 0 || isTerm(index - 1, .beforePlace) }

    /// `St Leu`, `San Miguel`, `Praia Grande`: whether a word with a capital belongs to one before it.
    private func isAfterSaint(_ index: Int, _ start: Int) -> Bool {
        isProper(index) && (index == start + 1 && isTerm(start, .landmark) || isTerm(index - 1, .saint))
    }

    /// `Malibu First Point`, `Lennox Point`, `Hossegor La Gravière`: the end of a name with a spot.
    private func endOfSpot(_ spot: Int) -> Int {
        var end = spot + 1
        while end < words.count, end - spot < NewName.most {
            if words[end].isSpot && key(end) != key(spot) || isTerm(end, .landmark) || isProper(end) && isCompass(end) {
                end += 1
            } else if isAfterSaint(end, spot) || isTerm(end, .saint) && isProper(end) {
                end += 1
            } else if isPartOfLandmark(end) || isNumberedStreet(end) {
                end += 2
            } else if let after = afterJoint(end), !isTerm(end, .beforePlace),
                words[after - 1].isSpot || isCapitalized(after - 1) || isOf(end) && named[after - 1]
            {
                end = after
            } else if isLetter(end)
                || isProper(end) && key(end) != key(end - 1) && (named[end] || isProper(end - 1) && isNounOfNames(end))
            {
                end += 1
            } else if let landmark = laterLandmark(end) {
                end = landmark
            } else if isCardinal(end) && key(end).utf8.count > 2 && !isTerm(end, .windName) || isLastName(end) {
                end += 1
            } else {
                break
            }
        }
        return end
    }

    /// `crozon goulien`, `tamraght devil`: whether a word after a spot ends the run and is no everyday word. After a capital
    /// it has one, too: `Varkala pisswarm`.
    private func isLastName(_ index: Int) -> Bool {
        if isProper(index - 1), !isCapitalized(index) { return false }
        return words.count <= index + 2 && words.indices[index...].allSatisfy { named[$0] && !isSuperlative($0) }
    }

    /// `pesadissimo`, `buenísima`
    private func isSuperlative(_ index: Int) -> Bool {
        ["isimo", "isima", "issimo", "issima"].contains { key(index).hasSuffix($0) }
    }

    /// `Wai pu cove`, `Fraser borough beach`: the index after a landmark soon after a name, with only nouns between.
    private func laterLandmark(_ start: Int) -> Int? {
        var index = start
        while index < min(start + 2, words.count), isNounBetween(index) {
            index += 1
            if index < words.count, isTerm(index, .landmark) { return index + 1 }
        }
        return nil
    }

    private func isNounBetween(_ index: Int) -> Bool {
        let terms = grammar.lexicon.terms(of: key(index))
        return words[index].tokens.count == 1 && terms.allSatisfy(\.isOfNames)
            && !["ed", "ing", "ly"].contains { key(index).hasSuffix($0) }
    }

    /// `First Point`, `north jetty`: a word and the landmark after it.
    private func isPartOfLandmark(_ index: Int) -> Bool {
        index + 1 < words.count && isTerm(index + 1, .landmark)
            && (isTerm(index, .nameStart) || isCompass(index) || isOrdinal(index) || isProper(index))
    }

    // MARK: Other names

    /// The first word that is no everyday word, but for the names of companions: `with Sam at Rincon`.
    private var first: Int? {
        var index = 0
        while index < words.count {
            if isTerm(index, .with) || grammar.tokens[words[index].tokens.lowerBound].key == "w" {
                index += 1
                while index < words.count, named[index] || isTerm(index, .and, .mine, .article) { index += 1 }
            } else if named[index] && !isBareLandmark(index) || beginsLandmark(index) {
                return index
            } else {
                index += 1
            }
        }
        return nil
    }

    /// `the cliffs`, `la boca`: a landmark without a name.
    private func isBareLandmark(_ index: Int) -> Bool {
        !words[index].isGiven && isTerm(index, .landmark) && !isCapitalized(index) && index > 0
            && isTerm(index - 1, .article)
            && !(index + 1 < words.count && (named[index + 1] || isTerm(index + 1, .nameJoint)))
    }

    /// `Big Rock`, `C Street`: an everyday word that makes a name with the landmark after it.
    private func beginsLandmark(_ index: Int) -> Bool {
        guard index + 1 < words.count, isTerm(index + 1, .landmark) else { return false }
        if isTerm(index, .article), index > 0, !isCapitalized(index) { return false }
        if isTerm(index, .nameStart) || isCapitalized(index) { return true }
        return !grammar.lexicon.terms(of: key(index)).contains {
            $0.isFunctionWord || $0.continuesStory || $0 == .praise || $0 == .copula || $0 == .denial
        }
    }

    private func start(_ first: Int) -> Int {
        var start = first
        while start > 0, isTerm(start - 1, .nameStart) || isPartOfName(start - 1) { start -= 1 }
        return start
    }

    /// `Dead Man's`, `Quiet Corner`: whether an everyday word has a capital like the word of the name after it. The first
    /// word of a line has one anyway, so that it must have no other meaning, and be neither a verb nor an adverb.
    private func isPartOfName(_ index: Int) -> Bool {
        guard isCapitalized(index), isCapitalized(index + 1), isNounOfNames(index) else { return false }
        if index > 0 { return true }
        return grammar.lexicon.terms(of: key(index)).allSatisfy(\.isOfNames) && OrdinaryWords.isEnglish(key(index))
            && !["ed", "ing", "ly"].contains { key(index).hasSuffix($0) }
    }

    private func end(_ first: Int) -> Int {
        var end = first + 1
        while end < words.count, end - first < NewName.most {
            if continues(end, first) || isAfterSaint(end, first) || isTerm(end, .landmark)
                || isProper(end) && isCompass(end)
            {
                end += 1
            } else if let after = afterJoint(end) {
                end = after
            } else if isNumberedStreet(end) {
                end += 2
            } else if isLetter(end) || isProper(end) && isCapitalized(end - 1) && isNounOfNames(end) {
                end += 1
            } else if let landmark = laterLandmark(end) {
                end = landmark
            } else {
                break
            }
        }
        return end
    }

    /// Whether a word that is no everyday word belongs to the name: after a capital only one with a capital.
    private func continues(_ index: Int, _ first: Int) -> Bool {
        named[index] && (!isProper(first) || isCapitalized(index) || words[index].isGiven)
    }

    /// Whether a word with a capital may be one of a name: German gives all nouns one.
    private func isNounOfNames(_ index: Int) -> Bool {
        let terms = grammar.lexicon.terms(of: key(index)).filter { !$0.isOfNames }
        if terms.contains(where: {
            $0.isFunctionWord || $0.continuesStory || $0 == .unit(.days) || $0 == .unit(.waves) || $0 == .praise
                || $0 == .copula || $0 == .watch || $0 == .tracked
        }) {
            return false
        }
        return !terms.isEmpty || !OrdinaryWords.isGerman(key(index))
    }

    /// `90th st`: whether an ordinal and a landmark follow.
    private func isNumberedStreet(_ index: Int) -> Bool {
        isOrdinal(index) && index + 1 < words.count && isTerm(index + 1, .landmark)
    }

    private func isOrdinal(_ index: Int) -> Bool {
        let tokens = grammar.tokens[words[index].tokens]
        guard tokens.count == 2, tokens.first?.kind == .digits else { return false }
        return ["st", "nd", "rd", "th"].contains(tokens.last?.key)
    }

    /// The index after a little word within a name and the word that it joins: `do Norte`, `of the Moon`.
    private func afterJoint(_ index: Int) -> Int? {
        var next = index
        while next < words.count, isTerm(next, .nameJoint) || next > index && isTerm(next, .article) { next += 1 }
        guard next > index, next < words.count,
            named[next] || isTerm(next, .landmark) || isProper(next) && isNounOfNames(next)
        else {
            return nil
        }
        return next + 1
    }

    /// Whether a little word says of what: `praia da barra de aveiro`.
    private func isOf(_ index: Int) -> Bool {
        ["of", "de", "del", "da", "do", "das", "dos", "du", "des"].contains(key(index))
    }

    /// `San O`, `Point A`: whether a letter after a word belongs to the name.
    private func isLetter(_ index: Int) -> Bool {
        key(index) == "o" || grammar.tokens[words[index].tokens.lowerBound].text == "A"
    }

    // MARK: Words

    /// Whether a word belongs to everyday language, but not to that of waves and weather.
    static func isEveryday(_ grammar: Grammar, _ tokens: Range<Int>) -> Bool {
        let key = grammar.tokens[tokens.lowerBound].key
        let terms = grammar.lexicon.terms(of: key)
        if terms.contains(.landmark) { return false }
        return terms.contains { $0.isFunctionWord || $0.continuesStory || $0 == .praise } || OrdinaryWords.contains(key)
    }

    /// `lesson 4`, `heat 2`: whether a number after the word belongs to it.
    static func isNoun(_ grammar: Grammar, _ tokens: Range<Int>) -> Bool {
        guard tokens.count == 1 else { return false }
        let key = grammar.tokens[tokens.lowerBound].key
        return grammar.lexicon.terms(of: key).allSatisfy(\.isOfNames) && OrdinaryWords.contains(key)
    }

    /// Whether a word belongs to everyday language or is one of a value, or is a picture or a sign.
    static func isOrdinary(_ grammar: Grammar, _ tokens: Range<Int>) -> Bool {
        guard grammar.tokens[tokens].contains(where: { $0.kind == .word }) else { return true }
        if grammar.tokens[tokens.lowerBound].key == "w" { return true }
        if grammar.tokens[tokens].contains(where: { $0.kind == .digits }) { return !isNumbered(grammar, tokens) }
        if tokens.count > 1 { return isRead(grammar, tokens) }
        let key = grammar.tokens[tokens.lowerBound].key
        let terms = grammar.lexicon.terms(of: key)
        if terms.contains(.landmark) { return false }
        return terms.contains { !$0.isOfNames } || OrdinaryWords.contains(key)
    }

    private func isCompass(_ index: Int) -> Bool {
        grammar.lexicon.terms(of: key(index)).contains { if case .compass = $0 { true } else { false } }
    }

    /// Whether a direction is one of those that names have: north, east, south or west.
    private func isCardinal(_ index: Int) -> Bool {
        grammar.lexicon.terms(of: key(index)).contains { term in
            if case .compass(let degrees) = term { degrees.truncatingRemainder(dividingBy: 90) == 0 } else { false }
        }
    }

    /// `K38`: a letter and a number, which is a name. `U16` are the young ones, `A30` and `R561` are roads.
    private static func isNumbered(_ grammar: Grammar, _ tokens: Range<Int>) -> Bool {
        guard tokens.count == 2, grammar.tokens[tokens.lowerBound].text.count == 1,
            grammar.tokens[tokens.lowerBound].text.first?.isUppercase == true
        else { return false }
        let key = grammar.tokens[tokens.lowerBound].key
        let isRoad = "abdeimnr".contains(key) && grammar.tokens[tokens.lowerBound + 1].key.utf8.count > 1
        return key != "u" && !isRoad
    }

    /// Whether several tokens are separate words, as in a value that was not taken.
    private static func isRead(_ grammar: Grammar, _ tokens: Range<Int>) -> Bool {
        tokens.dropFirst().contains { !grammar.isGlued($0, tokens.upperBound) && grammar.tokens[$0 - 1].kind == .word }
            && !grammar.tokens[tokens].contains { $0.symbol == "." }
    }

    private func key(_ index: Int) -> String {
        words[index].tokens.count == 1 ? grammar.tokens[words[index].tokens.lowerBound].key : ""
    }

    private func isTerm(_ index: Int, _ terms: Term...) -> Bool {
        grammar.lexicon.terms(of: key(index)).contains { terms.contains($0) }
    }

    private func isCapitalized(_ index: Int) -> Bool {
        grammar.tokens[words[index].tokens.lowerBound].text.first?.isUppercase == true
    }

    /// Whether a word has a capital in a line where others have none.
    private func isProper(_ index: Int) -> Bool { isCapitalized(index) && hasSmallWords }
}
