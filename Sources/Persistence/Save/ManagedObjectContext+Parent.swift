import Foundation

/// Saving a child into its parent. The child's changes overwrite those of the parent property by property, without
/// conflicts. No change of the child is lost: a record that the parent has deleted or rolled back in the meantime comes
/// back. If something cannot be read, the save fails and both contexts remain as they were.
///
/// The version that a change was made on goes with it from parent to parent, and the root's save compares it with the
/// store, whatever the parents have read meanwhile.
extension ManagedObjectContext {
    func commitToParent() throws -> SavedObjects {
        guard let parentContext else { preconditionFailure("Only a child context saves into a parent.") }
        let saved = SavedObjects(&pending)
        let changes = try catchingFailedReads { ChildChanges(saved) }
        try parentContext.performAndWait { try parentContext.apply(changes) }
        for object in saved.deleted { leave(object) }
        pending.removeAll()
        for object in saved.inserted { object.status.flags.remove(.hasEarlyID) }
        for object in saved.inserted + saved.updated { object.adoptChanges(keepingColumns: true) }
        unlockAll()
        return saved
    }

    /// The parent's object for an item of a child's changes, and the values that it takes over.
    private typealias Target = (object: ManagedObject, values: SparseValues)

    /// Takes over all of a child's changes, or none if it throws.
    private func apply(_ changes: ChildChanges) throws {
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
            attempt.putBack(in: self, isUnobserved: true)
            throw error
        }
    }

    /// Applies a child's changes to this context. They already contain both ends of relationships.
    private func takeOver(_ changes: ChildChanges) {
        var restored: [ManagedObject] = []
        var targets: [Target] = []
        targets.reserveCapacity(changes.inserted.count + changes.updated.count)
        // By index: an iterator would copy each item with everything in it.
        for items in [changes.inserted, changes.updated] {
            for index in items.indices { targets.append(prepare(items[index], &restored)) }
        }
        for object in restored { object.relink() }
        let leaving = Set(changes.deleted.map(\.id))
        for (object, values) in targets where object.entity.layout.hasRelationships {
            object.applyMembers(values, leaving: leaving)
        }
        for (object, values) in targets { object.applyValues(values) }
        for (object, _) in targets { objectDidChange(object) }
        for item in changes.deleted { applyDeletion(item) }
    }

    /// Finds or creates the object of an item and prepares it. An object that was deleted here is added to `restored`.
    private func prepare(_ item: ChildChanges.Item, _ restored: inout [ManagedObject]) -> Target {
        let id = canonical(item.id)
        let known = registered(id)
        let object = known ?? makeFault(id)
        if object.status.pending == .deleted { restored.append(object) }
        return (object, prepare(item, on: object, isNew: known == nil && item.isInsertion))
    }

    /// Prepares an object to take over an item and returns the values to take. A record that no longer exists is based
    /// on the child's row, or inserted if there is none, and takes all values that the child shows.
    private func prepare(_ item: ChildChanges.Item, on object: ManagedObject, isNew: Bool) -> SparseValues {
        if object.status.pending == .inserted {
            objectWillChange(object)
            return item.values
        }
        if !isNew, isStillThere(object, item) {
            objectWillChange(object)
            rebase(object, onto: item)
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

    /// Whether the record exists here, apart from a pending deletion. Loads its values: the child's, if the row is known
    /// in no later version.
    private func isStillThere(_ object: ManagedObject, _ item: ChildChanges.Item) -> Bool {
        saveAttempt?.remember(object)
        if object.status.has(.gone) {
            object.status.flags.remove(.gone)
            object.status.flags.insert(.fault)
            object.block = nil
        } else if object.status.has(.fault), item.base.isEmpty, let version = item.version, item.row.block != nil,
            ancestorWrites.latest(after: version, of: object.objectID) == version
        {
            realize(object, as: item.row)
        }
        return isThere(object)
    }

    /// Bases an object on the version that a child's change was made on, if it shows a later one that others wrote.
    private func rebase(_ object: ManagedObject, onto item: ChildChanges.Item) {
        guard let version = item.version, object.version != version, let table = object.block?.table else { return }
        guard
            let latest = ancestorWrites.latest(
                after: version, before: object.version, of: object.objectID,
                isOrdered: table.store?.backend.choosesVersions != true),
            let row = item.row(
                version: latest, without: object.changes, in: table, now: requireCoordinator().clock()),
            ConflictDetection.differs(object, row, 0)
        else { return }
        object.rebase(on: RowState(block: row), with: object.changes)
    }

    private func applyDeletion(_ item: ChildChanges.Item) {
        let isUnknown = item.id.isTemporaryID && registered(canonical(item.id)) == nil
        if isUnknown { return }
        let object = object(with: item.id)
        if object.status.pending != .inserted, item.version != nil, !object.status.has(.gone),
            isStillThere(object, item)
        {
            rebase(object, onto: item)
        }
        markDeleted(object)
    }
}
