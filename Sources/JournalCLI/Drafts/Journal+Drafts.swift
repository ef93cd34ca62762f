import Journal

extension DraftList {
    /// The numbers of all drafts in ascending order, including unreadable ones.
    var numbers: [Int] { (drafts.map(\.number) + unreadable + ofOtherJournals).sorted() }
}

extension Drafts {
    /// The numbers of an entry's drafts in ascending order.
    func numbers(of id: Int64) throws -> [Int] {
        try list().drafts.filter { $0.content.entryID == id }.map(\.number)
    }
}

extension Journal {
    /// Whether the entry was changed or deleted since the draft began.
    func isStale(_ content: DraftContent) throws -> Bool {
        guard let id = content.entryID else { return false }
        return try stored(id)?.rev != content.baseRev
    }

    /// The entry as it is stored now, or nil if it does not exist.
    func stored(_ id: Int64) throws(JournalError) -> EntryRecord? {
        do {
            return try record(id)
        } catch {
            guard case .noEntry = error else { throw error }
            return nil
        }
    }

    /// A scratchpad that continues the draft.
    /// - Throws: `.otherJournal` if the draft belongs to another store.
    func resume(_ draft: Draft) throws -> Scratchpad {
        guard draft.content.storeUUID == storeUUID else { throw DraftError.otherJournal(draft.number) }
        return try resume(draft.content)
    }

    /// Keeps unsaved changes as a new draft. Returns the error with the state it left.
    func keeping(_ pad: Scratchpad, after error: any Error) -> Refusal {
        guard let draft = try? drafts.begin(pad.content).draft else { return Refusal(error).leaving(.draftLost) }
        return Refusal(error, keeping: draft.number)
    }
}

extension Refusal {
    /// The error of a save whose draft still exists.
    init(_ error: any Error, keeping draft: Int) {
        if case JournalError.conflict(let report) = error {
            self = .conflict(report, draft: draft)
        } else {
            let refusal = Refusal(error)
            self = refusal.survived == .saved ? refusal : refusal.leaving(.draft(draft))
        }
    }
}
