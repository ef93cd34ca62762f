import Journal
import SurfLanguage

/// An open scratchpad and the draft that stores it.
///
/// Once `keep` returns, changes are on disk, in a draft that no other process can open meanwhile. Scratchpads nest.
/// Edits go to the innermost one, and the draft stores its values.
final class OpenScratchpad {
    let journal: Journal
    /// The scratchpads from the outermost inwards. Never empty.
    private(set) var levels: [Scratchpad]
    /// The draft, or nil if nothing has been kept yet.
    private(set) var held: HeldDraft?
    /// Whether it continues an existing draft.
    let isResumed: Bool

    /// - Parameter isNew: Whether the draft was just created, and is discarded if there is nothing to keep.
    init(_ pad: Scratchpad, in journal: Journal, resuming held: HeldDraft? = nil, isNew: Bool = false) {
        self.journal = journal
        self.held = held
        levels = [pad]
        isResumed = held != nil && !isNew
    }

    /// A scratchpad that continues a draft.
    static func resuming(_ number: Int, in journal: Journal, isNew: Bool = false) throws -> OpenScratchpad {
        let held = try journal.drafts.hold(number)
        return OpenScratchpad(try journal.resume(held.draft), in: journal, resuming: held, isNew: isNew)
    }

    /// The innermost scratchpad.
    var pad: Scratchpad { levels[levels.count - 1] }
    /// The number of nested scratchpads.
    var depth: Int { levels.count - 1 }
    var entryID: Int64? { pad.entryID }
    /// The draft's number, or nil if nothing has been kept yet.
    var number: Int? { held?.draft.number }
    var isDirty: Bool { pad.isDirty }

    /// Writes the scratchpad's values to the draft. They are on disk when this returns.
    func keep() throws {
        let content = pad.content
        if let held {
            if held.draft.content != content { try held.write(content) }
        } else if !content.changes.isEmpty {
            held = try journal.drafts.begin(content)
        }
    }

    /// Applies options' changes in one step.
    func set(_ changes: FieldChanges) throws {
        if changes.isEmpty { return }
        try changes.check(journal.fields)
        pad.change(try changes.changes(of: pad.values, journal.placeValues(.timeZone), in: journal.fields))
        try keep()
    }

    /// Opens the draft's text for an editor. The draft is created if necessary, and contains the scratchpad's values.
    func openForm() throws -> DraftForm {
        try keep()
        let held = try held ?? journal.drafts.begin(pad.content)
        self.held = held
        return try held.openForm()
    }

    /// Discards a draft that has nothing to keep.
    func discardEmpty() throws {
        guard let held, !isDirty, !isResumed, !held.keepsForm else { return }
        try held.discard()
        self.held = nil
    }

    /// Opens a nested scratchpad.
    func nest() throws { levels.append(try pad.nested()) }

    /// Closes the innermost of several scratchpads. Its changes go to its parent, or are discarded.
    func endNested(keeping: Bool) throws {
        guard let inner = levels.popLast(), !levels.isEmpty else { return }
        if keeping { try inner.keep() } else { inner.cancel() }
        try keep()
    }

    /// Saves all changes to the journal and removes the draft.
    func save(_ saving: InteractiveSave, asNew: Bool = false) throws -> SaveOutcome {
        while depth > 0 { try endNested(keeping: true) }
        try keep()
        do {
            return try saving.save(pad.content, in: journal, of: held, asNew: asNew)
        } catch {
            throw number.map { Refusal(error, keeping: $0) } ?? error
        }
    }

    /// Discards the changes in memory.
    func discard() {
        for level in levels.reversed() { level.cancel() }
    }

    /// Closes the scratchpad. Unsaved changes remain in a draft.
    /// - Returns: The remaining draft, or nil if there is nothing to keep.
    func leave() throws -> Draft? {
        defer { held?.release() }
        try keep()
        guard let held else { return nil }
        if isDirty || isResumed || held.keepsForm { return held.draft }
        try held.discard()
        return nil
    }
}

extension OpenScratchpad {
    /// Undoes or redoes one step and reports the fields' new values.
    func step(
        _ context: CommandContext, _ word: String, _ sentence: (String) -> String, _ step: (Scratchpad) -> Bool
    ) throws {
        let before = pad.values
        guard step(pad) else { return context.console.note("There is nothing left to \(word) in this edit.") }
        try keep()
        let now = pad.values
        var changed: [EntryField: FieldValue?] = [:]
        for field in journal.fields where before[field] != now[field] {
            changed.updateValue(now[field], forKey: field)
        }
        context.console.note(sentence(context.text.summary(changed)))
    }

    /// The entry as it is stored now. Nil for a new entry, and for a deleted one.
    func stored() throws -> EntryRecord? {
        try entryID.flatMap(journal.stored)
    }
}

extension CommandContext {
    /// Writes an open scratchpad as a draft's JSON, or null if there is nothing to keep.
    func write(_ open: OpenScratchpad) throws {
        guard let number = open.number else { return try console.json(.null) }
        let draft = Draft(number: number, content: open.pad.content)
        let listed = ListedDraft(draft: draft, isStale: try open.journal.isStale(draft.content))
        try console.json(JSONValue(listed, fields: open.journal.fields, zone: zone))
    }
}
