/// The smallest part of a line that is parsed.
struct Token: Sendable {
    enum Kind: Sendable {
        /// Letters, with apostrophes between them.
        case word
        /// ASCII digits.
        case digits
        /// Filled or empty stars.
        case stars
        /// Any other character.
        case symbol
        /// A quoted text with any content.
        case quoted
    }

    let kind: Kind
    /// The text as typed, without quotes.
    let text: String
    /// The text in lower case and without accents.
    let key: String
    /// The position in the line's UTF-8, including quotes.
    let range: Range<Int>
    /// Whether it follows the previous token without a blank.
    let isGlued: Bool

    /// The scalar of a symbol. Nil for other tokens, and for symbols of several scalars.
    let symbol: Unicode.Scalar?

    init(kind: Kind, text: String, range: Range<Int>, isGlued: Bool) {
        (self.kind, self.text, self.range, self.isGlued) = (kind, text, range, isGlued)
        key = text.folded
        let scalars = key.unicodeScalars
        symbol = kind == .symbol && scalars.dropFirst().isEmpty ? scalars.first : nil
    }

    /// Whether it is punctuation that is written next to a word without a blank: `(`, `,`, `!`.
    var isPunctuation: Bool {
        switch symbol {
        case ",", ";", ":", ".", "!", "?", "(", ")", "[", "]", "…", "@", "/", "&", "¡", "¿": true
        default: false
        }
    }

    var isDash: Bool {
        switch symbol {
        case "-", "\u{2010}", "\u{2011}", "\u{2012}", "–", "—", "−": true
        default: false
        }
    }
}

/// A line split into tokens.
struct TokenLine: Sendable {
    /// The words of the line, joined by blanks.
    let text: String
    let tokens: [Token]

    /// - Throws: `unclosedQuote` or `containsNUL`.
    init(_ words: [SentenceWord]) throws(SentenceError) {
        let marked = try MarkedText(words)
        text = marked.text
        tokens = Tokenizer(marked).tokens()
    }

    /// A line in which quotes have no special meaning.
    init(plain text: String) {
        let marked = MarkedText(plain: text)
        self.text = marked.text
        tokens = Tokenizer(marked).tokens()
    }

    /// The typed text of a range of tokens.
    func text(_ range: Range<Int>) -> String {
        guard let first = tokens[range].first, let last = tokens[range].last else { return "" }
        if range.count == 1, first.kind == .quoted { return first.text }
        return text(bytes: first.range.lowerBound..<last.range.upperBound)
    }

    func text(bytes range: Range<Int>) -> String {
        let utf8 = text.utf8
        let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
        return String(text[start..<utf8.index(start, offsetBy: range.count)])
    }
}

private struct Tokenizer {
    private let marked: MarkedText
    private var found: [Token] = []

    init(_ marked: MarkedText) { self.marked = marked }

    func tokens() -> [Token] {
        var copy = self
        copy.read()
        return copy.found
    }

    private mutating func read() {
        var start = 0
        for run in marked.runs {
            let end = start + run.text.utf8.count
            if run.isQuoted {
                append(.quoted, run.text, run.outer)
            } else {
                readPlain(run.text, from: start)
            }
            start = run.isQuoted ? run.outer.upperBound : end
        }
    }

    private mutating func append(_ kind: Token.Kind, _ text: String, _ range: Range<Int>) {
        let isGlued = found.last.map { $0.range.upperBound == range.lowerBound } ?? false
        found.append(Token(kind: kind, text: text, range: range, isGlued: isGlued))
    }

    private mutating func readPlain(_ text: String, from start: Int) {
        var position = start
        var run = ""
        var kind: Token.Kind?
        let characters = Array(text)
        for (index, character) in characters.enumerated() {
            let next = Self.kind(character, between: characters, index)
            if next != kind || next == .symbol {
                if let kind { append(kind, run, (position - run.utf8.count)..<position) }
                run = ""
            }
            kind = next
            if next != nil { run.append(character) }
            position += character.utf8.count
        }
        if let kind { append(kind, run, (position - run.utf8.count)..<position) }
    }

    /// The kind of token that a character belongs to. Nil for a blank.
    private static func kind(_ character: Character, between all: [Character], _ index: Int) -> Token.Kind? {
        if let byte = character.asciiValue {
            if byte == 0x20 || (0x09...0x0D).contains(byte) { return nil }
            if byte.isDigit { return .digits }
            if byte.isLetter || byte.isApostrophe && isBetweenLetters(all, index) { return .word }
            return byte == UInt8(ascii: "*") ? .stars : .symbol
        }
        if character.isWhitespace { return nil }
        if character.isLetter || apostrophes.contains(character) && isBetweenLetters(all, index) { return .word }
        return stars.contains(character) ? .stars : .symbol
    }

    private static func isBetweenLetters(_ all: [Character], _ index: Int) -> Bool {
        index > 0 && index + 1 < all.count && all[index - 1].isLetter && all[index + 1].isLetter
    }

    private static let stars: Set<Character> = ["★", "☆", "⭐", "⭐\u{FE0F}", "★\u{FE0F}", "✭", "✩", "🌟"]
    private static let apostrophes: Set<Character> = ["\u{2019}", "\u{2BB}"]
}

extension UInt8 {
    fileprivate var isApostrophe: Bool { self == UInt8(ascii: "'") || self == UInt8(ascii: "`") }
}
