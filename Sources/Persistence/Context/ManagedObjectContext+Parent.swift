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

    /// Takes over one value of a child's change. Where this context moved the object meanwhile, the ends that it had made
    /// agree are let go.
    fileprivate func absorb(_ value: PropertyValue, slot: Int) {
        switch (value, entity.layout.slots[slot].kind) {
        case (.toMany(let change), _): absorb(change, slot: slot)
        case (_, .toOne): absorbDestination(value, slot: slot)
        default: store(value, slot: slot)
        }
    }

    private func absorb(_ change: ToManyChange, slot: Int) {
        guard let context = managedObjectContext else { return }
        for id in change.removed { removeDestination(context.object(with: id), slot: slot) }
        for object in change.added.map(context.object) where !object.isDeleted { addDestination(object, slot: slot) }
    }

    private func absorbDestination(_ value: PropertyValue, slot: Int) {
        let old = relatedObject(slot)
        store(value, slot: slot)
        state.related[slot] = nil
        let new = relatedObject(slot)
        if new?.isDeleted == true { store(.null, slot: slot) }
        guard old !== new, let inverse = inverse(of: slot) else { return }
        if let old, !old.isDeleted { old.unlink(self, slot: inverse) }
        if let new, !new.isDeleted { new.link(self, slot: inverse) }
    }
}
