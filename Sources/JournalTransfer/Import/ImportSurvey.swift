import SurfLanguage

/// The result of the first pass over a file, before anything is written.
struct ImportSurvey {
    /// The number of rows in a preview.
    static let shown = 10

    var format: ExportFormat
    /// The number of rows that can become entries.
    var count = 0
    /// The first of these rows.
    var first: [(id: Int64?, values: EntryValues)] = []
    var badCount = 0
    /// The first bad rows.
    var bad: [BadRow] = []
    /// The IDs in the rows.
    var ids: [Int64] = []
    /// The highest ID in the rows; 0 if there is none.
    var highestID: Int64 = 0
    /// From the earliest date to the latest; nil if no row has a date.
    var dates: ClosedRange<Double>?
    /// Whether a row has no date.
    var hasDateless = false
    var ignored: [String] = []
    var fields: Set<EntryField> = []
    /// The rows that were not sessions.
    var passed = PassedRows()
    /// Whether the rows are the tracks of a watch.
    var areTracks = false
    /// Where sessions were, by places without coordinates.
    var positions: [String: Coordinates] = [:]
    /// What was detected about a table from another program; nil for any other file.
    var findings: SheetFindings?
    /// Evidence from the rows for the order of numbers in dates.
    var orders = OrderEvidence()
    /// Whether the file was read as UTF-8 and some bytes are not.
    var hasForeignBytes = false

    mutating func add(_ id: Int64?, _ values: EntryValues) {
        count += 1
        if first.count < ImportSurvey.shown { first.append((id, values)) }
        if let id {
            ids.append(id)
            highestID = max(highestID, id)
        }
        guard let date = values.date else {
            hasDateless = true
            return
        }
        dates = dates.map { min($0.lowerBound, date)...max($0.upperBound, date) } ?? date...date
    }

    mutating func add(_ row: BadRow) {
        badCount += 1
        if bad.count < ImportSurvey.shown { bad.append(row) }
    }

    /// The names of tracks may be their places.
    var trackGuesses: [ColumnMapping] {
        let isNamed = bad.contains { row in
            row.problems.contains {
                if case .track(missing: .location, _, let name) = $0.problem {
                    !Sport.isGeneric(title: name)
                } else {
                    false
                }
            }
        }
        return isNamed ? [ColumnMapping("name", ColumnMeaning(.field(.location, .whole)))] : []
    }
}
