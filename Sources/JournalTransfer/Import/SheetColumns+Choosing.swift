import SurfLanguage

/// Which meaning a column has, and which column wins if two have the same.
extension SheetColumns {
    /// A column's meaning in the export of a known program, otherwise its meaning by itself.
    func known(_ meaning: ColumnMeaning) -> ColumnMeaning? {
        guard let export else { return meaning }
        return export.meaning(meaning)
    }

    /// Applies a meaning from `--map`.
    mutating func take(_ meaning: ColumnMeaning?, _ index: Int) throws(ImportError) {
        guard var meaning else {
            silent.insert(index)
            return
        }
        if meaning.note == ColumnNote() { meaning = meaning.taking(noteOf: names[index]) }
        meaning = known(meaning) ?? meaning
        if let other = ranks[meaning.target], meaning.field != .notes {
            throw .repeatedField(meaning.name, [names[other.column], names[index]])
        }
        ranks[meaning.target] = (index, -1)
        meanings[index] = meaning
    }

    /// Gives each column its first possible meaning: unambiguous columns first, then dates, because the others depend
    /// on them.
    mutating func decide(_ open: [(column: Int, candidates: [ColumnMeaning])]) {
        var order = open.filter { $0.candidates.count == 1 }
        let several = open.filter { $0.candidates.count > 1 }
        order += several.filter { isDate($0.candidates, $0.column) }
        order += several.filter { !isDate($0.candidates, $0.column) }
        for (column, candidates) in order {
            let fitting = candidates.filter { fits($0, column) }
            let free = fitting.first { ranks[$0.target] == nil }
            if let meaning = free ?? fitting.first { assign(meaning, column) }
        }
    }

    private func isDate(_ candidates: [ColumnMeaning], _ column: Int) -> Bool {
        candidates.contains { $0.target == .field(.date, .whole) && fits($0, column) }
    }

    private mutating func assign(_ meaning: ColumnMeaning, _ column: Int) {
        if let held = ranks[meaning.target], meaning.target != .field(.notes, .whole) {
            let isBetter = meaning.rank < held.rank
            let loser = isBetter ? held.column : column
            if meaning.target != .activity { beaten.append((loser, isBetter ? column : held.column)) }
            guard isBetter else { return }
            meanings[loser] = nil
        }
        ranks[meaning.target] = (column, meaning.rank)
        meanings[column] = meaning
    }
}
