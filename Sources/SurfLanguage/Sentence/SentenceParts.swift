/// The parts of a line. They are separated by commas outside numbers and dates, semicolons, dashes between blanks, ends
/// of sentences, and the colon after a date.
struct SentenceParts {
    /// The token ranges of the parts. None is empty.
    private(set) var ranges: [Range<Int>] = []
    /// Whether the first part is a date before a colon.
    private(set) var hasWhen = false

    /// - Parameter names: The known place that begins at each token.
    init(_ grammar: Grammar, _ names: [KnownPlaces.Match?]) {
        let tokens = grammar.tokens
        var start = 0
        func cut(_ index: Int) {
            if start < index { ranges.append(start..<index) }
            start = index + 1
        }
        for index in tokens.indices {
            if SentenceParts.endsWhen(grammar, index), !hasWhen, SentenceParts.isDate(grammar.head, 0..<index) {
                ranges = []
                start = 0
                cut(index)
                hasWhen = true
            } else if SentenceParts.cuts(grammar, index) || SentenceParts.endsPlace(grammar, names, start..<index) {
                cut(index)
            }
        }
        cut(tokens.count)
    }

    static func endsWhen(_ grammar: Grammar, _ index: Int) -> Bool {
        grammar.isSymbol(index, grammar.tokens.count, ":") && !grammar.isGlued(index + 1, grammar.tokens.count)
    }

    /// Whether a range is entirely a date. Commas are ignored.
    static func isDate(_ grammar: Grammar, _ range: Range<Int>) -> Bool {
        !range.isEmpty && grammar.dates(in: range) != nil
    }

    /// Whether the range is a known place followed by a colon.
    private static func endsPlace(_ grammar: Grammar, _ names: [KnownPlaces.Match?], _ range: Range<Int>) -> Bool {
        guard !range.isEmpty, endsWhen(grammar, range.upperBound) else { return false }
        return names[range.lowerBound]?.tokens == range
    }

    static func cuts(_ grammar: Grammar, _ index: Int) -> Bool {
        let tokens = grammar.tokens
        let token = tokens[index]
        guard token.kind == .symbol else { return isSpokenComma(grammar, index) }
        let before = index > 0 ? tokens[index - 1] : nil
        let after = index + 1 < tokens.count ? tokens[index + 1] : nil
        switch token.key {
        case ",": return !isInNumber(token, before, after) && !isInDate(grammar, index)
        case ";", "|", "•", "·": return true
        case ":": return endsWhen(grammar, index) && !isAfterLabel(grammar, index)
        case ".", "!", "?": return endsSentence(grammar, index)
        case "/":
            let isBetweenNumbers = before?.kind == .digits && after?.kind == .digits
            return !token.isGlued && after?.isGlued == false && !isBetweenNumbers
        default:
            guard token.isDash, !token.isGlued, after?.isGlued != true else { return false }
            return !isInNumbers(grammar, index) && !isInHeights(grammar, index) && !isInClocks(grammar, index)
        }
    }

    /// `hüfthoch Komma Ebbe`, but not `eins Komma acht`.
    private static func isSpokenComma(_ grammar: Grammar, _ index: Int) -> Bool {
        index > 0 && grammar.lexicon.terms(of: grammar.tokens[index].key).contains(.spokenComma)
            && grammar.number(index - 1, index) == nil
    }

    /// Whether a field's name precedes the colon: `board: fish`.
    private static func isAfterLabel(_ grammar: Grammar, _ index: Int) -> Bool {
        (max(0, index - 3)..<index).contains { grammar.skipLabel($0, index) == index }
    }

    /// Whether the token is the dash of `4 - 6 ft`, but not of `Nov 8 - 16:20` or `Nov 8 — 65 min`.
    private static func isInNumbers(_ grammar: Grammar, _ index: Int) -> Bool {
        guard index > 0, index + 1 < grammar.tokens.count, grammar.tokens[index].symbol != "—" else { return false }
        let isClock =
            grammar.isSymbol(index + 2, grammar.tokens.count, ":") && grammar.isGlued(index + 2, grammar.tokens.count)
            || grammar.isSymbol(index - 2, index, ":") && grammar.isGlued(index - 1, index)
        let isYear = grammar.tokens[index - 1].key.utf8.count > 3
        return !isClock && !isYear && grammar.tokens[index - 1].kind == .digits
            && grammar.tokens[index + 1].kind == .digits
    }

    /// Whether the token is the dash of `4ft - 6ft`.
    private static func isInHeights(_ grammar: Grammar, _ index: Int) -> Bool {
        guard index > 1, let amount = grammar.amount(index - 2, grammar.tokens.count, words: false, \.isLength) else {
            return false
        }
        return amount.unit != nil && amount.end > index
    }

    /// Whether the token is the dash of `6:15 am - 7:45 am`, but not of `Nov 8 - 16:20`.
    private static func isInClocks(_ grammar: Grammar, _ index: Int) -> Bool {
        (max(0, index - 4)..<index).contains { start in
            let isDay = start > 0 && grammar.match(start - 1, start, { if case .month = $0 { () } else { nil } }) != nil
            return !isDay && grammar.endOfClocks(at: start).map { $0 > index } ?? false
        }
    }

    private static func isInNumber(_ token: Token, _ before: Token?, _ after: Token?) -> Bool {
        before?.kind == .digits && token.isGlued && after?.kind == .digits && after?.isGlued == true
    }

    /// Whether the token is the comma of `September 13, 2025`.
    private static func isInDate(_ grammar: Grammar, _ index: Int) -> Bool {
        if index > 0, grammar.tokens[index - 1].key.utf8.count == 4,
            let date = grammar.date(at: index - 1, before: grammar.tokens.count), date.end > index + 1
        {
            return true
        }
        guard let year = grammar.digits(index + 1, grammar.tokens.count), (1000...2999).contains(year), index > 1 else {
            return false
        }
        return (max(0, index - 4)..<index).contains { start in
            grammar.date(at: start, before: index).map {
                guard $0.end == index, case .date(let pieces) = $0.meaning else { return false }
                return pieces.contains { if case .monthDay(_, _, nil) = $0 { true } else { false } }
            } ?? false
        }
    }

    /// `1.2m 1981. Big`: whether the full stop after a number is not that of an ordinal, such as `3. Mai`.
    private static func endsNumber(_ grammar: Grammar, _ index: Int) -> Bool {
        let next = grammar.tokens[index + 1]
        guard next.kind == .word, index > 1, !cuts(grammar, index - 2), !endsDate(grammar, index),
            grammar.match(index + 1, index + 2, { if case .month = $0 { () } else { nil } }) == nil
        else { return false }
        return grammar.tokens[index - 1].key.utf8.count > 2 || next.text.first?.isUppercase == true
    }

    /// The last full stop of `9.11.`.
    private static func endsDate(_ grammar: Grammar, _ index: Int) -> Bool {
        guard index > 2, let date = grammar.date(at: index - 3, before: grammar.tokens.count) else { return false }
        return date.end > index && grammar.isSymbol(index - 2, index, ".")
    }

    /// Whether a sentence ends at the token. A full stop must follow a word and precede a blank, and must not be that
    /// of `St.` or `9 p.m.`.
    private static func endsSentence(_ grammar: Grammar, _ index: Int) -> Bool {
        let tokens = grammar.tokens
        guard index > 0, index + 1 < tokens.count, tokens[index].isGlued, !tokens[index + 1].isGlued else {
            return false
        }
        guard tokens[index].key == "." else { return true }
        let before = tokens[index - 1]
        if before.kind == .stars || before.symbol == ")" { return true }
        if before.kind == .digits { return endsNumber(grammar, index) }
        // `1 Std. 4 Min.`
        if index > 1, let length = grammar.duration(at: index - 2, before: tokens.count), length.end > index {
            return false
        }
        guard before.kind == .word else { return false }
        let terms = grammar.lexicon.terms(of: before.key)
        if terms.contains(where: { if case .unit(let unit) = $0 { unit != .metres } else { false } }) { return true }
        if terms.contains(where: { if case .month = $0 { true } else if case .weekday = $0 { true } else { false } }) {
            return before.key.count > 4
        }
        return before.key.count > 3
    }
}
