import SurfLanguage

/// Continuing from the stored entry.
extension Scratchpad {
    /// A scratchpad based on the stored entry of a conflict, with the changes chosen.
    ///
    /// Saving it fails with another conflict if the entry has changed again.
    /// - Parameter changes: The changes to save. Every other field keeps its stored value.
    package func rebased(
        _ report: ConflictReport, changes: [EntryField: FieldValue?]
    ) throws(JournalError) -> Scratchpad {
        var content = content
        content.baseRev = report.storedRev
        for field in report.fields { content.base[field.field] = field.stored }
        content.changes = changes
        return try journal.resume(content)
    }

    /// A scratchpad for a new entry with all values of this one.
    package func asNew() -> Scratchpad {
        let new = journal.beginAdd()
        let values = values
        new.change(Dictionary(uniqueKeysWithValues: journal.fields.map { ($0, values[$0]) }))
        return new
    }
}
