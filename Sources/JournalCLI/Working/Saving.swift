import Journal

/// Saving a scratchpad: under an answer to conflicts, asking where the answer is to ask.
struct Saving {
    let context: CommandContext
    let answer: ConflictAnswer

    /// Saves, and tells what was done. Throws the journal's error with the scratchpad as it was.
    func save(_ pad: Scratchpad) throws -> SaveOutcome {
        let changed = pad.changes
        let isAdd = pad.entryID == nil
        let outcome = try settle(pad)
        tell(outcome, changed, isAdd: isAdd, id: pad.entryID)
        return outcome
    }

    /// A scratchpad for a new entry with everything that `pad` has.
    static func asNew(_ pad: Scratchpad, in journal: Journal) throws -> Scratchpad {
        let new = journal.beginAdd()
        let values = pad.values
        for field in journal.fields { if let value = values[field] { try new.set(field, value) } }
        return new
    }

    private func settle(_ pad: Scratchpad) throws -> SaveOutcome {
        do {
            return try pad.save(answer)
        } catch {
            guard let report = error.conflict, context.console.canAsk, [.auto, .ask].contains(answer),
                let chosen = ask(report)
            else { throw error }
            return try Saving(context: context, answer: chosen).settle(pad)
        }
    }

    /// The person's answer; nil leaves it open.
    private func ask(_ report: ConflictReport) -> ConflictAnswer? {
        guard !report.isDeleted else { return nil }
        for line in context.text.table(report).fitted(to: nil).lines { context.console.remark(line) }
        while let typed = context.console.ask(Sentences.askConflict) {
            switch typed.lowercased() {
            case "m", "mine": return .mine
            case "t", "theirs": return .theirs
            case "o", "overwrite": return .overwrite
            case "d", "discard": return .discard
            case "k", "keep": return nil
            default: continue
            }
        }
        return nil
    }

    private func tellMerged(_ merged: [EntryField], _ mine: [EntryField], _ id: Int64) {
        let (overlapping, apart) = (merged.filter(mine.contains), merged.filter { !mine.contains($0) })
        if !apart.isEmpty { context.console.note(Sentences.merged(id, apart)) }
        if !overlapping.isEmpty { context.console.note(Sentences.decided(id, overlapping, theirs: answer == .theirs)) }
    }

    private func tell(_ outcome: SaveOutcome, _ changes: [EntryField: FieldValue?], isAdd: Bool, id: Int64?) {
        let console = context.console
        guard let record = outcome.record else { return console.note(Sentences.discardedDeleted(id)) }
        if outcome.isDiscarded { return console.note(Sentences.discarded(record.id)) }
        if isAdd { return console.note(Sentences.added(record.id, context.text.summary(record.values))) }
        let fields = EntryField.allCases.filter { changes[$0] != nil }
        if fields.isEmpty { return console.note(Sentences.unchanged(record.id)) }
        tellMerged(outcome.mergedFields, fields, record.id)
        console.note(Sentences.saved(record.id, fields, context.text.summary(record.values)))
    }
}

extension JournalError {
    /// What a save conflicted with; nil for every other error.
    var conflict: ConflictReport? {
        if case .conflict(let report) = self { report } else { nil }
    }
}
