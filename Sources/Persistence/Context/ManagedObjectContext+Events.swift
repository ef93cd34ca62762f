import Foundation

/// The end of an event: deletions are propagated, undo is recorded, and observers are notified once.
extension ManagedObjectContext {
    /// Registers the changes since the last call with the undo manager, and posts one `didChangeObjectsNotification`
    /// for them.
    ///
    /// Called at the end of each `perform` block and main-queue turn, and before each fetch, save and undo. If a
    /// deletion cannot be propagated because related objects cannot be read, the changes remain unprocessed until the
    /// next call. A fetch or a save throws the error.
    public func processPendingChanges() {
        endEventIfReadable()
    }

    /// Ends the event. If something that it needs cannot be read, the event stays open and this returns false.
    @discardableResult
    func endEventIfReadable() -> Bool {
        do {
            try endEvent()
            return true
        } catch {
            return false
        }
    }

    /// Ends the event.
    /// - Throws: the error of a failed read that deletions or undo need. The event then stays open, and the next call
    ///   does the rest.
    func endEvent() throws {
        assertConfined()
        identityMap.removeDeallocated()
        guard !event.isProcessing else { return }
        event.isProcessing = true
        defer { event.isProcessing = false }
        let records = try catchingFailedReads {
            // Deletions made during a save cannot wait for the next one.
            let followsAll = propagatesDeletesAtEndOfEvent || isSaving
            if followsAll { try propagateDeletes() } else { try propagateDeletesOfUnsaved() }
            return try undoRecords(of: event.changed)
        }
        guard !event.isEmpty else { return }
        let ended = event
        clearEvent()
        let change = ObjectsDidChange(ended, &pending)
        registerUndo(records)
        finishObjects(of: ended)
        post(change)
    }

    private func clearEvent() {
        event.changed.removeAll()
        event.discardedInsertions.removeAll()
        event.forgetRefreshed()
        event.mergedInsertions.removeAll()
        event.mergedDeletions.removeAll()
        event.invalidated.removeAll()
    }

    /// Removes the objects from the event. Those that were inserted and deleted in it leave the context.
    private func finishObjects(of ended: ContextEvent) {
        ended.changed.forEach { object in
            object.status.flags.remove(.inEvent)
            object.local?.event = nil
            if !object.status.has(.registered) { object.managedObjectContext = nil }
        }
    }

    /// Discards the event without notifying anyone.
    func discardEvent() {
        for object in event.changed {
            object.status.flags.remove(.inEvent)
            object.local?.event = nil
        }
        event.unpropagated.removeAll()
        clearEvent()
    }
}

/// The content of an `didChangeObjectsNotification` notification.
struct ObjectsDidChange {
    var inserted: Set<ManagedObject> = []
    var updated: Set<ManagedObject> = []
    var deleted: Set<ManagedObject> = []
    var refreshed: Set<ManagedObject> = []
    var invalidated: Set<ManagedObject> = []
    var invalidatedAll: [ManagedObjectID]?

    init() {}

    /// - Parameter pending: The pending changes at the end of the event. Their sets are reused if they equal the
    ///   event's.
    init(_ event: ContextEvent, _ pending: inout PendingChanges) {
        if event.hasOnlyChanges, let change = ObjectsDidChange.onlyChange(of: event.changed, pending) {
            if case .inserted = change { inserted = pending.set(.inserted) } else { updated = pending.set(.updated) }
            return
        }
        gather(event)
    }

    /// The change of every object in an event, if all objects are newly inserted or all are updated, and no others are
    /// pending in that state. Nil otherwise.
    private static func onlyChange(of changed: [ManagedObject], _ pending: PendingChanges) -> NetChange? {
        guard let state = changed.first?.status.pending, state == .inserted || state == .updated,
            pending.count(state) == changed.count, let change = NetChange(of: changed[0]),
            change == (state == .inserted ? .inserted : .updated)
        else { return nil }
        let isAll = changed.allSatisfy { $0.status.pending == state && NetChange(of: $0) == change }
        return isAll ? change : nil
    }

    private mutating func gather(_ event: ContextEvent) {
        var isRoomMade = false
        for object in event.changed {
            guard let change = NetChange(of: object) else { continue }
            if !isRoomMade { reserve(change, event.changed.count) }
            isRoomMade = true
            switch change {
            case .inserted: inserted.insert(object)
            case .updated: updated.insert(object)
            case .deleted: deleted.insert(object)
            }
        }
        inserted.formUnion(event.mergedInsertions)
        deleted.formUnion(event.mergedDeletions)
        refreshed = Set(event.refreshed.compactMap(\.object)).subtracting(deleted)
        invalidated = Set(event.invalidated)
    }

    /// Reserves capacity in one set only, because most events make one kind of change.
    private mutating func reserve(_ change: NetChange, _ count: Int) {
        switch change {
        case .inserted: inserted.reserveCapacity(count)
        case .updated: updated.reserveCapacity(count)
        case .deleted: deleted.reserveCapacity(count)
        }
    }

    var isEmpty: Bool {
        inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty && invalidated.isEmpty
            && invalidatedAll == nil
    }

    var userInfo: [AnyHashable: Any] {
        var info: [AnyHashable: Any] = [:]
        let sets = [
            (ManagedObjectContext.NotificationKey.insertedObjects, inserted),
            (.updatedObjects, updated), (.deletedObjects, deleted), (.refreshedObjects, refreshed),
            (.invalidatedObjects, invalidated),
        ]
        for (key, objects) in sets where !objects.isEmpty { info[key.rawValue] = objects }
        if let invalidatedAll {
            info[ManagedObjectContext.NotificationKey.invalidatedAllObjects.rawValue] = invalidatedAll
        }
        return info
    }
}
