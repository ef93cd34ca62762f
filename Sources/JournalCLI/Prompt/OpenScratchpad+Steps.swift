import Journal
import SurfLanguage

extension OpenScratchpad {
    /// Undoes or redoes one step and reports the fields' new values.
    func step(
        _ context: CommandContext, _ sentence: (String) -> String, _ step: (Scratchpad) -> Bool
    ) throws {
        let before = pad.values
        guard step(pad) else { return context.console.note(Messages.noStep) }
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
