/// Names of the world's surf spots, which a friend would know. A journal's own places go before them.
package enum SurfSpots {
    /// Whether a text is the name of a spot.
    package static func contains(_ name: String) -> Bool {
        let tokens = TokenLine(plain: name).tokens
        return !tokens.isEmpty && end(of: tokens, at: 0) == tokens.count
    }

    /// Whether a text is the name of a spot, or the beginning of one, such as `Blacks`, by its whole words.
    package static func isOrBegins(_ name: String) -> Bool {
        contains(name) || ["beach", "point", "reef", "bay", "pier"].contains { contains(name + " " + $0) }
    }

    /// The end of the longest name that begins at a token, as typed without regard to case, accents and apostrophes.
    static func end(of tokens: [Token], at start: Int) -> Int? {
        var key = ""
        var index = start
        var found: Int?
        while index < tokens.count, tokens[index].isNameable {
            if index > start, !tokens[index].isGlued || tokens[index - 1].isJoint { key += " " }
            key += word(tokens[index])
            index += 1
            guard let match = WordList.spots.match(key) else { break }
            let isWhole = index == tokens.count || !tokens[index].isGlued || tokens[index].isPunctuation
            if isWhole, match == .whole { found = index }
            while index < tokens.count, tokens[index].isJoint { index += 1 }
        }
        return found
    }

    private static func word(_ token: Token) -> String {
        token.key.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "'") } ? token.key : plain(token.key)
    }

    /// A folded word with the letters of English alone.
    static func plain(_ word: String) -> String { letters.reduce(word) { $0.replacing($1.letter, with: $1.plain) } }

    /// Letters that are not others with an accent.
    private static let letters: [(letter: String, plain: String)] = [
        ("'", ""), ("ø", "o"), ("ß", "ss"), ("æ", "ae"), ("œ", "oe"), ("ł", "l"),
    ]
}
