import Foundation

/// The drafts of a journal: one `dN.json` each in the folder `<journal>-drafts`, which only its owner may enter.
///
/// A number is used once, even if several processes create drafts at the same time, and is not reused after its draft
/// was saved or cancelled. A draft is on disk completely or not at all. Symbolic links are not followed. Use on any
/// thread.
package struct DraftFolder: Sendable {
    /// The folder's URL.
    package let url: URL
    let storeUUID: String?

    /// The folder for a journal. It is created with the first draft.
    /// - Parameter storeUUID: The journal's UUID, to recognise drafts of other journals. With nil, every draft counts
    ///   as the journal's.
    package init(journal: URL, storeUUID: String? = nil) {
        url = URL(fileURLWithPath: journal.path + "-drafts", isDirectory: true)
        self.storeUUID = storeUUID
    }

    /// The readable drafts, in ascending order of number.
    package func all() throws(DraftError) -> [Draft] { try list().drafts }

    /// The drafts, and the numbers of those that cannot be read or belong to another journal.
    package func list() throws(DraftError) -> DraftList {
        guard let folder = try existing() else { return DraftList() }
        var list = DraftList()
        for number in try located({ () throws(SystemError) in try folder.names() }).compactMap(
            DraftName.number(ofFile:)
        ).sorted() {
            do throws(DraftError) {
                list.drafts.append(Draft(number: number, content: try content(number, in: folder)))
            } catch {
                switch error {
                case .noDraft: continue
                case .unreadable, .notPermitted: list.unreadable.append(number)
                case .otherJournal: list.ofOtherJournals.append(number)
                default: throw error
                }
            }
        }
        return list
    }

    /// Stores a new draft. It is on disk when this returns.
    package func create(_ content: DraftContent) throws(DraftError) -> Draft {
        let taken = try createTaken(content)
        taken.release()
        return taken.draft
    }

    /// Stores a new draft and holds it for this process from the start. It is on disk when this returns.
    package func createTaken(_ content: DraftContent) throws(DraftError) -> TakenDraft {
        let folder = try made()
        return try writing(content, in: folder) { (file) throws(SystemError) in
            let lock = try folder.lock()
            defer { withExtendedLifetime(lock) {} }
            DraftFolder.removeOrphanedLocks(in: folder)
            while true {
                let number = try giveNumber(in: folder)
                guard let held = try folder.lockedFile(DraftName.lock(number), O_RDWR | O_CREAT) else { continue }
                do throws(SystemError) {
                    try file.take(DraftName.file(number))
                    return TakenDraft(Draft(number: number, content: content), in: folder, of: self, lock: held)
                } catch {
                    try? folder.remove(DraftName.lock(number))
                    if error.code != EEXIST { throw error }
                }
            }
        }
    }

    /// Stores a draft that was discarded, under its old number.
    /// - Throws: `.taken` if a draft with this number exists.
    package func restore(_ draft: Draft) throws(DraftError) {
        let folder = try made()
        var isThere = false
        try writing(draft.content, in: folder) { (file) throws(SystemError) in
            do throws(SystemError) {
                try file.take(DraftName.file(draft.number))
            } catch  where error.code == EEXIST {
                file.remove()
                isThere = true
            }
        }
        if isThere { throw .taken(draft.number) }
    }

    /// Holds a draft for this process alone until it is released.
    /// - Throws: `.taken` if another process holds it, `.noDraft` if there is none.
    package func take(_ number: Int) throws(DraftError) -> TakenDraft {
        guard let folder = try existing() else { throw .noDraft(number) }
        TemporaryFile.removeOrphans(in: folder, prefix: DraftName.temporaryPrefix)
        guard try exists(number, in: folder) else { throw .noDraft(number) }
        let name = DraftName.lock(number)
        let file = try located { () throws(SystemError) in try folder.lockedFile(name, O_RDWR | O_CREAT) }
        guard let file else { throw .taken(number) }
        do throws(DraftError) {
            try located { () throws(SystemError) in try file.setMode(0o600) }
            // A process that cancels drafts holds their locks. If it was killed, it may have cancelled this draft
            // before.
            try complete(in: folder)
            let draft = Draft(number: number, content: try content(number, in: folder))
            return TakenDraft(draft, in: folder, of: self, lock: file)
        } catch {
            try? folder.remove(name)
            throw error
        }
    }
}
