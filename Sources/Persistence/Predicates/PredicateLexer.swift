/// One token of a predicate's text.
enum PredicateToken: Equatable {
    /// A word that may be a keyword.
    case word(String)
    /// A word after `#`, which is never a keyword.
    case escapedWord(String)
    /// A whole number without its sign.
    case integer(UInt64)
    case real(Double)
    case string(String)
    case variable(String)
    /// A placeholder without its `%`.
    case placeholder(String)
    /// A word after `@`.
    case collectionOperator(String)
    case symbol(String)
    case end
}

/// A token and the offset of its first character.
struct PredicateLexeme {
    let token: PredicateToken
    let position: Int
}

/// Splits a predicate's text into tokens.
struct PredicateLexer {
    /// The maximum length of the text, in characters.
    static let maximumLength = 100_000
    private static let symbols = [
        "==", "=<", "=>", "!=", "<>", "<=", ">=", "&&", "||", "**", "<<", ">>", "=", "<", ">", "!", "+", "-", "*", "/",
        "&", "|", "^", "~", "(", ")", "{", "}", "[", "]", ",", ".", ":",
    ]
    /// `%@`, `%K`, and the conversions of `printf` that have a value, each after its precision, without effect, and its
    /// size.
    private static let conversions = "@KdDiuUxXoOcCfFeEgGaAs"
    private static let sizes = ["hh", "ll", "h", "l", "q", "z", "t", "j", "L"]

    private let format: String
    let characters: [Character]
    var index = 0

    init(_ format: String) throws(PredicateFormatError) {
        self.format = format
        characters = Array(format)
        if characters.count > PredicateLexer.maximumLength {
            throw error(
                "it is longer than \(PredicateLexer.maximumLength) characters", at: PredicateLexer.maximumLength)
        }
    }

    /// All tokens; the last one is `end`.
    mutating func tokens() throws(PredicateFormatError) -> [PredicateLexeme] {
        var result: [PredicateLexeme] = []
        while true {
            while let character = peek(), character.isWhitespace { index += 1 }
            let start = index
            let token = try next()
            result.append(PredicateLexeme(token: token, position: start))
            if token == .end { return result }
        }
    }

    func error(_ reason: String, at position: Int) -> PredicateFormatError {
        PredicateFormatError(format: format, position: position, reason: reason)
    }

    func peek(_ offset: Int = 0) -> Character? {
        index + offset < characters.count ? characters[index + offset] : nil
    }

    private mutating func next() throws(PredicateFormatError) -> PredicateToken {
        guard let character = peek() else { return .end }
        switch character {
        case "\"", "'": return .string(try string(quote: character))
        case "%": return .placeholder(try placeholder())
        case "$": return .variable(try name(after: "a variable's name"))
        case "#": return .escapedWord(try name(after: "a name"))
        case "@": return .collectionOperator(try name(after: "count, sum, min, max or avg"))
        default: break
        }
        if character.isDigit || (character == "." && peek(1)?.isDigit == true) { return try number() }
        if character.startsName { return .word(takeName()) }
        return .symbol(try symbol())
    }

    private mutating func name(after expected: String) throws(PredicateFormatError) -> String {
        index += 1
        guard peek()?.startsName == true else { throw error("expected \(expected)", at: index) }
        return takeName()
    }

    private mutating func takeName() -> String {
        take { $0.continuesName }
    }

    mutating func take(while accepts: (Character) -> Bool) -> String {
        let start = index
        while let character = peek(), accepts(character) { index += 1 }
        return String(characters[start..<index])
    }

    private mutating func symbol() throws(PredicateFormatError) -> String {
        for symbol in PredicateLexer.symbols where characters[index...].starts(with: symbol) {
            index += symbol.count
            return symbol
        }
        throw error("unexpected character", at: index)
    }

    private mutating func placeholder() throws(PredicateFormatError) -> String {
        let precision = characters[(index + 1)...].prefix { $0.isDigit || $0 == "." }.count
        let rest = characters[(index + 1 + precision)...]
        let size = PredicateLexer.sizes.first { rest.starts(with: $0) } ?? ""
        guard let conversion = rest.dropFirst(size.count).first, PredicateLexer.conversions.contains(conversion),
            size.isEmpty && precision == 0 || !"@K".contains(conversion)
        else {
            throw error("expected a placeholder: %@, %K, %d, %f or %s (put a percent sign in quotes)", at: index)
        }
        index += 2 + precision + size.count
        return size + String(conversion)
    }
}

extension Character {
    var isDigit: Bool { ("0"..."9").contains(self) && isASCII }
    var startsName: Bool { isLetter || self == "_" }
    var continuesName: Bool { startsName || isNumber }
}

extension String {
    /// Whether a predicate can use this as a key.
    var isPredicateName: Bool {
        first?.startsName == true && allSatisfy(\.continuesName)
    }
}
