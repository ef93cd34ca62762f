/// The drafts of a journal, beside its entries.
extension Journal {
    /// Whether the entry was changed or deleted since the draft began.
    package func isStale(_ content: EntryEdit) throws(JournalError) -> Bool {
        guard let id = content.entryID else { return false }
        return try storedRev(of: id) != content.baseRev
    }

    /// A scratchpad that continues a draft, based on the values from which the draft began.
    /// - Throws: `.otherJournal` if the draft belongs to another store, or a `JournalError`.
    package func resume(_ draft: Draft) throws -> Scratchpad {
        guard draft.content.storeUUID == storeUUID else { throw DraftError.otherJournal(draft.number) }
        return try resume(draft.content)
    }
}
