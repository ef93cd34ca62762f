// Swells.

extension Grammar {
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
            return unclear(start, bare.end, EntryField.swell)
        }
        if typed.hasWord, let height = typed.height, let direction = typed.direction, typed.period == nil,
            direction.tokens.upperBound == height.tokens.lowerBound, !isGenitive(direction.tokens.lowerBound)
        {
            return unclear(start, typed.end, [.swellHeight, .height])
        }
        return swell(typed.fieldMatches, start, typed.end)
    }

    /// `houle d'ouest deux mètres`, `ondulação de sul um metro`: whether a direction says of what kind the swell is.
    private func isGenitive(_ direction: Int) -> Bool {
        ["d'", "de "].contains { tokens[direction].key.hasPrefix($0) }
            || isWord(direction, tokens.count, "de", "du", "del", "do")
            || isWord(direction - 1, direction, "de", "du", "del", "do")
    }

    /// A swell with these values, or a refusal if one is out of range.
    func swell(_ fieldMatches: [FieldMatch], _ start: Int, _ end: Int) -> Reading {
        for fieldMatch in fieldMatches {
            guard case .number(let unit) = fieldMatch.field.kind, case .number(let number) = fieldMatch.value else {
                continue
            }
            if !unit.range.contains(number) { return refused(start, end, fieldMatch.field) }
        }
        return Reading(end: end, meaning: .fieldMatches(fieldMatches))
    }

    /// `swell height 5ft`, `swell period: 14s`, `swell direction WNW 290°`.
    func namedSwell(_ start: Int, _ end: Int) -> Reading? {
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
    func afterOrigin(_ start: Int, _ end: Int) -> Int {
        guard isWord(start, end, "from") else { return start }
        let next = isWord(start + 1, end, "the") ? start + 2 : start + 1
        return point(next, end) == nil ? start : next
    }

    /// `WNW`, `WNW 290°`. If `isExplicit` is true, `290°` too.
    func direction(_ start: Int, _ end: Int, isExplicit: Bool) -> (value: Double, end: Int)? {
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
        let hasSign = typed.period != nil && amount(origin, end, { $0 == .degrees }).map { $0.low > 60 } ?? false
        guard typed.direction == nil,
            let direction = direction(origin, end, isExplicit: typed.hasWord || isFrom || hasSign),
            !isWindAfter(direction.end, end)
        else { return nil }
        next.end = direction.end
        next.hasWord = typed.hasWord || isFrom
        next.direction = FieldMatch(.swellDirection, .number(direction.value), typed.end..<direction.end)
        return next
    }

    func point(_ start: Int, _ end: Int) -> (value: Double, end: Int)? {
        match(start, end) { if case .compass(let degrees) = $0 { degrees } else { nil } }
    }

    func isWindAfter(_ start: Int, _ end: Int) -> Bool {
        speed(start, end) != nil || skip(start, end, .trades, .label(.field(.wind))) != nil
            || match(start, end) { if case .windSide = $0 { () } else { nil } } != nil
    }

    /// `290`, `290°`, `310 deg`. A number below 100 requires the sign.
    func degrees(_ start: Int, _ end: Int) -> (value: Double, end: Int)? {
        guard let number = decimal(start, end) else { return nil }
        if let unit = unit(number.end, end) { return unit.value == .degrees ? (number.value, unit.end) : nil }
        return number.value >= 100 ? number : nil
    }
}
