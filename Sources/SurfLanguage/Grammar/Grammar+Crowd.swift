// Crowds: `10 people out`, `packed`.

extension Grammar {
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
}
