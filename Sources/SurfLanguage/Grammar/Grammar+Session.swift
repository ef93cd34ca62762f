// Ratings, waves, crowds, boards, and labels before a value.

extension Grammar {
    // MARK: Rating

    func rating(at start: Int, before end: Int) -> Reading? {
        if start < end, tokens[start].kind == .stars { return stars(start, end) }
        let from = skip(start, end, .label(.field(.rating))).map { afterLabel($0, end) }
        guard let number = number(from ?? start, end) else { return nil }
        if let scale = scale(number.end, end) {
            return scored(start, scale.end, number.value, of: scale.value)
        }
        if number.end < end, tokens[number.end].kind == .stars, tokens[number.end].text.count == 1 {
            return scored(start, number.end + 1, number.value, of: 5)
        }
        let (value, stop) = withScore(number, end)
        if let unit = unit(stop, end), unit.value == .stars { return scored(start, unit.end, value, of: 5) }
        return from == nil ? nil : scored(start, number.end, number.value, of: 5)
    }

    /// `3 1/2`, `1½`.
    func withScore(_ number: (value: Double, end: Int), _ end: Int) -> (value: Double, end: Int) {
        if isSymbol(number.end, end, "½") { return (number.value + 0.5, number.end + 1) }
        guard let part = digits(number.end, end), isSymbol(number.end + 1, end, "/"),
            let whole = digits(number.end + 2, end), part < whole
        else { return number }
        return (number.value + Double(part) / Double(whole), number.end + 3)
    }

    private func stars(_ start: Int, _ end: Int) -> Reading {
        let stop = tokens[start..<end].firstIndex { $0.kind != .stars } ?? end
        let count = tokens[start..<stop].reduce(0) { $0 + $1.text.count { !"☆✩".contains($0) } }
        if isSymbol(stop, end, "½"), isGlued(stop, end) { return scored(start, stop + 1, Double(count) + 0.5, of: 5) }
        return scored(start, stop, Double(count), of: 5)
    }

    /// `/5`, ` / 10`, ` out of 5`.
    private func scale(_ start: Int, _ end: Int) -> (value: Int, end: Int)? {
        let after = isSymbol(start, end, "/") ? start + 1 : skip(start, end, .starsOutOf)
        guard let after, let scale = digits(after, end), scale == 5 || scale == 10 else { return nil }
        guard !isSymbol(after + 1, end, "/"), unit(after + 1, end)?.value.isLength != true else { return nil }
        let stop = unit(after + 1, end).flatMap { $0.value == .stars ? $0.end : nil } ?? after + 1
        return (scale, stop)
    }

    private func scored(_ start: Int, _ end: Int, _ number: Double, of scale: Int) -> Reading {
        let stars = scale == 10 ? number / 2 : number
        if stars != stars.rounded(), (1...5).contains(stars) {
            var error = SentenceError(
                .unclear(text(start..<end), couldBe: [.rating]), at: start..<end, isQuestion: true)
            error.lines = [stars.rounded(.down), stars.rounded(.up)].map {
                replacing(start..<end, with: "\(Int($0)) stars")
            }
            return Reading(end: end, meaning: .refusal(error))
        }
        guard (1...5).contains(stars) else { return refused(start, end, .rating) }
        return Reading(end: end, meaning: .fieldMatches([FieldMatch(.rating, .integer(Int16(stars)), start..<end)]))
    }

    /// The line with other text in place of some tokens.
    func replacing(_ range: Range<Int>, with text: String) -> String {
        guard let first = tokens[range].first, let last = tokens[range].last else { return line.text }
        var bytes = Array(line.text.utf8)
        bytes.replaceSubrange(first.range.lowerBound..<last.range.upperBound, with: Array(text.utf8))
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Waves

    func waves(at start: Int, before end: Int) -> Reading? {
        if let amount = amount(start, end, { $0 == .waves }), amount.unit != nil {
            if amount.isRange, !amount.isOpen { return unclear(start, amount.end, [.waves]) }
            // `all on one wave` is rather a wave than a count.
            if amount.low == 1, tokens[start].kind == .word { return nil }
            return counted(start, amount.end, amount.low)
        }
        if let caught = skip(start, end, .caught) {
            let from = skip(caught, end, .about) ?? caught
            if let number = number(from, end), number.value >= 2 || tokens[from].kind == .digits,
                isCount(number.end, end)
            {
                return counted(start, number.end, number.value)
            }
        }
        guard let label = skip(start, end, .label(.field(.waves))),
            let number = decimal(afterLabel(label, end), end), unit(number.end, end) == nil
        else { return nil }
        return counted(start, number.end, number.value)
    }

    /// Whether a number before the token, after `caught`, counts waves: nothing else is counted by it.
    private func isCount(_ index: Int, _ end: Int) -> Bool {
        guard isBoundary(index), unit(index, end) == nil, skip(index, end, .people) == nil,
            rangeMark(index, end) == nil,
            !isSymbol(index, end, "/"), !isSymbol(index, end, "'"), skip(index, end, .starsOutOf) == nil
        else { return false }
        return index >= end || tokens[index].isPunctuation || tokens[index].kind != .word
            || isWord(
                index, end, "all", "good", "long", "and", "but", "in", "of", "before", "total", "boas", "buenas",
                "bonnes", "gute")
    }

    private func counted(_ start: Int, _ end: Int, _ number: Double) -> Reading {
        guard number == number.rounded(), let count = Int16(exactly: number) else { return refused(start, end, .waves) }
        return Reading(
            end: end, meaning: .fieldMatches([FieldMatch(.waves, .integer(count), start..<end)]), isWeak: true)
    }

    // MARK: Crowd

    func crowd(at start: Int, before end: Int) -> Reading? {
        var from = isSymbol(start, end, "~") ? start + 1 : start
        let phrase = skip(start, end, .crowd) ?? start
        if let label = skip(start, end, .label(.field(.crowd))), label >= phrase {
            from = afterLabel(label, end)
            if let amount = amount(from, end, { _ in false }), unit(amount.end, end) == nil {
                return crowd(start, from, skip(amount.end, end, .people) ?? amount.end)
            }
        }
        if let amount = amount(from, end, { _ in false }), let people = skip(amount.end, end, .people) {
            return crowd(start, from, skip(people, end, .peopleOut) ?? people)
        }
        guard let phrase = skip(from, end, .crowd) else { return nil }
        // `packed 50 people`
        if let amount = amount(phrase, end, { _ in false }), let people = skip(amount.end, end, .people) {
            return crowd(start, from, skip(people, end, .peopleOut) ?? people)
        }
        return crowd(start, from, phrase)
    }

    private func crowd(_ start: Int, _ from: Int, _ stop: Int) -> Reading {
        Reading(end: stop, meaning: .fieldMatches([FieldMatch(.crowd, .text(text(from..<stop)), start..<stop)]))
    }

    // MARK: Board

    /// `on the 9'6 log`, `my 7'2 egg`, `rode the 6'1`, `5'10" thruster`, `on the longboard`.
    func board(at start: Int, before end: Int) -> Reading? {
        var from = start
        from = skip(from, end, .riding) ?? from
        if isWord(from, end, "on") { from += 1 }
        let owner = skip(from, end, .mine) ?? (isWord(from, end, "the", "a", "an") ? from + 1 : nil)
        if let owner { from = owner }
        if let kind = kindAndLength(from, end) {
            return Reading(
                end: kind, meaning: .fieldMatches([FieldMatch(.board, .text(text(from..<kind)), start..<kind)]))
        }
        if owner != nil, let spoken = spokenLength(from, end) {
            let stop = boardWords(spoken, end)
            return Reading(
                end: stop, meaning: .fieldMatches([FieldMatch(.board, .text(text(from..<stop)), start..<stop)]))
        }
        if let length = boardLength(from, end) {
            let stop = boardWords(length, end)
            return Reading(
                end: stop, meaning: .fieldMatches([FieldMatch(.board, .text(text(from..<stop)), start..<stop)]))
        }
        guard owner != nil, from > start + 1 || skip(start, end, .riding) != nil, let kind = boardKind(from, end) else {
            return nil
        }
        return Reading(end: kind, meaning: .fieldMatches([FieldMatch(.board, .text(text(from..<kind)), start..<kind)]))
    }

    /// A board that is a whole part: `longboard`, `my log`.
    func boardAlone(_ range: Range<Int>) -> Reading? {
        let from = skip(range.lowerBound, range.upperBound, .mine, .article) ?? range.lowerBound
        guard skip(from, range.upperBound, .boardKind) == range.upperBound else { return nil }
        let fieldMatch = FieldMatch(.board, .text(text(from..<range.upperBound)), range)
        return Reading(end: range.upperBound, meaning: .fieldMatches([fieldMatch]))
    }

    /// `5'10`, `9'6"`, `6′2″`.
    private func boardLength(_ start: Int, _ end: Int) -> Int? {
        guard let feet = digits(start, end), (3...14).contains(feet) else { return nil }
        if let kind = feetAndKind(start, end) { return kind }
        guard isSymbol(start + 1, end, "'") || isSymbol(start + 1, end, "′") || isSymbol(start + 1, end, "’"),
            isGlued(start + 1, end), let inches = digits(start + 2, end), inches < 12
        else { return nil }
        let mark = start + 3
        let marks = ["\"", "″", "”", "'"]
        return afterWidth(mark < end && isGlued(mark, end) && marks.contains(tokens[mark].text) ? mark + 1 : mark, end)
    }

    /// The index after the width and the thickness of `6'1 x 19 x 2 3/8`.
    private func afterWidth(_ start: Int, _ end: Int) -> Int {
        var stop = start
        while isWord(stop, end, "x"), let number = decimal(stop + 1, end) { stop = withScore(number, end).end }
        return stop
    }

    /// The length in `10' gun`, `9ft foamie`: whole feet before a kind of board.
    private func feetAndKind(_ start: Int, _ end: Int) -> Int? {
        if let unit = unit(start + 1, end), unit.value == .feet, isGlued(unit.end, end),
            let inches = digits(unit.end, end),
            inches < 12
        {
            return unit.end + 1
        }
        let mark: Int
        if let unit = unit(start + 1, end), unit.value == .feet {
            mark = unit.end
        } else if isSymbol(start + 1, end, "'"), isGlued(start + 1, end) {
            mark = start + 2
        } else {
            return nil
        }
        return skip(mark, end, .boardKind) == nil ? nil : mark
    }

    /// `tabla de 7 pies`, `planche en mousse 8 pieds`, `longboard 9'2`: a kind of board before its length.
    private func kindAndLength(_ start: Int, _ end: Int) -> Int? {
        guard let kind = skip(start, end, .boardKind) else { return nil }
        for from in kind..<min(kind + 4, end) {
            if let length = boardLength(from, end) { return length }
            let open = isSymbol(from, end, "(") ? from + 1 : from
            if let feet = digits(open, end), (4...12).contains(feet),
                isSymbol(open + 1, end, "'") || isSymbol(open + 1, end, "’")
            {
                return open + 2
            }
            if let amount = amount(open, end, { $0 == .feet }), amount.unit == .feet, (4...12).contains(amount.low) {
                return isSymbol(amount.end, end, ")") ? amount.end + 1 : amount.end
            }
            guard tokens[from].kind == .word, unit(from, end) == nil else { return nil }
        }
        return nil
    }

    /// `nine six`, `five eleven` after `on the`.
    private func spokenLength(_ start: Int, _ end: Int) -> Int? {
        guard start < end, tokens[start].kind == .word, let feet = number(start, end), (5...11).contains(feet.value),
            feet.end < end, tokens[feet.end].kind == .word, let inches = number(feet.end, end), inches.value < 12,
            unit(inches.end, end) == nil
        else { return nil }
        return inches.end
    }

    /// The end of up to three words after a board's length that have no other meaning.
    private func boardWords(_ start: Int, _ end: Int) -> Int {
        if let kind = skip(start, end, .boardKind) { return kind }
        var index = start
        while index < min(start + 3, end), tokens[index].kind == .word, skip(index, end, .preposition) == nil,
            reading(ofOthersAt: index, before: end) == nil
        {
            if let kind = skip(index, end, .boardKind) { return kind }
            index += 1
        }
        return index
    }

    private func boardKind(_ start: Int, _ end: Int) -> Int? {
        var index = start
        while index < min(start + 3, end), tokens[index].kind == .word {
            if let kind = skip(index, end, .boardKind) { return kind }
            if reading(ofOthersAt: index, before: end) != nil || skip(index, end, .preposition) != nil { return nil }
            index += 1
        }
        return nil
    }

    func reading(ofOthersAt start: Int, before end: Int) -> Reading? {
        wind(at: start, before: end) ?? date(at: start, before: end) ?? height(at: start, before: end)
            ?? tide(at: start, before: end) ?? crowd(at: start, before: end) ?? swell(at: start, before: end)
    }

    // MARK: Labels

    /// `board: blue mid length`, `notes: all of this`, `height 4`, `period 14`.
    func labelled(at start: Int, before end: Int) -> Reading? {
        if let quoted = quotedValue(at: start, before: end) { return quoted }
        guard
            let label = match(start, end, { if case .label(.field(let field)) = $0 { field } else { nil } }),
            label.end < end
        else { return nil }
        let hasColon = isSymbol(label.end, end, ":")
        let from = afterLabel(label.end, end)
        guard from < end else { return nil }
        switch label.value {
        case let field where field == .crowd || field.kind == .text && field.isQuotable:
            guard hasColon else { return nil }
            let isStop = label.value != .notes && isSymbol(end - 1, end, ".") && end - 1 > from
            let value = text(from..<(isStop ? end - 1 : end))
            return Reading(end: end, meaning: .fieldMatches([FieldMatch(label.value, .text(value), start..<end)]))
        case .height:
            if !hasColon, tokens[start].key == "surf", tokens[from].kind == .digits, unit(from + 1, end) == nil {
                return nil
            }
            guard hasColon || tokens[start].key != "surf", let amount = amount(from, end, words: false, \.isLength),
                amount.unit == nil, unit(amount.end, end) == nil
            else { return height(at: from, before: end).map { widened($0, start) } }
            return bareHeight(from, amount.end).map { widened($0, start) }
        case .period:
            guard let amount = amount(from, end, words: false, { $0 == .seconds }) else { return nil }
            let value = text(from..<amount.end) + (amount.unit == nil ? "s" : "")
            return Reading(
                end: amount.end, meaning: .fieldMatches([FieldMatch(.period, .text(value), start..<amount.end)]))
        case .duration:
            guard let number = decimal(from, end), unit(number.end, end) == nil, tokens[start].key == "duration" else {
                return nil
            }
            let fieldMatch = FieldMatch(.duration, .number(number.value), start..<number.end)
            return Reading(end: number.end, meaning: .fieldMatches([fieldMatch]))
        default: return nil
        }
    }

    /// `notes “all of this”`, `tide: "low, rising"`: any quoted text as the value of the field named before it.
    func quotedValue(at start: Int, before end: Int) -> Reading? {
        guard start + 1 < end, tokens[start].kind == .word else { return nil }
        let from = isSymbol(start + 1, end, ":") ? start + 2 : start + 1
        guard from < end, tokens[from].kind == .quoted, !tokens[from].text.isEmpty,
            let field = EntryField(key: tokens[start].key), field.isQuotable
        else { return nil }
        let fieldMatch = FieldMatch(field, .text(tokens[from].text), start..<from + 1)
        return Reading(end: from + 1, meaning: .fieldMatches([fieldMatch]))
    }

    /// A remark about a place in the program's own output: `(a new place)`, `(you typed “mailbu”)`.
    func remark(at start: Int, before end: Int) -> Int? {
        if namesNewPlace(start, end) { return start + 5 }
        guard isSymbol(start, end, "("), isSymbol(start + 4, end, ")"), isWord(start + 1, end, "you"),
            isWord(start + 2, end, "typed"), tokens[start + 3].kind == .quoted
        else { return nil }
        return start + 5
    }

    /// The name before `(a new place)`, if the range ends with that.
    func newPlace(_ range: Range<Int>) -> Range<Int>? {
        let name = range.lowerBound..<max(range.lowerBound, range.upperBound - 5)
        return !name.isEmpty && namesNewPlace(name.upperBound, range.upperBound) ? name : nil
    }

    private func namesNewPlace(_ start: Int, _ end: Int) -> Bool {
        isSymbol(start, end, "(") && isSymbol(start + 4, end, ")") && isWord(start + 1, end, "a")
            && isWord(start + 2, end, "new") && isWord(start + 3, end, "place")
    }

    private func widened(_ reading: Reading, _ start: Int) -> Reading {
        guard case .fieldMatches(var fieldMatches) = reading.meaning else { return reading }
        for index in fieldMatches.indices { fieldMatches[index].tokens = start..<fieldMatches[index].tokens.upperBound }
        return Reading(end: reading.end, meaning: .fieldMatches(fieldMatches), isWeak: reading.isWeak)
    }

    /// A height without a unit. The unit is taken from the setting, or asked for.
    func bareHeight(_ start: Int, _ end: Int) -> Reading? {
        guard let units else { return unclear(start, end, [.height]) }
        let value = text(start..<end) + units.rawValue
        return Reading(end: end, meaning: .fieldMatches([FieldMatch(.height, .text(value), start..<end)]))
    }
}
