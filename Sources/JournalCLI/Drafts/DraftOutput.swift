import Journal
import SurfLanguage

extension CommandContext {
    /// Reports a draft that was kept, and writes it as JSON if requested.
    func reportKept(_ draft: Draft, in journal: Journal, isJSON: Bool) throws {
        console.note(Sentences.draftKept(draft.number, of: draft.content.entryID, text.summary(draft.content.changes)))
        guard isJSON else { return }
        let listed = ListedDraft(draft: draft, isStale: try DraftDesk(journal).isStale(draft.content))
        try console.json(JSONValue(listed, fields: journal.fields, zone: zone))
    }
}
