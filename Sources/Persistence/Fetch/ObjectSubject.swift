/// An object as predicates see it: with its unsaved changes.
struct ObjectSubject: PredicateSubject {
    let object: ManagedObject

    var objectID: ManagedObjectID? { object.objectID }

    func value(at slot: Int) -> PropertyValue { object.currentValue(slot) }

    func related(at slot: Int) -> (any PredicateSubject)? {
        object.relatedObject(slot).map(ObjectSubject.init)
    }

    func relatedMany(at slot: Int) -> [any PredicateSubject] {
        object.relatedObjects(slot).map(ObjectSubject.init)
    }
}

/// A row, with what lies over it, as predicates see it; related objects are the context's.
struct RowSubject: PredicateSubject {
    let row: FetchedRow
    let context: ManagedObjectContext

    var objectID: ManagedObjectID? { row.id }

    func value(at slot: Int) -> PropertyValue {
        row.snapshot.value(slot, in: row.id.entity.layout).resolvingReferences
    }

    func related(at slot: Int) -> (any PredicateSubject)? {
        guard case .reference(let id) = value(at: slot) else { return nil }
        return ObjectSubject(object: context.object(with: id))
    }

    func relatedMany(at slot: Int) -> [any PredicateSubject] {
        ObjectSubject(object: context.object(with: row.id)).relatedMany(at: slot)
    }
}

/// One result of a fetch before it becomes an object.
struct FetchedRow: Sendable {
    let id: ManagedObjectID
    let snapshot: ObjectSnapshot
}
