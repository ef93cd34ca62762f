import SurfLanguage

/// What columns mean beside others: the parts of one field, and the units that all cells show.
extension SheetColumns {
    /// Adjusts parts that make sense only beside others.
    mutating func resolveParts() {
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
