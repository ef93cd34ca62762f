// What looks like a date and is none: it is asked about, and never kept as a note in silence.

extension Grammar {
    /// `yesturday`, `7:75am`, with the lines that may have been meant.
    func misreadDate(at start: Int, before end: Int) -> Reading? {
        misspelledDay(start, end) ?? noClock(start, end)
    }

    private func misspelledDay(_ start: Int, _ end: Int) -> Reading? {
        guard start < end, tokens[start].kind == .word, isBoundary(start + 1) else { return nil }
        let meant = vocabulary.days(near: tokens[start].key)
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

    private func misread(_ start: Int, _ end: Int, _ meant: [String]) -> Reading {
        let text = text(start..<end)
        var error = SentenceError(.date(.unreadable(text)), at: start..<end, isQuestion: true)
        error.lines = meant.map { replacing(start..<end, with: $0) }
        return Reading(end: end, meaning: .refusal(error))
    }
}
