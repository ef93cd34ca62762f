/// Parses values from the tokens of a line. Each function parses from an index up to a limit.
struct Grammar {
    /// What is known of a line before it is read. It is shared, because every attempt to read a value copies the grammar.
    private final class Content: Sendable {
        let line: TokenLine
        let units: LengthUnit?
        let order: DateOrder?
        let lexicon: Lexicon
        /// The meanings of the words from each token on, longer phrases first.
        let matches: [[(term: Term, end: Int)]]
        /// Whether a value or a date may begin with each token. Words of a narrative cannot begin one.
        let beginsValue: [Bool]

        init(line: TokenLine, units: LengthUnit?, order: DateOrder?, lexicon: Lexicon) {
            (self.line, self.units, self.order, self.lexicon) = (line, units, order, lexicon)
            let tokens = line.tokens
            let matches = tokens.indices.map { lexicon.matches(tokens, at: $0, before: tokens.count) }
            self.matches = matches
            beginsValue = tokens.indices.map { index in
                tokens[index].kind != .quoted
                    && (tokens[index].kind != .word || matches[index].contains { $0.term.beginsValue })
            }
        }
    }

    private let content: Content
    /// Whether it parses the text before the colon, which is a date.
    var isHead = false

    init(line: TokenLine, units: LengthUnit?, order: DateOrder?, lexicon: Lexicon = .surfers) {
        content = Content(line: line, units: units, order: order, lexicon: lexicon)
    }

    var line: TokenLine { content.line }
    var tokens: [Token] { content.line.tokens }
    /// The unit of a length without one, or nil if unknown.
    var units: LengthUnit? { content.units }
    var order: DateOrder? { content.order }
    var lexicon: Lexicon { content.lexicon }

    /// The longest reading of the tokens from `start` on. Among readings of equal length, the first in the list.
    func reading(at start: Int, before end: Int) -> Reading? {
        guard start < end, content.beginsValue[start] else { return nil }
        var best: Reading?
        func consider(_ reading: Reading?) {
            guard let reading, reading.end > (best?.end ?? start), isBoundary(reading.end) else { return }
            best = reading
        }
        consider(date(at: start, before: end))
        consider(rating(at: start, before: end))
        consider(swell(at: start, before: end))
        consider(wind(at: start, before: end))
        consider(tide(at: start, before: end))
        consider(height(at: start, before: end))
        consider(period(at: start, before: end))
        consider(water(at: start, before: end))
        consider(board(at: start, before: end))
        consider(crowd(at: start, before: end))
        consider(waves(at: start, before: end))
        consider(duration(at: start, before: end))
        consider(labelled(at: start, before: end))
        return best
    }

    /// Whether a reading may end before the token: it is not glued to the previous one, except by punctuation.
    func isBoundary(_ index: Int) -> Bool {
        guard index < tokens.count, index > 0, tokens[index].isGlued, !isSeam(index) else { return true }
        return tokens[index].isPunctuation || tokens[index - 1].isPunctuation || tokens[index].kind == .stars
            || tokens[index].isDash && !(index + 1 < tokens.count && tokens[index + 1].isGlued)
    }

    /// Whether a word may begin with the token. After punctuation no blank is needed.
    func beginsWord(_ index: Int) -> Bool {
        index == 0 || !tokens[index].isGlued || tokens[index - 1].isPunctuation || isSeam(index)
    }

    /// Whether one measure ends and the next begins here without a blank: `3ft14s`.
    private func isSeam(_ index: Int) -> Bool {
        guard index > 1, tokens[index].kind == .digits, tokens[index - 1].kind == .word,
            tokens[index - 2].kind == .digits, tokens[index - 1].isGlued
        else { return false }
        return unit(index - 1, index) != nil
    }

    func text(_ range: Range<Int>) -> String { line.text(range) }

    /// The grammar for the text before the colon.
    var head: Grammar {
        var head = self
        head.isHead = true
        return head
    }

    // MARK: Terms

    /// The value and end of the longest term for which `accept` returns a value.
    func match<Value>(_ start: Int, _ end: Int, _ accept: (Term) -> Value?) -> (value: Value, end: Int)? {
        guard content.matches.indices.contains(start) else { return nil }
        for match in content.matches[start] where match.end <= end {
            if let value = accept(match.term) { return (value, match.end) }
        }
        return nil
    }

    func skip(_ start: Int, _ end: Int, _ terms: Term...) -> Int? {
        match(start, end) { terms.contains($0) ? () : nil }?.end
    }

    /// As `skip(_:_:_:)` with several terms, but without an array. Most calls have one term.
    func skip(_ start: Int, _ end: Int, _ term: Term) -> Int? {
        match(start, end) { $0 == term ? () : nil }?.end
    }

    /// The index after a label.
    func skipLabel(_ start: Int, _ end: Int) -> Int? {
        match(start, end) { if case .label = $0 { () } else { nil } }?.end
    }

    func isSymbol(_ index: Int, _ end: Int, _ symbol: Unicode.Scalar) -> Bool {
        index >= 0 && index < end && tokens[index].symbol == symbol
    }

    func isGlued(_ index: Int, _ end: Int) -> Bool { (0..<end).contains(index) && tokens[index].isGlued }

    func isWord(_ index: Int, _ end: Int, _ keys: String...) -> Bool {
        (0..<end).contains(index) && tokens[index].kind == .word && keys.contains(tokens[index].key)
    }

    // MARK: Numbers

    /// A whole number of at most nine digits.
    func digits(_ index: Int, _ end: Int) -> Int? {
        guard (0..<end).contains(index), tokens[index].kind == .digits, tokens[index].key.utf8.count <= 9 else {
            return nil
        }
        return Int(tokens[index].key)
    }

    /// A number in digits, optionally with a decimal point or comma.
    func decimal(_ start: Int, _ end: Int) -> (value: Double, end: Int)? {
        guard start < end, tokens[start].kind == .digits, tokens[start].key.utf8.count <= 9 else {
            guard isSymbol(start, end, "."), isGlued(start + 1, end), tokens[start + 1].kind == .digits,
                let value = Double("0." + tokens[start + 1].key)
            else { return nil }
            return (value, start + 2)
        }
        let whole = tokens[start].key
        if start + 2 < end, isSymbol(start + 1, end, ".") || isSymbol(start + 1, end, ","), isGlued(start + 1, end),
            isGlued(start + 2, end), tokens[start + 2].kind == .digits, tokens[start + 2].key.utf8.count <= 9
        {
            return (Double(whole + "." + tokens[start + 2].key) ?? 0, start + 3)
        }
        return Int(whole).map { (Double($0), start + 1) }
    }

    /// A number in digits or in words.
    func number(_ start: Int, _ end: Int) -> (value: Double, end: Int)? {
        if let found = decimal(start, end) { return withFraction(found, end) }
        if let half = halfUnit(start, end) { return half }
        guard let number = numberWords(start, end) else { return nil }
        if let decimals = decimals(number, end) { return decimals }
        guard let half = andAHalf(number.end, end), unit(half, end) != nil, !beginsLength(half, end) else {
            return number
        }
        return (number.value + 0.5, half)
    }

    /// The `½` of `2½`, and the `1/2` of `2 1/2` before a unit.
    private func withFraction(_ number: (value: Double, end: Int), _ end: Int) -> (value: Double, end: Int) {
        if number.end < end, let part = Grammar.fractions[tokens[number.end].key] {
            return (number.value + part, number.end + 1)
        }
        guard let part = digits(number.end, end), isSymbol(number.end + 1, end, "/"), isGlued(number.end + 1, end),
            let whole = digits(number.end + 2, end), part < whole, [2, 3, 4, 8].contains(whole),
            unit(number.end + 3, end) != nil
        else { return number }
        return (number.value + Double(part) / Double(whole), number.end + 3)
    }

    static let fractions: [String: Double] = ["½": 0.5, "¼": 0.25, "¾": 0.75, "⅓": 1 / 3, "⅔": 2 / 3]

    /// `half a metre`, `medio metro`, `½ m`: the number before the unit.
    private func halfUnit(_ start: Int, _ end: Int) -> (value: Double, end: Int)? {
        if start < end, let part = Grammar.fractions[tokens[start].key] { return (part, start + 1) }
        if let mixed = match(start, end, { if case .wholeAndHalf(let number) = $0 { number } else { nil } }) {
            return (Double(mixed.value) + 0.5, mixed.end)
        }
        guard let half = skip(start, end, .half) else { return nil }
        let next = skip(half, end, .article, .number(1)) ?? half
        return unit(next, end).map { _ in (0.5, next) }
    }

    /// `twelve`, `twenty five`, `vingt-cinq`, `treinta y cinco`.
    func numberWords(_ start: Int, _ end: Int) -> (value: Double, end: Int)? {
        guard let first = numberWord(start, end) else { return nil }
        // `eine Stunde zwanzig sechs Wellen`: German has one word for both.
        let isGerman = tokens[first.end - 1].key.hasSuffix("zig") || tokens[first.end - 1].key.hasSuffix("ssig")
        guard first.value >= 20, first.value < 100, first.value % 10 == 0, !isGerman else {
            return (Double(first.value), first.end)
        }
        var next = first.end
        if next < end, tokens[next].isDash, tokens[next].isGlued { next += 1 }
        next = skip(next, end, .and) ?? next
        guard next < end, tokens[next].kind == .word, let second = numberWord(next, end),
            (1...19).contains(second.value),
            second.value < 10 || first.value == 60 || first.value == 80, !isArticle(next)
        else { return (Double(first.value), first.end) }
        return (Double(first.value + second.value), second.end)
    }

    private func numberWord(_ start: Int, _ end: Int) -> (value: Int, end: Int)? {
        match(start, end) { if case .number(let number) = $0 { number } else { nil } }
    }

    /// Whether a word that means one is rather an article: `twenty a day`.
    func isArticle(_ index: Int) -> Bool {
        index < tokens.count && ["a", "an", "un", "una", "um", "uma", "une"].contains(tokens[index].key)
    }

    /// `one point five`, `uno coma dos`.
    private func decimals(_ number: (value: Double, end: Int), _ end: Int) -> (value: Double, end: Int)? {
        guard let point = skip(number.end, end, .decimalPoint) else { return nil }
        let digit = digits(point, end).map { ($0, point + 1) } ?? numberWord(point, end).map { ($0.value, $0.end) }
        guard let digit, (0...9).contains(digit.0) else { return nil }
        return (number.value + Double(digit.0) / 10, digit.1)
    }

    /// The index after `and a half`, `y media`, `et demie`.
    func andAHalf(_ start: Int, _ end: Int) -> Int? {
        guard let and = and(start, end) else { return nil }
        return skip(isWord(and, end, "an", "a") ? and + 1 : and, end, .half)
    }

    /// The index after `and` or `&`.
    func and(_ start: Int, _ end: Int) -> Int? {
        skip(start, end, .and) ?? (isSymbol(start, end, "&") ? start + 1 : nil)
    }

    func unit(_ start: Int, _ end: Int) -> (value: Unit, end: Int)? {
        if let found = slashedUnit(start, end) { return found }
        return match(start, end) { if case .unit(let unit) = $0 { unit } else { nil } }
    }

    /// `km/h`, `m/s`.
    private func slashedUnit(_ start: Int, _ end: Int) -> (value: Unit, end: Int)? {
        guard isSymbol(start + 1, end, "/"), isGlued(start + 1, end), isGlued(start + 2, end) else { return nil }
        if isWord(start, end, "km", "kms"), isWord(start + 2, end, "h", "hr") { return (.kilometresPerHour, start + 3) }
        if isWord(start, end, "m"), isWord(start + 2, end, "s") { return (.metresPerSecond, start + 3) }
        return nil
    }

    /// The index after a dash, dots or `to` between two numbers.
    func rangeMark(_ start: Int, _ end: Int) -> Int? {
        guard start < end else { return nil }
        if tokens[start].isDash { return start + 1 }
        if isSymbol(start, end, "."), isSymbol(start + 1, end, "."), isGlued(start + 1, end) { return start + 2 }
        return skip(start, end, .to)
    }
}

/// A number or range, with its unit.
struct Amount {
    var low: Double
    var high: Double
    var unit: Unit?
    var end: Int
    /// Whether a `+` follows it.
    var isOpen = false

    /// Whether it is a range.
    var isRange: Bool { low != high || isOpen }
}

extension Grammar {
    /// `4`, `4-6`, `4 to 6 ft`, `1,2-1,8 m`, `4ft - 6ft`, `4ft+`, with its unit if `accept` returns true for it.
    func amount(_ start: Int, _ end: Int, words: Bool = true, _ accept: (Unit) -> Bool) -> Amount? {
        guard let first = words ? number(start, end) ?? impliedOne(start, end, accept) : measured(start, end) else {
            return nil
        }
        var found = Amount(low: first.value, high: first.value, end: first.end)
        if let nearly = skip(found.end, end, .nearly), !endsClock(nearly, end) { found.end = nearly }
        if let unit = unit(found.end, end), accept(unit.value), first.value < 2 || !beginsLength(found.end, end) {
            (found.unit, found.end) = unit
        }
        if let unit = found.unit, unit.isLength, let rest = restOfLength(unit, found.end, end, words) {
            found.low += rest.value
            (found.high, found.end) = (found.low, rest.end)
        }
        if let second = rangeEnd(found, end, words, accept) {
            found = second
        } else if isSymbol(found.end, end, "+"), isGlued(found.end, end) {
            found.isOpen = true
            found.end += 1
            if found.unit == nil, let unit = unit(found.end, end), accept(unit.value) { (found.unit, found.end) = unit }
        }
        return found
    }

    /// Whether the number before `ish` is a time, because nothing countable follows: `7ish`.
    func endsClock(_ index: Int, _ end: Int) -> Bool {
        unit(index, end) == nil && skip(index, end, .people) == nil
    }

    /// A number in digits with its fraction.
    private func measured(_ start: Int, _ end: Int) -> (value: Double, end: Int)? {
        decimal(start, end).map { withFraction($0, end) }
    }

    /// `metro y medio`, `mètre cinquante`: a unit that stands for one, before the rest of the length.
    private func impliedOne(_ start: Int, _ end: Int, _ accept: (Unit) -> Bool) -> (value: Double, end: Int)? {
        guard let unit = unit(start, end), unit.value == .metres, accept(.metres), tokens[start].key.utf8.count > 2,
            restOfLength(.metres, unit.end, end, true) != nil
        else { return nil }
        return (1, start)
    }

    /// `a las once metro veinte`: whether the unit belongs to the number after it, not to the one before.
    func beginsLength(_ start: Int, _ end: Int) -> Bool {
        ["metro", "metre"].contains(tokens[start].key) && tokens[start - 1].kind == .word
            && impliedOne(start, end) { $0 == .metres } != nil
    }

    /// What follows a length's unit: the `50` of `1m50`, `veinte` of `un metro veinte`, `and a half`.
    private func restOfLength(_ unit: Unit, _ start: Int, _ end: Int, _ words: Bool) -> (value: Double, end: Int)? {
        if unit == .metres, let centimetres = centimetres(start, end) { return centimetres }
        if let half = andAHalf(start, end) { return (0.5, half) }
        guard unit == .metres, words, start < end, tokens[start].kind == .word || skip(start, end, .and) != nil,
            let rest = numberWords(skip(start, end, .and) ?? start, end), (5...95).contains(rest.value),
            self.unit(rest.end, end) == nil, skip(rest.end, end, .people) == nil
        else { return nil }
        return (rest.value / 100, rest.end)
    }

    /// The `50` of `1m50` and the `5` of `1m5`, in metres.
    private func centimetres(_ start: Int, _ end: Int) -> (value: Double, end: Int)? {
        guard isGlued(start, end), let number = digits(start, end), tokens[start].key.utf8.count <= 2,
            isBoundary(start + 1)
        else { return nil }
        return (Double(number) / (tokens[start].key.utf8.count == 1 ? 10 : 100), start + 1)
    }

    private func rangeEnd(_ first: Amount, _ end: Int, _ words: Bool, _ accept: (Unit) -> Bool) -> Amount? {
        let joined = isWord(first.end, end, "a") ? first.end + 1 : nil
        guard let mark = rangeMark(first.end, end) ?? joined,
            let second = words ? number(mark, end) : measured(mark, end)
        else { return nil }
        var found = first
        (found.high, found.end) = (second.value, second.end)
        if let unit = unit(second.end, end), accept(unit.value) {
            (found.unit, found.end) = unit
            if let rest = restOfLength(unit.value, found.end, end, words) {
                (found.high, found.end) = (found.high + rest.value, rest.end)
            }
        } else if first.unit != nil || joined != nil {
            return nil
        }
        if isSymbol(found.end, end, "+"), isGlued(found.end, end) {
            found.isOpen = true
            found.end += 1
        }
        return found
    }
}
