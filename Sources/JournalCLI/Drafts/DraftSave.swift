import Journal

/// Saves a draft and then removes it.
struct DraftSave {
    let desk: DraftDesk
    /// The draft, or nil if nothing was kept.
    let held: HeldDraft?
    let saving: Saving
    /// Whether an edit is saved as a new entry.
    var asNew = false

    /// Saves the scratchpad that continues the draft.
    ///
    /// Before a new entry is saved, its future key is written to the draft. If an entry with that key exists already,
    /// it was saved by a process that ended before it could remove the draft. The draft is then removed and not saved
    /// again.
    func save(_ pad: Scratchpad) throws -> SaveOutcome {
        let pad = asNew && pad.entryID != nil ? pad.asNew() : pad
        if let record = try savedAlready(pad) { return try end(saved: record) }
        try complete(pad)
        var saving = saving
        saving.prepare = reserve
        let outcome = try saving.save(pad)
        try discard()
        return outcome
    }

    /// The entry that the new entry was already saved as, or nil.
    private func savedAlready(_ pad: Scratchpad) throws -> EntryRecord? {
        guard pad.entryID == nil, let key = pad.content.reserved else { return nil }
        guard let record = try desk.stored(key) else { return nil }
        return record.rev > 1 || record.values == pad.values ? record : nil
    }

    private func end(saved record: EntryRecord) throws -> SaveOutcome {
        try discard()
        saving.context.console.note(Sentences.savedAlready(record.id, saving.context.text.summary(record.values)))
        return SaveOutcome(record: record, mergedFields: [], isDiscarded: false)
    }

    /// Checks that a new entry has a place. Sets its date to the time it was begun, and its zone, if they are missing.
    private func complete(_ pad: Scratchpad) throws {
        guard pad.entryID == nil else { return }
        let values = pad.values
        if values.location == nil { throw Refusal.needsPlace }
        if values.date == nil { try pad.set(.date, .date(pad.content.since)) }
        guard values.timeZone == nil, desk.journal.fields.contains(.timeZone) else { return }
        let zone = saving.context.zoneName(at: values.location, try desk.journal.placeZones())
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
