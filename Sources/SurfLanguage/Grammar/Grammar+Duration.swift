// How long a session was.

extension Grammar {
    /// `90 min`, `1h30`, `1:30h`, `2.5 hours`, `1 hour 20 minutes`, `an hour and a half`.
    func duration(at start: Int, before end: Int) -> Reading? {
        let label = skip(start, end, .label(.field(.duration))).map { afterLabel($0, end) }
        let from = label ?? start
        guard let found = (label == nil ? nil : elapsed(from, end)) ?? hoursAndMinutes(from, end),
            !isOfEach(start, found.end)
        else { return nil }
        guard NumberUnit.minutes.range.contains(found.minutes) else { return refused(start, found.end, .duration) }
        let fieldMatch = FieldMatch(.duration, .number(rounded(found.minutes)), start..<found.end)
        return Reading(end: found.end, meaning: .fieldMatches([fieldMatch]), isWeak: true)
    }

    /// `1:30` and `0:45:12` after a label.
    private func elapsed(_ start: Int, _ end: Int) -> (minutes: Double, end: Int)? {
        var cursor = Cursor(self, at: start, before: end)
        guard let hours = cursor.digits(1...2), cursor.symbol(":", isGlued: true), let minutes = cursor.digits(2...2),
            minutes.value < 60
        else { return nil }
        let seconds = cursor.attempt { $0.symbol(":", isGlued: true) ? $0.digits(2...2)?.value : nil } ?? 0
        guard cursor.isBoundary else { return nil }
        return (Double(hours.value * 60 + minutes.value) + Double(seconds) / 60, cursor.index)
    }

    /// `heats de 20 min`, `15 min x 3`, `20 minutos cada`: whether the time is one of several.
    private func isOfEach(_ start: Int, _ stop: Int) -> Bool {
        if isWord(stop, tokens.count, "x", "each", "cada", "chacun", "chacune", "pro", "par", "per") { return true }
        if isWord(stop, tokens.count, "paddle", "paddling", "wait", "waiting", "queue", "anstehen", "gewartet") {
            return true
        }
        guard start > 1, isWord(start - 1, start, "de", "of", "a"), tokens[start - 2].kind == .word else {
            return false
        }
        return NewName.isNoun(self, start - 2..<start - 1)
    }

    private func hoursAndMinutes(_ start: Int, _ end: Int) -> (minutes: Double, end: Int)? {
        if let marked = minutesMark(start, end) { return marked }
        if let hours = digits(start, end), isSymbol(start + 1, end, ":"), let minutes = digits(start + 2, end),
            minutes < 60, let unit = unit(start + 3, end), unit.value == .hours
        {
            return (Double(hours * 60 + minutes), unit.end)
        }
        if let half = skip(start, end, .half), let hour = unit(skipArticle(half, end), end), hour.value == .hours {
            return (30, hour.end)
        }
        if let hour = unit(start, end), hour.value == .hours, let half = andAHalf(hour.end, end) { return (90, half) }
        guard let whole = number(start, end) else { return nil }
        let number = withScore(whole, end)
        guard let unit = unit(number.end, end) else { return nil }
        if unit.value == .minutes { return withSeconds((number.value, unit.end), end) }
        guard unit.value == .hours else { return nil }
        if let half = andAHalf(unit.end, end) { return (number.value * 60 + 30, half) }
        let from = skip(unit.end, end, .and) ?? unit.end
        if let minutes = digits(from, end), minutes < 60 {
            // `2 hours 1m` contains a wave of one metre, not a minute.
            let isTwo =
                tokens[from].key.utf8.count == 2 || isGlued(from, end)
                || tokens[unit.end - 1].key == "h" && isGlued(unit.end - 1, end) && isGlued(from + 1, end)
            if let unit = self.unit(from + 1, end), unit.value == .minutes || unit.value == .metres && isTwo {
                return withSeconds((number.value * 60 + Double(minutes), unit.end), end)
            }
            let isJoined = isGlued(from, end) || tokens[unit.end - 1].key.utf8.count > 1 || !isGlued(unit.end - 1, end)
            if isJoined, from == unit.end, tokens[from].key.utf8.count == 2, isBoundary(from + 1),
                !isSymbol(from + 1, end, ":"), self.unit(from + 1, end) == nil, skip(from + 1, end, .people) == nil
            {
                return (number.value * 60 + Double(minutes), from + 1)
            }
        }
        return (number.value * 60, unit.end)
    }

    /// `45'`: the sign of minutes, after a number that is too large for feet.
    private func minutesMark(_ start: Int, _ end: Int) -> (minutes: Double, end: Int)? {
        guard let number = digits(start, end), Double(number) > Grammar.mostFeet,
            isSymbol(start + 1, end, "'") || isSymbol(start + 1, end, "′") || isSymbol(start + 1, end, "’"),
            isGlued(start + 1, end), !isGlued(start + 2, end) || isBoundary(start + 2)
        else { return nil }
        return (Double(number), start + 2)
    }

    /// The `00s` of `1h10min00s`.
    private func withSeconds(_ found: (minutes: Double, end: Int), _ end: Int) -> (minutes: Double, end: Int) {
        guard isGlued(found.end, end), let seconds = digits(found.end, end), seconds < 60,
            let unit = unit(found.end + 1, end), unit.value == .seconds
        else { return found }
        return (found.minutes + Double(seconds) / 60, unit.end)
    }

    private func skipArticle(_ start: Int, _ end: Int) -> Int { isWord(start, end, "an", "a") ? start + 1 : start }
}
