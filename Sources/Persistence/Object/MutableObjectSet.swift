/// A mutable view of a to-many relationship. Each change is tracked and updates the inverse.
///
/// ```swift
/// let sessions = malibu.mutableSetValue(forKey: "sessions")
/// let evening = Session(context: context)
/// sessions.add(evening)
/// // `evening.spot` is Malibu now.
///
/// sessions.remove(session)
/// // The set that `value(forKey:)` returns is a copy instead, which does not follow.
/// let copy = malibu.value(forKey: "sessions") as? Set<Session>
/// sessions.removeAllObjects()
/// ```
///
/// It is not a copy: it always shows the current destinations. The set that `value(forKey:)` returns is a copy. Use on
/// the context's queue.
public struct MutableObjectSet: Sequence {
    private let owner: ManagedObject
    private let slot: Int

    fileprivate init(_ owner: ManagedObject, slot: Int) {
        self.owner = owner
        self.slot = slot
    }

    /// The destinations; in order, if the relationship is ordered.
    public var allObjects: [ManagedObject] { owner.relatedObjects(slot) }
    /// The number of destinations.
    public var count: Int { owner.currentDestinations(slot).count }

    /// Any one of the destinations; nil when there are none.
    public func anyObject() -> ManagedObject? { allObjects.first }

    /// Whether the relationship contains the object.
    public func contains(_ object: ManagedObject) -> Bool {
        owner.currentDestinations(slot).contains(object.objectID)
    }

    /// Adds an object, at the end of an ordered relationship, unless it is already there.
    /// - Precondition: the object belongs to the owner's context.
    public func add(_ object: ManagedObject) { owner.addRelated(object, slot: slot) }

    /// Removes an object, if it is there.
    public func remove(_ object: ManagedObject) { owner.removeRelated(object, slot: slot) }

    /// Removes every object.
    public func removeAllObjects() {
        for object in allObjects { remove(object) }
    }

    /// Adds each of these objects.
    /// - Precondition: the objects belong to the owner's context.
    public func addObjects(from objects: some Sequence<ManagedObject>) {
        for object in objects { add(object) }
    }

    /// Adds all of these objects.
    /// - Precondition: the objects belong to the owner's context.
    public func union(_ objects: Set<ManagedObject>) { addObjects(from: objects) }

    /// Removes all of these objects.
    public func minus(_ objects: Set<ManagedObject>) {
        for object in objects { remove(object) }
    }

    public func makeIterator() -> IndexingIterator<[ManagedObject]> { allObjects.makeIterator() }
}

extension ManagedObject {
    /// A mutable view of a to-many relationship.
    /// - Precondition: the entity has the to-many relationship.
    public func mutableSetValue(forKey key: String) -> MutableObjectSet {
        let slot = requireSlot(key)
        guard case .toMany = entity.layout.slots[slot].kind else {
            preconditionFailure("“\(key)” is not a to-many relationship.")
        }
        return MutableObjectSet(self, slot: slot)
    }
}
