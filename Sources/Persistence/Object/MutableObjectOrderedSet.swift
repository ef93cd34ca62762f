import Foundation

extension ManagedObject {
    /// An ordered to-many relationship as a sequence that can be changed; each change keeps the inverse.
    /// - Precondition: the entity has the relationship, and it is ordered.
    public func mutableOrderedSetValue(forKey key: String) -> MutableObjectOrderedSet {
        let slot = requireSlot(key)
        precondition(entity.layout.slots[slot].isOrdered, "The relationship “\(key)” has no order.")
        return MutableObjectOrderedSet(self, slot: slot)
    }
}

/// The destinations of an ordered relationship as a sequence that can be changed: each change is tracked and keeps the
/// inverse.
///
/// A view, not a copy. No object is in it twice; adding one that is there changes nothing. Use on the context's queue.
public struct MutableObjectOrderedSet: Sequence {
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
        nonmutating set { owner.setRelated(newValue, slot: slot) }
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
