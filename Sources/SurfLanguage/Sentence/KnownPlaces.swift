/// The places that a journal knows, as they are found in a line: whatever their case and accents, and with a typo.
package struct KnownPlaces: Sendable {
    private struct Place: Sendable {
        let name: String
        let words: [String]
    }

    private let places: [Place]
    /// Of the places whose first word begins with a character.
    private let byInitial: [Character: [Int]]

    /// - Parameter names: those of the most sessions first.
    package init(_ names: [String] = []) {
        places = names.map { Place(name: $0, words: KnownPlaces.words(TokenLine(plain: $0).tokens)) }
            .filter { !$0.words.isEmpty }
        var byInitial: [Character: [Int]] = [:]
        for (index, place) in places.enumerated() {
            if let initial = place.words[0].first { byInitial[initial, default: []].append(index) }
        }
        self.byInitial = byInitial
    }

    /// The first of the names.
    var first: String? { places.first?.name }

    /// A name that stands in a line.
    struct Match {
        /// More than one where they are equally near.
        var names: [String]
        var tokens: Range<Int>
    }

    /// The longest name that begins with a token, as it is or with a typo.
    func match(_ tokens: [Token], at start: Int, before end: Int) -> Match? {
        guard tokens[start].kind == .word || tokens[start].kind == .digits else { return nil }
        return best(tokens, start, end, isSame: ==) ?? best(tokens, start, end, isSame: KnownPlaces.isSameOrTypo)
    }

    private func best(
        _ tokens: [Token], _ start: Int, _ end: Int, isSame: (String, String) -> Bool
    ) -> Match? {
        guard let initial = tokens[start].key.first else { return nil }
        var found: Match?
        for index in byInitial[initial] ?? [] {
            let place = places[index]
            guard let stop = KnownPlaces.stop(of: place.words, tokens, start, end, isSame) else { continue }
            if stop == found?.tokens.upperBound {
                if found?.names.contains(place.name) != true { found?.names.append(place.name) }
            } else if stop > found?.tokens.upperBound ?? start {
                found = Match(names: [place.name], tokens: start..<stop)
            }
        }
        return found
    }

    /// Behind the words of a name, where they stand there; at most one of them with a typo.
    private static func stop(
        of words: [String], _ tokens: [Token], _ start: Int, _ end: Int, _ isSame: (String, String) -> Bool
    ) -> Int? {
        var index = start
        var typos = 0
        for (number, word) in words.enumerated() {
            if number > 0 { while index < end, tokens[index].isJoint { index += 1 } }
            guard index < end, tokens[index].kind == .word || tokens[index].kind == .digits else { return nil }
            let typed = key(tokens[index])
            if typed != word {
                guard isSame(typed, word) else { return nil }
                typos += 1
            }
            index += 1
        }
        return typos > 1 || index < end && tokens[index].isGlued && !tokens[index].isPunctuation ? nil : index
    }

    /// The names that begin with these words and go on.
    func beginning(with tokens: ArraySlice<Token>) -> [String] {
        let words = KnownPlaces.words(Array(tokens))
        guard let initial = words.first?.first else { return [] }
        return (byInitial[initial] ?? []).map { places[$0] }
            .filter { $0.words.count > words.count && $0.words.starts(with: words) }.map(\.name)
    }

    private static func words(_ tokens: [Token]) -> [String] {
        tokens.filter { $0.kind == .word || $0.kind == .digits }.map(key)
    }

    private static func key(_ token: Token) -> String {
        token.key.contains("'") ? token.key.replacing("'", with: "") : token.key
    }

    /// Whether a word is another, or is it with one letter wrong, missing, extra or swapped with the next; only in words of five
    /// letters and more, and not in the first.
    static func isSameOrTypo(_ typed: String, _ known: String) -> Bool {
        if typed == known { return true }
        if typed.utf8.first != known.utf8.first || abs(typed.utf8.count - known.utf8.count) > 4 { return false }
        let (typed, known) = (Array(typed), Array(known))
        guard known.count >= 5, typed.first == known.first, abs(typed.count - known.count) <= 1,
            !known.contains(where: \.isNumber), !typed.contains(where: \.isNumber)
        else { return false }
        let head = zip(typed, known).prefix { $0 == $1 }.count
        let (left, right) = (typed[head...], known[head...])
        if left.count == right.count {
            if left.dropFirst() == right.dropFirst() { return true }
            return left.count >= 2 && left.first == right.dropFirst().first && left.dropFirst().first == right.first
                && left.dropFirst(2) == right.dropFirst(2)
        }
        return left.count > right.count ? left.dropFirst() == right : left == right.dropFirst()
    }
}

extension Token {
    /// What may stand between the words of a name.
    fileprivate var isJoint: Bool { isDash && isGlued || kind == .symbol && (key == "." || key == "'") && isGlued }
}
