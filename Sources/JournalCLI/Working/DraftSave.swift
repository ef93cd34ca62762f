import Journal

/// Saving what a draft keeps, and ending the draft.
struct DraftSave {
    let desk: DraftDesk
    /// The draft; nil where there is nothing to keep.
    let taken: TakenDraft?
    let saving: Saving
    /// Whether an edit becomes a new entry.
    var asNew = false

    /// Saves the scratchpad that goes on where the draft was left.
    ///
    /// An add writes into its draft which key it is going to have. A draft whose key is there already was saved by a process
    /// that ended before it could end the draft: it is ended now, and not saved again.
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

    /// The entry that an add was saved as; nil for one that was not.
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

    /// What an add needs: a place, and a date, which is when it was begun; and the zone that it is told in.
    private func complete(_ pad: Scratchpad) throws {
        guard pad.entryID == nil else { return }
        let values = pad.values
        if values.location == nil { throw Complaint.needsPlace }
        if values.date == nil { try pad.set(.date, .date(pad.content.since)) }
        guard values.timeZone == nil, desk.journal.fields.contains(.timeZone) else { return }
        let zone = saving.context.zoneName(at: values.location, try desk.journal.placeZones())
        if let zone { try pad.set(.timeZone, .text(zone)) }
    }

    private func reserve(_ pad: Scratchpad) throws {
        guard pad.entryID == nil, let taken else { return }
        var content = pad.content
        content.reserved = try pad.reserveKey()
        try taken.write(content)
    }

    private func discard() throws {
        do { try taken?.discard() } catch { throw Failure(cause: error, survived: .saved) }
    }
}
