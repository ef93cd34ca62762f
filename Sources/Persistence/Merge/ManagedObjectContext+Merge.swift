import Foundation

/// The IDs of the objects that a save changed: the Sendable content of a did-save notification, to pass to another
/// context.
///
/// ```swift
/// let background = container.newBackgroundContext()
/// let view = container.viewContext
/// let token = NotificationCenter.default.addObserver(
///     forName: ManagedObjectContext.didSaveObjectsNotification, object: background, queue: nil
/// ) { notification in
///     guard let saved = SavedChanges(notification) else { return }
///     view.performAndWait { view.mergeChanges(saved) }
/// }
/// try background.performAndWait {
///     let copy = background.object(with: id) as? Session
///     copy?.rating = 5
///     try background.save()
/// }
/// // `session` of the view context has five stars now.
/// NotificationCenter.default.removeObserver(token)
/// ```
public struct SavedChanges: Sendable {
    /// The IDs of the inserted objects.
    public var inserted: [ManagedObjectID] = []
    /// The IDs of the updated objects.
    public var updated: [ManagedObjectID] = []
    /// The IDs of the deleted objects.
    public var deleted: [ManagedObjectID] = []

    /// Creates a value without changes.
    public init() {}

    /// Creates the content of a did-save notification, with objects or with their IDs; nil for any other notification.
    /// Can be called on any thread.
    public init?(_ notification: Notification) {
        switch notification.name {
        case .managedObjectContextDidSave:
            func ids(_ key: ManagedObjectContext.NotificationKey) -> [ManagedObjectID] {
                (notification.userInfo?[key.rawValue] as? Set<ManagedObject>)?.map(\.objectID) ?? []
            }
            (inserted, updated, deleted) = (ids(.insertedObjects), ids(.updatedObjects), ids(.deletedObjects))
        case .managedObjectContextDidSaveObjectIDs:
            func ids(_ key: ManagedObjectContext.NotificationKey) -> [ManagedObjectID] {
                (notification.userInfo?[key.rawValue] as? Set<ManagedObjectID>).map(Array.init) ?? []
            }
            (inserted, updated, deleted) = (ids(.insertedObjectIDs), ids(.updatedObjectIDs), ids(.deletedObjectIDs))
        default: return nil
        }
    }

    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

    /// The IDs under the keys of the notifications with IDs.
    var userInfo: [AnyHashable: Any] {
        [
            ManagedObjectContext.NotificationKey.insertedObjectIDs.rawValue: Set(inserted),
            ManagedObjectContext.NotificationKey.updatedObjectIDs.rawValue: Set(updated),
            ManagedObjectContext.NotificationKey.deletedObjectIDs.rawValue: Set(deleted),
        ]
    }
}

extension ManagedObjectContext {
    /// Merges the changes that another context saved.
    ///
    /// Updated objects are refreshed: those without changes become faults, and the others keep their changes. Inserted
    /// objects are registered as faults. Deleted ones are among `deletedObjects` until the next save, as long as somebody
    /// retains them, but nothing is pending. Only did-save and did-save-object-IDs notifications have an effect.
    public func mergeChanges(fromContextDidSave notification: Notification) {
        if notification.name == .managedObjectContextDidSaveObjectIDs {
            return ManagedObjectContext.mergeChanges(
                fromRemoteContextSave: notification.userInfo ?? [:], into: [self])
        }
        guard let saved = SavedChanges(notification) else { return }
        mergeChanges(saved)
    }

    /// Merges the changes that another context or another process saved.
    public func mergeChanges(_ saved: SavedChanges) { mergeChanges(saved, ofParent: false) }

    /// Merges changes. If the parent saved them, they contain nothing that others have committed since, and the child's
    /// changes of such an object stay on the row that they were made on.
    func mergeChanges(_ saved: SavedChanges, ofParent: Bool) {
        assertConfined()
        if saved.isEmpty { return }
        for id in saved.inserted { mergeInsertion(id) }
        for id in saved.updated { mergeUpdate(id, ofParent: ofParent) }
        mergeDeletions(saved.deleted)
        processPendingChanges()
        NotificationCenter.default.post(
            name: .managedObjectContextDidMergeChangesObjectIDs, object: self, userInfo: saved.userInfo)
    }

    /// Merges changes given as IDs, URIs or objects under Core Data's keys into each context, on its queue. Refreshed and
    /// invalidated objects are merged as updated ones.
    public static func mergeChanges(
        fromRemoteContextSave changes: [AnyHashable: Any], into contexts: [ManagedObjectContext]
    ) {
        for context in contexts {
            if context.concurrencyType == .confinement {
                context.mergeRemoteChanges(changes)
            } else {
                context.performAndWait { context.mergeRemoteChanges(changes) }
            }
        }
    }

    private func mergeRemoteChanges(_ changes: [AnyHashable: Any]) {
        func ids(_ keys: NotificationKey...) -> [ManagedObjectID] {
            keys.flatMap { self.ids(in: changes[$0.rawValue]) }
        }
        var saved = SavedChanges()
        saved.inserted = ids(.insertedObjects, .insertedObjectIDs)
        saved.updated = ids(
            .updatedObjects, .updatedObjectIDs, .refreshedObjects, .refreshedObjectIDs, .invalidatedObjects,
            .invalidatedObjectIDs)
        saved.deleted = ids(.deletedObjects, .deletedObjectIDs)
        renewCachedRows(saved.updated)
        mergeChanges(saved)
    }

    private func ids(in value: Any?) -> [ManagedObjectID] {
        (value.flatMap(elements) ?? []).compactMap { item in
            if let id = item as? ManagedObjectID ?? (item as? ManagedObject)?.objectID { return canonical(id) }
            return (item as? URL).flatMap { persistentStoreCoordinator?.managedObjectID(forURIRepresentation: $0) }
        }
    }

    /// Reads rows again that were changed outside this coordinator, with one query per table.
    private func renewCachedRows(_ ids: [ManagedObjectID]) {
        for (_, group) in Dictionary(grouping: ids.map(canonical), by: { $0.storeEntity.tableNumber }) {
            guard let table = group[0].storeEntity.table, let store = group[0].storeEntity.store else { continue }
            let number = table.newGroup()
            // Rows that cannot be read stay as they are. A save based on them then conflicts.
            let blocks = unlessReadsFail {
                try store.backend.reader(for: self).rows(keys: group.compactMap(\.key), in: table.layout)
            }
            for block in blocks ?? [] { table.replace(with: block, group: number) }
        }
    }

    private func mergeInsertion(_ id: ManagedObjectID) {
        let id = canonical(id)
        let object = registered(id) ?? makeFault(id)
        reinstate(object)
        event.mergedInsertions.append(object)
    }

    private func mergeUpdate(_ id: ManagedObjectID, ofParent: Bool) {
        guard let object = registered(canonical(id)) else { return }
        guard object.status.pending == .none || object.status.pending == .updated else { return }
        guard !object.status.has(.fault) else {
            object.block = nil
            return
        }
        // A merge never asks the parent, whose thread may wait for this one.
        if parentContext != nil, object.status.pending == .none {
            turnIntoFault(object)
        } else {
            refreshMerging(object) { !ofParent || !isCommittedByOthers($0, than: object) }
        }
        event.noteRefreshed(object)
    }

    /// Whether a row state has a version that the contexts of this tree did not write, after the object's.
    private func isCommittedByOthers(_ rowState: RowState, than object: ManagedObject) -> Bool {
        guard let version = rowState.block?.version(Int(rowState.row)) else { return false }
        return ancestorWrites.latest(after: object.version, before: version, of: object.objectID) != nil
    }

    private func mergeDeletions(_ ids: [ManagedObjectID]) {
        let leaving = ids.compactMap { id -> (object: ManagedObject, partners: [ChangedPartners])? in
            guard let object = registered(canonical(id)), isUnmergedDeletion(object) else { return nil }
            // If that cannot be read, the object stays as it is. The next read or save of it finds that its row is
            // gone.
            let partners = unlessReadsFail { try formerPartners(of: object) } ?? nil
            return partners.map { (object, $0) }
        }
        nullifyCommitted(leaving.map(\.object))
        mergedDeletions.removeAll { $0.object == nil }
        for (object, partners) in leaving where isUnmergedDeletion(object) { mergeDeletion(of: object, partners) }
    }

    private func isUnmergedDeletion(_ object: ManagedObject) -> Bool {
        !object.status.has(.gone) || object.status.pending == .deleted
    }

    private func mergeDeletion(of object: ManagedObject, _ partners: [ChangedPartners]) {
        pending.move(object, to: .none)
        object.status.flags.remove(.fault)
        object.status.flags.insert(.gone)
        object.local?.changes.removeAll()
        reconcile(object, partners)
        event.mergedDeletions.append(object)
        mergedDeletions.append(WeakObject(object: object))
    }

    /// The objects whose deletion was merged since the last save, and that are still retained.
    var heldMergedDeletions: [ManagedObject] {
        mergedDeletions.compactMap(\.object).filter { $0.status.has(.gone) && $0.identityMap === identityMap }
    }

    /// Called by a save: the objects leave the context, like those that it deleted.
    func finishMergedDeletions() {
        if mergedDeletions.isEmpty { return }
        for object in heldMergedDeletions where object.status.has(.registered) { leave(object) }
        mergedDeletions.removeAll()
    }

    /// The objects that the pending changes of a deleted object related it to or removed it from. Nil if its deletion
    /// is pending here but nowhere saved, as after a child's save.
    private func formerPartners(of object: ManagedObject) throws -> [ChangedPartners]? {
        if object.status.pending == .deleted, try storedState(of: object.objectID) != nil { return nil }
        if object.status.has(.fault), object.block != nil { _ = try realize(object) }
        return object.pendingPartners
    }

    /// Removes deleted objects from the committed values of other objects, so that nothing becomes pending. Each
    /// relationship end is processed once.
    private func nullifyCommitted(_ objects: [ManagedObject]) {
        var leaving: [ManagedObject: [Int: Set<ManagedObjectID>]] = [:]
        for object in objects {
            for slot in object.entity.slots where object.entity.layout.slots[slot].relationship != nil {
                guard let inverse = object.inverse(of: slot) else { continue }
                for destination in object.knownDestinations(slot) {
                    leaving[destination, default: [:]][inverse, default: []].insert(object.objectID)
                }
            }
        }
        for (destination, slots) in leaving {
            for (slot, ids) in slots { destination.forget(ids, slot: slot) }
        }
    }
}

extension ManagedObject {
    /// The registered destinations, as far as they are known without a query.
    fileprivate func knownDestinations(_ slot: Int) -> [ManagedObject] {
        var ids: [ManagedObjectID] = []
        if case .reference(let id) = committedValue(slot) { ids = [id] }
        if case .many(let committed, _)? = local?.related[slot] { ids = committed.ids }
        return ids.compactMap { managedObjectContext?.registeredObject(for: $0) }
    }

    /// Removes these IDs from the committed value of a relationship.
    fileprivate func forget(_ ids: Set<ManagedObjectID>, slot: Int) {
        if case .many(let committed, let held)? = local?.related[slot] {
            managedObjectContext?.linearSteps += committed.count
            state.related[slot] = .many(
                committed: CommittedIDs(committed.ids.filter { !ids.contains($0) }),
                held: held.filter { !ids.contains($0.objectID) })
        }
        if case .reference(let named) = committedValue(slot), ids.contains(named) {
            state.base[slot] = .null
            if state.related[slot] != nil { state.related[slot] = nil }
        }
    }
}
