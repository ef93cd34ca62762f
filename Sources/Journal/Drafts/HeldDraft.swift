/// A draft that this process has locked. No other process can hold it until it is released or discarded, or this
/// process ends.
///
/// Used by one thread at a time.
package final class HeldDraft: @unchecked Sendable {
    /// The draft as on disk.
    package private(set) var draft: Draft
    let drafts: Drafts
    private let store: DraftStore
    private var locks: [Descriptor]
    private var isGone = false

    init(_ draft: Draft, of drafts: Drafts, in store: DraftStore, _ locks: [Descriptor]) {
        (self.draft, self.drafts, self.store, self.locks) = (draft, drafts, store, locks)
    }

    /// Replaces the content. The new one is on disk when this returns.
    /// - Throws: `.noDraft` if the draft is gone, `.taken` if it was released.
    package func write(_ content: EntryEdit) throws(DraftError) {
        try checkHeld()
        try drafts.rethrowing {
            let bytes = try drafts.bytes(of: content)
            try store.write { rows in
                guard var row = try rows.rows().live(draft.number) else { throw DraftError.noDraft(draft.number) }
                row.content = bytes
                if row.savedBy != nil { row.savedBy = nil }
                try rows.update(row)
            }
        }
        draft.content = content
    }

    /// Discards the draft. Its number is not reused.
    /// - Throws: `.noDraft` if the draft is gone, `.taken` if it was released.
    package func discard() throws(DraftError) {
        try checkHeld()
        drafts.removeForms(of: draft.number)
        try drafts.rethrowing { try store.write { try $0.delete([draft.number]) } }
        end()
    }

    /// Marks the draft as gone, and releases it.
    func end() {
        isGone = true
        release()
    }

    /// Lets other processes hold the draft, which stays on disk.
    package func release() { locks = [] }

    func checkHeld() throws(DraftError) {
        if isGone { throw .noDraft(draft.number) }
        if locks.isEmpty { throw .taken(draft.number) }
    }
}
