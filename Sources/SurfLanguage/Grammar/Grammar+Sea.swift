// Heights, periods, winds, swells, tides, water.

extension Grammar {
    // MARK: Height

    func height(at start: Int, before end: Int) -> Reading? {
        let from = isSymbol(start, end, "~") ? start + 1 : start
        return measuredHeight(from, end) ?? spokenHeight(from, end)
    }

    private func measuredHeight(_ start: Int, _ end: Int) -> Reading? {
        guard let amount = amount(start, end, \.isLength), let unit = amount.unit ?? feetMark(amount, end) else {
            return nil
        }
        if unit == .metres, amount.high > 25, !amount.isRange {
            // `200 metres` is a distance.
            if tokens[amount.end - 1].key.utf8.count > 1 { return nil }
            return unclear(start, amount.end, [.height, .duration])
        }
        var stop = amount.end
        if amount.unit == nil { stop += 1 }
        if let over = match(stop, end, { $0 == .waterline(9) ? () : nil }) { stop = over.end }
        if isPlus(stop, end) { stop += 1 }
        while let next = skip(stop, end, .faces, .hawaiian) { stop = next }
        return Reading(
            end: stop, meaning: .fieldMatches([FieldMatch(.height, .text(text(start..<stop)), start..<stop)]))
    }

    /// `4'`, but not `5'10`.
    private func feetMark(_ amount: Amount, _ end: Int) -> Unit? {
        guard isSymbol(amount.end, end, "'") || isSymbol(amount.end, end, "′") || isSymbol(amount.end, end, "’"),
            isGlued(amount.end, end), !isGlued(amount.end + 1, end) || digits(amount.end + 1, end) == nil
        else { return nil }
        return .feet
    }

    /// `head high`, `waist to chest`, `double overhead+`, `flat`.
    private func spokenHeight(_ start: Int, _ end: Int) -> Reading? {
        guard let first = level(start, end), !isExclamation(start, end) else { return nil }
        var (stop, isExplicit) = first
        if let mark = rangeMark(stop, end), let second = level(mark, end) { (stop, isExplicit) = (second.end, true) }
        if isPlus(stop, end) || isMinus(stop, end) { (stop, isExplicit) = (stop + 1, true) }
        let fieldMatch = FieldMatch(.height, .text(text(start..<stop)), start..<stop)
        return Reading(end: stop, meaning: .fieldMatches([fieldMatch]), isWeak: !isExplicit)
    }

    /// `oh and`: whether the word is no height.
    private func isExclamation(_ start: Int, _ end: Int) -> Bool {
        isWord(start, end, "oh")
            && isWord(start + 1, end, "and", "my", "well", "yeah", "no", "i", "it", "the", "man", "god")
    }

    /// The index after `high`, which may be joined to the previous word by a dash: `head-high`.
    func afterHigh(_ start: Int, _ end: Int) -> Int? {
        let isJoined = start < end && tokens[start].isDash && isGlued(start, end) && isGlued(start + 1, end)
        return skip(isJoined ? start + 1 : start, end, .high)
    }

    /// Whether the token is a `+` after a height. A blank may precede it only at the end.
    private func isPlus(_ index: Int, _ end: Int) -> Bool {
        isSymbol(index, end, "+") && (isGlued(index, end) || endsThere(index + 1, end))
    }

    /// Whether the token is the `-` of `waist-` and does not join another word.
    private func isMinus(_ index: Int, _ end: Int) -> Bool {
        isSymbol(index, end, "-") && isGlued(index, end) && (!isGlued(index + 1, end) || endsThere(index + 1, end))
    }

    private func endsThere(_ index: Int, _ end: Int) -> Bool { index >= end || tokens[index].isPunctuation }

    /// `waist`, `head high`, `slightly overhead`, `2x overhead`. `isWhole` is true if it can only be a height.
    private func level(_ start: Int, _ end: Int) -> (end: Int, isWhole: Bool)? {
        let from = skip(start, end, .barely) ?? start
        if let number = decimal(from, end), isWord(number.end, end, "x"), isGlued(number.end, end),
            let over = waterline(number.end + 1, end)
        {
            return (over, true)
        }
        if let over = waterline(from, end) { return (afterHigh(over, end) ?? over, true) }
        let prefix = skip(from, end, .upTo)
        guard let body = match(prefix ?? from, end, { if case .body = $0 { () } else { nil } }) else { return nil }
        return afterHigh(body.end, end).map { ($0, true) } ?? (body.end, prefix != nil)
    }

    func waterline(_ start: Int, _ end: Int) -> Int? {
        match(start, end) { if case .waterline = $0 { () } else { nil } }?.end
    }

    // MARK: Period

    func period(at start: Int, before end: Int) -> Reading? {
        let mark = isSymbol(start, end, "@") ? start + 1 : isWord(start, end, "at") ? start + 1 : start
        guard let amount = amount(mark, end, { $0 == .seconds }) else { return nil }
        if amount.unit == nil {
            guard isSymbol(start, end, "@"), mark < end, tokens[mark].kind == .digits else { return nil }
            if unit(amount.end, end) != nil { return nil }
            if amount.high <= 12, !isAfterHeight(start) { return unclear(start, amount.end, [.period, .date]) }
            let value = text(mark..<amount.end) + "s"
            return Reading(
                end: amount.end, meaning: .fieldMatches([FieldMatch(.period, .text(value), start..<amount.end)]))
        }
        var stop = amount.end
        if let label = skip(stop, end, .label(.field(.period))) { stop = label }
        let fieldMatch = FieldMatch(.period, .text(text(mark..<amount.end)), start..<stop)
        return Reading(end: stop, meaning: .fieldMatches([fieldMatch]))
    }

    /// Whether a length or a height in words precedes the token: `4ft @ 9`, but not `at Malibu @ 9`.
    private func isAfterHeight(_ start: Int) -> Bool {
        guard start > 0 else { return false }
        return tokens[start - 1].kind == .digits || isSymbol(start - 1, start, "+") || isSymbol(start - 1, start, "'")
            || match(start - 1, start) { $0.isHeight ? () : nil } != nil
    }

    // MARK: Wind

    func wind(at start: Int, before end: Int) -> Reading? {
        var from = start
        // `viento de tierra` is a wind, `viento` a label.
        let phrase = match(start, end, windTerm)?.end ?? start
        let label = skip(start, end, .label(.field(.wind))).flatMap { $0 < phrase ? nil : $0 }
        if let label { from = afterLabel(label, end) }
        var typed = TypedWind(end: from)
        while let next = windWord(typed, end) { typed = next }
        guard typed.end > from else {
            guard label != nil, let bare = bareNumber(from, end) else { return nil }
            return unclear(start, bare, [.wind])
        }
        var hasWord = label != nil
        if let wind = skip(typed.end, end, .label(.field(.wind))) {
            typed.end = wind
            hasWord = true
            if typed.aspects.contains(.direction), typed.aspects.isDisjoint(with: .speed),
                let bare = bareNumber(wind, end), isBoundary(bare)
            {
                return unclear(start, bare, [.wind])
            }
        }
        if typed.bareNumber != nil, typed.aspects.isDisjoint(with: .speed) {
            guard let gust = gust(typed.end, end) else { return unclear(start, typed.end, [.wind]) }
            typed.end = gust
            typed.aspects.insert(.speed)
        }
        let range = (label == nil ? start : from)..<typed.end
        let isEnough =
            !typed.aspects.isDisjoint(with: [.surface, .side, .speed]) || typed.hasTrades || typed.hasVariable
            || hasWord && !typed.aspects.isEmpty || typed.aspects.isSuperset(of: [.strength, .direction])
        guard isEnough else { return nil }
        var fieldMatch = FieldMatch(.wind, .text(text(range)), start..<typed.end)
        fieldMatch.wind = typed.aspects
        return Reading(end: typed.end, meaning: .fieldMatches([fieldMatch]))
    }

    /// The end of `gusting 20`, `g25` after a speed.
    private func gust(_ start: Int, _ end: Int) -> Int? {
        skip(start, end, .gusts).flatMap { amount($0, end, \.isSpeed)?.end }
    }

    /// The end of a number or range without a unit.
    private func bareNumber(_ start: Int, _ end: Int) -> Int? {
        guard let number = amount(start, end, words: false, { _ in false }), unit(number.end, end) == nil else {
            return nil
        }
        return number.end
    }

    private struct TypedWind {
        var end: Int
        var aspects: WindAspects = []
        var hasTrades = false
        var hasVariable = false
        var bareNumber: Int?
    }

    private func windWord(_ typed: TypedWind, _ end: Int) -> TypedWind? {
        var next = typed
        if let speed = speed(typed.end, end) {
            guard !typed.aspects.contains(.speed) || typed.aspects.isEmpty else { return nil }
            next.end = speed
            next.aspects.insert(.speed)
            return next
        }
        let start = typed.aspects.isEmpty ? typed.end : connected(typed.end, end)
        if let found = match(start, end, windTerm) {
            let isTrades = tokens[found.end - 1].key.hasPrefix("trade")
            if isTrades, typed.hasTrades { return nil }
            if found.value != .strength, found.value != .side, typed.aspects.contains(found.value), !isTrades {
                return nil
            }
            if found.value == .direction, isSwell(typed.end, found.end, end) { return nil }
            if found.value == .strength, !typed.aspects.isDisjoint(with: [.side, .surface, .speed]),
                start == typed.end
            {
                return nil
            }
            next.end = found.end
            next.aspects.insert(found.value)
            next.hasTrades = typed.hasTrades || isTrades
            next.hasVariable = typed.hasVariable || tokens[found.end - 1].key == "variable"
            return next
        }
        if typed.aspects.contains(.direction), typed.aspects.isDisjoint(with: .speed), typed.bareNumber == nil,
            let number = bareNumber(typed.end, end), !isGlued(number, end)
        {
            next.end = number
            next.bareNumber = typed.end
            return next
        }
        return nil
    }

    private func windTerm(_ term: Term) -> WindAspects? {
        switch term {
        case .surface: .surface
        case .windSide: .side
        case .strength: .strength
        case .trades: .direction
        case .compass: .direction
        default: nil
        }
    }

    /// The index after a word that joins two winds: `light and variable`, `NW gusting 20kts`.
    private func connected(_ start: Int, _ end: Int) -> Int {
        let next = skip(start, end, .and) ?? skip(start, end, .to) ?? skip(start, end, .gusts)
        return next.flatMap { match($0, end, windTerm) == nil ? nil : $0 } ?? start
    }

    /// Whether a direction belongs to a swell, because `swell` or a period follows it.
    private func isSwell(_ start: Int, _ next: Int, _ end: Int) -> Bool {
        if skip(next, end, .label(.swell)) != nil { return true }
        let at = isSymbol(next, end, "@") ? next + 1 : next
        return amount(at, end, { $0 == .seconds })?.unit == .seconds
    }

    /// `15kts`, `5-10 mph`, `bft 4`, `4 Bft`, `gusting 20kts`.
    private func speed(_ start: Int, _ end: Int) -> Int? {
        let from = skip(start, end, .gusts) ?? start
        let force = skip(from, end, .beaufort) ?? (isWord(from, end, "f") && isGlued(from + 1, end) ? from + 1 : nil)
        if let force, let amount = amount(force, end, { _ in false }), amount.high <= 12 { return amount.end }
        guard let amount = amount(from, end, \.isSpeed) else { return nil }
        if amount.unit != nil { return amount.end }
        return skip(amount.end, end, .beaufort)
    }

    // MARK: Swell

    /// A height, a period and a direction in any order, each at most once, with the word `swell` or with a direction
    /// beside the period.
    func swell(at start: Int, before end: Int) -> Reading? {
        if let named = namedSwell(start, end) { return named }
        var typed = TypedSwell(end: start)
        if let label = skip(start, end, .label(.swell)) {
            (typed.hasWord, typed.end) = (true, afterOrigin(afterLabel(label, end), end))
        }
        while let next = swellWord(typed, end) { typed = next }
        guard typed.hasWord || typed.direction != nil && typed.period != nil && typed.height == nil else { return nil }
        if typed.isEmpty {
            guard let bare = decimal(typed.end, end), unit(bare.end, end) == nil else { return nil }
            return unclear(start, bare.end, [.swellHeight, .swellPeriod, .swellDirection])
        }
        if typed.hasWord, let height = typed.height, let direction = typed.direction, typed.period == nil,
            direction.tokens.upperBound == height.tokens.lowerBound
        {
            return unclear(start, typed.end, [.swellHeight, .height])
        }
        return swell(typed.fieldMatches, start, typed.end)
    }

    /// A swell with these values, or a refusal if one is out of range.
    private func swell(_ fieldMatches: [FieldMatch], _ start: Int, _ end: Int) -> Reading {
        for fieldMatch in fieldMatches {
            guard case .number(let unit) = fieldMatch.field.kind, case .number(let number) = fieldMatch.value else {
                continue
            }
            if !unit.range.contains(number) { return refused(start, end, fieldMatch.field) }
        }
        return Reading(end: end, meaning: .fieldMatches(fieldMatches))
    }

    /// `swell height 5ft`, `swell period: 14s`, `swell direction WNW 290°`.
    private func namedSwell(_ start: Int, _ end: Int) -> Reading? {
        guard let label = match(start, end, { if case .label(.field(let field)) = $0 { field } else { nil } }) else {
            return nil
        }
        let from = afterLabel(label.end, end)
        let found: (value: Double, end: Int)?
        switch label.value {
        case .swellHeight:
            let amount = amount(from, end, words: false, \.isLength)
            found = amount.flatMap { amount in
                amount.isRange ? nil : amount.unit.map { (rounded($0.metres(amount.high)), amount.end) }
            }
        case .swellPeriod:
            let amount = amount(from, end, words: false) { $0 == .seconds }
            found = amount.flatMap { $0.isRange ? nil : ($0.low, $0.end) }
        case .swellDirection: found = direction(from, end, isExplicit: true)
        default: found = nil
        }
        guard let found, found.end == end || unit(found.end, end) == nil else { return nil }
        return swell([FieldMatch(label.value, .number(found.value), start..<found.end)], start, found.end)
    }

    /// A line that is a direction without other content: `WNW 290°`.
    func swellDirection(before end: Int) -> Reading? {
        guard let found = direction(0, end, isExplicit: true), found.end == end else { return nil }
        return swell([FieldMatch(.swellDirection, .number(found.value), 0..<found.end)], 0, found.end)
    }

    /// The index after `from the`, if a compass point follows.
    private func afterOrigin(_ start: Int, _ end: Int) -> Int {
        guard isWord(start, end, "from") else { return start }
        let next = isWord(start + 1, end, "the") ? start + 2 : start + 1
        return point(next, end) == nil ? start : next
    }

    /// `WNW`, `WNW 290°`. If `isExplicit` is true, `290°` too.
    private func direction(_ start: Int, _ end: Int, isExplicit: Bool) -> (value: Double, end: Int)? {
        guard let point = point(start, end) else {
            return isExplicit ? degrees(start, end).map { ($0.value == 360 ? 0 : $0.value, $0.end) } : nil
        }
        guard let exact = degrees(point.end, end), abs((exact.value - point.value).remainder(dividingBy: 360)) <= 22.5
        else { return point }
        return (exact.value == 360 ? 0 : exact.value, exact.end)
    }

    private struct TypedSwell {
        var end: Int
        var hasWord = false
        var height: FieldMatch?
        var period: FieldMatch?
        var direction: FieldMatch?
        var fieldMatches: [FieldMatch] { [height, period, direction].compactMap(\.self) }
        var isEmpty: Bool { height == nil && period == nil && direction == nil }
    }

    private func swellWord(_ typed: TypedSwell, _ end: Int) -> TypedSwell? {
        var next = typed
        if !typed.hasWord, !typed.isEmpty, let label = skip(typed.end, end, .label(.swell)),
            typed.height == nil || amount(label, end, \.isLength)?.unit == nil
        {
            (next.hasWord, next.end) = (true, label)
            return next
        }
        if typed.height == nil, typed.hasWord || typed.isEmpty, let amount = amount(typed.end, end, \.isLength),
            let unit = amount.unit
        {
            next.end = amount.end
            let metres = unit.metres(amount.high)
            next.height = FieldMatch(.swellHeight, .number(rounded(metres)), typed.end..<amount.end)
            return amount.isRange ? nil : next
        }
        let at = isSymbol(typed.end, end, "@") || isWord(typed.end, end, "at") ? typed.end + 1 : typed.end
        if typed.period == nil, let amount = amount(at, end, { $0 == .seconds }), !amount.isRange,
            amount.unit != nil || isSymbol(typed.end, end, "@") && unit(amount.end, end) == nil
        {
            next.end = amount.end
            next.period = FieldMatch(.swellPeriod, .number(amount.low), typed.end..<amount.end)
            return next
        }
        let isFrom = typed.period != nil && isWord(typed.end, end, "from")
        let origin = isFrom ? typed.end + 1 : typed.end
        guard typed.direction == nil, let direction = direction(origin, end, isExplicit: typed.hasWord || isFrom),
            !isWindAfter(direction.end, end)
        else { return nil }
        next.end = direction.end
        next.hasWord = typed.hasWord || isFrom
        next.direction = FieldMatch(.swellDirection, .number(direction.value), typed.end..<direction.end)
        return next
    }

    private func point(_ start: Int, _ end: Int) -> (value: Double, end: Int)? {
        match(start, end) { if case .compass(let degrees) = $0 { degrees } else { nil } }
    }

    private func isWindAfter(_ start: Int, _ end: Int) -> Bool {
        speed(start, end) != nil || skip(start, end, .trades, .label(.field(.wind))) != nil
            || match(start, end) { if case .windSide = $0 { () } else { nil } } != nil
    }

    /// `290`, `290°`, `310 deg`. A number below 100 requires the sign.
    private func degrees(_ start: Int, _ end: Int) -> (value: Double, end: Int)? {
        guard let number = decimal(start, end) else { return nil }
        if let unit = unit(number.end, end) { return unit.value == .degrees ? (number.value, unit.end) : nil }
        return number.value >= 100 ? number : nil
    }

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

    private func levelOrMotion(at start: Int, before end: Int) -> Reading? {
        if let word = skip(start, end, .tide) { return tide(start, start, motion(word, end)) }
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
            return tide(start, start, motion(word, end))
        }
        if let motion = skip(start, end, .tideMotion), let word = skip(motion, end, .label(.field(.tide))) {
            return tide(start, start, word)
        }
        return measuredTide(start, end)
    }

    /// `2.4ft tide rising`, `+4.5 tide`. `3ft tide coming in` and `3ft tide too high` are a wave of three feet.
    private func measuredTide(_ start: Int, _ end: Int) -> Reading? {
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

    private func isDashed(_ start: Int, _ end: Int) -> Bool { start < end && tokens[start].isDash }

    private func tide(_ start: Int, _ from: Int, _ stop: Int) -> Reading {
        Reading(end: stop, meaning: .fieldMatches([FieldMatch(.tide, .text(text(from..<stop)), start..<stop)]))
    }

    /// `low`, `low to mid`.
    private func tideLevel(_ start: Int, _ end: Int) -> Int? {
        guard let first = skip(start, end, .tideLevel) else { return nil }
        if let mark = rangeMark(first, end), let second = skip(mark, end, .tideLevel) { return second }
        return first
    }

    private func motion(_ start: Int, _ end: Int) -> Int {
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
        guard let scale = isDegrees ? scale(of: number.value) : unit.value else {
            return unclear(start, unit.end, [.waterTemperature])
        }
        let celsius = rounded(scale == .celsius ? number.value : (number.value - 32) / 1.8)
        let stop = skip(unit.end, end, .label(.field(.waterTemperature))) ?? unit.end
        guard NumberUnit.celsius.range.contains(celsius) else { return refused(start, stop, .waterTemperature) }
        return Reading(
            end: stop, meaning: .fieldMatches([FieldMatch(.waterTemperature, .number(celsius), start..<stop)]))
    }

    /// The scale of a temperature in mere degrees: no sea has 45 °C, and none that is surfed 33 °F.
    private func scale(of number: Double) -> Unit? { number >= 45 ? .fahrenheit : number <= 32 ? .celsius : nil }

    // MARK: Common parts

    /// The index after a label's colon, `was` or `is`.
    func afterLabel(_ start: Int, _ end: Int) -> Int {
        var index = start
        if isSymbol(index, end, ":") { index += 1 }
        while isWord(index, end, "was", "is", "of", "were") { index += 1 }
        return index
    }

    func unclear(_ start: Int, _ end: Int, _ fields: [EntryField]) -> Reading {
        Reading(
            end: end,
            meaning: .refusal(
                SentenceError(.unclear(text(start..<end), couldBe: fields), at: start..<end, isQuestion: true)))
    }

    func refused(_ start: Int, _ end: Int, _ field: EntryField) -> Reading {
        Reading(end: end, meaning: .refusal(SentenceError(.outOfRange(field, text(start..<end)), at: start..<end)))
    }

    /// A converted number without rounding noise in its last digits.
    func rounded(_ number: Double) -> Double { NumberText.rounded(number) }
}

extension Term {
    fileprivate var isHeight: Bool {
        switch self {
        case .unit(let unit): unit.isLength
        case .body, .waterline, .high, .faces, .hawaiian: true
        default: false
        }
    }
}
