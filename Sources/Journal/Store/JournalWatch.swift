import Foundation
import Persistence
import PersistenceSQLite

/// The entries that somebody else saved, by ID in ascending order.
package struct OutsideChanges: Equatable, Sendable {
    package var inserted: [Int64] = []
    package var updated: [Int64] = []
    package var deleted: [Int64] = []

    package init() {}

    /// All that changed, in the order of the IDs.
    package var ids: [Int64] { (inserted + updated + deleted).sorted() }

    package var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}

/// Tells what other processes saved apart from what the journal saved itself: it knows the version of every entry.
///
/// Used on the main context's queue, where saves are told too.
final class JournalWatch: @unchecked Sendable {
    private let watch: SQLiteStoreWatch
    private let entity: EntityDescription
    private var known: [Int64: Int64]
    private var observer: (any NSObjectProtocol)?

    /// Begins to watch; nil where nothing can change.
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

    /// What others saved since the last call.
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

    /// A batch of our own is no news: each of these rows has one version more.
    func noteBatch(_ ids: [Int64]) {
        for id in ids { known[id] = known[id].map(StoreNumbers.version(after:)) }
    }

    /// Rows that a batch of our own inserted are no news.
    func noteInsertions(_ ids: [ClosedRange<Int64>]) {
        for range in ids { for id in range { known[id] = 1 } }
    }

    /// Rows that a batch of our own left in these versions, or deleted, are no news.
    func noteRows(_ versions: [(id: Int64, version: Int64)], deleted: [Int64]) {
        for (id, version) in versions { known[id] = version }
        for id in deleted { known[id] = nil }
    }

    /// A save of our own is no news.
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
    /// Begins to look for what others save.
    package func watch() throws(JournalError) {
        if watcher == nil { watcher = try rethrowing { try JournalWatch(store, mainContext) } }
    }

    /// What others saved since the last call, merged into the main context; nothing before `watch()`.
    ///
    /// Scratchpads keep the values that they began from. Complexity: one small statement while nothing changed, otherwise
    /// one that reads the keys and versions of all entries.
    package func takeInOutsideChanges() throws(JournalError) -> OutsideChanges {
        guard let watcher else { return OutsideChanges() }
        return try rethrowing {
            let changes = try watcher.take()
            if !changes.isEmpty { try mainContext.performAndWait { try merge(changes) } }
            return changes
        }
    }

    /// Merges what a command changed beside the main context, in a context of its own.
    func takeInOwnChanges(_ ids: [Int64], deleted: [Int64] = []) throws {
        var changes = OutsideChanges()
        (changes.updated, changes.deleted) = (ids, deleted)
        try mainContext.performAndWait { try merge(changes) }
    }

    /// Only objects that somebody holds have anything to merge.
    private func merge(_ changes: OutsideChanges) throws {
        ManagedObjectContext.mergeChanges(
            fromRemoteContextSave: ["updated": try held(changes.updated), "deleted": try held(changes.deleted)],
            into: [mainContext])
    }

    private func held(_ ids: [Int64]) throws -> [ManagedObjectID] {
        try ids.map(objectID).filter { mainContext.registeredObject(for: $0) != nil }
    }
}
