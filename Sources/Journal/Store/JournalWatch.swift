import Foundation
import Persistence
import PersistenceSQLite

/// The entries that other processes saved, by ID in ascending order.
package struct OutsideChanges: Equatable, Sendable {
    package var inserted: [Int64] = []
    package var updated: [Int64] = []
    package var deleted: [Int64] = []

    package init() {}

    /// All changed IDs, ascending.
    package var ids: [Int64] { (inserted + updated + deleted).sorted() }

    package var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}

/// Detects changes by other processes, as opposed to the journal's own saves, from the version of every entry.
///
/// Used on the main context's queue, where save notifications are also received.
package final class JournalWatch: @unchecked Sendable {
    private let watch: SQLiteStoreWatch
    private let entity: EntityDescription
    private var known: [Int64: Int64]
    private var observer: (any NSObjectProtocol)?

    /// Starts watching; nil if the store cannot change.
    init?(_ store: PersistentStore, _ context: ManagedObjectContext) throws {
        guard let watch = try SQLiteStoreWatch(store),
            let entity = EntityDescription.entity(forEntityName: JournalModel.entityName, in: context)
        else { return nil }
        self.watch = watch
        self.entity = entity
        _ = try watch.hasChanged()
        known = try watch.versions(of: entity)
        let coordinator = context.persistentStoreCoordinator
        observer = NotificationCenter.default.addObserver(
            forName: .managedObjectContextDidSave, object: nil, queue: nil
        ) { [weak self] notification in
            guard let context = notification.object as? ManagedObjectContext, context.parent == nil else { return }
            if context.persistentStoreCoordinator === coordinator { self?.note(notification) }
        }
    }

    deinit {
        if let observer { NotificationCenter.default.removeObserver(observer) }
    }

    /// The changes by other processes since the last call.
    func take() throws -> OutsideChanges {
        guard try watch.hasChanged() else { return OutsideChanges() }
        let now = try watch.versions(of: entity)
        var changes = OutsideChanges()
        for (key, version) in now where known[key] != version {
            if known[key] == nil { changes.inserted.append(key) } else { changes.updated.append(key) }
        }
        changes.deleted = known.keys.filter { now[$0] == nil }.sorted()
        changes.inserted.sort()
        changes.updated.sort()
        known = now
        return changes
    }

    /// Records a batch of our own, which incremented the version of each of these rows.
    func noteBatch(_ ids: [Int64]) {
        for id in ids { known[id] = known[id].map(StoreNumbers.version(after:)) }
    }

    /// Records rows that a batch of our own inserted.
    package func noteInsertions(_ ids: [ClosedRange<Int64>]) {
        for range in ids { for id in range { known[id] = 1 } }
    }

    /// Records the versions and deletions that a batch of our own left.
    func noteRows(_ versions: [(id: Int64, version: Int64)], deleted: [Int64]) {
        for (id, version) in versions { known[id] = version }
        for id in deleted { known[id] = nil }
    }

    /// Records a save of our own.
    private func note(_ notification: Notification) {
        for key in ["inserted", "updated"] {
            for object in notification.userInfo?[key] as? Set<ManagedObject> ?? [] {
                if let id = object.objectID.key { known[id] = (object as? JournalEntry)?.version }
            }
        }
        for object in notification.userInfo?["deleted"] as? Set<ManagedObject> ?? [] {
            if let id = object.objectID.key { known[id] = nil }
        }
    }
}

extension Journal {
    /// Starts watching for changes by other processes.
    package func watch() throws(JournalError) {
        if watcher == nil { watcher = try rethrowing { try JournalWatch(store, mainContext) } }
    }

    /// Merges changes that other processes saved since the last call into the main context, and returns them. Empty
    /// before `watch()`.
    ///
    /// Scratchpads keep the values from which they began. Complexity: one small statement if nothing changed, otherwise
    /// one that reads the keys and versions of all entries.
    package func takeInOutsideChanges() throws(JournalError) -> OutsideChanges {
        guard let watcher else { return OutsideChanges() }
        return try rethrowing {
            let changes = try watcher.take()
            if !changes.isEmpty { try mainContext.performAndWait { try merge(changes) } }
            return changes
        }
    }

    /// Merges changes that a command saved in a context of its own into the main context.
    func takeInOwnChanges(_ ids: [Int64], deleted: [Int64] = []) throws {
        var changes = OutsideChanges()
        (changes.updated, changes.deleted) = (ids, deleted)
        try mainContext.performAndWait { try merge(changes) }
    }

    /// Merges only into objects that are still registered.
    private func merge(_ changes: OutsideChanges) throws {
        ManagedObjectContext.mergeChanges(
            fromRemoteContextSave: ["updated": try held(changes.updated), "deleted": try held(changes.deleted)],
            into: [mainContext])
    }

    private func held(_ ids: [Int64]) throws -> [ManagedObjectID] {
        try ids.map(objectID).filter { mainContext.registeredObject(for: $0) != nil }
    }
}
