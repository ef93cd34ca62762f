// How long a session was.

extension Grammar {
    /// `90 min`, `1h30`, `1:30h`, `2.5 hours`, `1 hour 20 minutes`, `an hour and a half`.
    func duration(at start: Int, before end: Int) -> Reading? {
        let label = skip(start, end, .label(.field(.duration))).map { afterLabel($0, end) }
        let from = label ?? start
        guard let found = (label == nil ? longElapsed(from, end) : elapsed(from, end)) ?? hoursAndMinutes(from, end),
            !isOfEach(start, found.end)
        else { return nil }
        // `stopped for two minutes` is none, nor is a ride of `2 min`, and `16 hrs` is a time of day.
        let isLabelled = label != nil && !isWord(start, end, "for")
        if !isLabelled, !(Grammar.shortestDuration..<Grammar.longestDuration).contains(found.minutes) { return nil }
        guard NumberUnit.minutes.range.contains(found.minutes) else { return refused(start, found.end, .duration) }
        let fieldMatch = FieldMatch(.duration, .number(rounded(found.minutes)), start..<found.end)
        return Reading(end: found.end, meaning: .fieldMatches([fieldMatch]), isWeak: true)
    }

    /// The shortest session in minutes that needs no label, and what is longer than all.
    private static let (shortestDuration, longestDuration) = (5.0, 601.0)

    /// `1:30` and `0:45:12` after a label.
    private func elapsed(_ start: Int, _ end: Int) -> (minutes: Double, end: Int)? {
        var cursor = Cursor(self, at: start, before: end)
        guard let hours = cursor.digits(1...3), cursor.symbol(":", isGlued: true), let minutes = cursor.digits(2...2),
            minutes.value < 60
        else { return nil }
        // `66:03` has minutes and seconds.
        if hours.value > 12, cursor.isBoundary {
            return (Double(hours.value) + Double(minutes.value) / 60, cursor.index)
        }
        let seconds = cursor.attempt { $0.symbol(":", isGlued: true) ? $0.digits(2...2)?.value : nil } ?? 0
        guard cursor.isBoundary else { return nil }
        return (Double(hours.value * 60 + minutes.value) + Double(seconds) / 60, cursor.index)
    }

    /// `58:12`: minutes and seconds that are no time of day.
    private func longElapsed(_ start: Int, _ end: Int) -> (minutes: Double, end: Int)? {
        guard let minutes = digits(start, end), minutes > 30 else { return nil }
        return elapsed(start, end)
    }

    /// `heats de 20 min`, `15 min x 3`, `20 minutos cada`: whether the time is one of several.
    private func isOfEach(_ start: Int, _ stop: Int) -> Bool {
        if isWord(stop, tokens.count, "x", "each", "cada", "chacun", "chacune", "pro", "par", "per", "heat", "heats") {
            return true
        }
        if isWord(stop, tokens.count, "a"), isWord(stop + 1, tokens.count, "olhar", "ver", "esperar", "mirar") {
            return true
        }
        if isWord(start - 1, start, "espero", "esperou", "attendu", "waited", "gewartet", "je") { return true }
        if skip(stop, tokens.count, .waiting) != nil { return true }
        // `marea llena a las 10, entramos dos horas antes`
        if let other = skip(stop, tokens.count, .vagueTime), endsThere(other, tokens.count) { return true }
        if isWord(start - 1, start, "every", "cada", "alle", "chaque") { return true }
        if start > 1, isWord(start - 1, start, "em", "en"), digits(start - 2, start) != nil { return true }
        guard start > 1, isWord(start - 1, start, "de", "of", "a"), tokens[start - 2].kind == .word else {
            return false
        }
        return unit(start - 2, start)?.value == .waves || NewName.isNoun(self, start - 2..<start - 1)
    }

    /// The minutes of a length of time: `an hour and a half`, `anderthalb Stunden`.
    func hoursAndMinutes(_ start: Int, _ end: Int) -> (minutes: Double, end: Int)? {
        if let marked = minutesMark(start, end) ?? clockOfHours(start, end) { return marked }
        if let part = match(start, end, { if case .partOfHour(let minutes) = $0 { minutes } else { nil } }) {
            return (Double(part.value), part.end)
        }
        if let part = fractionOfHour(start, end) { return part }
        if let hour = unit(start, end), hour.value == .hours, let half = andAHalf(hour.end, end) { return (90, half) }
        guard let whole = number(start, end) else { return nil }
        // `2 and a half hours`
        if let half = andAHalf(whole.end, end), let unit = unit(half, end), unit.value == .hours {
            return ((whole.value + 0.5) * 60, unit.end)
        }
        let number = withScore(whole, end)
        guard let unit = unit(number.end, end) else { return nil }
        if unit.value == .minutes { return withSeconds((number.value, unit.end), end) }
        if unit.value == .metres { return minutesAndSeconds(number.value, unit.end, end) }
        guard unit.value == .hours else { return nil }
        let rest = minutesAfterHours(unit.end, end) ?? (0, unit.end)
        return (number.value * 60 + rest.minutes, rest.end)
    }

    /// `3/4 de hora`, `1/2 hour`.
    private func fractionOfHour(_ start: Int, _ end: Int) -> (minutes: Double, end: Int)? {
        guard let fraction = sign(start, end) ?? slashed(start, end) else { return nil }
        let from = isWord(fraction.end, end, "de", "d", "of") ? fraction.end + 1 : fraction.end
        guard let unit = unit(isWord(from, end, "an", "a") ? from + 1 : from, end), unit.value == .hours else {
            return nil
        }
        return (fraction.quarters * 15, unit.end)
    }

    /// `¾`, in quarters.
    private func sign(_ start: Int, _ end: Int) -> (quarters: Double, end: Int)? {
        let signs: [(Unicode.Scalar, Double)] = [("¼", 1), ("½", 2), ("¾", 3)]
        return signs.first { isSymbol(start, end, $0.0) }.map { ($0.1, start + 1) }
    }

    /// `3/4`, in quarters.
    private func slashed(_ start: Int, _ end: Int) -> (quarters: Double, end: Int)? {
        guard let parts = digits(start, end), isSymbol(start + 1, end, "/"), let whole = digits(start + 2, end),
            (1..<4).contains(parts), [2, 4].contains(whole), parts < whole
        else { return nil }
        return (Double(parts * 4 / whole), start + 3)
    }

    /// The `41m 22s` of a watch. `2m 14s` are a height and a period.
    private func minutesAndSeconds(_ minutes: Double, _ start: Int, _ end: Int) -> (minutes: Double, end: Int)? {
        guard minutes > Grammar.longestHour, tokens[start - 1].key == "m", let seconds = digits(start, end),
            seconds < 60,
            let unit = unit(start + 1, end), unit.value == .seconds
        else { return nil }
        return (minutes + Double(seconds) / 60, unit.end)
    }

    /// What is no hour of a length with a colon, and no height in metres.
    private static let longestHour = 12.0

    /// `1:30h`, `45:12 min`, `1:15 in the water`.
    private func clockOfHours(_ start: Int, _ end: Int) -> (minutes: Double, end: Int)? {
        guard let first = digits(start, end), isSymbol(start + 1, end, ":"), let second = digits(start + 2, end),
            second < 60
        else { return nil }
        // `1:15 in the water`
        if first < 5, let stop = skip(start + 3, end, .inTheWater) { return (Double(first * 60 + second), stop) }
        guard let unit = unit(start + 3, end) else { return nil }
        if unit.value == .hours { return (Double(first * 60 + second), unit.end) }
        let isLong = unit.value == .minutes && Double(first) > Grammar.longestHour
        return isLong ? (Double(first) + Double(second) / 60, unit.end) : nil
    }

    /// The minutes after the unit of hours: `and a half`, `y cuarto`, `1 hour 20`, `1h05min`, `one hour ten minutes`.
    private func minutesAfterHours(_ start: Int, _ end: Int) -> (minutes: Double, end: Int)? {
        if let half = andAHalf(start, end) { return (30, half) }
        if isWord(start, end, "menos", "moins") {
            let from = skip(start + 1, end, .article) ?? start + 1
            return skip(from, end, .quarter).map { (-15, $0) }
        }
        let and = and(start, end) ?? skip(start, end, .with)
        // `1 Std. 4 Min.`
        let stop = isSymbol(start, end, ".") && isGlued(start, end) && unit(start + 2, end) != nil ? start + 1 : nil
        if let and, let quarter = quarter(and, end) { return quarter }
        let from = and ?? stop ?? start
        guard from < end, let minutes = number(from, end), (1..<60).contains(minutes.value) else { return nil }
        // `2 hours 1m` contains a wave of one metre, not a minute.
        let isTwo =
            tokens[from].key.utf8.count == 2 || isGlued(from, end)
            || tokens[start - 1].key == "h" && isGlued(start - 1, end) && isGlued(from + 1, end)
        if let unit = unit(minutes.end, end) {
            let isMinutes = unit.value == .minutes || unit.value == .metres && tokens[from].kind == .digits && isTwo
            return isMinutes ? withSeconds((minutes.value, unit.end), end) : nil
        }
        guard isBoundary(minutes.end), !isSymbol(minutes.end, end, ":"), skip(minutes.end, end, .people) == nil,
            tokens[from].kind == .digits
                ? isJoined(from, start, end) || and != nil && tokens[from].key.utf8.count == 2
                : minutes.value >= 5 && (and != nil || !isCounted(minutes.end, end))
        else { return nil }
        return (minutes.value, minutes.end)
    }

    /// Whether digits after the unit of hours are minutes: `1 hr 20`, `1 h 5`, but not `2h 10`.
    private func isJoined(_ from: Int, _ start: Int, _ end: Int) -> Bool {
        let isApart = !isGlued(start - 1, end)
        let hasWord = isGlued(from, end) || tokens[start - 1].key.utf8.count > 1 || isApart
        let size = tokens[from].key.utf8.count
        return hasWord && from == start && (size == 2 || size == 1 && isApart && endsThere(from + 1, end))
    }

    /// Whether a noun follows, which the number before it may count.
    private func isCounted(_ index: Int, _ end: Int) -> Bool {
        index < end && tokens[index].kind == .word && NewName.isNoun(self, index..<index + 1)
    }

    /// `a quarter`, `cuarto`, `three quarters`.
    private func quarter(_ start: Int, _ end: Int) -> (minutes: Double, end: Int)? {
        let count = number(start, end).flatMap { [1, 3].contains($0.value) ? $0 : nil }
        return skip(count?.end ?? start, end, .quarter).map { ((count?.value ?? 1) * 15, $0) }
    }

    /// `45'`: the sign of minutes, after a number that is too large for feet.
    private func minutesMark(_ start: Int, _ end: Int) -> (minutes: Double, end: Int)? {
        guard let number = digits(start, end), Double(number) > Grammar.maxFeet,
            isSymbol(start + 1, end, "'") || isSymbol(start + 1, end, "′") || isSymbol(start + 1, end, "’"),
            isGlued(start + 1, end), !isGlued(start + 2, end) || isBoundary(start + 2)
        else { return nil }
        return (Double(number), start + 2)
    }

    /// The `00s` of `1h10min00s`, the `30 s` of `45 min 30 s`; `90 min 12s` ends with a period.
    private func withSeconds(_ found: (minutes: Double, end: Int), _ end: Int) -> (minutes: Double, end: Int) {
        guard let seconds = digits(found.end, end), seconds < 60, let unit = unit(found.end + 1, end),
            unit.value == .seconds, isGlued(found.end, end) || !isGlued(found.end + 1, end)
        else { return found }
        return (found.minutes + Double(seconds) / 60, unit.end)
    }
}
