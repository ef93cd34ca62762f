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

    /// Takes over a child's changes. Both ends of relationships are among them already. Changes of records that were
    /// deleted here, or whose insertion was taken back, come to nothing.
    private func absorb(_ changes: ChildChanges) {
        processPendingChanges()
        var landings: [(object: ManagedObject, item: ChildChanges.Item)] = []
        var lost: Set<ManagedObjectID> = []
        for item in changes.inserted { landings.append((insertForAbsorbing(item), item)) }
        for item in changes.updated {
            if let object = updateForAbsorbing(item) { landings.append((object, item)) } else { lost.insert(item.id) }
        }
        let leaving = Set(changes.deleted)
        for (object, item) in landings { object.absorbMembers(item.values, without: lost, leaving: leaving) }
        for (object, item) in landings { object.absorbValues(item.values, without: lost) }
        for (object, _) in landings { objectDidChange(object) }
        for id in changes.deleted { absorbDeletion(id) }
        processPendingChanges()
    }

    /// The object that a child's insertion becomes here; one that was known by its ID alone is inserted now.
    private func insertForAbsorbing(_ item: ChildChanges.Item) -> ManagedObject {
        let known = registered(canonical(item.id))
        if let known, known.hasChanges || !(known.status.has(.fault) || known.status.has(.gone)) {
            objectWillChange(known)
            return known
        }
        let object = known ?? makeFault(item.id)
        object.status.flags.subtract([.fault, .gone])
        object.state.assignedStore = item.assignedStore
        objectWillChange(object)
        pending.move(object, to: .inserted)
        return object
    }

    /// The object that a child's update lands on; nil where there is nothing left to update.
    private func updateForAbsorbing(_ item: ChildChanges.Item) -> ManagedObject? {
        let object = self.object(with: item.id)
        if object.status.has(.fault), !object.adoptForAbsorbing(item.row) { return nil }
        guard !object.isDeleted else { return nil }
        objectWillChange(object)
        return object
    }

    private func absorbDeletion(_ id: ManagedObjectID) {
        let isUnknown = id.isTemporaryID && registered(canonical(id)) == nil
        if !isUnknown { markDeleted(object(with: id)) }
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
    /// A fault that a child's change lands on: realized from the store, or from the child's row where that is all there
    /// is. Returns false where the child has no row either, because the record was never saved.
    fileprivate func adoptForAbsorbing(_ row: ObjectSnapshot) -> Bool {
        if (try? managedObjectContext?.realize(self)) == true { return true }
        guard row.block != nil else { return false }
        adopt(row)
        status.flags.remove(.fault)
        return true
    }

    /// Takes over who came to and left to-many relationships, but for those that do not exist here. Their own ends follow,
    /// because a child that holds an older state of them may have changed this end alone; those that the child deleted
    /// (`leaving`) keep theirs.
    fileprivate func absorbMembers(
        _ values: SparseValues, without lost: Set<ManagedObjectID>, leaving: Set<ManagedObjectID>
    ) {
        values.forEach { slot, value in
            switch value {
            case .toMany(let change): absorb(change, slot: slot, without: lost, leaving: leaving)
            case .ordered(let ids):
                let (before, now) = (currentDestinations(slot), ids.filter { !lost.contains($0) })
                let (old, new) = (Set(before), Set(now))
                store(.ordered(now), slot: slot)
                followOut(before.filter { !new.contains($0) && !leaving.contains($0) }, slot: slot)
                followIn(now.filter { !old.contains($0) }, slot: slot)
            default: break
            }
        }
    }

    private func absorb(
        _ change: ToManyChange, slot: Int, without lost: Set<ManagedObjectID>, leaving: Set<ManagedObjectID>
    ) {
        guard let context = managedObjectContext else { return }
        let removed = change.removed.map { context.object(with: $0) }
        let added = change.added.filter { !lost.contains($0) }.map { context.object(with: $0) }.filter { !$0.isDeleted }
        for object in removed { removeDestination(object, slot: slot) }
        for object in added { addDestination(object, slot: slot) }
        followOut(change.removed.filter { !leaving.contains($0) }, slot: slot)
        followIn(added.map(\.objectID), slot: slot)
    }

    /// The ends of objects that left a to-many relationship let go of this one.
    private func followOut(_ ids: [ManagedObjectID], slot: Int) {
        guard let inverse = inverse(of: slot) else { return }
        for object in ids.compactMap({ managedObjectContext?.object(with: $0) }) where !object.isDeleted {
            object.unlink(self, slot: inverse)
        }
    }

    /// The ends of objects that came to a to-many relationship name this one.
    private func followIn(_ ids: [ManagedObjectID], slot: Int) {
        guard let inverse = inverse(of: slot) else { return }
        for object in ids.compactMap({ managedObjectContext?.object(with: $0) }) where !object.isDeleted {
            object.link(self, slot: inverse)
        }
    }

    /// Takes over attributes and to-one references. Where this context moved the object meanwhile, the ends that it had
    /// made agree are let go.
    fileprivate func absorbValues(_ values: SparseValues, without lost: Set<ManagedObjectID>) {
        values.forEach { slot, value in
            switch entity.layout.slots[slot].kind {
            case .attribute: store(value, slot: slot)
            case .toOne: absorbDestination(value, slot: slot, without: lost)
            case .toMany: break
            }
        }
    }

    private func absorbDestination(_ value: PropertyValue, slot: Int, without lost: Set<ManagedObjectID>) {
        let old = relatedObject(slot)
        var value = value
        if case .reference(let id) = value, lost.contains(id) { value = .null }
        store(value, slot: slot)
        state.related[slot] = nil
        let new = relatedObject(slot)
        if new?.isDeleted == true { store(.null, slot: slot) }
        guard old !== new, let inverse = inverse(of: slot) else { return }
        if let old, !old.isDeleted { old.unlink(self, slot: inverse) }
        if let new, !new.isDeleted { new.link(self, slot: inverse) }
    }
}
