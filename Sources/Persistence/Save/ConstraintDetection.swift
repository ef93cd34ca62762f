import Foundation

/// Finding the objects that a store refused for values that are not unique. Asked after a refusal only.
struct ConstraintDetection {
    private let context: ManagedObjectContext

    init(_ context: ManagedObjectContext) {
        self.context = context
    }

    /// The conflicts of everything that the plan inserts and updates.
    /// - Throws: the store's error when it cannot be read.
    func conflicts(of plan: SavePlan) throws -> [ConstraintConflict] {
        try plan.parts.flatMap { part in
            try claims(of: part.inserted + part.updated).compactMap { try conflict($0, in: part.store) }
        }
    }

    /// Objects that claim the same values of one constraint.
    private struct Claim {
        let entity: EntityDescription
        let constraint: [String]
        let values: [AnyHashable]
        var objects: [ManagedObject]
    }

    private struct ClaimKey: Hashable {
        let entity: ObjectIdentifier
        let constraint: [String]
        let values: [AnyHashable]
    }

    /// In the order of the objects. An absent value is not compared: any number of objects may be without one.
    private func claims(of objects: [ManagedObject]) -> [Claim] {
        var claims: [Claim] = []
        var places: [ClaimKey: Int] = [:]
        for object in objects {
            for (entity, constraint) in object.entity.allUniquenessConstraints {
                guard let values = object.claimedValues(constraint) else { continue }
                let key = ClaimKey(entity: ObjectIdentifier(entity), constraint: constraint, values: values)
                if let place = places[key] {
                    claims[place].objects.append(object)
                } else {
                    places[key] = claims.count
                    claims.append(Claim(entity: entity, constraint: constraint, values: values, objects: [object]))
                }
            }
        }
        return claims
    }

    private func conflict(_ claim: Claim, in store: PersistentStore) throws -> ConstraintConflict? {
        let stored = try storedObject(claim, in: store)
        guard stored != nil || claim.objects.count > 1 else { return nil }
        return ConstraintConflict(claim.constraint, of: claim.objects, with: stored)
    }

    /// The object of the row that has the values; nil when none has, or one that has other values here.
    private func storedObject(_ claim: Claim, in store: PersistentStore) throws -> ManagedObject? {
        var values = FetchValues(entityName: claim.entity.name)
        values.includesPendingChanges = false
        values.affectedStores = [store]
        values.predicate = try .and(
            claim.constraint.map { name in
                try FetchPredicate(format: "%K == %@", name, claim.objects[0].value(forKey: name))
            })
        return try context.fetch(values).first { object in
            !object.isDeleted && !claim.objects.contains(object) && has(object, claim)
        }
    }

    /// Whether the object has the values here too. One that was read before the row got them is read again.
    private func has(_ object: ManagedObject, _ claim: Claim) -> Bool {
        if object.hashableValues(claim.constraint) == claim.values { return true }
        guard !object.changesAny(of: claim.constraint) else { return false }
        context.refresh(object, mergeChanges: true)
        return object.hashableValues(claim.constraint) == claim.values
    }
}

extension EntityDescription {
    /// The constraints that objects of this entity obey, with the entity that each was set on.
    fileprivate var allUniquenessConstraints: [(EntityDescription, [String])] {
        uniquenessConstraints.filter { !$0.isEmpty }.map { (self, $0) } + (superentity?.allUniquenessConstraints ?? [])
    }
}

extension ManagedObject {
    /// The values of the constraint that a save writes; nil when one is absent, or none of them changed.
    fileprivate func claimedValues(_ constraint: [String]) -> [AnyHashable]? {
        isInserted || changesAny(of: constraint) ? hashableValues(constraint) : nil
    }

    fileprivate func changesAny(of names: [String]) -> Bool {
        names.contains { name in entity.slot(named: name).map { changes[$0] != nil } ?? false }
    }

    /// Nil when one is absent.
    fileprivate func hashableValues(_ names: [String]) -> [AnyHashable]? {
        let values = names.compactMap { value(forKey: $0) as? AnyHashable }
        return values.count == names.count ? values : nil
    }
}
