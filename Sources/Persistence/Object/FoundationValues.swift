import Foundation

/// Properties with the types that Xcode gives them in code, where a handle has another one.
extension ManagedObject {
    /// The value of a number or Boolean attribute as an object; nil when there is none.
    ///
    /// An integer attribute takes the whole part of a number.
    /// - Precondition: the entity has the attribute, and a number fits it.
    public subscript<Value: AttributeValue>(bridged attribute: Attribute<Value?>) -> NSNumber? {
        get { currentValue(attribute.slot(in: self)).anyValue as? NSNumber }
        set { setBridged(newValue, slot: attribute.slot(in: self)) }
    }

    /// The value of a decimal attribute as an object; nil when there is none.
    /// - Precondition: the entity has the attribute.
    public subscript(bridged attribute: Attribute<Decimal?>) -> NSDecimalNumber? {
        get { currentValue(attribute.slot(in: self)).anyValue as? NSDecimalNumber }
        set { setBridged(newValue, slot: attribute.slot(in: self)) }
    }

    /// The value of a date attribute in seconds since 2001-01-01T00:00:00Z; 0 when there is none.
    /// - Precondition: the entity has the attribute.
    public subscript(seconds attribute: Attribute<Date?>) -> TimeInterval {
        get { self[attribute]?.timeIntervalSinceReferenceDate ?? 0 }
        set { self[attribute] = Date(timeIntervalSinceReferenceDate: newValue) }
    }

    /// A copy of the destinations; never nil. Setting them updates the inverses, and nil removes all.
    ///
    /// Foundation's sets wrap every object, which takes about 4 µs for each. The subscript without a label does not.
    /// - Precondition: the entity has the relationship, and the set has objects of its class.
    public subscript<Destination>(bridged relationship: ToMany<Destination>) -> NSSet? {
        get { NSSet(array: relatedObjects(requireSlot(relationship.name))) }
        set { setBridged(newValue, slot: requireSlot(relationship.name)) }
    }

    /// A copy of the destinations, in order; never nil. Setting them updates the inverses, and nil removes all.
    /// - Precondition: the entity has the relationship, it is ordered, and the set has objects of its class.
    public subscript<Destination>(bridged relationship: ToManyOrdered<Destination>) -> NSOrderedSet? {
        get { NSOrderedSet(array: relatedObjects(requireSlot(relationship.name))) }
        set { setBridged(newValue, slot: requireSlot(relationship.name)) }
    }

    private func setBridged(_ value: Any?, slot: Int) {
        requireValid()
        setStoredValue(value, slot: slot)
    }
}

extension MutableObjectSet {
    /// Adds all members of a set.
    /// - Precondition: they are objects of the owner's context.
    public func union(_ objects: NSSet) { addObjects(from: managedObjects(in: objects.allObjects)) }

    /// Removes all members of a set.
    /// - Precondition: they are managed objects.
    public func minus(_ objects: NSSet) {
        for object in managedObjects(in: objects.allObjects) { remove(object) }
    }
}

extension MutableObjectOrderedSet {
    /// Adds each member of an ordered set at the end, unless it is already there.
    /// - Precondition: they are objects of the owner's context.
    public func union(_ objects: NSOrderedSet) {
        let present = Set(array)
        array += managedObjects(in: objects.array).filter { !present.contains($0) }
    }

    /// Removes all members of an ordered set.
    /// - Precondition: they are managed objects.
    public func minus(_ objects: NSOrderedSet) {
        let gone = Set(managedObjects(in: objects.array))
        array.removeAll(where: gone.contains)
    }

    /// Inserts each object at the index at the same position in `indexes`, in ascending order. Objects that are already
    /// there are left out, with their indexes.
    /// - Precondition: there are as many indexes as objects, and each is at most the number of objects before it.
    public func insert(_ objects: [ManagedObject], at indexes: IndexSet) {
        precondition(objects.count == indexes.count, "There must be as many indexes as objects.")
        var (result, present) = (array, Set(array))
        for (object, index) in zip(objects, indexes) where present.insert(object).inserted {
            result.insert(object, at: index)
        }
        array = result
    }

    /// Removes the objects at these indexes.
    /// - Precondition: the indexes are less than `count`.
    public func removeObjects(at indexes: IndexSet) {
        var result = array
        for index in indexes.reversed() { result.remove(at: index) }
        array = result
    }

    /// Replaces the object at each index by the one at the same position in `objects`.
    /// - Precondition: there are as many indexes as objects, the indexes are less than `count`, and no object is in the
    ///   relationship twice afterwards.
    public func replaceObjects(at indexes: IndexSet, with objects: [ManagedObject]) {
        precondition(objects.count == indexes.count, "There must be as many indexes as objects.")
        var result = array
        for (object, index) in zip(objects, indexes) { result[index] = object }
        precondition(Set(result).count == result.count, "An ordered relationship contains each object once.")
        array = result
    }
}

/// The objects in a collection of Foundation.
private func managedObjects(in elements: [Any]) -> [ManagedObject] {
    elements.map { element in
        guard let object = element as? ManagedObject else {
            preconditionFailure("A relationship takes managed objects, not \(type(of: element)).")
        }
        return object
    }
}
