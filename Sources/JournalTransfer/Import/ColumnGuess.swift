import SurfLanguage

/// What columns with unknown headers look like by their cells. A guess is never imported: it is reported, with the option
/// that confirms it.
struct ColumnGuess {
    private let names: [String]
    private let samples: [[String]]
    private let dates: DateReader

    /// - Parameter samples: The cells of the first rows.
    init(_ names: [String], samples: [[String]], _ dates: DateReader) {
        (self.names, self.samples, self.dates) = (names, samples, dates)
    }

    /// The guesses for some columns, the required fields first.
    /// - Parameter taken: The fields that other columns have.
    func mappings(of columns: [Int], taken: Set<EntryField>) -> [ColumnMapping] {
        var (mappings, taken): ([ColumnMapping], Set<EntryField>) = ([], taken)
        func add(_ field: EntryField, _ column: Int?) {
            guard let column, !names[column].isEmpty, taken.insert(field).inserted else { return }
            mappings.append(ColumnMapping(names[column], ColumnMeaning(.field(field, .whole))))
        }
        add(.date, columns.first { isOf($0, isDay) })
        add(.location, columns.first { isOf($0, share: 0.5, SurfSpots.contains) } ?? columns.first(where: isName))
        let open = columns.filter { column in !mappings.contains { $0.isOf(names[column]) } }
        add(.height, open.first { isOf($0) { isMeasure($0, .height) } })
        add(.wind, open.first { isOf($0) { isMeasure($0, .wind) } })
        add(.rating, open.first { isOf($0) { $0.contains { "*★⭐".contains($0) } && Rating.isStars($0) } })
        return mappings
    }

    private func cells(_ column: Int) -> [String] {
        samples.compactMap { column < $0.count && !$0[column].isEmpty ? $0[column] : nil }
    }

    private func isOf(_ column: Int, share: Double = 0.8, _ fits: (String) -> Bool) -> Bool {
        let cells = cells(column)
        return !cells.isEmpty && Double(cells.count(where: fits)) >= share * Double(cells.count)
    }

    private func isDay(_ cell: String) -> Bool { dates.shape(of: cell)?.hasDay == true }

    private func isMeasure(_ cell: String, _ field: EntryField) -> Bool {
        cell.contains(where: \.isLetter) && FieldReader.isUnderstood(cell, of: field)
    }

    /// Whether the cells may be the names of places: a few words each, no numbers or dates.
    private func isName(_ column: Int) -> Bool {
        isOf(column) { cell in
            cell.count <= 40 && cell.count > 2 && cell.split(separator: " ").count <= 5 && cell.first?.isLetter == true
                && Sport(cell) == nil && !Sport.isGeneric(title: cell) && !ColumnGuess.answers.contains(cell.folded)
                && !isDay(cell) && !isMeasure(cell, .wind) && !isMeasure(cell, .height)
        }
    }

    /// Cells that answer a question, and are no names.
    private static let answers: Set<String> = [
        "true", "false", "yes", "no", "si", "sim", "nao", "oui", "non", "ja", "nein", "maybe", "min", "wahr", "falsch",
    ]

    /// The first column with days, which is rather when a session was than when it was typed in.
    func dayColumn(of columns: [Int]) -> Int? { columns.first { isOf($0, isDay) } }
}
