import Foundation

/// The effect of a deletion on related objects.
extension ManagedObjectContext {
    /// Applies the delete rules to everything deleted since the last call, and to what that deletes in turn.
    /// - Throws: the error of a failed read. The next call continues with the deletion that failed.
    func propagateDeletes() throws {
        try propagateDeletes { $0.takeFirst() }
    }

    /// Applies the delete rules to objects that left the context at once because they were never saved.
    func propagateDeletesOfUnsaved() throws {
        try propagateDeletes { $0.takeFirstUnsaved() }
    }

    /// Applies the delete rules again to an object that was related to another one after its deletion.
    func followDeletionAgain(of object: ManagedObject) {
        event.unpropagated.append(object, isSaved: true)
    }

    private func propagateDeletes(_ next: (inout DeletionQueue) -> ManagedObject?) throws {
        var leaving = OrderedRemovals()
        defer { leaving.apply() }
        while true {
            try prefetchForPropagation(
                of: event.unpropagated.nextSaved(atMost: ManagedObjectContext.propagatedTogether))
            guard let object = next(&event.unpropagated) else { break }
            linearSteps += 1
            guard isDeletion(object) else { continue }
            do {
                try catchingFailedReads { readForPropagation(of: object) }
            } catch {
                event.unpropagated.putBack(object, isSaved: object.status.has(.registered))
                throw error
            }
            propagateDelete(of: object, &leaving)
        }
    }

    /// The number of deleted objects whose related objects are read together.
    private static let propagatedTogether = 1_000

    /// Reads the related objects of deleted objects with a few statements.
    private func prefetchForPropagation(of objects: [ManagedObject]) throws {
        if objects.isEmpty { return }
        let owners = objects.filter { $0.status.pending == .deleted && $0.entity.layout.hasRelationships }
        for (entity, owners) in Dictionary(grouping: owners, by: \.entity) {
            for slot in entity.slots {
                try catchingFailedReads {
                    try prefetch(entity.layout.slots[slot].deletionEffect, slot, of: owners)
                }
            }
        }
    }

    private func prefetch(_ effect: DeletionEffect, _ slot: Int, of owners: [ManagedObject]) throws {
        switch effect {
        case .cascade: try prefetch(slot, of: owners)
        case .nullify(let inverse):
            let others = Set(try prefetch(slot, of: owners)).filter { !$0.isDeleted }
            for (entity, others) in Dictionary(grouping: others, by: \.entity) {
                let end = entity.layout.slots[inverse]
                if end.isOrdered || end.isManyToMany { try prefetch(inverse, of: others) }
            }
        case .deny, .noAction: break
        }
    }

    /// Reads everything that propagating a deletion needs, so that a deletion is propagated completely or not at all.
    private func readForPropagation(of object: ManagedObject) {
        guard object.entity.layout.hasRelationships else { return }
        for slot in object.entity.slots {
            switch object.entity.layout.slots[slot].deletionEffect {
            case .cascade: _ = destinations(slot, of: object)
            case .nullify(let inverse):
                for destination in destinations(slot, of: object) where !destination.isDeleted {
                    if destination.status.has(.fault) { destination.fireForAccess() }
                    let end = destination.entity.layout.slots[inverse]
                    if end.isOrdered || end.isManyToMany { _ = destination.committedDestinations(inverse) }
                }
            case .deny, .noAction: break
            }
        }
    }

    private func isDeletion(_ object: ManagedObject) -> Bool {
        object.status.pending == .deleted || !object.status.has(.registered) || object.status.has(.gone)
    }

    private func propagateDelete(of object: ManagedObject, _ leaving: inout OrderedRemovals) {
        guard object.entity.layout.hasRelationships else { return }
        for slot in object.entity.slots {
            switch object.entity.layout.slots[slot].deletionEffect {
            case .nullify(let inverse): nullify(slot, of: object, inverse, &leaving)
            case .cascade: cascade(slot, of: object)
            case .deny, .noAction: break
            }
        }
    }

    private func nullify(_ slot: Int, of object: ManagedObject, _ inverse: Int, _ leaving: inout OrderedRemovals) {
        for destination in destinations(slot, of: object) where !destination.isDeleted {
            if destination.entity.layout.slots[inverse].isOrdered {
                leaving.note(object, from: destination, slot: inverse)
            } else {
                destination.unlink(object, slot: inverse)
            }
        }
    }

    private func cascade(_ slot: Int, of object: ManagedObject) {
        for destination in destinations(slot, of: object)
        where !destination.isDeleted && destination.status.has(.registered) {
            delete(destination)
        }
    }

    func destinations(_ slot: Int, of object: ManagedObject) -> [ManagedObject] {
        if case .toMany = object.entity.layout.slots[slot].kind { return object.relatedObjects(slot) }
        return object.relatedObject(slot).map { [$0] } ?? []
    }
}

/// Deleted objects that ordered relationships still contain. An order is one value, so all objects that leave it are
/// removed in one pass.
private struct OrderedRemovals {
    private struct End: Hashable {
        let owner: ManagedObject
        let slot: Int
    }

    private var ends: [End] = []
    private var leaving: [End: Set<ManagedObjectID>] = [:]

    mutating func note(_ object: ManagedObject, from owner: ManagedObject, slot: Int) {
        let end = End(owner: owner, slot: slot)
        if leaving[end] == nil { ends.append(end) }
        leaving[end, default: []].insert(object.objectID)
    }

    func apply() {
        for end in ends { end.owner.removeDestinations(leaving[end] ?? [], slot: end.slot) }
    }
}
