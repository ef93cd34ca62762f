import SurfLanguage

/// The contents of a draft: the entry's values when the edit began, and the changes.
package struct DraftContent: Equatable, Sendable {
    package var entryID: Int64?
    package var baseRev: Int64
    package var base: EntryValues
    package var changes: [EntryField: FieldValue?]
    package var storeUUID: String
    package var since: Double
    /// The ID with which an addition was about to be saved. If an entry has it, the save succeeded, and the process
    /// ended before it could remove the draft.
    package var reserved: Int64?
}
