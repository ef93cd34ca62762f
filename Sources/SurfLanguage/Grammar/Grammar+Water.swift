// Tides, and the temperature of the water.

extension Grammar {
    // MARK: Tide

    func tide(at start: Int, before end: Int) -> Reading? {
        guard let tide = levelOrMotion(at: start, before: end) else { return nil }
        // `low tide at 5:42pm` tells when the tide is low, not when the session was.
        guard let time = date(at: tide.end, before: end), skip(tide.end, end, .at) != nil,
            case .date(let pieces) = time.meaning, pieces.allSatisfy(\.namesClock),
            case .fieldMatches(let found) = tide.meaning, case .text(let text)? = found.first?.value
        else { return tide }
        let value = text + " " + self.text(tide.end..<time.end)
        return Reading(end: time.end, meaning: .fieldMatches([FieldMatch(.tide, .text(value), start..<time.end)]))
    }

    func levelOrMotion(at start: Int, before end: Int) -> Reading? {
        if let word = skip(start, end, .tide) { return tide(start, start, motion(word, end)) }
        if let word = hoursFromTide(start, end) { return tide(start, start, word) }
        if let label = skip(start, end, .label(.field(.tide))) {
            let from = afterLabel(label, end)
            if let level = tideLevel(from, end) ?? skip(from, end, .tideMotion) {
                return tide(start, from, motion(level, end))
            }
            let sign = isDashed(from, end) ? from + 1 : from
            if let amount = amount(sign, end, words: false, \.isLength) {
                if amount.unit == nil {
                    guard let units else { return unclear(start, amount.end, [.tide]) }
                    let stop = motion(amount.end, end)
                    let moving = stop > amount.end ? " " + text(amount.end..<stop) : ""
                    let value = text(from..<amount.end) + units.rawValue + moving
                    return Reading(end: stop, meaning: .fieldMatches([FieldMatch(.tide, .text(value), start..<stop)]))
                }
                return tide(start, from, motion(amount.end, end))
            }
            return nil
        }
        if let level = tideLevel(start, end), let word = skip(level, end, .label(.field(.tide))) {
            if let height = decimal(word, end), height.value != height.value.rounded(), unit(height.end, end) == nil {
                return tide(start, start, motion(height.end, end))
            }
            return tide(start, start, motion(word, end))
        }
        if let motion = skip(start, end, .tideMotion), let word = skip(motion, end, .label(.field(.tide))) {
            return tide(start, start, word)
        }
        return measuredTide(start, end)
    }

    /// `two hours after high`, `1h antes da baixa-mar`.
    private func hoursFromTide(_ start: Int, _ end: Int) -> Int? {
        guard let amount = amount(start, end, { $0 == .hours || $0 == .minutes }), amount.unit != nil,
            isWord(
                amount.end, end, "after", "before", "past", "antes", "despues", "depois", "apres", "avant", "nach",
                "vor")
        else { return nil }
        let from = skip(amount.end + 1, end, .of, .article) ?? amount.end + 1
        let next = skip(from, end, .article) ?? from
        if let word = skip(next, end, .tide) { return word }
        let label = skip(next, end, .label(.field(.tide))) ?? next
        return tideLevel(label, end).map { skip($0, end, .label(.field(.tide))) ?? $0 }
    }

    /// `2.4ft tide rising`, `+4.5 tide`. `3ft tide coming in` and `3ft tide too high` are a wave of three feet.
    func measuredTide(_ start: Int, _ end: Int) -> Reading? {
        let from = isDashed(start, end) || isSymbol(start, end, "+") ? start + 1 : start
        guard let amount = amount(from, end, words: false, \.isLength) else { return nil }
        let level = amount.unit == nil ? tideLevel(amount.end, end) ?? amount.end : amount.end
        guard let word = skip(level, end, .label(.field(.tide))), tideLevel(word, end) == nil,
            decimal(isDashed(word, end) ? word + 1 : word, end) == nil
        else { return nil }
        let isWave =
            motion(word, end) > word
            || word < end && tokens[word].kind == .word && reading(ofOthersAt: word, before: end) == nil
        guard amount.unit == nil || !isWave || amount.high != amount.high.rounded() else { return nil }
        if amount.unit != nil { return tide(start, start, motion(word, end)) }
        guard let units else {
            var error = SentenceError(
                .unclear(text(start..<word), couldBe: [.tide]), at: start..<word, isQuestion: true)
            error.lines = ["ft", "m"].map {
                replacing(start..<word, with: text(start..<amount.end) + $0 + " " + text(amount.end..<word))
            }
            return Reading(end: word, meaning: .refusal(error))
        }
        let stop = motion(word, end)
        let value = text(start..<amount.end) + units.rawValue + " " + text(amount.end..<stop)
        return Reading(end: stop, meaning: .fieldMatches([FieldMatch(.tide, .text(value), start..<stop)]))
    }

    func isDashed(_ start: Int, _ end: Int) -> Bool { start < end && tokens[start].isDash }

    func tide(_ start: Int, _ from: Int, _ stop: Int) -> Reading {
        Reading(end: stop, meaning: .fieldMatches([FieldMatch(.tide, .text(text(from..<stop)), start..<stop)]))
    }

    /// `low`, `low to mid`.
    func tideLevel(_ start: Int, _ end: Int) -> Int? {
        guard let first = skip(start, end, .tideLevel) else { return nil }
        if let mark = rangeMark(first, end), let second = skip(mark, end, .tideLevel) { return second }
        return first
    }

    func motion(_ start: Int, _ end: Int) -> Int {
        let from = skip(start, end, .and) ?? start
        if isSymbol(start, end, "↑") || isSymbol(start, end, "↓") || isSymbol(start, end, "→") { return start + 1 }
        return skip(from, end, .tideMotion) ?? start
    }

    // MARK: Water

    func water(at start: Int, before end: Int) -> Reading? {
        let label = skip(start, end, .label(.field(.waterTemperature)))
        let from = label.map { afterLabel($0, end) } ?? start
        let isNegative = isDashed(from, end) && isGlued(from + 1, end) && beginsWord(from)
        guard var number = decimal(isNegative ? from + 1 : from, end) ?? number(from, end) else { return nil }
        if isNegative { number.value.negate() }
        let found = self.unit(number.end, end)
        guard
            let unit = found.flatMap({ $0.value.isTemperature ? $0 : nil })
                ?? (label == nil ? nil : (.degrees, number.end)),
            found == nil || found?.value.isTemperature == true
        else { return nil }
        let isDegrees = unit.value == .degrees
        if isDegrees, label == nil, isGlued(unit.end, end) { return nil }
        if label == nil, skip(unit.end, end, .outside) != nil { return nil }
        // `3º na manga`, `six degrees above zero`: no word says that it is the water.
        if isDegrees, label == nil, number.value < Grammar.coldest,
            skip(unit.end, end, .label(.field(.waterTemperature))) == nil
        {
            return nil
        }
        guard let scale = isDegrees ? scale(of: number.value) : unit.value else {
            return unclear(start, unit.end, [.waterTemperature])
        }
        let celsius = rounded(scale == .celsius ? number.value : (number.value - 32) / 1.8)
        let stop = skip(unit.end, end, .label(.field(.waterTemperature))) ?? unit.end
        guard NumberUnit.celsius.range.contains(celsius) else { return refused(start, stop, .waterTemperature) }
        return Reading(
            end: stop, meaning: .fieldMatches([FieldMatch(.waterTemperature, .number(celsius), start..<stop)]))
    }

    /// The lowest number of degrees that may be of the water without a word for it.
    private static let coldest = 8.0

    /// The scale of a temperature in mere degrees: no sea has 38 °C, and none that is surfed 33 °F.
    func scale(of number: Double) -> Unit? { number >= 38 ? .fahrenheit : number <= 32 ? .celsius : nil }
}
