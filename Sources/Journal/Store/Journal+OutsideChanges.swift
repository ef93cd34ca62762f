import Foundation
import Persistence
import PersistenceSQLite

/// The entries that other processes saved, by ID in ascending order.
package struct OutsideChanges: Equatable, Sendable {
    package var inserted: [Int64] = []
    package var updated: [Int64] = []
    package var deleted: [Int64] = []
    /// Whether the journal was also changed in ways that its history does not list, as by a program without history.
    package var isUnlisted = false
    /// Whether all of them came from other machines.
    package var areExchanged = false

    package init() {}

    /// All listed IDs, ascending.
    package var ids: [Int64] { (inserted + updated + deleted).sorted() }

    package var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty && !isUnlisted }

    /// - Parameter keyChanges: Grouped by key, in the order of the keys, and in order for each row.
    init(_ keyChanges: [HistoryKeyChange]) {
        var start = 0
        while start < keyChanges.count {
            let key = keyChanges[start].key
            let end = keyChanges[start...].firstIndex { $0.key != key } ?? keyChanges.count
            switch (keyChanges[start].type == .insert, keyChanges[end - 1].type == .delete) {
            case (true, false): inserted.append(key)
            case (false, false): updated.append(key)
            case (false, true): deleted.append(key)
            case (true, true): break
            }
            start = end
        }
    }
}

extension Journal {
    /// Starts watching for changes by other processes.
    package func watch() throws(JournalError) {
        if watcher == nil { watcher = try rethrowing { try OutsideCommitWatch(store) } }
    }

    /// Reports no outside changes for a command that wrote to the journal's file by itself.
    package func noteOwnChange() { watcher?.noteOwnChange() }

    /// Merges changes that other processes saved since the last call into the main context, and returns them. Empty
    /// before `watch()`.
    ///
    /// Scratchpads keep the values from which they began. Complexity: one small statement if nothing changed, otherwise
    /// a few that read the changes from the history.
    package func mergeOutsideChanges() throws(JournalError) -> OutsideChanges {
        guard let watcher else { return OutsideChanges() }
        return try rethrowing {
            var changes = OutsideChanges()
            switch try watcher.commits(in: entity().layout) {
            case .none: return changes
            case .recorded(let keyChanges, let authors):
                changes = OutsideChanges(keyChanges)
                changes.areExchanged = authors.isSubset(of: HistoryCommand.exchangeAuthors)
            case .unrecorded: changes.isUnlisted = true
            }
            try refresh()
            return changes
        }
    }

    /// Makes the main context's objects show what is stored.
    private func refresh() throws {
        try mainContext.performAndWait {
            let ids = mainContext.registeredObjects.filter { !$0.isInserted }.map(\.objectID)
            if ids.isEmpty { return }
            let stored = try store.backend.rows(keys: ids.compactMap(\.key).sorted(), in: entity().layout)
            let keys = Set(stored.flatMap { block in (0..<block.count).map(block.key) })
            let (present, gone) = (
                ids.filter { keys.contains($0.key ?? 0) }, ids.filter { !keys.contains($0.key ?? 0) }
            )
            ManagedObjectContext.mergeChanges(
                fromRemoteContextSave: ["updated": present, "deleted": gone], into: [mainContext])
        }
    }

    /// Refreshes after a command saved in a context of its own.
    func refreshAfterSave() throws(JournalError) { try afterSave { try refresh() } }

    /// Does what follows after a save. An error must not claim that nothing was changed.
    func afterSave(_ body: () throws -> Void) throws(JournalError) {
        do { try body() } catch { throw .uncertain(url) }
    }

    /// The UUID of a stored entry; nil if there is no entry or it has none.
    func storedUUID(of id: Int64) throws -> UUID? {
        let columns = EntryColumns(try entity())
        guard columns.uuidColumn != nil, let block = try store.backend.rows(keys: [id], in: entity().layout).first
        else {
            return nil
        }
        return columns.uuid { block.value(0, slot: $0) }
    }

    /// The version of a stored entry; nil if there is none.
    package func storedRev(of id: Int64) throws(JournalError) -> Int64? {
        try rethrowing {
            try store.backend.rows(keys: [id], in: entity().layout).first?.version(0)
        }
    }
}
