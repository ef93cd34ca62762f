import Foundation
import Journal
import JournalTransfer
import SurfLanguage

/// A draft, and whether its entry has changed since the draft began.
struct ListedDraft {
    let draft: Draft
    /// Whether the entry was changed or deleted since.
    let isStale: Bool
}

extension JSONValue {
    /// A draft as an object. A cleared field is null in its changes.
    init(_ listed: ListedDraft, fields: [EntryField], zone: TimeZone) {
        let content = listed.draft.content
        var dates = ISODateWriter(zone: zone)
        var changed = EntryValues()
        for (field, value) in content.changes { changed[field] = value }
        let changedFields = EntryField.allCases.filter { content.changes[$0] != nil }
        self = [
            "draft": .string("d\(listed.draft.number)"), "id": JSONValue(content.entryID),
            "rev": JSONValue(content.entryID.map { _ in content.baseRev }), "since": JSONValue(content.since, &dates),
            "stale": .bool(listed.isStale),
            "base": .object(JSONObject(content.base, of: content.entryID == nil ? [] : fields, &dates)),
            "changes": .object(JSONObject(changed, of: changedFields, &dates)),
        ]
    }
}
