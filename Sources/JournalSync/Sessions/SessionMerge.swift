import Foundation
import Journal
import Persistence
import SurfLanguage

/// The three-way merge of one session, by field, with the engine's rule (`MergeOutcome`). A plain value: nothing is read
/// or written.
///
/// A field that one side changed takes that side's value. One that both changed to different values is a conflict. If
/// one side edited the session and the other deleted it, the edit wins.
package struct SessionMerge: Equatable, Sendable {
    package enum Side: Equatable, Sendable { case local, remote }

    /// A key that both sides changed, to different values.
    package struct Conflict: Equatable, Sendable {
        package let key: SessionKey
        package let before, local, remote: SessionValue?

        package init(key: SessionKey, before: SessionValue?, local: SessionValue?, remote: SessionValue?) {
            (self.key, self.before, self.local, self.remote) = (key, before, local, remote)
        }
    }

    /// In the order of columns; unknown keys last.
    package let conflicts: [Conflict]
    /// The side that deleted the session that the other one edited. The session stays.
    package let overruledDeletion: Side?
    private let base, local, remote: SyncedSession?
    private let isBulkEdit: Bool

    /// - Parameters:
    ///   - base: The session in the newest common state; nil if it was not there. Likewise for the sides.
    ///   - isBulkEdit: Whether only commands that change many sessions at once edited it here. Such an edit does not
    ///     bring back a session that was deleted elsewhere.
    package init(
        base: SyncedSession?, local: SyncedSession?, remote: SyncedSession?, isBulkEdit: Bool = false
    ) {
        (self.base, self.local, self.remote, self.isBulkEdit) = (base, local, remote, isBulkEdit)
        switch (base, local, remote) {
        case (_, let own?, let other?):
            conflicts = SyncedSession.keys(of: [base, own, other].compactMap(\.self)).compactMap { key in
                Conflict(key, base?[key], own[key], other[key])
            }
            overruledDeletion = nil
        case (let before?, let own?, nil):
            (conflicts, overruledDeletion) = ([], own == before || isBulkEdit ? nil : .remote)
        case (let before?, nil, let other?):
            (conflicts, overruledDeletion) = ([], other == before ? nil : .local)
        default: (conflicts, overruledDeletion) = ([], nil)
        }
    }

    /// The merged session with that side's values where both changed a key; nil if it is deleted.
    package func session(preferring side: Side) -> SyncedSession? {
        switch MergeOutcome(sides, under: policy(preferring: side)) {
        case .update(let changes): remote.map(changes.applied)
        case .restore: remote
        case .delete, .remove: nil
        case .reinsert(let values):
            values.applied(to: SyncedSession(id: (local ?? base)?.id ?? .random(), values: .init()))
        }
    }

    private var sides: MergeSides<SessionChanges> {
        let changes = SessionChanges(from: base, to: local)
        let own: MergeSides<SessionChanges>.Local =
            local == nil
            ? (base == nil ? .unchanged : .deleted) : (changes.isEmpty && base != nil ? .unchanged : .updated)
        return MergeSides(
            local: own, isGoneThere: remote == nil,
            changedThere: Set(SessionChanges(from: base, to: remote).keys), changes: changes,
            whole: SessionChanges(from: nil, to: local))
    }

    /// An edit against a deletion wins on either side.
    private func policy(preferring side: Side) -> MergePolicyType {
        let objectWins =
            switch (local, remote) {
            case (nil, _?): overruledDeletion == nil
            case (_?, nil): base == nil || overruledDeletion != nil
            default: side == .local
            }
        return objectWins ? .mergeByPropertyObjectTrump : .mergeByPropertyStoreTrump
    }
}

extension SessionMerge.Conflict {
    /// Nil unless both sides changed the key, to different values.
    fileprivate init?(_ key: SessionKey, _ before: SessionValue?, _ local: SessionValue?, _ remote: SessionValue?) {
        if local == remote || local == before || remote == before { return nil }
        self.init(key: key, before: before, local: local, remote: remote)
    }
}

/// The keys in which a session differs from another, with its values; nil for one that was cleared.
private struct SessionChanges: MergeValues {
    private var values: [SessionKey: SessionValue?] = [:]

    init() {}

    init(from old: SyncedSession?, to new: SyncedSession?) {
        for key in SyncedSession.keys(of: [old, new].compactMap(\.self)) where old?[key] != new?[key] {
            values.updateValue(new?[key], forKey: key)
        }
    }

    var isEmpty: Bool { values.isEmpty }
    var keys: some Sequence<SessionKey> { values.keys }

    func without(_ keys: Set<SessionKey>) -> SessionChanges {
        var rest = self
        rest.values = values.filter { !keys.contains($0.key) }
        return rest
    }

    func applied(to session: SyncedSession) -> SyncedSession {
        var changed = session
        changed.apply(values)
        return changed
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
