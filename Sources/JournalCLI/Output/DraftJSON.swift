import Foundation
import Journal
import SurfLanguage

/// A draft, and whether its entry has changed since the draft began.
struct ListedDraft {
    let draft: Draft
    /// Whether the entry was changed or deleted since.
    let isStale: Bool
}

extension JSONWriter {
    /// Writes a draft as an object. A cleared field is null in its changes.
    mutating func draft(_ listed: ListedDraft, fields: [EntryField], _ dates: inout ISODateWriter) {
        let content = listed.draft.content
        beginObject()
        key("draft")
        value("d\(listed.draft.number)")
        key("id")
        value(content.entryID)
        key("rev")
        value(content.entryID.map { _ in content.baseRev })
        key("since")
        value(content.since, &dates)
        key("stale")
        value(listed.isStale)
        key("base")
        values(content.base, of: content.entryID == nil ? [] : fields, &dates)
        key("changes")
        values(changed(content), of: EntryField.allCases.filter { content.changes[$0] != nil }, &dates)
        endObject()
    }

    private func changed(_ content: DraftContent) -> EntryValues {
        var values = EntryValues()
        for (field, value) in content.changes { values[field] = value }
        return values
    }

    private mutating func values(_ values: EntryValues, of fields: [EntryField], _ dates: inout ISODateWriter) {
        beginObject()
        for field in EntryField.allCases where fields.contains(field) {
            key(field.name)
            value(of: field, values, &dates)
        }
        endObject()
    }
}
