import Foundation

/// How a journal's exchanges with other machines continue after a backup replaced it.
package enum RestoredSync: Equatable, Sendable {
    /// From what the backup had exchanged: the journal that it replaces is lost or damaged, or was never exchanged.
    case fromBackup
    /// From what the replaced journal had exchanged. What differs from that counts as changed now, so that the next
    /// exchange does not undo the restore.
    case fromReplaced(SyncState)
    /// With a first exchange, which deletes nothing: the backup is of another journal, or its sessions have no UUIDs.
    case anew

    /// What is decided about a backup.
    /// - Parameters:
    ///   - replaced: The UUID of the replaced journal and how far it is exchanged; nil if it is lost or damaged.
    init(_ backup: Journal, replacing replaced: (storeUUID: String, state: SyncState)?) {
        guard let replaced, replaced.state.base != nil || replaced.state.pending != nil else {
            self = .fromBackup
            return
        }
        guard backup.isOwn, backup.version.hasUUIDs, backup.storeUUID == replaced.storeUUID else {
            self = .anew
            return
        }
        var state = replaced.state
        // The numbers are of the replaced journal's history.
        state.sent = nil
        state.pending = state.pending.map { SyncState.Pending(commit: $0.commit, number: nil) }
        // A field that the backup does not have was not cleared.
        state.fields.formIntersection(backup.fields.map(\.name))
        self = .fromReplaced(state)
    }

    /// Decides about the copy of a backup that will replace a journal, and stores the decision in it.
    /// - Returns: The decision, and whether the backup was exchanged with other machines.
    package static func decide(
        copy: URL, replacing journal: URL?
    ) throws(JournalError) -> (decision: RestoredSync, isExchanged: Bool) {
        var replaced: (storeUUID: String, state: SyncState)?
        if let journal { replaced = try read(journal) }
        let backup = try Journal.open(copy)
        defer { try? backup.close() }
        let isExchanged = try backup.syncState().base != nil
        let decision = RestoredSync(backup, replacing: replaced)
        switch decision {
        case .fromBackup: break
        case .fromReplaced(let state): try backup.setSyncState(state)
        case .anew: try backup.setSyncState(SyncState())
        }
        return (decision, isExchanged)
    }

    /// The journal's UUID and how far it is exchanged; nil if it is damaged.
    private static func read(_ journal: URL) throws(JournalError) -> (storeUUID: String, state: SyncState)? {
        do throws(JournalError) {
            let open = try Journal.open(journal)
            defer { try? open.close() }
            return (open.storeUUID, try open.syncState())
        } catch {
            switch error {
            case .corrupt, .notADatabase, .notAJournal, .foreignLog, .foreignRollback, .damagedLog, .strayFile:
                return nil
            default: throw error
            }
        }
    }
}
