import SurfLanguage

/// What an import came to, or would come to.
package struct ImportOutcome: Sendable {
    package let format: ExportFormat
    /// How many entries are new.
    package let imported: Int
    /// How many rows were entries that were there already.
    package let present: Int
    /// How many rows were bad and left out.
    package let skipped: Int
    /// The file of the rows that were left out; nil for none.
    package let rejects: String?
    /// The columns of the file that are not imported.
    package let ignored: [String]
    /// Rows that are no sessions.
    package let passed: PassedRows
    /// What was found out about a table that somebody else wrote; nil for any other file.
    package let findings: SheetFindings?
    /// The fields that the file has.
    package let fields: Set<EntryField>
    /// The first rows as they are understood, with the ID that the file gives; 0 for none.
    package let first: [EntryRecord]

    init(_ survey: ImportSurvey, present: Int, rejects: String?) {
        format = survey.format
        imported = survey.count - present
        self.present = present
        skipped = survey.badCount
        self.rejects = rejects
        (ignored, fields, passed, findings) = (survey.ignored, survey.fields, survey.passed, survey.findings)
        first = survey.first.map { EntryRecord(id: $0.id ?? 0, values: $0.values) }
    }
}
