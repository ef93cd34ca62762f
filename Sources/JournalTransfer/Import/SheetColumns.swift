import Journal
import SurfLanguage

/// The meanings of a table's columns: from `--map`, otherwise from their headers and first cells.
///
/// If two columns have the same meaning, the more exact header wins; if they are equally exact, the first column.
struct SheetColumns {
    let names: [String]
    /// The meaning of each column; nil for one that is not imported.
    var meanings: [ColumnMeaning?]
    /// The columns with the same meaning as another one, and the column used instead.
    var beaten: [(column: Int, by: Int)] = []
    /// The columns that `--map` excludes.
    var silent: Set<Int> = []
    /// Whether times in the date column are meaningless, because all are midnight.
    var hasDays = false
    /// Whether some dates have a time, and others may have one in the column of times.
    var mixesClocks = false
    let export: KnownExport?

    var ranks: [ColumnMeaning.Target: (column: Int, rank: Int)] = [:]
    let samples: [[String]]
    let dates: DateReader

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
        longNames[name.lowercased().filter { !" -_".contains($0) }]
    }

    private static let longNames = Dictionary(
        uniqueKeysWithValues: EntryField.allCases.filter { $0.words.contains(" ") }.map { ($0.name.lowercased(), $0) })

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

    /// The next column with the same header, by the column that is used.
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

    /// Whether this program wrote the headers, which are then complete.
    var isOwn: Bool {
        names.starts(with: RejectsFile.columns) || SheetColumns.areFields(names)
    }

    /// Whether every header is a field's name.
    static func areFields(_ names: [String]) -> Bool { names.allSatisfy { EntryColumn(name: $0)?.name == $0 } }

    /// The first non-empty cells of a column.
    func cells(_ column: Int) -> [String] {
        samples.compactMap { column < $0.count && !$0[column].isEmpty ? $0[column] : nil }
    }
}
