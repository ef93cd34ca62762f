// Labels before a value: `board: blue mid length`, `height 4`.

extension Grammar {
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
}
