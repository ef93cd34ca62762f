/// An object with its unsaved changes, as the subject of a predicate.
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

/// A row with the changes over it, as the subject of a predicate. Related objects are the context's.
struct RowSubject: PredicateSubject {
    let row: FetchedRow
    let context: ManagedObjectContext
    /// The row's object, if the store returned only the ID. Its values are read on access.
    private let unread: ManagedObject?

    init(row: FetchedRow, context: ManagedObjectContext) {
        self.row = row
        self.context = context
        unread = row.isUnread ? context.object(with: row.id) : nil
    }

    var objectID: ManagedObjectID? { row.id }

    func value(at slot: Int) -> PropertyValue {
        if let unread { return unread.currentValue(slot) }
        return context.value(of: row.id) { try row.rowState.value(slot, in: row.id.entity.layout) }.resolvingReferences
    }

    func related(at slot: Int) -> (any PredicateSubject)? {
        guard case .reference(let id) = value(at: slot) else { return nil }
        return ObjectSubject(object: context.object(with: id))
    }

    func relatedMany(at slot: Int) -> [any PredicateSubject] {
        ObjectSubject(object: context.object(with: row.id)).relatedMany(at: slot)
    }
}

/// A result of a fetch before it becomes an object.
struct FetchedRow: Sendable {
    let id: ManagedObjectID
    let rowState: RowState
    /// Whether the row was fetched, and so sorted, with these values.
    var isInPlace = true

    /// Whether the store returned the ID without the row.
    var isUnread: Bool { rowState.block == nil && rowState.overlay.isEmpty && !id.isTemporaryID }
    /// The version of the row; 0 without a row.
    var version: Int64 { rowState.block?.version(Int(rowState.row)) ?? 0 }
}
