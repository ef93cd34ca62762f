import Foundation
import Journal
import SurfLanguage

/// What an exchange does with each session: a value, from what this machine touched and the remote changed.
struct ExchangePlan {
    /// A session that either side touched.
    struct Session {
        let uuid: UUID
        /// The session in the journal; nil if it is not there.
        let stored: IdentifiedSession?
        /// The key and the version under which it was stored before it was deleted here.
        let gone: (id: Int64, rev: Int64)?
        let base, remote: SyncedSession?
        let merge: SessionMerge
        /// The session on both sides after the exchange.
        var result: SyncedSession?
        /// The values that stay here as a draft, because the other machine's were stored.
        var drafted: [EntryField: FieldValue?] = [:]

        /// The fields that both sides changed.
        var conflictingFields: [EntryField] {
            merge.conflicts.compactMap { if case .field(let field) = $0.key { field } else { nil } }
        }
    }

    private(set) var sessions: [Session] = []

    /// - Parameters:
    ///   - changes: What was touched here.
    ///   - stored: The sessions in the journal that only the remote changed, by UUID.
    ///   - gone: Those that were deleted here before the base, with their keys and versions.
    ///   - known: The fields that were known when the base was recorded.
    init(
        _ uuids: some Sequence<UUID>, changes: LocalChanges, stored: [UUID: IdentifiedSession],
        gone: [UUID: (id: Int64, rev: Int64)],
        base: (UUID) -> SyncedSession?, remote: (UUID) -> SyncedSession?, known: Set<String>
    ) {
        for uuid in uuids {
            let touch = changes.touches[uuid]
            let session = touch?.session ?? stored[uuid]
            let (before, other) = (base(uuid), remote(uuid))
            let local = session.map { SyncedSession($0, like: before ?? other).completed(from: before, known: known) }
            let merge = SessionMerge(base: before, local: local, remote: other, isBulkEdit: touch?.isBulk ?? false)
            sessions.append(
                Session(
                    uuid: uuid, stored: session, gone: touch?.gone ?? gone[uuid], base: before, remote: other,
                    merge: merge,
                    result: merge.session(preferring: .remote)))
        }
    }

    /// The sessions with fields that both sides changed.
    var conflicts: [Int] { sessions.indices.filter { !sessions[$0].merge.conflicts.isEmpty } }

    /// Resolves the conflicts of a session. Those that are not decided keep the other machine's value.
    mutating func resolve(_ index: Int, _ answer: (EntryField) -> ConflictChoice) {
        for conflict in sessions[index].merge.conflicts {
            guard case .field(let field) = conflict.key else { continue }
            switch answer(field) {
            case .local: sessions[index].result?[conflict.key] = conflict.local
            case .remote: sessions[index].result?[conflict.key] = conflict.remote
            case .draft:
                sessions[index].result?[conflict.key] = conflict.remote
                sessions[index].drafted.updateValue(sessions[index].stored?.values[field], forKey: field)
            }
        }
    }

    /// What is written into the journal.
    var writes: ExchangeWrites {
        var writes = ExchangeWrites()
        for session in sessions {
            switch (session.stored, session.result) {
            case (nil, let result?):
                let id = session.gone?.id ?? result.number
                let rev = session.gone.map { max($0.rev, 1) + 1 } ?? 1
                writes.insertions.append(.init(uuid: session.uuid, values: result.values, id: id, rev: rev))
            case (let stored?, let result?) where !stored.values.isStoredLike(result.values):
                writes.updates.append(.init(stored, values: result.values))
            case (let stored?, nil): writes.deletions.append(stored.id)
            default: continue
            }
        }
        return writes
    }

    /// The sessions that are deleted in the journal.
    var deleted: [IdentifiedSession] { sessions.filter { $0.result == nil }.compactMap(\.stored) }

    /// The sessions that differ from the remote's.
    var toSend: [Session] { sessions.filter { $0.result != $0.remote } }
}

/// How a field that both sides changed is resolved.
package enum ConflictChoice: Sendable {
    case local, remote
    /// The other machine's value is stored, and this one is kept as a draft.
    case draft

    /// The same choice for each of the fields.
    package func of(_ fields: [FieldConflict]) -> [EntryField: ConflictChoice] {
        Dictionary(fields.map { ($0.field, self) }, uniquingKeysWith: { first, _ in first })
    }
}

extension SyncedSession {
    /// The key of a session's number, which is its maker's. Nobody rewrites it.
    static let numberKey = "id"

    /// A session of the journal, with the unknown keys of a present one; its number is written if it is new.
    init(_ session: IdentifiedSession, like present: SyncedSession?) {
        let number = JSONObject.Member(key: SyncedSession.numberKey, value: JSONValue(session.id))
        self.init(id: session.uuid, values: session.values, others: present?.others ?? [number])
    }

    /// The number in the line; nil if it has none that is a number of a session.
    var number: Int64? {
        guard case .other(let value)? = self[.other(SyncedSession.numberKey)], let id: Int64 = value.integer(), id > 0
        else { return nil }
        return id
    }
}

extension EntryValues {
    func isStoredLike(_ other: EntryValues) -> Bool {
        EntryField.allCases.allSatisfy { field in
            self[field].map(SessionValue.field) == other[field].map(SessionValue.field)
        }
    }
}
