import Foundation

/// What a deletion means for related objects.
extension ManagedObjectContext {
    /// Applies the delete rules of everything deleted since the last call, and of what that deletes in turn.
    func propagateDeletes() {
        propagateDeletes { _ in true }
    }

    /// Applies the delete rules of the objects that left the context at once, because they were never saved.
    func propagateDeletesOfUnsaved() {
        propagateDeletes { !$0.status.has(.registered) }
    }

    private func propagateDeletes(where isDue: (ManagedObject) -> Bool) {
        while let index = event.unpropagated.firstIndex(where: isDue) {
            let object = event.unpropagated.remove(at: index)
            if isDeletion(object) { propagateDelete(of: object) }
        }
    }

    private func isDeletion(_ object: ManagedObject) -> Bool {
        object.status.pending == .deleted || !object.status.has(.registered) || object.status.has(.gone)
    }

    private func propagateDelete(of object: ManagedObject) {
        for slot in object.entity.slots {
            guard let relationship = object.entity.layout.slots[slot].relationship else { continue }
            switch relationship.deleteRule {
            case .nullifyDeleteRule: nullify(slot, of: object)
            case .cascadeDeleteRule: cascade(slot, of: object)
            case .denyDeleteRule, .noActionDeleteRule: break
            }
        }
    }

    private func nullify(_ slot: Int, of object: ManagedObject) {
        guard let inverse = object.inverse(of: slot) else { return }
        for destination in destinations(slot, of: object) where !destination.isDeleted {
            destination.unlink(object, slot: inverse)
        }
    }

    private func cascade(_ slot: Int, of object: ManagedObject) {
        for destination in destinations(slot, of: object)
        where !destination.isDeleted && destination.status.has(.registered) {
            delete(destination)
        }
    }

    private func destinations(_ slot: Int, of object: ManagedObject) -> [ManagedObject] {
        if case .toMany = object.entity.layout.slots[slot].kind { return object.relatedObjects(slot) }
        return object.relatedObject(slot).map { [$0] } ?? []
    }
}
