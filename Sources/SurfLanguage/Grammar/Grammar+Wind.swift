// Winds.

extension Grammar {
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
            if let number = windNumber(typed, end) { typed = number }
        }
        if typed.hasBareNumber, let gust = gust(typed.end, end) { typed.end = gust }
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
    func gust(_ start: Int, _ end: Int) -> Int? {
        skip(start, end, .gusts).flatMap { amount($0, end, \.isSpeed)?.end }
    }

    /// The end of a number or range without a unit.
    func bareNumber(_ start: Int, _ end: Int) -> Int? {
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
        /// Whether it has a number without a unit, `NW 15`, which is kept as typed.
        var hasBareNumber = false
    }

    private func windWord(_ typed: TypedWind, _ end: Int) -> TypedWind? {
        if let number = windNumber(typed, end) { return number }
        var next = typed
        let start = typed.aspects.isEmpty ? typed.end : connected(typed.end, end)
        guard let found = match(start, end, windTerm),
            !isWord(start, end, "off") || found.end > start + 1 || isShortSide(start, end)
        else { return nil }
        let isTrades = tokens[found.end - 1].key.hasPrefix("trade")
        if isTrades, typed.hasTrades { return nil }
        if found.value != .strength, found.value != .side, typed.aspects.contains(found.value), !isTrades { return nil }
        if found.value == .direction, isSwell(typed.end, found.end, end) { return nil }
        if found.value == .strength, !typed.aspects.isDisjoint(with: [.side, .surface, .speed]), start == typed.end {
            return nil
        }
        next.end = found.end
        next.aspects.insert(found.value)
        next.hasTrades = typed.hasTrades || isTrades
        next.hasVariable = typed.hasVariable || tokens[found.end - 1].key == "variable"
        return next
    }

    /// Whether `off` is a wind, as in `1m off` and `off léger`, and not part of `took off` or `off the wall`.
    private func isShortSide(_ start: Int, _ end: Int) -> Bool {
        let isAfterWord = start > 0 && tokens[start - 1].kind == .word && !isAfterHeight(start)
        guard !isAfterWord else { return false }
        return start + 1 >= end || tokens[start + 1].isPunctuation || tokens[start + 1].kind != .word
            || skip(start + 1, end, .strength) != nil || point(start + 1, end) != nil
            || reading(ofOthersAt: start + 1, before: end) != nil
    }

    /// The wind with the speed that follows it, which has a unit, or follows a direction.
    private func windNumber(_ typed: TypedWind, _ end: Int) -> TypedWind? {
        guard !typed.aspects.contains(.speed) else { return nil }
        var next = typed
        next.aspects.insert(.speed)
        if let speed = speed(typed.end, end) {
            next.end = speed
        } else if typed.aspects.contains(.direction), let number = speedAlone(typed.end, end) {
            (next.end, next.hasBareNumber) = (number, true)
        } else {
            return nil
        }
        return next
    }

    /// The end of the `15` of `NW 15` and `SW12-15`, unless it counts something: `w 2 boards`.
    private func speedAlone(_ start: Int, _ end: Int) -> Int? {
        guard let number = amount(start, end, words: false, { _ in false }), number.high <= Grammar.maxSpeed,
            unit(number.end, end) == nil, isBoundary(number.end),
            !isSymbol(number.end, end, "@"), !isSymbol(number.end, end, ":"),
            !isSwell(start, number.end, end), skip(number.end, end, .people) == nil
        else { return nil }
        let counts =
            number.end < end && tokens[number.end].kind == .word && !lexicon.beginsValue(tokens[number.end].key)
        return counts && tokens[start - 1].key.utf8.count == 1 ? nil : number.end
    }

    /// The highest speed of a wind without a unit. A larger number is a direction.
    private static let maxSpeed = 60.0

    func windTerm(_ term: Term) -> WindAspects? {
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
    func connected(_ start: Int, _ end: Int) -> Int {
        let next = skip(start, end, .and) ?? skip(start, end, .to) ?? skip(start, end, .gusts)
        return next.flatMap { match($0, end, windTerm) == nil ? nil : $0 } ?? start
    }

    /// Whether a direction belongs to a swell, because `swell` or a period follows it.
    func isSwell(_ start: Int, _ next: Int, _ end: Int) -> Bool {
        if skip(next, end, .label(.swell)) != nil { return true }
        let at = isSymbol(next, end, "@") ? next + 1 : next
        return amount(at, end, { $0 == .seconds })?.unit == .seconds
    }

    /// `15kts`, `5-10 mph`, `bft 4`, `4 Bft`, `gusting 20kts`.
    func speed(_ start: Int, _ end: Int) -> Int? {
        let from = skip(start, end, .gusts) ?? start
        let force = skip(from, end, .beaufort) ?? (isWord(from, end, "f") && isGlued(from + 1, end) ? from + 1 : nil)
        if let force, let amount = amount(force, end, { _ in false }), amount.high <= 12 { return amount.end }
        guard let amount = amount(from, end, \.isSpeed) else { return nil }
        if amount.unit != nil { return amount.end }
        return skip(amount.end, end, .beaufort)
    }
}
