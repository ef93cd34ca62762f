import Foundation

extension ManagedObjectContext {
    /// The undo manager that records this context's changes. Setting nil turns undo off and saves memory.
    ///
    /// Main-queue contexts and children have one by default, which keeps values and IDs of saved objects. Other contexts
    /// have none. One that is set here retains the objects until its actions are removed.
    public var undoManager: ContextUndoManager? {
        get { undo.madeManager() }
        set {
            undo.manager?.removeAllActions(withTarget: self)
            undo.replaceManager(by: newValue)
        }
    }

    /// Undoes the last group of changes. Does nothing if there is no undo manager, or if a row that it needs cannot be
    /// read. In that case you can call it again.
    public func undo(_ sender: Any? = nil) {
        guard endEventIfReadable() else { return }
        undoManager?.undo()
        processPendingChanges()
    }

    /// Redoes the changes that were undone last. Does nothing if there are none, or if a row that it needs cannot be
    /// read. In that case you can call it again.
    public func redo(_ sender: Any? = nil) {
        guard endEventIfReadable() else { return }
        undoManager?.redo()
        processPendingChanges()
    }

    /// The records that undo an event. Reads deleted objects for them.
    /// - Throws: the error of that read.
    func undoRecords(of objects: [ManagedObject]) throws -> [UndoRecord] {
        guard !objects.isEmpty, undoManager?.isUndoRegistrationEnabled == true else { return [] }
        let net = netChanges(of: objects)
        for item in net where item.change == .deleted && item.object.status.has(.fault) {
            _ = try realize(item.object)
        }
        return net.map { UndoRecord($0.object, $0.change, $0.start) }
    }

    /// Registers the records that undo an event.
    func registerUndo(_ records: [UndoRecord]) {
        guard !records.isEmpty, let manager = undoManager else { return }
        let event = UndoneEvent(records)
        undo.note(event)
        manager.registerUndo(withTarget: self, isPossible: { $0.canRead(event) }, handler: { $0.revert(event.records) })
    }

    /// Reads what undoing an event needs. Returns whether it can be read.
    private func canRead(_ event: UndoneEvent) -> Bool {
        let isRead: Void? = unlessReadsFail {
            try event.findObjects(in: self)
            undo.note(event)
            for record in event.records where record.object.status.has(.registered) && record.change != .deleted {
                let object = record.object
                if object.status.has(.fault) { _ = try realize(object) }
                for slot in object.entity.slots where record.mayNameOthers(slot) {
                    _ = object.committedDestinations(slot)
                }
            }
        }
        return isRead != nil
    }

    /// The objects whose state at the end of the event differs from that at its start. An object that has only been
    /// touched does not.
    private func netChanges(of objects: [ManagedObject]) -> [(
        object: ManagedObject, change: NetChange, start: EventStart
    )] {
        objects.compactMap { object in
            guard let start = object.eventStart, let change = NetChange(of: object) else { return nil }
            if change == .updated, start.changes == object.changes { return nil }
            return (object, change, start)
        }
    }

    /// Restores the objects to their state before an event. Deleted objects are restored first, so that others can
    /// refer to them.
    private func revert(_ records: [UndoRecord]) {
        let deletions = records.filter { $0.change == .deleted }
        for record in deletions {
            let old = record.object.objectID
            revertDeletion(record)
            undo.replace(old, by: record.object.objectID)
        }
        for record in deletions where record.object.status.pending == .inserted {
            record.object.state.changes = record.values.mapValues { $0.mapIDs(undo.current) }
        }
        for record in deletions { record.object.awake(fromSnapshotEvents: .undoDeletion) }
        for record in records where record.change == .updated { revertUpdate(record) }
        for record in records where record.change == .inserted { revertInsertion(record) }
        processPendingChanges()
    }

    private func revertInsertion(_ record: UndoRecord) {
        let object = record.object
        guard object.managedObjectContext === self else { return }
        object.awake(fromSnapshotEvents: .undoInsertion)
        objectWillChange(object)
        if object.status.pending == .inserted {
            pending.move(object, to: .none)
            unregister(object)
            event.discardedInsertions[object.objectID] = object
        } else {
            pending.move(object, to: .deleted)
        }
    }

    /// Does nothing if a refresh has already discarded the deletion.
    private func revertDeletion(_ record: UndoRecord) {
        let object = record.object
        if object.status.pending == .deleted {
            objectWillChange(object)
            object.local?.changes = record.changes.mapValues { $0.mapIDs(undo.current) }
            pending.move(object, to: object.changes.isEmpty ? .none : .updated)
        } else if !object.status.has(.registered) || object.status.has(.gone) {
            reinsert(object)
        }
    }

    /// Inserts an object that left the context again: under its old ID if it was never saved, or as a new object if its
    /// deletion was saved. Its values are set once every object of the event is back.
    private func reinsert(_ object: ManagedObject) {
        let isSaved = !object.registeredID.isTemporaryID || object.registeredID.temporaryKey?.permanentID != nil
        if isSaved, !object.status.has(.hasEarlyID) {
            object.changeID(to: ManagedObjectID(temporaryFor: object.entity))
            object.local?.versionBefore = 0
        }
        guard free(object.registeredID) else { return }
        object.status.flags.subtract([.gone, .fault, .invalid])
        object.block = nil
        object.state.base = SparseValues()
        object.state.changes = SparseValues()
        object.state.related.removeAll()
        register(object)
        objectWillChange(object)
        pending.move(object, to: .inserted)
    }

    /// Frees an ID from a fault that was requested while its record did not exist. Returns false if the ID has a record
    /// again.
    private func free(_ id: ManagedObjectID) -> Bool {
        guard let fault = identityMap.object(for: id) else { return true }
        guard fault.isFault || fault.status.has(.gone) else { return false }
        pending.move(fault, to: .none)
        fault.local?.changes.removeAll()
        markInaccessible(fault)
        unregister(fault)
        fault.managedObjectContext = nil
        return true
    }

    private func revertUpdate(_ record: UndoRecord) {
        let object = record.object
        guard object.managedObjectContext === self, object.status.has(.registered) else { return }
        if object.status.has(.fault) { object.fireForAccess() }
        objectWillChange(object)
        record.values.forEach { slot, value in
            object.restore(value.mapIDs(undo.current), slot: slot)
        }
        object.status.flags.remove(.touched)
        objectDidChange(object)
        object.awake(fromSnapshotEvents: .undoUpdate)
    }
}

extension ManagedObject {
    /// Stores a value that an undo restores. A to-many value is a change on top of the pending one.
    func restore(_ value: PropertyValue, slot: Int) {
        if case .toMany(let back) = value {
            var change = ToManyChange()
            if case .toMany(let pending)? = changes[slot] { change = pending.resolved }
            for id in back.removed { change.remove(id) }
            for id in back.added { change.add(id) }
            store(.toMany(change), slot: slot)
        } else {
            store(value, slot: slot)
            if case .toOne = entity.layout.slots[slot].kind { state.related[slot] = nil }
        }
    }
}

extension PropertyValue {
    /// The value with each ID replaced.
    func mapIDs(_ transform: (ManagedObjectID) -> ManagedObjectID) -> PropertyValue {
        switch self {
        case .reference(let id): .reference(transform(id))
        case .toMany(let change): .toMany(change.mapIDs(transform))
        case .ordered(let ids): .ordered(ids.map(transform))
        default: self
        }
    }
}
