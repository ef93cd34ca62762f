/// What a change that is dropped at one end of a relationship means for the objects at the other ends: it is dropped there
/// too. A resolved conflict drops some, and an object that is found gone drops all.
extension ManagedObjectContext {
    /// Compares what the object names now with `partners`, those that its pending changes added and removed before.
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

    /// The partner's pending change names the object, which does not name the partner any more.
    private func withdraw(_ object: ManagedObject, from partner: ManagedObject, slot: Int) {
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

    /// The partner's pending change ends the membership of an object that names the partner still.
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

    /// A to-one end goes back to what it was, and its old partner takes it back.
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

/// The objects that pending changes of one relationship made partners, or partners no more.
struct ChangedPartners {
    let slot: Int
    let inverse: Int
    var added: [ManagedObject] = []
    var removed: [ManagedObject] = []
}

extension ManagedObject {
    /// The registered partners of each relationship with an inverse that has pending changes; for a deleted object, all
    /// whom its deletion was told.
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

    /// Those whom the object's changes make partners, or partners no more; a deletion has told them itself.
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
