// Counts of waves: `12 waves`, `caught a dozen`.

extension Grammar {
    func waves(at start: Int, before end: Int) -> Reading? {
        if let amount = amount(start, end, { $0 == .waves }), amount.unit != nil {
            if amount.isRange, !amount.isOpen { return unclear(start, amount.end, [.waves]) }
            // `1,5 onda` is none either.
            if amount.low != amount.low.rounded() { return nil }
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
            let number = decimal(afterLabel(label, end), end), unit(number.end, end) == nil,
            isWord(start, end, "wave", "waves")
                || isSymbol(label, end, ":") && number.value.rounded() == number.value
                    && rangeMark(number.end, end) == nil
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
}
