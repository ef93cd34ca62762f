/// One word of a predicate's text.
enum PredicateToken: Equatable {
    /// A word that may be a keyword.
    case word(String)
    /// A word after `#`, which never is one.
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

/// Cuts a predicate's text into tokens.
struct PredicateLexer {
    /// The longest text that is read, in characters.
    static let maximumLength = 100_000
    private static let symbols = [
        "==", "=<", "=>", "!=", "<>", "<=", ">=", "&&", "||", "**", "=", "<", ">", "!", "+", "-", "*", "/", "(", ")",
        "{", "}", "[", "]", ",", ".", ":",
    ]
    private static let placeholders = ["@", "K", "ld", "lu", "lf", "li", "lld", "llu", "d", "i", "u", "f", "s"]

    private let format: String
    private let characters: [Character]
    private var index = 0

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

    private func error(_ reason: String, at position: Int) -> PredicateFormatError {
        PredicateFormatError(format: format, position: position, reason: reason)
    }

    private func peek(_ offset: Int = 0) -> Character? {
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

    private mutating func take(while accepts: (Character) -> Bool) -> String {
        let start = index
        while let character = peek(), accepts(character) { index += 1 }
        return String(characters[start..<index])
    }

    private mutating func symbol() throws(PredicateFormatError) -> String {
        for symbol in PredicateLexer.symbols where characters[index...].starts(with: symbol) {
            index += symbol.count
            return symbol
        }
        throw error("this character means nothing here", at: index)
    }

    private mutating func placeholder() throws(PredicateFormatError) -> String {
        for placeholder in PredicateLexer.placeholders.sorted(by: { $0.count > $1.count })
        where characters[(index + 1)...].starts(with: placeholder) {
            index += 1 + placeholder.count
            return placeholder
        }
        throw error("expected a placeholder: %@, %K, %d, %f or %s (a percent sign stands in quotes)", at: index)
    }
}

extension PredicateLexer {
    private mutating func number() throws(PredicateFormatError) -> PredicateToken {
        let start = index
        if let radix = radixOfPrefix() { return try integer(radix: radix, from: start) }
        var text = take { $0.isDigit }
        var isReal = text.isEmpty
        if peek() == ".", peek(1)?.isDigit == true {
            index += 1
            text += "." + take { $0.isDigit }
            isReal = true
        }
        if let exponent = takeExponent() {
            text += exponent
            isReal = true
        }
        if peek()?.startsName == true { throw error("expected an operator or a blank after the number", at: index) }
        if !isReal, let value = UInt64(text) { return .integer(value) }
        guard let value = Double(text.hasPrefix(".") ? "0" + text : text), value.isFinite else {
            throw error("the number is too large", at: start)
        }
        return .real(value)
    }

    private func radixOfPrefix() -> Int? {
        guard peek() == "0" else { return nil }
        switch peek(1) {
        case "x", "X": return 16
        case "o", "O": return 8
        case "b", "B": return 2
        default: return nil
        }
    }

    private mutating func integer(radix: Int, from start: Int) throws(PredicateFormatError) -> PredicateToken {
        index += 2
        let digits = take { $0.continuesName }
        guard let value = UInt64(digits, radix: radix) else {
            throw error("expected digits to the base \(radix), at most 64 bits of them", at: start)
        }
        return .integer(value)
    }

    private mutating func takeExponent() -> String? {
        guard peek() == "e" || peek() == "E" else { return nil }
        let hasSign = peek(1) == "+" || peek(1) == "-"
        guard peek(hasSign ? 2 : 1)?.isDigit == true else { return nil }
        let sign = hasSign ? String(characters[index + 1]) : ""
        index += hasSign ? 2 : 1
        return "e" + sign + take { $0.isDigit }
    }

    private mutating func string(quote: Character) throws(PredicateFormatError) -> String {
        let start = index
        index += 1
        var text = ""
        while let character = peek() {
            index += 1
            if character == quote { return text }
            if character == "\\" {
                text += try escape()
            } else {
                text.append(character)
            }
        }
        throw error("the quotation that begins here has no end", at: start)
    }

    private mutating func escape() throws(PredicateFormatError) -> String {
        guard let character = peek() else { throw error("expected a character after the backslash", at: index) }
        index += 1
        switch character {
        case "n": return "\n"
        case "t": return "\t"
        case "r": return "\r"
        case "u": return try unicodeEscape()
        case "\\", "\"", "'": return String(character)
        // Patterns of LIKE and MATCHES keep their own escapes: "a\*b", "\d+".
        default: return "\\" + String(character)
        }
    }

    private mutating func unicodeEscape() throws(PredicateFormatError) -> String {
        var units = [try unicodeUnit()]
        if UTF16.isLeadSurrogate(units[0]), peek() == "\\", peek(1) == "u" {
            index += 2
            units.append(try unicodeUnit())
        }
        guard let text = String(validating: units, as: UTF16.self) else {
            throw error("\\u expects a character, not half a surrogate pair", at: index - 4)
        }
        return text
    }

    private mutating func unicodeUnit() throws(PredicateFormatError) -> UInt16 {
        let digits = String(characters[index...].prefix(4))
        guard digits.count == 4, digits.allSatisfy(\.isHexDigit), let unit = UInt16(digits, radix: 16) else {
            throw error("\\u expects four hexadecimal digits", at: index)
        }
        index += 4
        return unit
    }
}

extension Character {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) && isASCII }
    fileprivate var startsName: Bool { isLetter || self == "_" }
    fileprivate var continuesName: Bool { startsName || isNumber }
}

extension String {
    /// Whether a key of a predicate may be this.
    var isPredicateName: Bool {
        first?.startsName == true && allSatisfy(\.continuesName)
    }
}
