extension ManagedObject {
    /// Throws while a relationship with the delete rule Deny still has objects that are not being deleted.
    func validateDeletion() throws {
        let layout = entity.layout
        guard layout.hasRelationships else { return }
        var errors: [any Error] = []
        for index in entity.slots {
            let slot = layout.slots[index]
            guard case .deny = slot.deletionEffect else { continue }
            let remaining = objectIDs(forRelationshipNamed: slot.name).contains { id in
                managedObjectContext?.isDeletedHere(id) != true
            }
            if remaining {
                errors.append(
                    ValidationRules(self, slot).failure(
                        .relationshipDeniedDelete, slot.denial, value: storedValue(forKey: slot.name)))
            }
        }
        if !errors.isEmpty { throw PersistenceError.combining(errors) }
    }
}
