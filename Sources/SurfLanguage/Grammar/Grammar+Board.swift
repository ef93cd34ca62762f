// Boards: `on the 9'6 log`, `tabla de 7 pies`.

extension Grammar {
    /// `on the 9'6 log`, `my 7'2 egg`, `rode the 6'1`, `5'10" thruster`, `on the longboard`.
    func board(at start: Int, before end: Int) -> Reading? {
        var from = start
        from = skip(from, end, .riding) ?? from
        if isWord(from, end, "on") { from += 1 }
        let owner = skip(from, end, .mine) ?? (isWord(from, end, "the", "a", "an") ? from + 1 : nil)
        if let owner { from = owner }
        if let length = kindAndLength(from, end) {
            let kind = skip(length, end, .boardKind) ?? length
            return Reading(
                end: kind, meaning: .fieldMatches([FieldMatch(.board, .text(text(from..<kind)), start..<kind)]))
        }
        if owner != nil, let spoken = spokenLength(from, end) ?? dashedLength(from, end) {
            let stop = boardWords(spoken, end)
            return Reading(
                end: stop, meaning: .fieldMatches([FieldMatch(.board, .text(text(from..<stop)), start..<stop)]))
        }
        if let length = boardLength(from, end) {
            let stop = boardWords(length, end)
            return Reading(
                end: stop, meaning: .fieldMatches([FieldMatch(.board, .text(text(from..<stop)), start..<stop)]))
        }
        guard owner != nil, from > start + 1 || skip(start, end, .riding) != nil, let kind = boardKind(from, end) else {
            return nil
        }
        return Reading(end: kind, meaning: .fieldMatches([FieldMatch(.board, .text(text(from..<kind)), start..<kind)]))
    }

    /// A board that is a whole part: `longboard`, `my log`.
    func boardAlone(_ range: Range<Int>) -> Reading? {
        let from = skip(range.lowerBound, range.upperBound, .mine, .article) ?? range.lowerBound
        guard skip(from, range.upperBound, .boardKind) == range.upperBound else { return nil }
        let fieldMatch = FieldMatch(.board, .text(text(from..<range.upperBound)), range)
        return Reading(end: range.upperBound, meaning: .fieldMatches([fieldMatch]))
    }

    /// `5'10`, `9'6"`, `6′2″`.
    private func boardLength(_ start: Int, _ end: Int) -> Int? {
        guard let feet = digits(start, end), (3...14).contains(feet) else { return nil }
        if let kind = feetAndKind(start, end) { return kind }
        guard isSymbol(start + 1, end, "'") || isSymbol(start + 1, end, "′") || isSymbol(start + 1, end, "’"),
            isGlued(start + 1, end), let inches = digits(start + 2, end), inches < 12
        else { return nil }
        let mark = start + 3
        let marks = ["\"", "″", "”", "'"]
        return afterWidth(mark < end && isGlued(mark, end) && marks.contains(tokens[mark].text) ? mark + 1 : mark, end)
    }

    /// The index after the width and the thickness of `6'1 x 19 x 2 3/8`.
    private func afterWidth(_ start: Int, _ end: Int) -> Int {
        var stop = start
        while isWord(stop, end, "x"), let number = decimal(stop + 1, end) { stop = withScore(number, end).end }
        return stop
    }

    /// The length in `10' gun`, `9ft foamie`: whole feet before a kind of board.
    private func feetAndKind(_ start: Int, _ end: Int) -> Int? {
        if let unit = unit(start + 1, end), unit.value == .feet, isGlued(unit.end, end),
            let inches = digits(unit.end, end),
            inches < 12
        {
            return unit.end + 1
        }
        if let inches = inchesBeforeKind(start + 1, end) { return inches }
        let mark: Int
        if let unit = unit(start + 1, end), unit.value == .feet {
            mark = unit.end
        } else if isSymbol(start + 1, end, "'"), isGlued(start + 1, end) {
            mark = start + 2
        } else {
            return nil
        }
        return skip(mark, end, .boardKind) == nil ? nil : mark
    }

    /// The end of the inches in `5 10 fish` and `6-2 thruster`.
    private func inchesBeforeKind(_ start: Int, _ end: Int) -> Int? {
        let from = isDashed(start, end) && isGlued(start, end) ? start + 1 : start
        guard let inches = digits(from, end), inches < 12, skip(from + 1, end, .boardKind) != nil else { return nil }
        return from + 1
    }

    /// `tabla de 7 pies`, `planche en mousse 8 pieds`, `longboard 9'2`: a kind of board before its length.
    private func kindAndLength(_ start: Int, _ end: Int) -> Int? {
        guard let kind = skip(start, end, .boardKind) else { return nil }
        for from in kind..<min(kind + 4, end) {
            if let length = boardLength(from, end) { return length }
            let open = isSymbol(from, end, "(") ? from + 1 : from
            if let feet = digits(open, end), (4...12).contains(feet),
                isSymbol(open + 1, end, "'") || isSymbol(open + 1, end, "’")
            {
                return open + 2
            }
            if let amount = amount(open, end, { $0 == .feet }), amount.unit == .feet, (4...12).contains(amount.low) {
                return isSymbol(amount.end, end, ")") ? amount.end + 1 : amount.end
            }
            guard tokens[from].kind == .word, unit(from, end) == nil else { return nil }
        }
        return nil
    }

    /// `nine six`, `five eleven` after `on the`.
    private func spokenLength(_ start: Int, _ end: Int) -> Int? {
        guard start < end, tokens[start].kind == .word, let feet = number(start, end), (5...11).contains(feet.value),
            feet.end < end, tokens[feet.end].kind == .word, let inches = number(feet.end, end), inches.value < 12,
            unit(inches.end, end) == nil
        else { return nil }
        return inches.end
    }

    /// `9-0`, `9-6`.
    private func dashedLength(_ start: Int, _ end: Int) -> Int? {
        guard let feet = digits(start, end), (5...12).contains(feet), isDashed(start + 1, end), isGlued(start + 1, end),
            isGlued(start + 2, end), let inches = digits(start + 2, end), inches < 12, isBoundary(start + 3),
            unit(start + 3, end) == nil
        else { return nil }
        return start + 3
    }

    /// The end of up to three words after a board's length that have no other meaning.
    private func boardWords(_ start: Int, _ end: Int) -> Int {
        if let kind = skip(start, end, .boardKind) { return kind }
        var index = start
        while index < min(start + 3, end), tokens[index].kind == .word, skip(index, end, .preposition) == nil,
            reading(ofOthersAt: index, before: end) == nil
        {
            if let kind = skip(index, end, .boardKind) { return kind }
            index += 1
        }
        return index
    }

    private func boardKind(_ start: Int, _ end: Int) -> Int? {
        var index = start
        while index < min(start + 3, end), tokens[index].kind == .word {
            if let kind = skip(index, end, .boardKind) { return kind }
            if reading(ofOthersAt: index, before: end) != nil || skip(index, end, .preposition) != nil { return nil }
            index += 1
        }
        return nil
    }

    func reading(ofOthersAt start: Int, before end: Int) -> Reading? {
        wind(at: start, before: end) ?? date(at: start, before: end) ?? height(at: start, before: end)
            ?? tide(at: start, before: end) ?? crowd(at: start, before: end) ?? swell(at: start, before: end)
    }
}
