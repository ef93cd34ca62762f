/// A draft that this process has locked. No other process can lock it until it is released or discarded, or this
/// process ends.
///
/// Used by one thread at a time.
package final class TakenDraft: @unchecked Sendable {
    /// The draft as on disk.
    package private(set) var draft: Draft
    let files: DraftFolder
    private let folder: OpenFolder
    private var lock: Descriptor?
    private var isDiscarded = false

    init(_ draft: Draft, in folder: OpenFolder, of files: DraftFolder, lock: Descriptor) {
        self.draft = draft
        self.folder = folder
        self.files = files
        self.lock = lock
    }

    deinit {
        release()
    }

    /// Replaces the content. The old one stays until the new one is completely on disk.
    /// - Throws: `.noDraft` if the draft was discarded, `.taken` if it was released.
    package func write(_ content: DraftContent) throws(DraftError) {
        try checkHeld()
        let name = DraftName.file(draft.number)
        try files.writing(content, in: folder) { (file) throws(SystemError) in try file.replace(name) }
        draft.content = content
    }

    /// Discards the draft. Its number is not reused.
    /// - Throws: `.noDraft` if the draft was discarded, `.taken` if it was released.
    package func discard() throws(DraftError) {
        try checkHeld()
        removeForms()
        try files.located { () throws(SystemError) in
            do throws(SystemError) {
                try folder.remove(DraftName.file(draft.number))
            } catch  where error.isMissing {
                return
            }
            try folder.synchronize()
        }
        end()
    }

    /// Marks the draft as gone after a `cancel`, and releases it.
    func end() {
        isDiscarded = true
        release()
    }

    /// Lets other processes take the draft, which stays on disk.
    package func release() {
        guard lock != nil else { return }
        try? folder.remove(DraftName.lock(draft.number))
        lock = nil
    }

    func checkHeld() throws(DraftError) {
        if isDiscarded { throw .noDraft(draft.number) }
        if lock == nil { throw .taken(draft.number) }
    }
}
