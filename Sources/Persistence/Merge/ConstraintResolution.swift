/// Settling a uniqueness constraint: one object stays, and the others give way.
///
/// The row that is there stays, whoever wins: under a policy where the object wins it takes the object's values. Among
/// unsaved objects the last one stays under such a policy, and the first under the others.
struct ConstraintResolution {
    private let policy: MergePolicyType
    private let stays: ManagedObject
    private let givingWay: [ManagedObject]

    private var objectWins: Bool { policy == .mergeByPropertyObjectTrump || policy == .overwrite }

    /// Nil for a conflict of no objects.
    init?(_ conflict: ConstraintConflict, under policy: MergePolicyType) {
        let objects = conflict.conflictingObjects
        let wins = policy == .mergeByPropertyObjectTrump || policy == .overwrite
        let saved = objects.first { !$0.isInserted }
        guard let stays = conflict.databaseObject ?? saved ?? (wins ? objects.last : objects.first) else { return nil }
        self.policy = policy
        self.stays = stays
        givingWay = objects.filter { $0 !== stays }
    }

    /// - Parameter constraint: the names of the properties that must be unique.
    func carryOut(over constraint: [String]) {
        guard let context = stays.managedObjectContext else { return }
        for object in givingWay where object.managedObjectContext === context {
            if object.isInserted {
                merge(object)
                context.delete(object)
            } else if objectWins {
                context.delete(stays)
            } else {
                takeBack(object, constraint)
            }
        }
    }

    /// Gives what the policy takes of an object that goes to the one that stays.
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

    /// Whether the one that stays takes the object's value. A value that the model gave it is none that was set.
    private func takes(_ object: ManagedObject, _ slot: Int) -> Bool {
        let value = object.currentValue(slot)
        switch policy {
        case .overwrite: return true
        case .mergeByPropertyObjectTrump: return !value.isNull && !object.holdsDefault(slot)
        default: return !value.isNull && stays.currentValue(slot).isNull
        }
    }

    /// Destinations come together; only overwriting drops some.
    private func mergeToMany(_ object: ManagedObject, _ slot: Int) {
        let theirs = object.relatedObjects(slot)
        if policy == .overwrite {
            let ours = stays.entity.layout.slots[slot].isOrdered ? theirs as Any : Set(theirs)
            stays.setStoredValue(ours, slot: slot)
        } else {
            for destination in theirs { stays.addRelated(destination, slot: slot) }
        }
    }

    /// A saved object's new values give way to those that it had: all of them where its changes are discarded.
    private func takeBack(_ object: ManagedObject, _ constraint: [String]) {
        let names =
            policy == .rollback ? object.changes.heldSlots.map { object.entity.layout.slots[$0].name } : constraint
        let before = object.committedValues(forKeys: names)
        object.setValuesForKeys(before)
    }
}

extension ManagedObject {
    /// Whether the attribute has the value that the model gives a new object.
    fileprivate func holdsDefault(_ slot: Int) -> Bool {
        guard let attribute = entity.layout.slots[slot].attribute, let value = attribute.defaultValue else {
            return false
        }
        return attribute.propertyValue(from: value) == currentValue(slot)
    }
}
