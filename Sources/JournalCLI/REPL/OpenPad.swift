import Journal

/// A scratchpad that somebody works on, and the draft that keeps it.
///
/// What is dirty is on disk when `keep` returns, in a draft that no other process takes meanwhile. Scratchpads nest: the
/// innermost is worked on, and the draft keeps what that says.
final class OpenPad {
    let desk: DraftDesk
    /// From the one on the journal inwards; never empty.
    private(set) var levels: [Scratchpad]
    /// The draft; nil as long as there was nothing to keep.
    private(set) var taken: TakenDraft?
    /// Whether it goes on with a draft that was there before.
    let isResumed: Bool

    /// - Parameter isNew: Whether the draft ends where there is nothing to keep, as one that was just made.
    init(_ pad: Scratchpad, desk: DraftDesk, resuming taken: TakenDraft? = nil, isNew: Bool = false) {
        self.desk = desk
        self.taken = taken
        levels = [pad]
        isResumed = taken != nil && !isNew
    }

    /// A scratchpad that goes on where a draft was left.
    static func resuming(_ number: Int, desk: DraftDesk, isNew: Bool = false) throws -> OpenPad {
        let taken = try desk.folder.take(number)
        return OpenPad(try desk.resume(taken.draft), desk: desk, resuming: taken, isNew: isNew)
    }

    /// The scratchpad that is worked on.
    var pad: Scratchpad { levels[levels.count - 1] }
    /// How many scratchpads are inside the first.
    var depth: Int { levels.count - 1 }
    var entryID: Int64? { pad.entryID }
    /// The draft's number; nil as long as there was nothing to keep.
    var number: Int? { taken?.draft.number }
    var isDirty: Bool { pad.isDirty }

    /// Makes the draft say what the scratchpad says. It is on disk when this returns.
    func keep() throws {
        let content = pad.content
        if let taken {
            if taken.draft.content != content { try taken.write(content) }
        } else if !content.changes.isEmpty {
            taken = try desk.folder.createTaken(content)
        }
    }

    /// Changes fields as options say, in one step.
    func set(_ changes: FieldChanges) throws {
        if changes.isEmpty { return }
        let journal = desk.journal
        try changes.check(journal.fields)
        pad.change(try changes.changes(of: pad.values, journal.placeZones(), in: journal.fields))
        try keep()
    }

    /// Opens the draft's text for an editor, in a draft that says what the scratchpad says: one is made where there is none.
    func openForm() throws -> DraftForm {
        try keep()
        let taken = try taken ?? desk.folder.createTaken(pad.content)
        self.taken = taken
        return try taken.openForm()
    }

    /// Ends a draft that has nothing to keep.
    func discardEmpty() throws {
        guard let taken, !isDirty, !isResumed, !taken.keepsForm else { return }
        try taken.discard()
        self.taken = nil
    }

    /// Begins to try something out inside the scratchpad.
    func nest() throws { levels.append(try pad.nested()) }

    /// Ends the innermost of several scratchpads: its changes go to the one around it, or nowhere.
    func endNested(keeping: Bool) throws {
        guard let inner = levels.popLast(), !levels.isEmpty else { return }
        if keeping { try inner.keep() } else { inner.cancel() }
        try keep()
    }

    /// Saves everything into the journal and ends the draft.
    func save(_ saving: Saving, asNew: Bool = false) throws -> SaveOutcome {
        while depth > 0 { try endNested(keeping: true) }
        try keep()
        do {
            return try DraftSave(desk: desk, taken: taken, saving: saving, asNew: asNew).save(pad)
        } catch {
            throw number.map { DraftDesk.failure(error, $0) } ?? error
        }
    }

    /// Discards the changes in memory.
    func discard() {
        for level in levels.reversed() { level.cancel() }
    }

    /// Lets go of the scratchpad: what is dirty stays as a draft.
    /// - Returns: the draft that stays; nil where there is nothing to keep.
    func leave() throws -> Draft? {
        defer { taken?.release() }
        try keep()
        guard let taken else { return nil }
        if isDirty || isResumed || taken.keepsForm { return taken.draft }
        try taken.discard()
        return nil
    }
}
