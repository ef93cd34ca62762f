// Text that resembles a date or measure but is not valid. The reader asks about it and never silently keeps it as a
// note.

extension Grammar {
    /// `yesturday`, `7:75am`. The refusal includes corrected lines.
    func misreadDate(at start: Int, before end: Int) -> Reading? {
        misspelledDay(start, end) ?? noClock(start, end)
    }

    private func misspelledDay(_ start: Int, _ end: Int) -> Reading? {
        guard start < end, tokens[start].kind == .word, isBoundary(start + 1) else { return nil }
        let meant = lexicon.days(near: tokens[start].key)
        return meant.isEmpty ? nil : misread(start, start + 1, meant)
    }

    /// `7:75am`, `25:00`, `13pm`.
    private func noClock(_ start: Int, _ end: Int) -> Reading? {
        guard digits(start, end) != nil, tokens[start].key.utf8.count <= 4 else { return nil }
        var stop = start + 1
        var isClock = false
        if isSymbol(stop, end, ":"), isGlued(stop, end), isGlued(stop + 1, end), digits(stop + 1, end) != nil {
            (stop, isClock) = (stop + 2, tokens[stop + 1].key.utf8.count == 2)
        }
        if isGlued(stop, end), isWord(stop, end, "am", "pm") { (stop, isClock) = (stop + 1, true) }
        guard isClock, isBoundary(stop) else { return nil }
        return misread(start, stop, [])
    }

    /// `5gt`, `3-4f`: a number with a mistyped unit of at least two letters.
    func misspelledUnit(at start: Int, before end: Int) -> Reading? {
        guard let amount = amount(start, end, words: false, { _ in false }), amount.end < end,
            tokens[amount.end].kind == .word, isBoundary(amount.end + 1),
            !isWord(amount.end, end, "st", "nd", "rd", "th")
        else { return nil }
        let meant = lexicon.units(near: tokens[amount.end].key, isGlued: isGlued(amount.end, end))
        guard !meant.isEmpty else { return nil }
        var error = SentenceError(
            .unclear(text(start..<amount.end + 1), couldBe: meant.map(\.field)), at: start..<amount.end + 1,
            isQuestion: true)
        error.lines = meant.map { replacing(start..<amount.end + 1, with: text(start..<amount.end) + " " + $0.name) }
        return Reading(end: amount.end + 1, meaning: .refusal(error))
    }

    private func misread(_ start: Int, _ end: Int, _ meant: [String]) -> Reading {
        let text = text(start..<end)
        var error = SentenceError(.date(.unreadable(text)), at: start..<end, isQuestion: true)
        error.lines = meant.map { replacing(start..<end, with: $0) }
        return Reading(end: end, meaning: .refusal(error))
    }
}
