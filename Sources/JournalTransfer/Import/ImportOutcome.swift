import Journal
import SurfLanguage

/// The result of an import or of its preview.
package struct ImportOutcome: Sendable {
    package let format: ExportFormat
    /// The number of new entries.
    package let imported: Int
    /// The number of rows whose entries already existed.
    package let present: Int
    /// The IDs of those entries, by the rows' indices in `first`.
    package let known: [Int: Int64]
    /// The sessions that are in the journal with other values.
    package let changes: RowChanges
    /// The number of bad rows that were skipped.
    package let skipped: Int
    /// The file with the skipped rows; nil if there is none.
    package let rejects: String?
    /// The columns of the file that are not imported.
    package let ignored: [String]
    /// The rows that are not sessions.
    package let passed: PassedRows
    /// What was detected about a table from another program; nil for any other file.
    package let findings: SheetFindings?
    /// Whether they are the tracks of a watch.
    package let areTracks: Bool
    /// Where sessions were, by places without coordinates.
    package let positions: [String: Coordinates]
    /// The fields in the file.
    package let fields: Set<EntryField>
    /// The first rows as understood, with the ID in the file, or 0 if there is none.
    package let first: [EntryRecord]

    init(_ survey: ImportSurvey, present: PresentRows, rejects: String?) {
        format = survey.format
        changes = present.changes
        imported = survey.count - present.count - changes.count
        (self.present, known) = (present.count, present.first)
        skipped = survey.badCount
        self.rejects = rejects
        (ignored, fields, passed, findings) = (survey.ignored, survey.fields, survey.passed, survey.findings)
        (areTracks, positions) = (survey.areTracks, survey.positions)
        first = survey.first.map { EntryRecord(id: $0.id ?? 0, values: $0.values) }
    }
}

/// The rows of a file whose entries already existed.
struct PresentRows {
    /// The number of rows that change nothing.
    private(set) var count = 0
    private(set) var changes = RowChanges()
    /// The IDs of the entries, by row, for the first rows of the file.
    private(set) var first: [Int: Int64] = [:]
    /// The number of rows looked at.
    private var passed = 0

    /// - Parameters:
    ///   - matches: The matches by the rows' indices among the next `rowCount` rows.
    mutating func add(_ matches: [Int: RowMatching.Match], of rowCount: Int) {
        for row in matches.keys.sorted() {
            switch matches[row] {
            case .present(let id)?:
                count += 1
                if passed + row < ImportSurvey.shown { first[passed + row] = id }
            case .change(let change)?:
                if change.fields.isEmpty { count += 1 }
                if passed + row < ImportSurvey.shown { first[passed + row] = change.stored.id }
                changes.add(change)
            case nil: continue
            }
        }
        passed += rowCount
    }
}
