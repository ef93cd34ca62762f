import Foundation

/// A child's save: its changes become the parent's, which they overwrite property by property. There are no conflicts, and
/// nothing of the child's is lost: a record that the parent has deleted or given up meanwhile comes back. Where something
/// cannot be read, the save fails and both are what they were.
extension ManagedObjectContext {
    func commitToParent() throws -> SavedObjects {
        guard let parentContext else { preconditionFailure("Only a child context saves into a parent.") }
        let saved = SavedObjects(&pending)
        let changes = try catchingFailedReads { ChildChanges(saved) }
        try parentContext.performAndWait { try parentContext.absorb(changes) }
        for object in saved.deleted { finishChildDeletion(object) }
        pending.removeAll()
        for object in saved.inserted { object.status.flags.remove(.hasEarlyID) }
        for object in saved.inserted + saved.updated { object.adoptChanges(keepingColumns: true) }
        unlockAll()
        return saved
    }

    private func finishChildDeletion(_ object: ManagedObject) {
        unregister(object)
        object.managedObjectContext = nil
        object.status.flags.remove(.gone)
        object.dropRelatedObjects()
    }

    /// Where an item of a child's changes lands, and the values that it brings there.
    private typealias Landing = (object: ManagedObject, values: SparseValues)

    /// Takes over a child's changes, or none of them.
    private func absorb(_ changes: ChildChanges) throws {
        try endEvent()
        let (outer, attempt) = (saveAttempt, SaveAttempt())
        attempt.remembersAll = true
        saveAttempt = attempt
        defer { saveAttempt = outer }
        do {
            try catchingFailedReads {
                takeOver(changes)
                try throwFailedRead()
                try endEvent()
            }
        } catch {
            attempt.putBack(in: self, isUnheard: true)
            throw error
        }
    }

    /// Makes a child's changes this context's. Both ends of relationships are among them already.
    private func takeOver(_ changes: ChildChanges) {
        var returned: [ManagedObject] = []
        var landings: [Landing] = []
        landings.reserveCapacity(changes.inserted.count + changes.updated.count)
        // By index: an iterator would copy each item, with all that it holds.
        for items in [changes.inserted, changes.updated] {
            for index in items.indices { landings.append(land(items[index], &returned)) }
        }
        for object in returned { object.rejoin() }
        let leaving = Set(changes.deleted)
        for (object, values) in landings where object.entity.layout.hasRelationships {
            object.absorbMembers(values, leaving: leaving)
        }
        for (object, values) in landings { object.absorbValues(values) }
        for (object, _) in landings { objectDidChange(object) }
        for id in changes.deleted { absorbDeletion(id) }
    }

    /// Finds or makes the object of an item, and makes it ready; one that comes back from a deletion is `returned`.
    private func land(_ item: ChildChanges.Item, _ returned: inout [ManagedObject]) -> Landing {
        let id = canonical(item.id)
        let known = registered(id)
        let object = known ?? makeFault(id)
        if known == nil { object.standOnCurrentRow(of: item) }
        if object.status.pending == .deleted { returned.append(object) }
        return (object, land(item, on: object, isNew: known == nil && item.isInsertion))
    }

    /// Makes an object ready to take over an item; returns the values that it takes. A record that is not there any more
    /// stands on the child's row, or is inserted if there is no row, and takes everything that the child shows of it.
    private func land(_ item: ChildChanges.Item, on object: ManagedObject, isNew: Bool) -> SparseValues {
        if object.status.pending == .inserted {
            objectWillChange(object)
            return item.values
        }
        if !isNew, isStillThere(object) {
            objectWillChange(object)
            if object.isDeleted { pending.move(object, to: object.changes.isEmpty ? .none : .updated) }
            return item.values
        }
        objectWillChange(object)
        object.local?.changes.removeAll()
        object.adopt(item.row)
        object.status.flags.remove(.fault)
        pending.move(object, to: item.row.block == nil ? .inserted : .none)
        if object.isInserted { object.noteInsertion(of: item) }
        return item.whole
    }

    /// Whether the record exists here but for a pending deletion; its values are loaded then.
    private func isStillThere(_ object: ManagedObject) -> Bool {
        saveAttempt?.remember(object)
        if object.status.has(.gone) {
            object.status.flags.remove(.gone)
            object.status.flags.insert(.fault)
            object.block = nil
        }
        return isThere(object)
    }

    private func absorbDeletion(_ id: ManagedObjectID) {
        let isUnknown = id.isTemporaryID && registered(canonical(id)) == nil
        if !isUnknown { markDeleted(object(with: id)) }
    }
}
