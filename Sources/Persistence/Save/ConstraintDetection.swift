import Foundation

/// Finds the objects whose values violate a uniqueness constraint. Used only after a store refused a save.
struct ConstraintDetection {
    private let context: ManagedObjectContext

    init(_ context: ManagedObjectContext) {
        self.context = context
    }

    /// The conflicts of all objects that the plan inserts and updates.
    /// - Throws: the store's error if it cannot be read.
    func conflicts(of plan: SavePlan) throws -> [ConstraintConflict] {
        try plan.parts.flatMap { part in
            try groups(of: part.inserted + part.updated).compactMap { try conflict($0, in: part.store) }
        }
    }

    /// Objects that have the same values for one constraint.
    private struct ValueGroup {
        let entity: EntityDescription
        let constraint: [String]
        let values: [AnyHashable]
        var objects: [ManagedObject]
    }

    private struct GroupKey: Hashable {
        let entity: ObjectIdentifier
        let constraint: [String]
        let values: [AnyHashable]
    }

    /// The groups in the order of their first objects. Missing values are not compared: any number of objects may lack
    /// one.
    private func groups(of objects: [ManagedObject]) -> [ValueGroup] {
        var groups: [ValueGroup] = []
        var groupIndexes: [GroupKey: Int] = [:]
        for object in objects {
            for (entity, constraint) in object.entity.allUniquenessConstraints {
                guard let values = object.savedValues(constraint) else { continue }
                let key = GroupKey(entity: ObjectIdentifier(entity), constraint: constraint, values: values)
                if let index = groupIndexes[key] {
                    groups[index].objects.append(object)
                } else {
                    groupIndexes[key] = groups.count
                    groups.append(ValueGroup(entity: entity, constraint: constraint, values: values, objects: [object]))
                }
            }
        }
        return groups
    }

    private func conflict(_ group: ValueGroup, in store: PersistentStore) throws -> ConstraintConflict? {
        let stored = try storedObject(group, in: store)
        guard stored != nil || group.objects.count > 1 else { return nil }
        return ConstraintConflict(group.constraint, of: group.objects, with: stored)
    }

    /// The object whose stored row has the values; nil if there is none, or if it has other values in this context.
    private func storedObject(_ group: ValueGroup, in store: PersistentStore) throws -> ManagedObject? {
        var values = FetchValues(entityName: group.entity.name)
        values.includesPendingChanges = false
        values.affectedStores = [store]
        values.predicate = .and(
            group.constraint.map { name in
                FetchPredicate(format: "%K == %@", name, group.objects[0].value(forKey: name))
            })
        return try context.fetch(values).first { object in
            !object.isDeleted && !group.objects.contains(object) && has(object, group)
        }
    }

    /// Whether the object has the values in this context too. It is refreshed if it was read before its row got them.
    private func has(_ object: ManagedObject, _ group: ValueGroup) -> Bool {
        if object.hashableValues(group.constraint) == group.values { return true }
        guard !object.changesAny(of: group.constraint) else { return false }
        context.refresh(object, mergeChanges: true)
        return object.hashableValues(group.constraint) == group.values
    }
}

extension EntityDescription {
    /// The constraints for objects of this entity, with the entity that each was set on.
    var allUniquenessConstraints: [(EntityDescription, [String])] {
        constraints.filter { !$0.isEmpty }.map { (self, $0) } + (superentity?.allUniquenessConstraints ?? [])
    }
}

extension ManagedObject {
    /// The values of the constraint that a save writes; nil if one is missing or none of them changed.
    fileprivate func savedValues(_ constraint: [String]) -> [AnyHashable]? {
        isInserted || changesAny(of: constraint) ? hashableValues(constraint) : nil
    }

    fileprivate func changesAny(of names: [String]) -> Bool {
        names.contains { name in entity.slot(named: name).map { changes[$0] != nil } ?? false }
    }

    /// Nil if a value is missing.
    fileprivate func hashableValues(_ names: [String]) -> [AnyHashable]? {
        let values = names.compactMap { value(forKey: $0) as? AnyHashable }
        return values.count == names.count ? values : nil
    }
}
