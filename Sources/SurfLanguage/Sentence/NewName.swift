/// Finds the name of a new place among words: `finally surfed Thurso East it was huge`.
///
/// A name begins with the first word that is no everyday word, and ends before the next one. Words of landmarks belong to
/// it, so do the little words within it (Praia do Norte), and a number or a size at its beginning (Seven Mile, Big Rock).
struct NewName {
    private let grammar: Grammar
    /// The tokens of each word.
    private let words: [Range<Int>]

    /// The first tokens of words that are parts of a name although they could be values.
    private let given: Set<Int>

    init(_ grammar: Grammar, _ words: [Range<Int>], given: Set<Int>) {
        (self.grammar, self.words, self.given) = (grammar, words, given)
    }

    /// The tokens of the name; nil if all words are everyday words.
    var tokens: Range<Int>? { found.map { words[$0.lowerBound].lowerBound..<words[$0.upperBound - 1].upperBound } }

    /// How much the words look like a place: by a landmark, by nothing beside the name, by a word such as `at` before it.
    /// Zero without a name.
    var likeness: Int {
        guard let found else { return 0 }
        let others = words.indices.filter { !found.contains($0) }
        let isPure = others.allSatisfy { isGlue($0) }
        let isAfterPlaceWord = found.lowerBound > 0 && NewName.placeWords.contains(key(found.lowerBound - 1))
        return 1 + (found.contains { isTerm($0, .landmark) } ? 3 : 0) + (isPure ? 2 : 0) + (isAfterPlaceWord ? 1 : 0)
    }

    private var found: Range<Int>? { first.map { start($0)..<end($0) } }

    private func isGlue(_ index: Int) -> Bool {
        grammar.lexicon.terms(of: key(index)).contains { $0.isSmall || $0 == .with || $0 == .mine }
    }

    /// Words before a place.
    private static let placeWords: Set<String> = [
        "at", "a", "en", "em", "in", "na", "no", "bei", "aux", "au", "nach", "to", "@",
    ]

    /// The most words of a name.
    private static let most = 5

    /// The first word that is no everyday word, but for the names of companions: `with Sam at Rincon`.
    private var first: Int? {
        var index = 0
        while index < words.count {
            if isTerm(index, .with) || grammar.tokens[words[index].lowerBound].key == "w" {
                index += 1
                while index < words.count, isNamed(index) || isTerm(index, .and, .mine) { index += 1 }
            } else if isNamed(index) || beginsLandmark(index) {
                return index
            } else {
                index += 1
            }
        }
        return nil
    }

    /// `Big Rock`, `C Street`: an everyday word that makes a name with the landmark after it.
    private func beginsLandmark(_ index: Int) -> Bool {
        guard index + 1 < words.count, isTerm(index + 1, .landmark) else { return false }
        if NewName.beginnings.contains(key(index)) || isCapitalized(index) { return true }
        return !grammar.lexicon.terms(of: key(index)).contains { $0.isSmall || $0 == .story || $0 == .praise }
    }

    private func start(_ first: Int) -> Int {
        var start = first
        while start > 0, NewName.beginnings.contains(key(start - 1)) || isPartOfName(start - 1) { start -= 1 }
        return start
    }

    /// `Dead Man's`: whether an everyday word has a capital like the word of the name after it.
    private func isPartOfName(_ index: Int) -> Bool {
        isCapitalized(index) && isCapitalized(index + 1) && index > 0
            && isNounOfNames(index)
    }

    private func end(_ first: Int) -> Int {
        var end = first + 1
        while end < words.count, end - first < NewName.most {
            if isNamed(end) || isTerm(end, .landmark) || isCapitalized(end) && isCompass(end) {
                end += 1
            } else if let after = afterJoint(end) {
                end = after
            } else if isNumberedStreet(end) {
                end += 2
            } else if isLetter(end) || isCapitalized(end) && isCapitalized(end - 1) && isNounOfNames(end) {
                end += 1
            } else {
                break
            }
        }
        return end
    }

    /// Whether an English word, which has a capital, may be one of a name: German gives all nouns one.
    private func isNounOfNames(_ index: Int) -> Bool {
        let terms = grammar.lexicon.terms(of: key(index))
        if terms.contains(where: { $0.isSmall || $0 == .story || $0 == .praise || $0 == .copula }) { return false }
        return !terms.isEmpty || OrdinaryWords.isEnglish(key(index))
    }

    /// `90th st`: whether an ordinal and a landmark follow.
    private func isNumberedStreet(_ index: Int) -> Bool {
        let tokens = grammar.tokens[words[index]]
        guard tokens.count == 2, tokens.first?.kind == .digits, index + 1 < words.count else { return false }
        return ["st", "nd", "rd", "th"].contains(tokens.last?.key) && isTerm(index + 1, .landmark)
    }

    /// The index after a little word within a name and the word that it joins: `do Norte`, `of the Moon`.
    private func afterJoint(_ index: Int) -> Int? {
        var next = index
        while next < words.count, NewName.joints.contains(key(next)) { next += 1 }
        guard next > index, next < words.count, isNamed(next) || isTerm(next, .landmark) else { return nil }
        return next + 1
    }

    /// `San O`, `Point A`: whether a letter after a word belongs to the name.
    private func isLetter(_ index: Int) -> Bool {
        key(index) == "o" || grammar.tokens[words[index].lowerBound].text == "A"
    }

    private func isNamed(_ index: Int) -> Bool {
        given.contains(words[index].lowerBound) || !NewName.isOrdinary(grammar, words[index])
    }

    /// Whether a word belongs to everyday language, but not to that of waves and weather.
    static func isEveryday(_ grammar: Grammar, _ tokens: Range<Int>) -> Bool {
        let key = grammar.tokens[tokens.lowerBound].key
        let terms = grammar.lexicon.terms(of: key)
        if terms.contains(.landmark) { return false }
        return OrdinaryWords.contains(key) || terms.contains { $0.isSmall || $0 == .story || $0 == .praise }
    }

    /// `lesson 4`, `heat 2`: whether a number after the word belongs to it.
    static func isNoun(_ grammar: Grammar, _ tokens: Range<Int>) -> Bool {
        guard tokens.count == 1 else { return false }
        let key = grammar.tokens[tokens.lowerBound].key
        return OrdinaryWords.contains(key) && grammar.lexicon.terms(of: key).isEmpty
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
        return OrdinaryWords.contains(key) || !terms.isEmpty
    }

    private func isCompass(_ index: Int) -> Bool {
        grammar.lexicon.terms(of: key(index)).contains { if case .compass = $0 { true } else { false } }
    }

    /// `K38`: a letter and a number, which is a name.
    private static func isNumbered(_ grammar: Grammar, _ tokens: Range<Int>) -> Bool {
        tokens.count == 2 && grammar.tokens[tokens.lowerBound].text.count == 1
            && grammar.tokens[tokens.lowerBound].text.first?.isUppercase == true
    }

    /// Whether several tokens are separate words, as in a value that was not taken.
    private static func isRead(_ grammar: Grammar, _ tokens: Range<Int>) -> Bool {
        tokens.dropFirst().contains { !grammar.isGlued($0, tokens.upperBound) && grammar.tokens[$0 - 1].kind == .word }
            && !grammar.tokens[tokens].contains { $0.symbol == "." }
    }

    private func key(_ index: Int) -> String {
        words[index].count == 1 ? grammar.tokens[words[index].lowerBound].key : ""
    }

    private func isTerm(_ index: Int, _ terms: Term...) -> Bool {
        grammar.lexicon.terms(of: key(index)).contains { terms.contains($0) }
    }

    private func isCapitalized(_ index: Int) -> Bool {
        grammar.tokens[words[index].lowerBound].text.first?.isUppercase == true
    }

    /// Everyday words with which names begin.
    private static let beginnings: Set<String> = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve", "first", "second",
        "third",
        "big", "little", "small", "long", "short", "cold", "hot", "new", "old", "dark", "black", "white", "red", "blue",
        "green", "north", "south", "east", "west", "upper", "lower", "inner", "outer", "middle", "the", "el", "la",
        "los", "las",
        "le", "les", "dos", "tres", "trois", "zwei", "grande", "grand", "petit", "petite", "pequena",
        "boca", "mini", "pipe",
    ]

    private static let joints: Set<String> = [
        "of", "the", "de", "del", "da", "do", "das", "dos", "d", "du", "des", "la", "las", "los", "le", "les", "el",
        "y", "e",
        "et", "und", "van", "von", "di", "st", "&", "a", "au", "aux", "sur", "en", "am", "der", "den", "in", "im",
    ]
}
