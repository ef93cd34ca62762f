import SurfLanguage

/// What a draft keeps: the entry that an edit began from, and what it changes.
package struct DraftContent: Equatable, Sendable {
    package var entryID: Int64?
    package var baseRev: Int64
    package var base: EntryValues
    package var changes: [EntryField: FieldValue?]
    package var storeUUID: String
    package var since: Double
    /// The key that an add was about to be saved under. Where an entry has it, the add was saved, and a process ended before
    /// it could end the draft.
    package var reserved: Int64?
}
