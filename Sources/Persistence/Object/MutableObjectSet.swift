/// The destinations of a to-many relationship as a set that can be changed: each change is tracked and keeps the inverse.
///
/// A view, not a copy: it shows what the relationship holds now. The set that `value(forKey:)` returns is a copy, which
/// changes nothing. Use on the context's queue.
public struct MutableObjectSet: Sequence {
    private let owner: ManagedObject
    private let slot: Int

    fileprivate init(_ owner: ManagedObject, slot: Int) {
        self.owner = owner
        self.slot = slot
    }

    /// The destinations; in their order, if the relationship has one.
    public var allObjects: [ManagedObject] { owner.relatedObjects(slot) }
    public var count: Int { owner.currentDestinations(slot).count }

    /// Some destination; nil when there is none.
    public func anyObject() -> ManagedObject? { allObjects.first }

    public func contains(_ object: ManagedObject) -> Bool {
        owner.currentDestinations(slot).contains(object.objectID)
    }

    /// Adds an object, at the end of an ordered relationship. Nothing when it is there.
    /// - Precondition: the object belongs to the owner's context.
    public func add(_ object: ManagedObject) { owner.addRelated(object, slot: slot) }

    /// Removes an object. Nothing when it is not there.
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
    /// A to-many relationship as a set that can be changed.
    /// - Precondition: the entity has the to-many relationship.
    public func mutableSetValue(forKey key: String) -> MutableObjectSet {
        let slot = requireSlot(key)
        guard case .toMany = entity.layout.slots[slot].kind else {
            preconditionFailure("“\(key)” is no to-many relationship.")
        }
        return MutableObjectSet(self, slot: slot)
    }
}
