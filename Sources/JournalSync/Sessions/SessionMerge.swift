import Foundation
import Journal
import SurfLanguage

/// The three-way merge of one session, by field. A plain value: nothing is read or written.
///
/// A field that one side changed takes that side's value. One that both changed to different values is a conflict. If
/// one side edited the session and the other deleted it, the edit wins.
package struct SessionMerge: Equatable, Sendable {
    package enum Side: Equatable, Sendable { case here, elsewhere }

    /// A key that both sides changed, to different values.
    package struct Conflict: Equatable, Sendable {
        package let key: SessionKey
        package let before, here, elsewhere: SessionValue?

        package init(key: SessionKey, before: SessionValue?, here: SessionValue?, elsewhere: SessionValue?) {
            (self.key, self.before, self.here, self.elsewhere) = (key, before, here, elsewhere)
        }
    }

    /// In the order of columns; unknown keys last.
    package private(set) var conflicts: [Conflict] = []
    /// The side that deleted the session that the other one edited. The session stays.
    package private(set) var overruledDeletion: Side?
    /// The session without a decision about conflicts, which keep the value before; nil if it is deleted.
    private var agreed: SyncedSession?

    /// - Parameters:
    ///   - base: The session in the newest common state; nil if it was not there. Likewise for the sides.
    ///   - isBulkEdit: Whether only commands that change many sessions at once edited it here. Such an edit does not
    ///     bring back a session that was deleted elsewhere.
    package init(
        base: SyncedSession?, here: SyncedSession?, elsewhere: SyncedSession?, isBulkEdit: Bool = false
    ) {
        switch (base, here, elsewhere) {
        case (_, let here?, let elsewhere?): merge(base, here, elsewhere)
        case (nil, let only, nil), (nil, nil, let only): agreed = only
        case (_?, nil, nil): agreed = nil
        case (let base?, let here?, nil):
            if here == base || isBulkEdit { return }
            (agreed, overruledDeletion) = (here, .elsewhere)
        case (let base?, nil, let elsewhere?):
            if elsewhere == base { return }
            (agreed, overruledDeletion) = (elsewhere, .here)
        }
    }

    /// The merged session with that side's values where both changed a key; nil if it is deleted.
    package func session(preferring side: Side) -> SyncedSession? {
        guard var session = agreed else { return nil }
        for conflict in conflicts {
            session[conflict.key] = side == .here ? conflict.here : conflict.elsewhere
        }
        return session
    }

    private mutating func merge(_ base: SyncedSession?, _ here: SyncedSession, _ elsewhere: SyncedSession) {
        let base = base ?? SyncedSession(id: here.id, values: EntryValues())
        var merged = base
        for key in SyncedSession.keys(of: [base, here, elsewhere]) {
            let (before, own, other) = (base[key], here[key], elsewhere[key])
            if own == other || other == before {
                merged[key] = own
            } else if own == before {
                merged[key] = other
            } else {
                conflicts.append(Conflict(key: key, before: before, here: own, elsewhere: other))
            }
        }
        agreed = merged
    }
}

extension SyncedSession {
    /// This machine's session with what its journal could not hold when the base was recorded: the base's unknown keys,
    /// and the fields that were not known then, unless they have a value by now. Without this, an upgrade would look as
    /// if these fields had been cleared.
    /// - Parameter known: The names of the fields that were known when the base was recorded.
    package func completed(from base: SyncedSession?, known: Set<String>) -> SyncedSession {
        guard let base else { return self }
        var completed = SyncedSession(id: id, values: values, others: base.others)
        for field in EntryField.allCases where !known.contains(field.name) && values[field] == nil {
            completed.values[field] = base.values[field]
        }
        return completed
    }
}
