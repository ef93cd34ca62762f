import Journal
import SurfLanguage

/// The draft that keeps this machine's values of a conflict, because the other machine's are stored.
///
/// It joins an earlier draft of the same session that has no other value of its fields, and is a draft of its own
/// otherwise: a value in a draft is never replaced, because nobody may have seen it.
struct ConflictDraft {
    private let content: EntryEdit

    /// The draft of a session of the plan; nil if nothing of it is kept.
    init?(_ session: ExchangePlan.Session, in journal: Journal, now: Double) {
        guard !session.drafted.isEmpty, let stored = session.stored, let values = session.result?.values else {
            return nil
        }
        let isWritten = !stored.values.isStoredLike(values)
        content = EntryEdit(
            entryID: stored.id, baseRev: stored.rev + (isWritten ? 1 : 0), base: values, changes: session.drafted,
            storeUUID: journal.storeUUID, since: now, uuid: stored.uuid, isSyncConflict: true)
    }

    /// Keeps the values.
    /// - Returns: The draft's number; nil if a draft had them already, with the same values stored.
    func keep(in drafts: Drafts) throws(DraftError) -> Int? {
        for draft in try drafts.list().drafts where joined(to: draft.content) != nil {
            guard let held = try hold(draft.number, in: drafts) else { continue }
            defer { held.release() }
            // It may have been edited since it was read.
            guard let joined = joined(to: held.draft.content) else { continue }
            if joined.changes == held.draft.content.changes, joined.base == held.draft.content.base { return nil }
            try held.write(joined)
            return draft.number
        }
        let held = try drafts.begin(content)
        defer { held.release() }
        return held.draft.number
    }

    /// Takes hold of a draft. Returns nil if it is open elsewhere or no longer exists.
    private func hold(_ number: Int, in drafts: Drafts) throws(DraftError) -> HeldDraft? {
        do throws(DraftError) {
            return try drafts.hold(number)
        } catch {
            switch error {
            case .taken, .noDraft: return nil
            default: throw error
            }
        }
    }

    /// This draft with the changes of an earlier one; nil if that is of something else or has other values of the same
    /// fields.
    private func joined(to earlier: EntryEdit) -> EntryEdit? {
        guard earlier.isSyncConflict, earlier.entryID == content.entryID, earlier.uuid ?? content.uuid == content.uuid,
            content.changes.allSatisfy({ field, value in earlier.changes[field].map { $0 == value } ?? true })
        else { return nil }
        var joined = content
        joined.join(earlier)
        return joined
    }
}

extension EntryEdit {
    /// Takes over the changes of an earlier draft of the same session. If one of their fields got another value since,
    /// the draft stays one of the earlier version, so that saving it is a conflict.
    fileprivate mutating func join(_ earlier: EntryEdit) {
        let kept = earlier.changes.filter { changes[$0.key] == nil }
        if kept.keys.contains(where: { earlier.base.differs(from: base, in: $0) }) {
            baseRev = earlier.baseRev
            for field in kept.keys { base[field] = earlier.base[field] }
        }
        changes.merge(kept) { new, _ in new }
        since = earlier.since
    }
}
