import SurfLanguage

/// Going on from what is stored now.
extension Scratchpad {
    /// A scratchpad on the stored entry that a conflict showed, with what was decided.
    ///
    /// Whoever saves it is in conflict again where the entry changed once more since.
    /// - Parameter changes: What is to be saved; every other field is as it is stored.
    package func settled(
        _ report: ConflictReport, changes: [EntryField: FieldValue?]
    ) throws(JournalError) -> Scratchpad {
        var content = content
        content.baseRev = report.storedRev
        for field in report.fields { content.base[field.field] = field.stored }
        content.changes = changes
        return try journal.resume(content)
    }

    /// A scratchpad for a new entry with everything that this one has.
    package func asNew() -> Scratchpad {
        let new = journal.beginAdd()
        let values = values
        new.change(Dictionary(uniqueKeysWithValues: journal.fields.map { ($0, values[$0]) }))
        return new
    }
}
