import Foundation

/// The drafts of a journal: one `dN.json` each in the folder `<journal>-drafts`, which only its owner may enter.
///
/// A number is given once, also where processes make drafts at the same time, and never again, also after its draft is gone.
/// A draft is on disk whole or not at all. Symbolic links are not followed. Any thread.
package struct DraftFolder: Sendable {
    /// Where the drafts are.
    package let url: URL
    let storeUUID: String?

    /// The folder of the journal at a place; it is made with the first draft.
    /// - Parameter storeUUID: The journal's; drafts of another one are told apart. Nil takes every draft for the journal's.
    package init(journal: URL, storeUUID: String? = nil) {
        url = URL(fileURLWithPath: journal.path + "-drafts", isDirectory: true)
        self.storeUUID = storeUUID
    }

    /// The drafts that can be read, in the order of their numbers.
    package func all() throws(DraftError) -> [Draft] { try list().drafts }

    /// The drafts, and the numbers of what cannot be read or is another journal's.
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

    /// Keeps a new draft; it is on disk when this returns.
    package func create(_ content: DraftContent) throws(DraftError) -> Draft {
        let taken = try createTaken(content)
        taken.release()
        return taken.draft
    }

    /// Keeps a new draft that is this process's alone from the beginning; it is on disk when this returns.
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

    /// Keeps a draft that was thrown away again, under its own number.
    /// - Throws: `.taken` where that draft is there.
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

    /// The draft with a number, for this process alone until it is let go.
    /// - Throws: `.taken` where another process works on it, `.noDraft` where there is none.
    package func take(_ number: Int) throws(DraftError) -> TakenDraft {
        guard let folder = try existing() else { throw .noDraft(number) }
        TemporaryFile.removeOrphans(in: folder, prefix: DraftName.temporaryPrefix)
        guard try exists(number, in: folder) else { throw .noDraft(number) }
        let name = DraftName.lock(number)
        let file = try located { () throws(SystemError) in try folder.lockedFile(name, O_RDWR | O_CREAT) }
        guard let file else { throw .taken(number) }
        do throws(DraftError) {
            try located { () throws(SystemError) in try file.setMode(0o600) }
            // A `cancel` has the lock of each of its drafts: one that was killed decided before this process had it.
            try complete(in: folder)
            let draft = Draft(number: number, content: try content(number, in: folder))
            return TakenDraft(draft, in: folder, of: self, lock: file)
        } catch {
            try? folder.remove(name)
            throw error
        }
    }
}
