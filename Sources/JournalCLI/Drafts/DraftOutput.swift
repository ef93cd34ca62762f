import Journal
import SurfLanguage

extension CommandContext {
    /// Reports a draft that was kept, and writes it as JSON if requested.
    func reportKept(_ draft: Draft, in journal: Journal, isJSON: Bool) throws {
        console.note(Sentences.draftKept(draft.number, of: draft.content.entryID, text.summary(draft.content.changes)))
        guard isJSON else { return }
        let listed = ListedDraft(draft: draft, isStale: try DraftDesk(journal).isStale(draft.content))
        var (json, dates) = (JSONWriter(), ISODateWriter(zone: zone))
        json.draft(listed, fields: journal.fields, &dates)
        json.endLine()
        try console.data(json.bytes)
    }
}
