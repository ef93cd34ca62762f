/// Dropping a change at one end of a relationship drops it at the other end too. Resolving a conflict drops some
/// changes; a deleted row drops all.
extension ManagedObjectContext {
    /// Compares the destinations of the object with `partners`, which its pending changes had added and removed before.
    func reconcile(_ object: ManagedObject, _ partners: [ChangedPartners]) {
        for item in partners {
            for partner in item.added where !isNamed(partner, by: object, item.slot) {
                withdraw(object, from: partner, slot: item.inverse)
            }
            for partner in item.removed where isNamed(partner, by: object, item.slot) {
                restore(object, to: partner, slot: item.inverse)
            }
        }
    }

    private func isNamed(_ partner: ManagedObject, by object: ManagedObject, _ slot: Int) -> Bool {
        if object.isDeleted || object.status.has(.gone) { return false }
        let id = partner.objectID
        switch object.changes[slot]?.resolvingReferences ?? object.committedValue(slot) {
        case .reference(let named): return named == id
        case .ordered(let ids): return ids.contains(id)
        case .toMany(let change) where change.adds(id): return true
        case .toMany(let change) where change.removes(id): return false
        case .toMany: return object.currentDestinations(slot).contains(id)
        default:
            guard case .toMany = object.entity.layout.slots[slot].kind else { return false }
            return object.currentDestinations(slot).contains(id)
        }
    }

    /// Removes the object from the partner's pending change, because the object no longer refers to the partner.
    func withdraw(_ object: ManagedObject, from partner: ManagedObject, slot: Int) {
        let id = object.objectID
        switch partner.changes[slot]?.resolvingReferences {
        case .toMany(var change) where change.adds(id):
            change.remove(id)
            amend(partner, slot, .toMany(change))
        case .ordered(let ids) where ids.contains(id): amend(partner, slot, .ordered(ids.filter { $0 != id }))
        case .reference(let named) where named == id: withdrawReference(of: partner, slot: slot, to: id)
        default: break
        }
    }

    /// Adds the object to the partner's pending change again, because the object still refers to the partner.
    private func restore(_ object: ManagedObject, to partner: ManagedObject, slot: Int) {
        let id = object.objectID
        switch partner.changes[slot]?.resolvingReferences {
        case .toMany(var change) where change.removes(id):
            change.add(id)
            amend(partner, slot, .toMany(change))
        case .ordered(let ids) where !ids.contains(id): amend(partner, slot, .ordered(ids + [id]))
        case .null where partner.committedValue(slot) == .reference(id): amend(partner, slot, .reference(id))
        default: break
        }
    }

    /// Restores the committed value of a to-one relationship, and adds the partner to its previous owner again.
    private func withdrawReference(of partner: ManagedObject, slot: Int, to id: ManagedObjectID) {
        let before = partner.committedValue(slot)
        guard before != .reference(id) else { return amend(partner, slot, .null) }
        amend(partner, slot, before)
        guard case .reference(let owner) = before, let inverse = partner.inverse(of: slot) else { return }
        if let owner = registeredObject(for: owner), !owner.isDeleted { restore(partner, to: owner, slot: inverse) }
    }

    private func amend(_ partner: ManagedObject, _ slot: Int, _ value: PropertyValue) {
        guard !partner.isDeleted else { return }
        saveAttempt?.remember(partner)
        objectWillChange(partner)
        partner.store(value, slot: slot)
        if case .toOne = partner.entity.layout.slots[slot].kind { partner.state.related[slot] = nil }
        objectDidChange(partner)
    }
}

/// The objects that pending changes of one relationship added or removed as partners.
struct ChangedPartners {
    let slot: Int
    let inverse: Int
    var added: [ManagedObject] = []
    var removed: [ManagedObject] = []
}

extension ManagedObject {
    /// The registered partners in each changed relationship with an inverse. For a deleted object, all partners that
    /// its deletion was propagated to.
    var changedPartners: [ChangedPartners] {
        guard entity.layout.hasRelationships else { return [] }
        let slots = status.pending == .deleted ? entity.slots : changes.heldSlots
        return slots.compactMap { slot in
            guard let inverse = inverse(of: slot) else { return nil }
            let (added, removed) = partnerIDs(slot)
            var result = ChangedPartners(slot: slot, inverse: inverse)
            result.added = added.compactMap { managedObjectContext?.registeredObject(for: $0) }
            result.removed = removed.compactMap { managedObjectContext?.registeredObject(for: $0) }
            return result
        }
    }

    /// The partners that the object's changes add or remove. Empty for a deleted object, whose deletion propagates by
    /// itself.
    var pendingPartners: [ChangedPartners] { status.pending == .deleted ? [] : changedPartners }

    private func partnerIDs(_ slot: Int) -> (added: [ManagedObjectID], removed: [ManagedObjectID]) {
        if status.pending == .deleted { return ([], objectIDs(forRelationshipNamed: entity.layout.slots[slot].name)) }
        switch changes[slot]?.resolvingReferences {
        case .toMany(let change)?: return (change.added, change.removed)
        case .ordered(let ids)?:
            let before = committedDestinations(slot)
            let (old, new) = (Set(before), Set(ids))
            return (ids.filter { !old.contains($0) }, before.filter { !new.contains($0) })
        case .reference(let id)?: return ([id], ManagedObject.ids(committedValue(slot)))
        default: return ([], ManagedObject.ids(committedValue(slot)))
        }
    }

    private static func ids(_ value: PropertyValue) -> [ManagedObjectID] {
        if case .reference(let id) = value { [id] } else { [] }
    }
}
