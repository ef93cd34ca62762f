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
    /// The object of a row that its store only named: it is read when it is asked.
    private let unread: ManagedObject?

    init(row: FetchedRow, context: ManagedObjectContext) {
        self.row = row
        self.context = context
        unread = row.isUnread ? context.object(with: row.id) : nil
    }

    var objectID: ManagedObjectID? { row.id }

    func value(at slot: Int) -> PropertyValue {
        if let unread { return unread.currentValue(slot) }
        return row.snapshot.value(slot, in: row.id.entity.layout).resolvingReferences
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

    /// Whether a store named the row without reading it.
    var isUnread: Bool { snapshot.block == nil && snapshot.overlay.isEmpty && !id.isTemporaryID }
    /// The version of the row; 0 where there is none.
    var version: Int64 { snapshot.block?.version(Int(snapshot.row)) ?? 0 }
}
