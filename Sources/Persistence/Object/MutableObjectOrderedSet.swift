import Foundation

extension ManagedObject {
    /// A mutable view of an ordered to-many relationship. Each change updates the inverse.
    /// - Precondition: the entity has the relationship, and it is ordered.
    public func mutableOrderedSetValue(forKey key: String) -> MutableObjectOrderedSet {
        let slot = requireSlot(key)
        precondition(entity.layout.slots[slot].isOrdered, "The relationship “\(key)” is not ordered.")
        return MutableObjectOrderedSet(self, slot: slot)
    }
}

/// A mutable view of an ordered to-many relationship. Each change is tracked and updates the inverse.
///
/// ```swift
/// let stops = trip.mutableOrderedSetValue(forKey: "stops")
/// let trestles = Spot(context: context)
/// trestles.name = "Trestles"
/// stops.insert(trestles, at: 1)
/// stops.moveObjects(at: [2], to: 0)
/// // Malibu, Rincon, Trestles. `stops` is a view: the trip itself has changed, and so has each spot's list of trips.
/// ```
///
/// It is not a copy. It contains each object once; adding one that is already there changes nothing. The objects must
/// belong to the owner's context. Use on the context's queue.
public struct MutableObjectOrderedSet: Sequence {
    private let owner: ManagedObject
    private let slot: Int

    init(_ owner: ManagedObject, slot: Int) {
        self.owner = owner
        self.slot = slot
    }

    /// The number of objects.
    public var count: Int { owner.currentDestinations(slot).count }
    /// The objects in order.
    public var array: [ManagedObject] {
        get { owner.relatedObjects(slot) }
        nonmutating set { owner.setRelated(newValue, slot: slot) }
    }

    /// The object at an index.
    /// - Precondition: the index is less than `count`.
    public func object(at index: Int) -> ManagedObject { array[index] }

    /// The object at an index.
    /// - Precondition: the index is less than `count`.
    public subscript(index: Int) -> ManagedObject { array[index] }

    /// The index of an object, or `NSNotFound` when it is not in the relationship.
    public func index(of object: ManagedObject) -> Int {
        owner.currentDestinations(slot).firstIndex(of: object.objectID) ?? NSNotFound
    }

    /// Whether the relationship contains the object.
    public func contains(_ object: ManagedObject) -> Bool { index(of: object) != NSNotFound }

    /// Adds an object at the end, unless it is already there.
    public func add(_ object: ManagedObject) { insert(object, at: count) }

    /// Adds each of these objects at the end, unless it is already there.
    public func addObjects(from objects: [ManagedObject]) {
        for object in objects { add(object) }
    }

    /// Inserts an object at an index, unless it is already there.
    /// - Precondition: the index is at most `count`.
    public func insert(_ object: ManagedObject, at index: Int) {
        guard !contains(object) else { return }
        array.insert(object, at: index)
    }

    /// Removes an object, if it is there.
    public func remove(_ object: ManagedObject) { array.removeAll { $0 === object } }

    /// Removes the object at an index.
    /// - Precondition: the index is less than `count`.
    public func removeObject(at index: Int) { array.remove(at: index) }

    /// Removes every object.
    public func removeAllObjects() { array = [] }

    /// Replaces the object at an index, unless the new one is already in the relationship.
    /// - Precondition: the index is less than `count`.
    public func replaceObject(at index: Int, with object: ManagedObject) {
        guard !contains(object) else { return }
        array[index] = object
    }

    /// Exchanges two objects.
    /// - Precondition: both indexes are less than `count`.
    public func exchangeObject(at first: Int, withObjectAt second: Int) { array.swapAt(first, second) }

    /// Moves the objects at `indexes`, in order, so that the first of them is at `index` afterwards.
    /// - Precondition: the indexes are less than `count`, and `index` is at most the number of the other objects.
    public func moveObjects(at indexes: IndexSet, to index: Int) {
        var rest = array
        let moved = indexes.map { rest[$0] }
        rest.removeAll(where: moved.contains)
        rest.insert(contentsOf: moved, at: index)
        array = rest
    }

    public func makeIterator() -> IndexingIterator<[ManagedObject]> { array.makeIterator() }
}
