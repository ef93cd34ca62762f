// Heights and periods.

extension Grammar {
    // MARK: Height

    func height(at start: Int, before end: Int) -> Reading? {
        let from = isSymbol(start, end, "~") ? start + 1 : start
        return measuredHeight(from, end) ?? spokenHeight(from, end)
    }

    func measuredHeight(_ start: Int, _ end: Int) -> Reading? {
        guard let amount = amount(start, end, \.isLength), let unit = amount.unit ?? feetMark(amount, end) else {
            return nil
        }
        if isBoard(amount, end) { return nil }
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

    /// `ten foot gun`, `9 footer`: a board's length.
    private func isBoard(_ amount: Amount, _ end: Int) -> Bool {
        guard amount.unit == .feet, !amount.isRange else { return false }
        return skip(amount.end, end, .boardKind) != nil
            || amount.high >= 6 && ["footer", "footers"].contains(tokens[amount.end - 1].key)
    }

    /// `4'`, but not `5'10`.
    func feetMark(_ amount: Amount, _ end: Int) -> Unit? {
        guard isSymbol(amount.end, end, "'") || isSymbol(amount.end, end, "′") || isSymbol(amount.end, end, "’"),
            isGlued(amount.end, end), amount.high <= Grammar.maxFeet,
            !isGlued(amount.end + 1, end) || digits(amount.end + 1, end) == nil
        else { return nil }
        return .feet
    }

    /// A larger number with a minute's sign is a length of time.
    static let maxFeet = 20.0

    /// `head high`, `waist to chest`, `double overhead+`, `flat`.
    func spokenHeight(_ start: Int, _ end: Int) -> Reading? {
        guard let first = level(start, end), !isExclamation(start, end), first.isWhole || !isOfBody(start) else {
            return nil
        }
        var (stop, isExplicit) = first
        if let mark = rangeMark(stop, end), let second = level(mark, end) { (stop, isExplicit) = (second.end, true) }
        if isPlus(stop, end) || isMinus(stop, end) { (stop, isExplicit) = (stop + 1, true) }
        let fieldMatch = FieldMatch(.height, .text(text(start..<stop)), start..<stop)
        return Reading(end: stop, meaning: .fieldMatches([fieldMatch]), isWeak: !isExplicit)
    }

    /// `sur la tête`, `hit my knee`: whether an article before the part of the body tells of somebody's.
    private func isOfBody(_ start: Int) -> Bool {
        start > 0 && lexicon.terms(of: tokens[start - 1].key).contains { $0 == .article || $0 == .mine }
    }

    /// `oh and`: whether the word is no height.
    func isExclamation(_ start: Int, _ end: Int) -> Bool {
        isWord(start, end, "oh")
            && isWord(start + 1, end, "and", "my", "well", "yeah", "no", "i", "it", "the", "man", "god")
    }

    /// The index after `high`, which may be joined to the previous word by a dash: `head-high`.
    func afterHigh(_ start: Int, _ end: Int) -> Int? {
        let isJoined = start < end && tokens[start].isDash && isGlued(start, end) && isGlued(start + 1, end)
        return skip(isJoined ? start + 1 : start, end, .high)
    }

    /// Whether the token is a `+` after a height. A blank may precede it only at the end.
    func isPlus(_ index: Int, _ end: Int) -> Bool {
        isSymbol(index, end, "+") && (isGlued(index, end) || endsThere(index + 1, end))
    }

    /// Whether the token is the `-` of `waist-` and does not join another word.
    func isMinus(_ index: Int, _ end: Int) -> Bool {
        isSymbol(index, end, "-") && isGlued(index, end) && (!isGlued(index + 1, end) || endsThere(index + 1, end))
    }

    func endsThere(_ index: Int, _ end: Int) -> Bool { index >= end || tokens[index].isPunctuation }

    /// `waist`, `head high`, `slightly overhead`, `2x overhead`. `isWhole` is true if it can only be a height.
    func level(_ start: Int, _ end: Int) -> (end: Int, isWhole: Bool)? {
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

    /// A height without a unit. The unit is taken from the setting, or asked for.
    func bareHeight(_ start: Int, _ end: Int) -> Reading? {
        guard let units else { return unclear(start, end, [.height]) }
        let value = text(start..<end) + units.rawValue
        return Reading(end: end, meaning: .fieldMatches([FieldMatch(.height, .text(value), start..<end)]))
    }

    /// The longest period of a swell in seconds. What takes longer is a ride, or a time under water.
    private static let longestPeriod = 30.0

    func period(at start: Int, before end: Int) -> Reading? {
        let mark = isSymbol(start, end, "@") ? start + 1 : isWord(start, end, "at") ? start + 1 : start
        guard let amount = amount(mark, end, { $0 == .seconds }), amount.high <= Grammar.longestPeriod else {
            return nil
        }
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
    func isAfterHeight(_ start: Int) -> Bool {
        guard start > 0 else { return false }
        return tokens[start - 1].kind == .digits || isSymbol(start - 1, start, "+") || isSymbol(start - 1, start, "'")
            || match(start - 1, start) { $0.isHeight ? () : nil } != nil
    }
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
