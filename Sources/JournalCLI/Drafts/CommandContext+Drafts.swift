import Journal

extension CommandContext {
    /// The number of the operand's draft. Without an operand, the only draft.
    /// - Throws: `.severalDrafts`, `.noDraft`.
    func draft(_ operand: EntryOperand?, in journal: Journal) throws -> Int {
        let numbers: [Int]
        var entry: Int64?
        switch operand {
        case .draft(let number)?: return number
        case let operand?:
            let id = try self.id(operand, in: journal)
            numbers = try journal.drafts.numbers(of: id)
            entry = id
        case nil: numbers = try journal.drafts.list().numbers
        }
        if numbers.count > 1 { throw Refusal.severalDrafts(numbers, of: entry) }
        guard let number = numbers.first else { throw Refusal.noDraft(of: entry) }
        return number
    }

    /// Cancels drafts and the open scratchpads that hold them, all or none. If another process has one of them open, none
    /// is cancelled. `undo` restores them if the journal has a history.
    func cancel(drafts numbers: [Int], of journal: Journal) throws {
        let open = numbers.compactMap { prompt?.pad(holding: $0, of: journal) }
        try journal.drafts.cancel(numbers, held: open.compactMap(\.held), now: now)
        for pad in open { prompt?.drop(pad) }
    }

    /// Reports a draft that was kept, and writes it as JSON if requested.
    func reportKept(_ draft: Draft, in journal: Journal) throws {
        console.note(
            Messages.draftKept(draft.number, of: name(ofSessionIn: draft), text.summary(draft.content.changes)))
        guard self.isJSON else { return }
        let listed = ListedDraft(draft: draft, isStale: try journal.isStale(draft.content))
        try console.json(JSONValue(listed, fields: journal.fields, zone: zone))
    }

    /// The number, place and date of the session that a draft changes; nil for a new one.
    func name(ofSessionIn draft: Draft) -> String? {
        draft.content.entryID.map { "session \($0) (\(text.name(draft.content.base)))" }
    }

    /// Creates drafts from texts left by processes that ended while an editor was open.
    func takeOverForms(in journal: Journal) throws {
        for number in try journal.drafts.openForms() {
            do {
                let pad = try OpenScratchpad.resuming(number, in: journal, isNew: true)
                defer { pad.held?.release() }
                if try EntryForm(open: pad, context: self).takeOver() {
                    console.note("Draft d\(number) keeps what you wrote in the editor before it was closed.")
                }
            } catch DraftError.taken, DraftError.noDraft, DraftError.unreadable, DraftError.otherJournal {
                continue
            }
        }
    }
}
