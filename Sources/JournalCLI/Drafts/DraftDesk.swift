import Journal

extension DraftList {
    /// The numbers of all drafts in ascending order, including unreadable ones.
    var numbers: [Int] { (drafts.map(\.number) + unreadable + ofOtherJournals).sorted() }
}

/// The drafts of a journal: finds the draft of an operand, keeps changes, and detects stale drafts.
struct DraftDesk {
    let journal: Journal
    var drafts: Drafts { journal.drafts }

    init(_ journal: Journal) {
        self.journal = journal
    }

    /// The numbers of an entry's drafts in ascending order.
    func numbers(of id: Int64) throws -> [Int] {
        try drafts.list().drafts.filter { $0.content.entryID == id }.map(\.number)
    }

    /// The number of the operand's draft. Without an operand, the only draft.
    /// - Throws: `.severalDrafts`, `.noDraft`.
    func number(_ operand: EntryOperand?, _ context: CommandContext) throws -> Int {
        let id: Int64?
        switch operand {
        case .draft(let number)?: return number
        case let operand?: id = try context.id(operand, in: journal)
        case nil: id = nil
        }
        let listed = try drafts.list()
        let numbers =
            id.map { id in listed.drafts.filter { $0.content.entryID == id }.map(\.number) }
            ?? listed.numbers
        if numbers.count > 1 { throw Refusal.severalDrafts(numbers, of: id) }
        guard let number = numbers.first else { throw Refusal.noDraft(of: id) }
        return number
    }

    /// Whether the entry was changed or deleted since the draft began.
    func isStale(_ content: DraftContent) throws -> Bool {
        guard let id = content.entryID else { return false }
        return try stored(id)?.rev != content.baseRev
    }

    /// The entry as it is stored now, or nil if it does not exist.
    func stored(_ id: Int64) throws(JournalError) -> EntryRecord? {
        do {
            return try journal.record(id)
        } catch {
            guard case .noEntry = error else { throw error }
            return nil
        }
    }

    /// Creates drafts from texts left by processes that ended while an editor was open.
    func takeOverForms(_ context: CommandContext) throws {
        for number in try drafts.openForms() {
            do {
                let pad = try OpenScratchpad.resuming(number, desk: self, isNew: true)
                defer { pad.held?.release() }
                if try EntryForm(open: pad, context: context).takeOver() {
                    context.console.note(Sentences.formTakenOver(number))
                }
            } catch DraftError.taken, DraftError.noDraft, DraftError.unreadable, DraftError.otherJournal {
                continue
            }
        }
    }

    /// A scratchpad that continues the draft.
    /// - Throws: `.otherJournal` if the draft belongs to another store.
    func resume(_ draft: Draft) throws -> Scratchpad {
        guard draft.content.storeUUID == journal.storeUUID else { throw DraftError.otherJournal(draft.number) }
        return try journal.resume(draft.content)
    }

    /// Keeps unsaved changes as a new draft. Returns the error with the state it left.
    func keeping(_ pad: Scratchpad, after error: any Error) -> Refusal {
        guard let draft = try? drafts.begin(pad.content).draft else { return Refusal(error).leaving(.draftLost) }
        return DraftDesk.failure(error, draft.number)
    }

    /// The error of a save whose draft still exists.
    static func failure(_ error: any Error, _ number: Int) -> Refusal {
        if case JournalError.conflict(let report) = error { return Refusal.conflict(report, draft: number) }
        let refusal = Refusal(error)
        return refusal.survived == .saved ? refusal : refusal.leaving(.draft(number))
    }
}
