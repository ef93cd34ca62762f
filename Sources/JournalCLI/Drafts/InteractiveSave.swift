import Foundation
import Journal
import SurfLanguage

/// Saves an edit with an answer to conflicts, or asks a person to resolve them.
struct InteractiveSave {
    let context: CommandContext
    let answer: ConflictAnswer
    /// The sentence that described a new entry, if any.
    var sentence = Sentence()
    /// The zone given by an option, if any.
    var givenZone: String?
    /// The draft that holds the changes, if any.
    var held: HeldDraft?

    /// Saves and reports the result.
    func save(_ edit: EntryEdit, in journal: Journal) throws -> SaveOutcome {
        let (outcome, saved) = try resolveConflicts(edit, in: journal)
        let isAdd = saved.entryID == nil
        report(outcome, saved.changes, isAdd: isAdd, id: edit.entryID, wasDirty: !edit.changes.isEmpty)
        guard let record = outcome.record, !outcome.isDiscarded else { return outcome }
        if isAdd { reportSameHour(record, in: journal) }
        do {
            let isGiven = givenZone != nil
            let zone = try journal.rememberZone(
                of: record, saved.changes, isGiven: isGiven, machine: context.zoneName)
            if let zone, let place = record.values.location {
                context.console.note(PlaceSetting.timeZone.saved(TerminalSafe.text(place), zone))
            }
        } catch {
            throw Refusal(error).leaving(.saved)
        }
        return outcome
    }

    /// The result of saving, and the edit that was saved.
    private func resolveConflicts(_ edit: EntryEdit, in journal: Journal) throws -> (SaveOutcome, EntryEdit) {
        try edit.requirePlace()
        do {
            return (try write(edit, in: journal), edit)
        } catch {
            guard let report = (error as? JournalError)?.conflict, context.console.canAsk,
                [.auto, .ask].contains(answer)
            else { throw error }
            switch try ConflictQuestions(context: context, edit: edit, report: report).ask() {
            case .save(let edit): return try again(.auto).resolveConflicts(edit, in: journal)
            case .saveAsNew: return try again(.auto).resolveConflicts(journal.adding(edit.values), in: journal)
            case .discard: return try again(.discard).resolveConflicts(edit, in: journal)
            case .draft: throw error
            }
        }
    }

    /// Saves the edit. The key of a new entry is written to its draft before.
    private func write(_ edit: EntryEdit, in journal: Journal) throws -> SaveOutcome {
        try journal.save(edit, answer) { key in
            guard let held else { return }
            var content = edit
            content.reserved = key
            try held.write(content)
        }
    }

    /// Reports another entry at the same place and hour. The new entry is saved even if the search fails.
    private func reportSameHour(_ added: EntryRecord, in journal: Journal) {
        guard !context.console.isQuiet, let place = added.values.location, let date = added.values.date else { return }
        let zone = added.values.timeZone.flatMap(TimeZone.init(identifier:)) ?? context.zone
        guard let other = try? journal.session(at: place, inHourOf: date, zone: zone, besides: added.id) else { return }
        context.console.note(
            "You already have a session there around that time, \(other.id): \(context.text.summary(other.values)). "
                + "'surfjournal undo' removes the new one.")
    }

    private func again(_ answer: ConflictAnswer) -> InteractiveSave {
        InteractiveSave(context: context, answer: answer, sentence: sentence, givenZone: givenZone, held: held)
    }

    private func reportMerged(_ merged: [EntryField], _ mine: [EntryField], _ id: Int64) {
        let (overlapping, apart) = (merged.filter(mine.contains), merged.filter { !mine.contains($0) })
        if !apart.isEmpty { context.console.note(Messages.merged(id, apart)) }
        if !overlapping.isEmpty { context.console.note(Messages.decided(id, overlapping, theirs: answer == .theirs)) }
    }

    private func report(
        _ outcome: SaveOutcome, _ changes: [EntryField: FieldValue?], isAdd: Bool, id: Int64?, wasDirty: Bool
    ) {
        let console = context.console
        guard let record = outcome.record else {
            return console.note("Session \(id.map(String.init) ?? "") stays deleted. Your change was discarded.")
        }
        if outcome.isDiscarded {
            return console.note("Kept session \(record.id) as it is stored and discarded your change.")
        }
        if isAdd { return console.note("Added \(record.id): \(context.text.summary(record.values, sentence)).") }
        let fields = EntryField.allCases.filter { changes[$0] != nil }
        if fields.isEmpty, !wasDirty {
            return console.note(Messages.unchanged(record.id, context.text.name(record.values)))
        }
        reportMerged(outcome.mergedFields, fields, record.id)
        let written = fields.filter { changes[$0] == .some(record.values[$0]) }
        if written.isEmpty {
            return console.note(
                "Kept session \(record.id) as it is stored. None of your changes were left to save.")
        }
        console.note("Saved \(record.id)\(Messages.inBrackets(written)): \(context.text.summary(record.values)).")
    }
}

/// Drafts.
extension InteractiveSave {
    /// Saves the edit of a draft, and then removes the draft.
    ///
    /// Before a new entry is saved, its future key is written to the draft. If an entry with that key exists already,
    /// it was saved by a process that ended before it could remove the draft. The draft is then removed and not saved
    /// again.
    /// - Parameters:
    ///   - held: The draft, or nil if nothing was kept.
    ///   - asNew: Whether an edit is saved as a new entry.
    func save(_ edit: EntryEdit, in journal: Journal, of held: HeldDraft?, asNew: Bool) throws -> SaveOutcome {
        let edit = asNew && edit.entryID != nil ? journal.adding(edit.values) : edit
        var saving = self
        saving.held = held
        if let record = try savedAlready(edit, in: journal) { return try saving.end(saved: record) }
        let before = held == nil ? 0 : try journal.lastTransaction()
        let outcome = try saving.save(try journal.completed(edit, zone: context.zoneName), in: journal)
        try saving.endDraft(outcome, in: journal, after: before)
        return outcome
    }

    /// The entry that the new entry was already saved as, or nil.
    private func savedAlready(_ edit: EntryEdit, in journal: Journal) throws -> EntryRecord? {
        guard edit.entryID == nil, let key = edit.reserved, let record = try journal.stored(key) else { return nil }
        return record.rev > 1 || record.values == edit.values ? record : nil
    }

    private func end(saved record: EntryRecord) throws -> SaveOutcome {
        try discard()
        let summary = context.text.summary(record.values)
        context.console.note("This draft was already saved as session \(record.id): \(summary). The draft was removed.")
        return SaveOutcome(record: record, mergedFields: [], isDiscarded: false)
    }

    /// Ends the draft. One that `save` saved comes back if that is undone.
    private func endDraft(_ outcome: SaveOutcome, in journal: Journal, after number: Int64) throws {
        do {
            let saved = context.command == HistoryCommand.save && !outcome.isDiscarded ? outcome.record?.id : nil
            try held?.end(savedBy: saved.flatMap { try journal.transaction(changing: $0, after: number) })
        } catch {
            throw Refusal(error).leaving(.saved)
        }
    }

    private func discard() throws {
        do { try held?.discard() } catch { throw Refusal(error).leaving(.saved) }
    }
}

extension JournalError {
    /// The conflict of a failed save, or nil for other errors.
    var conflict: ConflictReport? {
        if case .conflict(let report) = self { report } else { nil }
    }
}
