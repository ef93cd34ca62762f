import Foundation

/// A child's save: its changes become the parent's, which they overwrite property by property. There are no conflicts.
extension ManagedObjectContext {
    func commitToParent() throws -> SavedObjects {
        guard let parentContext else { preconditionFailure("Only a child context saves into a parent.") }
        let saved = SavedObjects(pending)
        let changes = ChildChanges(saved)
        parentContext.performAndWait { parentContext.absorb(changes) }
        for object in saved.deleted { finishChildDeletion(object) }
        pending.removeAll()
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

    /// Takes over a child's changes. Both ends of relationships are among them already.
    private func absorb(_ changes: ChildChanges) {
        processPendingChanges()
        for item in changes.inserted { absorbInsertion(item) }
        for item in changes.updated { absorbUpdate(item) }
        for id in changes.deleted { absorbDeletion(id) }
        processPendingChanges()
    }

    private func absorbInsertion(_ item: ChildChanges.Item) {
        if registered(canonical(item.id)) != nil { return absorbUpdate(item) }
        let object = item.id.entity.managedObjectClass.init(entity: item.id.entity, insertInto: nil)
        object.storedID = item.id
        object.state.assignedStore = item.assignedStore
        register(object)
        objectWillChange(object)
        pending.move(object, to: .inserted)
        object.state.changes = item.values
    }

    private func absorbUpdate(_ item: ChildChanges.Item) {
        let object = self.object(with: item.id)
        if object.status.has(.fault) { object.adoptForAbsorbing(item.row) }
        guard !object.isDeleted else { return }
        objectWillChange(object)
        item.values.forEach { slot, value in object.absorb(value, slot: slot) }
        objectDidChange(object)
    }

    private func absorbDeletion(_ id: ManagedObjectID) {
        markDeleted(object(with: id))
    }
}

/// What a child hands to its parent: values and IDs, no objects.
struct ChildChanges: Sendable {
    struct Item: Sendable {
        let id: ManagedObjectID
        let values: SparseValues
        let assignedStore: PersistentStore?
        /// The row that the child's object stands on.
        let row: ObjectSnapshot
    }

    let inserted: [Item]
    let updated: [Item]
    let deleted: [ManagedObjectID]

    init(_ saved: SavedObjects) {
        inserted = saved.inserted.map(Item.init)
        updated = saved.updated.map(Item.init)
        deleted = saved.deleted.map(\.objectID)
    }
}

extension ChildChanges.Item {
    init(_ object: ManagedObject) {
        id = object.objectID
        values = object.changes
        assignedStore = object.local?.assignedStore
        row = ObjectSnapshot(block: object.block, row: object.row)
    }
}

extension ManagedObject {
    /// A fault that a child's change lands on: realized from the store, or from the child's row where that is all there is.
    fileprivate func adoptForAbsorbing(_ row: ObjectSnapshot) {
        if (try? managedObjectContext?.realize(self)) == true { return }
        adopt(row)
        status.flags.remove(.fault)
    }

    /// Takes over one value of a child's change.
    fileprivate func absorb(_ value: PropertyValue, slot: Int) {
        if case .toMany(let change) = value {
            restore(.toMany(change), slot: slot)
        } else {
            if case .toOne = entity.layout.slots[slot].kind { leavePartner(value, slot: slot) }
            store(value, slot: slot)
        }
    }

    /// The child has another partner in its place than this context: the one here, which the child may never have seen,
    /// is let go.
    private func leavePartner(_ value: PropertyValue, slot: Int) {
        if let old = relatedObject(slot), .reference(old.objectID) != value.resolvingReferences,
            let inverse = inverse(of: slot), !old.isDeleted
        {
            old.unlink(self, slot: inverse)
        }
        state.related[slot] = nil
    }
}
