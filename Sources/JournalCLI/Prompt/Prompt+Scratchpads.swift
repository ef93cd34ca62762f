import Journal

/// Open scratchpads.
extension Prompt {
    /// Opens a scratchpad on a stored entry. If the current scratchpad has that entry, the new one is nested in it.
    func edit(_ id: Int64, _ context: CommandContext) throws {
        let journal = try context.openJournal()
        if let pad, pad.entryID == id, pad.journal === journal {
            try pad.nest()
            return context.console.note(
                "Trying a change inside the edit of \(id). 'save' keeps it there, 'cancel' discards it.")
        }
        pads.append(OpenScratchpad(try journal.beginEdit(id), in: journal))
        reportOpened(try journal.drafts.numbers(of: id).filter { pad(holding: $0, of: journal) == nil }, context)
    }

    /// Opens a draft's scratchpad. One that is already open becomes the current one.
    func resume(_ number: Int, _ context: CommandContext) throws {
        let journal = try context.openJournal()
        if let open = pad(holding: number, of: journal) {
            pads.removeAll { $0 === open }
            pads.append(open)
            return context.console.note("Draft d\(number) is already open. Continuing with it.")
        }
        pads.append(try OpenScratchpad.resuming(number, in: journal))
        reportOpened([], context)
    }

    /// The open scratchpad with a draft of this number in this journal.
    func pad(holding number: Int, of journal: Journal) -> OpenScratchpad? {
        pads.first { $0.number == number && $0.journal.url == journal.url }
    }

    /// The current scratchpad.
    /// - Throws: `.noScratchpad` if none is open.
    func requirePad(_ command: String) throws -> OpenScratchpad {
        guard let pad else { throw Refusal.noScratchpad(command: command) }
        return pad
    }

    /// Saves the current scratchpad to the journal. A nested one is saved to its parent.
    /// - Returns: Nil for a nested scratchpad.
    func saveInnermost(_ open: OpenScratchpad, _ saving: InteractiveSave, asNew: Bool = false) throws -> SaveOutcome? {
        let context = saving.context
        if open.depth > 0 {
            try open.endNested(keeping: true)
            context.console.note(Messages.keptInOuter(open.entryID, context.text.summary(open.pad.changes)))
            return nil
        }
        open.journal.act(for: context.command)
        return try save(open, saving, asNew: asNew)
    }

    /// Saves an open scratchpad and closes it.
    func save(_ open: OpenScratchpad, _ saving: InteractiveSave, asNew: Bool) throws -> SaveOutcome {
        let outcome = try open.save(saving, asNew: asNew)
        pads.removeAll { $0 === open }
        return outcome
    }

    /// Closes an open scratchpad whose draft, if any, has been cancelled.
    func drop(_ open: OpenScratchpad) {
        open.discard()
        pads.removeAll { $0 === open }
    }

    private func reportOpened(_ waiting: [Int], _ context: CommandContext) {
        guard let pad else { return }
        context.console.note(Messages.opened(pad.entryID, context.text.summary(pad.pad.values)))
        if let id = pad.entryID, !waiting.isEmpty { context.console.note(Messages.draftWaiting(waiting, of: id)) }
    }
}

extension Refusal {
    fileprivate static func noScratchpad(command: String) -> Refusal {
        .usage("'\(command)' needs a session that you are editing. Start with 'edit ID' or 'add'.")
    }
}
