import Journal
import SurfLanguage

/// The meanings of a table's columns: from `--map`, otherwise from their headers and first cells.
///
/// If two columns have the same meaning, the more exact header wins; if they are equally exact, the first column.
struct SheetColumns {
    let names: [String]
    /// The meaning of each column; nil for one that is not imported.
    private(set) var meanings: [ColumnMeaning?]
    /// The columns with the same meaning as another one, and the column used instead.
    private(set) var beaten: [(column: Int, by: Int)] = []
    /// The columns that `--map` excludes.
    private(set) var silent: Set<Int> = []
    /// Whether times in the date column are meaningless, because all are midnight.
    private(set) var hasDays = false
    /// Whether some dates have a time, and others may have one in the column of times.
    private(set) var mixesClocks = false
    let export: KnownExport?

    private var ranks: [ColumnMeaning.Target: (column: Int, rank: Int)] = [:]
    private let samples: [[String]]
    private let dates: DateReader

    /// - Parameter samples: The cells of the first rows.
    /// - Throws: `.noColumn` if `--map` names a column that does not exist, `.repeatedField` if it gives two columns
    ///   the same field.
    init(_ names: [String], _ map: [ColumnMapping], samples: [[String]], _ dates: DateReader) throws(ImportError) {
        (self.names, self.samples, self.dates) = (names, samples, dates)
        meanings = names.map { _ in nil }
        export = SheetColumns.areFields(names) ? nil : KnownExport.of(headers: names)
        lazy var hasClimbs = KnownExport.hasClimbs(names)
        for mapping in map where !names.contains(where: mapping.isOf) {
            throw .noColumn(mapping.column, known: names.filter { !$0.isEmpty })
        }
        var open: [(column: Int, candidates: [ColumnMeaning])] = []
        for (index, name) in names.enumerated() {
            if let mapping = map.first(where: { $0.isOf(name) }) {
                try take(mapping.meaning, index)
            } else {
                let candidates = SheetColumns.meanings(of: name).compactMap { known($0) }.filter { meaning in
                    meaning.field != .height || !hasClimbs || ColumnMeaning.namesWaves(name)
                }
                if !candidates.isEmpty { open.append((index, candidates)) }
            }
        }
        decide(open)
        resolveParts()
    }

    /// The possible meanings of a header: a column of our own exports by its exact name, otherwise by its words.
    static func meanings(of name: String) -> [ColumnMeaning] {
        switch EntryColumn(name: name.trimmingBlanks()) {
        case .id?: [ColumnMeaning(.id)]
        case .field(let field)? where field.name == name: [ColumnMeaning(.field(field, .whole))]
        case .rev?, .sample?: []
        default: written(name).map { [ColumnMeaning(.field($0, .whole))] } ?? ColumnMeaning.of(header: name)
        }
    }

    /// The field with a name of several words, in any case and with any separator: `SWELLHEIGHT`, `Swell Height`,
    /// `swell-height`.
    private static func written(_ name: String) -> EntryField? {
        let letters = name.lowercased().filter { !" -_".contains($0) }
        return EntryField.allCases.first { $0.words.contains(" ") && $0.name.lowercased() == letters }
    }

    /// The column of our own exports. The revision and the sample flag are not imported: the journal assigns them.
    static func imported(_ name: String) -> EntryColumn? {
        let column = EntryColumn(name: name)
        return column == .rev || column == .sample ? nil : column
    }

    /// The column with a part of a field.
    func column(_ field: EntryField, _ part: ColumnMeaning.Part) -> Int? {
        meanings.firstIndex { $0?.target == .field(field, part) }
    }

    /// The order of numbers in dates given in a header.
    var order: DateOrder? { column(.date, .whole).flatMap { meanings[$0]?.note.order } }

    /// The columns with the same header as one before them, by that one.
    var spares: [Int: Int] {
        let same = beaten.filter { ColumnMapping.isSame(names[$0.column], names[$0.by]) && $0.column > $0.by }
        return Dictionary(same.map { ($0.by, $0.column) }) { first, _ in first }
    }

    /// What the columns look like that have no meaning by their headers. Titles may be places.
    var guesses: [ColumnMapping] {
        let lost = Set(beaten.map(\.column))
        let open = names.indices.filter { meanings[$0] == nil && !silent.contains($0) && !lost.contains($0) }
        let titles = names.indices.filter { meanings[$0]?.target == .title }
        return ColumnGuess(names, samples: samples, dates).mappings(
            of: titles + open, taken: Set(meanings.compactMap { $0?.field }))
    }

    // MARK: Choosing

    /// A column's meaning in the export of a known program, otherwise its meaning by itself.
    private func known(_ meaning: ColumnMeaning) -> ColumnMeaning? {
        guard let export else { return meaning }
        return export.meaning(meaning)
    }

    /// Applies a meaning from `--map`.
    private mutating func take(_ meaning: ColumnMeaning?, _ index: Int) throws(ImportError) {
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
    private mutating func decide(_ open: [(column: Int, candidates: [ColumnMeaning])]) {
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

    /// Whether the first cells fit a possible meaning.
    private func fits(_ meaning: ColumnMeaning, _ column: Int) -> Bool {
        let cells = cells(column)
        switch meaning.target {
        case .field(.date, .whole):
            if meaning.rank == 0 { return true }
            return cells.contains { dates.shape(of: meaning.text(of: $0))?.hasDay == true }
        case .field(.date, .time):
            return !allHaveClock && cells.count { isNoTime(meaning.text(of: $0)) } * 2 <= cells.count
        case .field(.date, .end):
            return cells.contains { dates.shape(of: meaning.text(of: $0)) != nil }
        case .field(.location, .whole): return cells.isEmpty || !cells.allSatisfy(isIndoorOrOutdoor)
        // Another program's keys may be letters.
        case .id: return isOwn || cells.isEmpty || cells.contains { $0.utf8.allSatisfy(\.isDigit) }
        case .activity: return cells.contains { Sport($0) != nil }
        // A name that all rows have is that of the person.
        case .title: return cells.count < 2 || Set(cells).count > 1
        case .tags: return cells.contains(where: Sport.namesSurfing)
        case .field(.wind, .whole) where meaning.rank > 3:
            return cells.count { FieldReader.isUnderstood($0, of: .wind) } * 2 >= cells.count
        case .field(.height, .low) where meaning.rank > 2, .field(.height, .high) where meaning.rank > 2:
            return HeaderContext.haveBothEnds(names) && cells.allSatisfy(HeaderContext.isNumber)
        case .field(.swellDirection, .whole) where meaning.rank > 2:
            return HeaderContext.isOfWind(after: names[..<column]) == false
        case .field(.wind, .direction) where meaning.rank > 2:
            return HeaderContext.isOfWind(after: names[..<column]) == true
        case .field(.waves, .whole): return cells.count { Count.number(meaning.text(of: $0)) != nil } * 2 >= cells.count
        case .field(.notes, .whole) where meaning.rank > 3:
            // Surfline's `Conditions` are its rating, not the surfer's.
            let rating = ColumnMeaning(.field(.rating, .whole))
            return !cells.allSatisfy { rating.starsOfWord($0) != nil }
        case .field(.notes, .whole) where meaning.rank > 0: return !cells.allSatisfy(isNumber)
        case .field(.rating, .whole) where meaning.rank > 0: return cells.allSatisfy(isNumber)
        default: return true
        }
    }

    /// What Apple Health's `Location` says.
    private func isIndoorOrOutdoor(_ cell: String) -> Bool {
        ["indoor", "outdoor", "indoors", "outdoors", "drinnen", "draußen"].contains(cell.lowercased())
    }

    /// Whether a text is a day or a duration, not a time of day: `1h` is rather an hour in the water than one at night.
    private func isNoTime(_ text: String) -> Bool {
        let minutes = NumberText(.minutes, units: .metres).number(text)
        guard let shape = dates.shape(of: text) else { return minutes != nil }
        return shape.hasDay || minutes != nil && (60..<300).contains((shape.clock ?? 0) / 60)
    }

    private func isNumber(_ cell: String) -> Bool {
        cell.utf8.allSatisfy { $0 < 0x30 || $0.isDigit } || Rating.isStars(cell)
    }

    /// Whether the date column has times of day.
    private var hasClock: Bool {
        guard let column = column(.date, .whole) else { return false }
        return clocks(column).contains { $0 != 0 }
    }

    /// Whether all dates have times of day.
    private var allHaveClock: Bool {
        guard hasClock, let column = column(.date, .whole) else { return false }
        return clocks(column).count == cells(column).count
    }

    private func clocks(_ column: Int) -> [Int] {
        cells(column).compactMap { dates.shape(of: meanings[column]?.text(of: $0) ?? $0)?.clock }
    }

    // MARK: Parts of one field

    /// Adjusts parts that make sense only beside others.
    private mutating func resolveParts() {
        if column(.height, .whole) != nil {
            drop(.height, .low, for: .whole)
            drop(.height, .high, for: .whole)
        } else if let alone = [ColumnMeaning.Part.low, .high].compactMap({ column(.height, $0) }).only {
            meanings[alone]?.target = .field(.height, .whole)
        }
        if column(.wind, .whole) == nil, let direction = column(.wind, .direction) {
            meanings[direction]?.target = .field(.wind, .whole)
        }
        replaceTimestamp()
        if let date = column(.date, .whole) {
            let clocks = clocks(date)
            hasDays = !clocks.isEmpty && clocks.allSatisfy { $0 == 0 }
            if hasClock, let time = column(.date, .time) {
                mixesClocks = clocks.count < cells(date).count
                if !mixesClocks { lose(time, to: date) }
            }
        } else if let time = column(.date, .time) {
            meanings[time]?.target = .field(.date, .whole)
        }
        resolveSentence()
        resolveTitle()
        if !isOwn { noteUnits() }
        beaten.sort { $0.column < $1.column }
    }

    /// When a form was filled in is not the date if an unknown question was answered with days.
    private mutating func replaceTimestamp() {
        guard let stamp = column(.date, .whole), meanings[stamp]?.rank == SheetColumns.timestampRank else { return }
        let open = names.indices.filter { meanings[$0] == nil && !silent.contains($0) && !names[$0].isEmpty }
        guard let day = ColumnGuess(names, samples: samples, dates).dayColumn(of: open) else { return }
        meanings[day] = ColumnMeaning(.field(.date, .whole))
        lose(stamp, to: day)
    }

    private static let timestampRank = 5

    /// A text beside columns with values is a remark, not all that is known.
    private mutating func resolveSentence() {
        guard let sentence = meanings.firstIndex(where: { $0?.target == .sentence }),
            names[sentence] != SentenceLines.column
        else { return }
        let valued: [EntryField] = [.height, .rating, .waves, .duration, .wind, .board, .swellHeight]
        let hasValues = meanings.contains { meaning in meaning?.field.map(valued.contains) == true }
        if hasValues { meanings[sentence] = ColumnMeaning(.field(.notes, .whole)) }
    }

    /// Titles are the places if all of surf sessions name something, and most of it surf spots.
    private mutating func resolveTitle() {
        guard column(.location, .whole) == nil, let title = meanings.firstIndex(where: { $0?.target == .title }),
            let activity = meanings.firstIndex(where: { $0?.target == .activity })
        else { return }
        let titles = samples.filter { activity < $0.count && title < $0.count && Sport($0[activity]) == .surfing }.map {
            $0[title]
        }
        guard !titles.isEmpty, !titles.contains(where: Sport.isGeneric) else { return }
        if titles.count(where: SurfSpots.contains) * 2 >= titles.count {
            meanings[title] = ColumnMeaning(.field(.location, .whole))
        }
    }

    /// Whether this program wrote the headers, which are then complete.
    private var isOwn: Bool {
        names.starts(with: RejectsFile.columns) || SheetColumns.areFields(names)
    }

    /// Whether every header is a field's name.
    private static func areFields(_ names: [String]) -> Bool { names.allSatisfy { EntryColumn(name: $0)?.name == $0 } }

    /// Infers units from all cells of a column.
    private mutating func noteUnits() {
        if let duration = column(.duration, .whole) {
            let cells = cells(duration)
            noteDurationUnit(duration)
            meanings[duration]?.noteDurations(cells)
        }
        if let rating = column(.rating, .whole), !ColumnMeaning.namesStars(names[rating]) {
            let cells = cells(rating)
            meanings[rating]?.noteRatings(cells)
        }
        if let water = column(.waterTemperature, .whole) {
            let cells = cells(water)
            meanings[water]?.noteTemperatures(cells)
        }
    }

    /// Takes the unit from Apple Health's column `durationUnit`.
    private mutating func noteDurationUnit(_ duration: Int) {
        let isUnit = { (name: String) in ["durationunit", "duration unit"].contains(name.lowercased()) }
        guard let column = names.firstIndex(where: isUnit), let unit = cells(column).first,
            cells(column).allSatisfy({ $0 == unit })
        else { return }
        meanings[duration]?.noteUnit(unit)
        silent.insert(column)
    }

    /// The first non-empty cells of a column.
    private func cells(_ column: Int) -> [String] {
        samples.compactMap { column < $0.count && !$0[column].isEmpty ? $0[column] : nil }
    }

    private mutating func drop(_ field: EntryField, _ part: ColumnMeaning.Part, for other: ColumnMeaning.Part) {
        if let loser = column(field, part), let winner = column(field, other) { lose(loser, to: winner) }
    }

    private mutating func lose(_ column: Int, to winner: Int) {
        meanings[column] = nil
        beaten.append((column, winner))
    }
}

extension Array {
    /// The element of an array with exactly one.
    fileprivate var only: Element? { count == 1 ? first : nil }
}
