/// The resolution of a uniqueness conflict: one object is kept, and the others give up their values.
///
/// The object of the stored row is kept under every policy; if the policy lets the object win, it takes over the
/// object's values. Of unsaved objects, the last is kept under such a policy, and the first under the others.
struct ConstraintResolution {
    private let policy: MergePolicyType
    private let stays: ManagedObject
    private let givingWay: [ManagedObject]

    private var objectWins: Bool { policy == .mergeByPropertyObjectTrump || policy == .overwrite }

    /// Nil for a conflict without objects.
    init?(_ conflict: ConstraintConflict, under policy: MergePolicyType) {
        let objects = conflict.conflictingObjects
        let wins = policy == .mergeByPropertyObjectTrump || policy == .overwrite
        let saved = objects.first { !$0.isInserted }
        guard let stays = conflict.databaseObject ?? saved ?? (wins ? objects.last : objects.first) else { return nil }
        self.policy = policy
        self.stays = stays
        givingWay = objects.filter { $0 !== stays }
    }

    /// Resolves the conflict.
    /// - Parameter constraint: The names of the properties that must be unique.
    func resolve(over constraint: [String]) {
        guard let context = stays.managedObjectContext else { return }
        for object in givingWay where object.managedObjectContext === context {
            if object.isInserted {
                merge(object)
                context.delete(object)
            } else if objectWins {
                context.delete(stays)
            } else {
                revert(object, constraint)
            }
        }
    }

    /// Copies the values that the policy takes from an object to the one that is kept.
    private func merge(_ object: ManagedObject) {
        guard policy != .rollback else { return }
        let layout = object.entity.layout
        for slot in object.entity.slots where stays.entity.slot(named: layout.slots[slot].name) == slot {
            switch layout.slots[slot].kind {
            case .attribute where takes(object, slot): stays.setTracked(object.currentValue(slot), slot: slot)
            case .toOne where takes(object, slot): stays.setStoredValue(object.relatedObject(slot), slot: slot)
            case .toMany: mergeToMany(object, slot)
            default: break
            }
        }
    }

    /// Whether the kept object takes this value. A default value of the model does not count as set.
    private func takes(_ object: ManagedObject, _ slot: Int) -> Bool {
        let value = object.currentValue(slot)
        switch policy {
        case .overwrite: return true
        case .mergeByPropertyObjectTrump: return !value.isNull && !object.holdsDefault(slot)
        default: return !value.isNull && stays.currentValue(slot).isNull
        }
    }

    /// Merges to-many destinations; only overwriting removes some.
    private func mergeToMany(_ object: ManagedObject, _ slot: Int) {
        let theirs = object.relatedObjects(slot)
        if policy == .overwrite {
            let ours = stays.entity.layout.slots[slot].isOrdered ? theirs as Any : Set(theirs)
            stays.setStoredValue(ours, slot: slot)
        } else {
            for destination in theirs { stays.addRelated(destination, slot: slot) }
        }
    }

    /// Restores a saved object's committed values: all of them if the policy discards its changes, otherwise those of
    /// the constraint.
    private func revert(_ object: ManagedObject, _ constraint: [String]) {
        let names =
            policy == .rollback ? object.changes.heldSlots.map { object.entity.layout.slots[$0].name } : constraint
        let before = object.committedValues(forKeys: names)
        object.setValuesForKeys(before)
    }
}

extension ManagedObject {
    /// Whether the attribute has its default value.
    func holdsDefault(_ slot: Int) -> Bool {
        guard let attribute = entity.layout.slots[slot].attribute, let value = attribute.defaultValue else {
            return false
        }
        return attribute.propertyValue(from: value) == currentValue(slot)
    }
}
