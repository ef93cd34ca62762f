/// Numbers and quoted strings.
extension PredicateLexer {
    mutating func number() throws(PredicateFormatError) -> PredicateToken {
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
            throw error("expected digits in base \(radix), at most 64 bits", at: start)
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

    mutating func string(quote: Character) throws(PredicateFormatError) -> String {
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
        throw error("the string that begins here is not closed", at: start)
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
