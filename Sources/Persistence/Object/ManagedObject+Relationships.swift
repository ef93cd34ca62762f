import Foundation

/// Reading relationships.
extension ManagedObject {
    /// The destination of a to-one relationship, retained from now on.
    func relatedObject(_ slot: Int) -> ManagedObject? {
        guard case .reference(let id) = currentValue(slot) else { return nil }
        if case .one(let held)? = local?.related[slot], held.objectID == id, !held.status.has(.invalid) { return held }
        guard let object = managedObjectContext?.object(with: id) else { return nil }
        state.related[slot] = .one(object)
        return object
    }

    /// The destinations of a to-many relationship, retained from now on; in order, for an ordered one.
    func relatedObjects(_ slot: Int) -> [ManagedObject] {
        let ids = currentDestinations(slot)
        guard let context = managedObjectContext else { return [] }
        let objects = ids.map { context.object(with: $0) }
        if case .many(let committed, _)? = local?.related[slot] {
            state.related[slot] = .many(committed: committed, held: objects)
        }
        return objects
    }

    /// The IDs of a to-many relationship as the context sees it. One query on the first access.
    ///
    /// No inverse removes deleted objects from a relationship without one, so they are left out here.
    func currentDestinations(_ slot: Int) -> [ManagedObjectID] {
        let ids =
            switch currentValue(slot) {
            case .ordered(let ids): ids
            case .toMany(let change): change.applied(to: committedDestinations(slot))
            default: committedDestinations(slot)
            }
        guard entity.layout.slots[slot].isOneWayToMany, let context = managedObjectContext else { return ids }
        return ids.filter { !context.isDeletedHere($0) }
    }

    /// Removes objects whose deletion was saved from relationships without an inverse.
    func forgetDestinations(_ gone: Set<ManagedObjectID>) {
        for slot in entity.layout.oneWaySlots {
            guard case .many(let committed, let held)? = local?.related[slot] else { continue }
            let kept = committed.ids.filter { !gone.contains($0) }
            if kept.count == committed.count { continue }
            state.related[slot] = .many(
                committed: CommittedIDs(kept), held: held.filter { !gone.contains($0.objectID) })
        }
    }

    /// The IDs of a to-many relationship as of the last fetch or save. One query on the first access.
    func committedDestinations(_ slot: Int) -> [ManagedObjectID] {
        committedMembers(slot).ids
    }

    /// Whether a to-many relationship contained an object at the last fetch or save.
    func isCommitted(_ id: ManagedObjectID, slot: Int) -> Bool {
        let members = committedMembers(slot)
        managedObjectContext?.linearSteps += members.stepsToFind
        return members.contains(id)
    }

    /// The destinations of a to-many relationship as of the last fetch or save, for look-ups.
    func committedMembers(_ slot: Int) -> CommittedIDs {
        if case .many(let committed, _)? = local?.related[slot] { return committed }
        guard let ids = managedObjectContext?.loadDestinations(of: self, slot: slot) else { return CommittedIDs([]) }
        let loaded = CommittedIDs(ids)
        state.related[slot] = .many(committed: loaded, held: [])
        return loaded
    }
}
