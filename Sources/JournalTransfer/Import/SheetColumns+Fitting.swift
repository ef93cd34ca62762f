import SurfLanguage

/// Whether the first cells of a column fit what its header may mean.
extension SheetColumns {
    /// Whether the first cells fit a possible meaning.
    func fits(_ meaning: ColumnMeaning, _ column: Int) -> Bool {
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
    var hasClock: Bool {
        guard let column = column(.date, .whole) else { return false }
        return clocks(column).contains { $0 != 0 }
    }

    /// Whether all dates have times of day.
    private var allHaveClock: Bool {
        guard hasClock, let column = column(.date, .whole) else { return false }
        return clocks(column).count == cells(column).count
    }

    func clocks(_ column: Int) -> [Int] {
        cells(column).compactMap { dates.shape(of: meanings[column]?.text(of: $0) ?? $0)?.clock }
    }
}
