import Foundation
import Journal
import SurfLanguage

/// Saves a scratchpad with an answer to conflicts, or asks a person to resolve them.
struct InteractiveSave {
    let context: CommandContext
    let answer: ConflictAnswer
    /// The sentence that described a new entry, if any.
    var said = Sentence()
    /// The zone given by an option, if any.
    var givenZone: String?
    /// The draft that holds the changes, if any.
    var held: HeldDraft?

    /// Saves and reports the result. If it throws the journal's error, the scratchpad is unchanged.
    func save(_ pad: Scratchpad) throws -> SaveOutcome {
        let (outcome, saved) = try resolveConflicts(pad)
        let isAdd = saved.entryID == nil
        report(outcome, saved.changes, isAdd: isAdd, id: pad.entryID, wasDirty: pad.isDirty)
        guard let record = outcome.record, !outcome.isDiscarded else { return outcome }
        if isAdd { reportSameHour(record, in: saved.journal) }
        do {
            try rememberZone(of: record, saved.changes, in: saved.journal)
        } catch {
            throw Refusal(error).leaving(.saved)
        }
        return outcome
    }

    /// The result of saving, and the scratchpad that was saved.
    private func resolveConflicts(_ pad: Scratchpad) throws -> (SaveOutcome, Scratchpad) {
        if pad.changes[.location] == .some(nil) { throw Refusal.cannotClearPlace }
        do {
            try reserve(pad)
            return (try pad.save(answer), pad)
        } catch {
            guard let report = (error as? JournalError)?.conflict, context.console.canAsk,
                [.auto, .ask].contains(answer)
            else { throw error }
            switch try ConflictQuestions(context: context, pad: pad, report: report).ask() {
            case .save(let pad): return try again(.auto).resolveConflicts(pad)
            case .discard: return try again(.discard).resolveConflicts(pad)
            case .draft: throw error
            }
        }
    }

    /// Remembers an entry's zone for its place if a person chose it: by an option, or because it is not the machine's
    /// zone.
    private func rememberZone(
        of record: EntryRecord, _ changes: [EntryField: FieldValue?], in journal: Journal
    ) throws {
        guard journal.isOwn, let place = record.values.location, let zone = record.values.timeZone,
            changes[.timeZone] == .some(.text(zone)), givenZone != nil || zone != context.zoneName
        else { return }
        guard try journal.set(.timeZone, of: place, to: zone) else { return }
        context.console.note(PlaceSetting.timeZone.saved(TerminalSafe.text(place), zone))
    }

    /// Reports another entry at the same place and hour. The new entry is saved even if the search fails.
    private func reportSameHour(_ added: EntryRecord, in journal: Journal) {
        guard !context.console.isQuiet, let place = added.values.location, let date = added.values.date else { return }
        let zone = added.values.timeZone.flatMap(TimeZone.init(identifier:)) ?? context.zone
        guard let other = try? journal.session(at: place, inHourOf: date, zone: zone, besides: added.id) else { return }
        context.console.note(
            "You already have a session there at that hour, \(other.id): \(context.text.summary(other.values)). "
                + "'surfjournal undo' removes the new one.")
    }

    private func again(_ answer: ConflictAnswer) -> InteractiveSave {
        InteractiveSave(context: context, answer: answer, said: said, givenZone: givenZone, held: held)
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
        if isAdd { return console.note("Added \(record.id): \(context.text.summary(record.values, said)).") }
        let fields = EntryField.allCases.filter { changes[$0] != nil }
        if fields.isEmpty, !wasDirty { return console.note(Messages.unchanged(record.id)) }
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
    /// Saves a scratchpad that continues a draft, and then removes the draft.
    ///
    /// Before a new entry is saved, its future key is written to the draft. If an entry with that key exists already,
    /// it was saved by a process that ended before it could remove the draft. The draft is then removed and not saved
    /// again.
    /// - Parameters:
    ///   - held: The draft, or nil if nothing was kept.
    ///   - asNew: Whether an edit is saved as a new entry.
    func save(_ pad: Scratchpad, of held: HeldDraft?, asNew: Bool) throws -> SaveOutcome {
        let pad = asNew && pad.entryID != nil ? pad.asNew() : pad
        var saving = self
        saving.held = held
        if let record = try savedAlready(pad) { return try saving.end(saved: record) }
        try complete(pad)
        let outcome = try saving.save(pad)
        try saving.discard()
        return outcome
    }

    /// The entry that the new entry was already saved as, or nil.
    private func savedAlready(_ pad: Scratchpad) throws -> EntryRecord? {
        guard pad.entryID == nil, let key = pad.content.reserved else { return nil }
        guard let record = try pad.journal.stored(key) else { return nil }
        return record.rev > 1 || record.values == pad.values ? record : nil
    }

    private func end(saved record: EntryRecord) throws -> SaveOutcome {
        try discard()
        let summary = context.text.summary(record.values)
        context.console.note("This draft was already added as session \(record.id): \(summary). The draft is done.")
        return SaveOutcome(record: record, mergedFields: [], isDiscarded: false)
    }

    /// Checks that a new entry has a place. Sets its date to the time it was begun, and its zone, if they are missing.
    private func complete(_ pad: Scratchpad) throws {
        guard pad.entryID == nil else { return }
        let values = pad.values
        if values.location == nil { throw Refusal.needsPlace }
        if values.date == nil { try pad.set(.date, .date(pad.content.since)) }
        guard values.timeZone == nil, pad.journal.fields.contains(.timeZone) else { return }
        let zone = context.zoneName(at: values.location, try pad.journal.placeValues(.timeZone))
        if let zone { try pad.set(.timeZone, .text(zone)) }
    }

    private func reserve(_ pad: Scratchpad) throws {
        guard pad.entryID == nil, let held else { return }
        var content = pad.content
        content.reserved = try pad.reserveKey()
        try held.write(content)
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
