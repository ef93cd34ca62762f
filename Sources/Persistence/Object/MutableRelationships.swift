import Foundation

extension ManagedObject {
    /// An unordered to-many relationship as a set that can be changed; each change keeps the inverse.
    /// - Precondition: the entity has the relationship.
    public func mutableSetValue(forKey key: String) -> MutableRelationshipSet {
        MutableRelationshipSet(self, slot: requireToMany(key))
    }

    /// An ordered to-many relationship as a sequence that can be changed; each change keeps the inverse.
    /// - Precondition: the entity has the relationship, and it is ordered.
    public func mutableOrderedSetValue(forKey key: String) -> MutableRelationshipOrderedSet {
        let slot = requireToMany(key)
        precondition(entity.layout.slots[slot].isOrdered, "The relationship “\(key)” has no order.")
        return MutableRelationshipOrderedSet(self, slot: slot)
    }

    private func requireToMany(_ key: String) -> Int {
        let slot = requireSlot(key)
        guard case .toMany = entity.layout.slots[slot].kind else {
            preconditionFailure("“\(key)” of “\(entity.name ?? "")” is no to-many relationship.")
        }
        return slot
    }
}

/// The objects of a to-many relationship, read and changed in place: a view, not a copy. Use on the context's queue.
public final class MutableRelationshipSet: Sequence {
    private let owner: ManagedObject
    private let slot: Int

    init(_ owner: ManagedObject, slot: Int) {
        self.owner = owner
        self.slot = slot
    }

    public var count: Int { owner.currentDestinations(slot).count }
    public var isEmpty: Bool { count == 0 }
    /// The objects, in no order.
    public var allObjects: [ManagedObject] { owner.relatedObjects(slot) }

    /// Some object of the relationship; nil when it is empty.
    public func anyObject() -> ManagedObject? { allObjects.first }

    public func contains(_ object: ManagedObject) -> Bool {
        owner.currentDestinations(slot).contains(object.objectID)
    }

    public func add(_ object: ManagedObject) { owner.addRelated(object, slot: slot) }

    public func addObjects(from objects: some Sequence<ManagedObject>) {
        for object in Array(objects) { add(object) }
    }

    public func remove(_ object: ManagedObject) { owner.removeRelated(object, slot: slot) }

    public func removeAllObjects() {
        for object in allObjects { remove(object) }
    }

    /// Adds all of `objects`.
    public func union(_ objects: Set<ManagedObject>) { addObjects(from: objects) }

    /// Removes all of `objects`.
    public func minus(_ objects: Set<ManagedObject>) {
        for object in objects { remove(object) }
    }

    public func makeIterator() -> IndexingIterator<[ManagedObject]> { allObjects.makeIterator() }
}

/// The objects of an ordered relationship, read and changed in place: a view, not a copy. Use on the context's queue.
///
/// No object is in it twice; adding one that is there changes nothing.
public final class MutableRelationshipOrderedSet: Sequence {
    private let owner: ManagedObject
    private let slot: Int

    init(_ owner: ManagedObject, slot: Int) {
        self.owner = owner
        self.slot = slot
    }

    public var count: Int { owner.currentDestinations(slot).count }
    /// The objects in their order.
    public var array: [ManagedObject] {
        get { owner.relatedObjects(slot) }
        set { owner.setRelated(newValue, slot: slot) }
    }

    /// - Precondition: the index is less than `count`.
    public func object(at index: Int) -> ManagedObject { array[index] }

    /// - Precondition: the index is less than `count`.
    public subscript(index: Int) -> ManagedObject { array[index] }

    /// The position of an object; `NSNotFound` where it is not in the relationship.
    public func index(of object: ManagedObject) -> Int {
        owner.currentDestinations(slot).firstIndex(of: object.objectID) ?? NSNotFound
    }

    public func contains(_ object: ManagedObject) -> Bool { index(of: object) != NSNotFound }

    public func add(_ object: ManagedObject) { insert(object, at: count) }

    public func addObjects(from objects: [ManagedObject]) {
        for object in objects { add(object) }
    }

    /// - Precondition: the index is at most `count`.
    public func insert(_ object: ManagedObject, at index: Int) {
        guard !contains(object) else { return }
        array.insert(object, at: index)
    }

    public func remove(_ object: ManagedObject) { array.removeAll { $0 === object } }

    /// - Precondition: the index is less than `count`.
    public func removeObject(at index: Int) { array.remove(at: index) }

    public func removeAllObjects() { array = [] }

    /// - Precondition: the index is less than `count`.
    public func replaceObject(at index: Int, with object: ManagedObject) {
        guard !contains(object) else { return }
        array[index] = object
    }

    /// - Precondition: both indexes are less than `count`.
    public func exchangeObject(at first: Int, withObjectAt second: Int) { array.swapAt(first, second) }

    /// Moves the objects at `indexes`, in their order, so that the first of them stands at `index` afterwards.
    /// - Precondition: the indexes are less than `count`, and `index` at most the number of the others.
    public func moveObjects(at indexes: IndexSet, to index: Int) {
        var rest = array
        let moved = indexes.map { rest[$0] }
        rest.removeAll(where: moved.contains)
        rest.insert(contentsOf: moved, at: index)
        array = rest
    }

    public func makeIterator() -> IndexingIterator<[ManagedObject]> { array.makeIterator() }
}
