/// What is needed to undo one object's changes in an event. Retains the object until `forgetObject()`.
struct UndoRecord {
    private enum Subject {
        case object(ManagedObject)
        case id(ManagedObjectID)
        /// An object that was deleted. If nobody retains it, it is created again.
        case deleted(ManagedObjectID, WeakObject)
    }

    private var subject: Subject
    let change: NetChange
    /// For an update, the old values of the changed slots; for a to-many slot, the change that reverts it. For a
    /// deletion, all values at the start of the event, so that the object can be restored after the deletion was saved.
    let values: SparseValues
    /// For a deletion, the uncommitted values at the start of the event. They suffice while the deletion is not saved.
    let changes: SparseValues

    init(_ object: ManagedObject, _ change: NetChange, _ start: EventStart) {
        subject = .object(object)
        self.change = change
        changes = change == .deleted ? start.changes : SparseValues()
        switch change {
        case .inserted: values = SparseValues()
        case .updated: values = UndoRecord.previousValues(of: object, start)
        case .deleted: values = UndoRecord.allValues(of: object, start)
        }
    }

    /// The object.
    /// - Precondition: it was not forgotten, or was found again.
    var object: ManagedObject {
        guard case .object(let object) = subject else {
            preconditionFailure("The object of an undo record was forgotten.")
        }
        return object
    }

    /// Keeps the object's ID in place of the object.
    mutating func forgetObject() {
        guard case .object(let object) = subject else { return }
        subject = change == .deleted ? .deleted(object.objectID, WeakObject(object: object)) : .id(object.objectID)
    }

    /// Finds a forgotten object again, or creates one for a deleted record.
    /// - Returns: false if the record no longer exists.
    /// - Throws: the error of reading it.
    mutating func findObject(in context: ManagedObjectContext) throws -> Bool {
        switch subject {
        case .object: break
        case .id(let id):
            let object = context.object(with: context.undo.current(id))
            if object.status.has(.fault), try !context.realize(object) { return false }
            subject = .object(object)
        case .deleted(let id, let last):
            let object = last.object ?? id.entity.managedObjectClass.init(entity: id.entity, insertInto: nil)
            if last.object == nil { object.beginID(id) }
            subject = .object(object)
        }
        return true
    }

    /// Whether undoing this and recording the redo needs all members of a to-many relationship.
    func mayNameOthers(_ slot: Int) -> Bool {
        let description = object.entity.layout.slots[slot]
        guard case .toMany = description.kind else { return false }
        return change == .inserted || (description.isOrdered && values.holds(slot))
    }

    private static func previousValues(of object: ManagedObject, _ start: EventStart) -> SparseValues {
        let now = object.changes
        var result = SparseValues()
        for slot in Set(start.changes.heldSlots + now.heldSlots).sorted() where start.changes[slot] != now[slot] {
            if case .toMany = object.entity.layout.slots[slot].kind, !object.entity.layout.slots[slot].isOrdered {
                result.append(.toMany(reverseChange(from: now[slot], to: start.changes[slot])), at: slot)
            } else if let value = start.changes[slot] ?? object.orderedOrCommitted(slot) {
                result.append(value, at: slot)
            }
        }
        return result
    }

    private static func allValues(of object: ManagedObject, _ start: EventStart) -> SparseValues {
        var result = SparseValues()
        for slot in object.entity.slots {
            let value: PropertyValue
            if case .toMany = object.entity.layout.slots[slot].kind {
                value = destinations(of: object, slot, start)
            } else {
                value = start.changes[slot] ?? object.readableCommittedValue(slot) ?? .null
            }
            if !value.isNull { result.append(value, at: slot) }
        }
        return result
    }

    /// All destinations at the start of the event, as the change that adds them to an object without any.
    private static func destinations(of object: ManagedObject, _ slot: Int, _ start: EventStart) -> PropertyValue {
        if object.status.has(.fault) { return .null }
        let ids: [ManagedObjectID] =
            switch start.changes[slot] {
            case .ordered(let ids): ids
            case .toMany(let change): change.applied(to: object.committedDestinations(slot))
            default: object.committedDestinations(slot)
            }
        if object.entity.layout.slots[slot].isOrdered { return .ordered(ids) }
        return ids.isEmpty ? .null : .toMany(ToManyChange(adding: ids))
    }

    /// The to-many change that turns `now` into `before`. `before` may have temporary IDs of objects that were saved
    /// since.
    private static func reverseChange(from now: PropertyValue?, to before: PropertyValue?) -> ToManyChange {
        var change = ToManyChange()
        if case .toMany(let now)? = now?.resolvingReferences {
            for id in now.added { change.remove(id) }
            for id in now.removed { change.add(id) }
        }
        if case .toMany(let before)? = before?.resolvingReferences {
            for id in before.added { change.add(id) }
            for id in before.removed { change.remove(id) }
        }
        return change
    }
}

extension ManagedObject {
    /// The committed value of a slot; for an ordered relationship, the committed order. Nil if it cannot be read, because
    /// its file is missing: then undoing leaves the slot as it is.
    fileprivate func orderedOrCommitted(_ slot: Int) -> PropertyValue? {
        guard case .toMany = entity.layout.slots[slot].kind else { return readableCommittedValue(slot) }
        return .ordered(committedDestinations(slot))
    }
}

/// The records of one event, which an action of the undo manager retains.
final class UndoneEvent {
    private(set) var records: [UndoRecord]

    init(_ records: [UndoRecord]) {
        self.records = records
    }

    func forgetObjects() {
        for index in records.indices { records[index].forgetObject() }
    }

    /// Finds the forgotten objects. Leaves out those whose records no longer exist.
    /// - Throws: the error of reading one; the event is then unchanged.
    func findObjects(in context: ManagedObjectContext) throws {
        var found: [UndoRecord] = []
        for var record in records {
            if try record.findObject(in: context) { found.append(record) }
        }
        records = found
    }
}

/// Whether a context wants an undo manager, and the one that it has.
struct UndoState {
    private struct WeakEvent {
        weak var event: UndoneEvent?
    }

    /// If true, the manager is created on first use.
    var isWanted = false
    private(set) var manager: ContextUndoManager?
    /// Whether the context created the manager. Such a manager does not retain objects once they are saved.
    private var isOwn = false
    /// The events whose objects a manager that the context created retains.
    private var retaining: [WeakEvent] = []

    /// The manager, which is created if it is wanted.
    mutating func madeManager() -> ContextUndoManager? {
        if manager == nil, isWanted { (manager, isOwn) = (ContextUndoManager(), true) }
        return manager
    }

    mutating func replaceManager(by other: ContextUndoManager?) {
        (manager, isOwn, isWanted) = (other, false, other != nil)
        retaining.removeAll()
    }

    /// Records that the manager retains the objects of an event.
    mutating func note(_ event: UndoneEvent) {
        guard isOwn else { return }
        if retaining.count.nonzeroBitCount == 1 { retaining.removeAll { $0.event == nil } }
        retaining.append(WeakEvent(event: event))
    }

    /// The events whose objects a manager that the context created retains. From now on, the caller has to make them forget the objects.
    mutating func takeRetaining() -> [UndoneEvent] {
        defer { retaining.removeAll() }
        return retaining.compactMap(\.event)
    }

    /// The new IDs of objects that were restored after their deletion was saved.
    private var replacements: [ManagedObjectID: ManagedObjectID] = [:]

    /// Records that an object was restored under another ID.
    mutating func replace(_ old: ManagedObjectID, by new: ManagedObjectID) {
        if old != new { replacements[old] = new }
    }

    /// The current ID of the object that had `id`.
    func current(_ id: ManagedObjectID) -> ManagedObjectID {
        var id = id.resolved
        while let next = replacements[id]?.resolved { id = next }
        return id
    }

    /// Empties both stacks, because nothing can be undone after a rollback or reset.
    mutating func clear() {
        manager?.removeAllActions()
        replacements.removeAll()
    }

    /// Removes all actions when the context is deallocated, because someone else may retain the manager.
    func detach() {
        manager?.removeAllActions()
    }
}
