import Foundation

/// Core Data's key-value coding.
extension ManagedObject {
    /// The value of a property, read without an accessor of the class. Fires the fault.
    /// - Precondition: the entity has the property.
    public func primitiveValue(forKey key: String) -> Any? {
        storedValue(forKey: key)
    }

    /// Sets a value without change tracking: the object is not marked as updated, and no inverse changes. A save that
    /// writes the object for another reason writes the value too.
    /// - Precondition: the entity has the property, and the value is of its type.
    public func setPrimitiveValue(_ value: Any?, forKey key: String) {
        let slot = requireSlot(key)
        requireValid()
        if status.has(.fault) { fireForAccess() }
        switch entity.layout.slots[slot].kind {
        case .attribute: store(converted(value, slot: slot), slot: slot)
        case .toOne: storePrimitive(destination(in: value, slot: slot), slot: slot)
        case .toMany: storePrimitive(destinations(in: value, slot: slot), slot: slot)
        }
    }

    /// Prepares a read, as in Core Data; fires the fault.
    public func willAccessValue(forKey key: String?) {
        requireValid()
        if status.has(.fault) { fireForAccess() }
    }

    /// Ends a read, as in Core Data; does nothing.
    public func didAccessValue(forKey key: String?) {}

    /// Prepares a change that is made with `setPrimitiveValue(_:forKey:)`.
    public func willChangeValue(forKey key: String) {
        requireValid()
        if status.has(.fault) { fireForAccess() }
        managedObjectContext?.objectWillChange(self)
    }

    /// Ends a change that was made with `setPrimitiveValue(_:forKey:)`, which is tracked from then on.
    /// - Precondition: the entity has the property.
    public func didChangeValue(forKey key: String) {
        managedObjectContext?.objectDidChange(self)
        managedObjectContext?.notifyObservers(of: self, slot: requireSlot(key))
    }

    /// The values of several properties, with NSNull for nil.
    /// - Precondition: the entity has the properties.
    public func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
        Dictionary(keys.map { ($0, value(forKey: $0) ?? NSNull()) }, uniquingKeysWith: { first, _ in first })
    }

    /// Sets several properties; NSNull means nil.
    /// - Precondition: the entity has the properties, and the values are of their types.
    public func setValuesForKeys(_ keyedValues: [String: Any]) {
        for (key, value) in keyedValues { setValue(value is NSNull ? nil : value, forKey: key) }
    }

    /// The value of a property, as `value(forKey:)` and `setValue(_:forKey:)` read and set it.
    public subscript(key: String) -> Any? {
        get { value(forKey: key) }
        set { setValue(newValue, forKey: key) }
    }

    func storedValue(forKey key: String) -> Any? {
        guard let slot = entity.slot(named: key) else { return ownValue(forKey: key) }
        switch entity.layout.slots[slot].kind {
        case .attribute: return currentValue(slot).anyValue
        case .toOne: return relatedObject(slot)
        case .toMany: return collection(relatedObjects(slot), slot: slot)
        }
    }

    /// The destinations of a to-many relationship as key-value coding returns them.
    private func collection(_ objects: [ManagedObject], slot: Int) -> Any {
        entity.layout.slots[slot].isOrdered ? NSOrderedSet(array: objects) : Set(objects)
    }

    /// The value of a key that every object has in Core Data, besides those of its entity. Traps for any other key.
    private func ownValue(forKey key: String) -> Any? {
        switch key {
        case "self": self
        case "objectID": objectID
        case "entity": entity
        case "managedObjectContext": managedObjectContext
        case "isInserted", "inserted": isInserted
        case "isUpdated", "updated": isUpdated
        case "isDeleted", "deleted": isDeleted
        case "isFault", "fault": isFault
        case "hasChanges": hasChanges
        case "hasPersistentChangedValues": hasPersistentChangedValues
        default: requireSlot(key)
        }
    }

    func setStoredValue(_ value: Any?, slot: Int) {
        switch entity.layout.slots[slot].kind {
        case .attribute: setTracked(converted(value, slot: slot), slot: slot)
        case .toOne: setRelated(destination(in: value, slot: slot), slot: slot)
        case .toMany: setRelated(destinations(in: value, slot: slot), slot: slot)
        }
    }

    private func converted(_ value: Any?, slot: Int) -> PropertyValue {
        let description = entity.layout.slots[slot]
        guard let converted = description.attribute?.propertyValue(from: value) else {
            preconditionFailure(
                "Unacceptable type of value for attribute “\(description.name)” of “\(entity.name ?? "")”: it takes"
                    + " values of type \(description.attribute?.type ?? AttributeType.undefined)."
            )
        }
        return converted
    }
}

/// The object's pending changes.
extension ManagedObject {
    /// Whether the next save will insert the object.
    public var isInserted: Bool { status.pending == .inserted }
    /// Whether a value of the object was set since it was last fetched or saved, and it is neither inserted nor deleted.
    /// It is also updated if the value is the one that it had; `hasPersistentChangedValues` is false then.
    public var isUpdated: Bool { status.pending == .updated }
    /// Whether the next save will delete the object, a deletion made elsewhere was merged, or the object was never saved
    /// and was deleted in the current event.
    public var isDeleted: Bool { status.pending == .deleted || status.has(.gone) || leftInEvent }
    /// Whether the object was deleted before it was ever saved, in the current event.
    private var leftInEvent: Bool { status.has(.inEvent) && !status.has(.registered) }
    /// Whether the object is inserted, updated or deleted.
    public var hasChanges: Bool { status.pending != .none }

    /// Whether a save would write this object: it is inserted or deleted, or a persistent property has changed.
    public var hasPersistentChangedValues: Bool {
        switch status.pending {
        case .inserted, .deleted: return true
        case .none: return false
        case .updated: break
        }
        let layout = entity.layout
        if !layout.hasTransients { return local?.changes.isEmpty == false }
        return changes.contains { !layout.slots[$0].isTransient }
    }

    /// The persistent properties that have changed since the last fetch or save, with their new values; NSNull for nil.
    /// Empty if nothing was changed but by `setPrimitiveValue(_:forKey:)`.
    public func changedValues() -> [String: Any] {
        if status.pending == .none { return [:] }
        let slots = changes.heldSlots.filter { !entity.layout.slots[$0].isTransient }
        return namedValues(slots) { self.currentAny($0) }
    }

    /// The properties that have changed since the last `processPendingChanges`, with their values at that time.
    public func changedValuesForCurrentEvent() -> [String: Any] {
        guard let start = eventStart else { return [:] }
        let slots = Set(start.changes.heldSlots).union(changes.heldSlots).filter { start.changes[$0] != changes[$0] }
        return namedValues(slots.sorted()) { self.any($0, changedTo: start.changes[$0]) }
    }

    /// The values as of the last fetch or save, with NSNull for nil; empty for an object that was never saved. Fires the
    /// fault.
    /// - Parameter keys: the properties, or nil for all persistent ones.
    /// - Precondition: the entity has the properties.
    public func committedValues(forKeys keys: [String]?) -> [String: Any] {
        requireValid()
        if status.has(.fault) { fireForAccess() }
        if status.pending == .inserted { return [:] }
        let slots = keys.map { $0.map(requireSlot) } ?? entity.slots.filter { !entity.layout.slots[$0].isTransient }
        return namedValues(slots) { self.committedAny($0) }
    }

    private func namedValues(_ slots: [Int], _ value: (Int) -> Any?) -> [String: Any] {
        Dictionary(
            slots.map { (entity.layout.slots[$0].name, value($0) ?? NSNull()) }, uniquingKeysWith: { first, _ in first }
        )
    }

    private func currentAny(_ slot: Int) -> Any? {
        storedValue(forKey: entity.layout.slots[slot].name)
    }

    private func committedAny(_ slot: Int) -> Any? { any(slot, changedTo: nil) }

    /// The committed value of a slot with `change` applied.
    private func any(_ slot: Int, changedTo change: PropertyValue?) -> Any? {
        switch entity.layout.slots[slot].kind {
        case .attribute: return (change ?? committedValue(slot)).anyValue
        case .toOne:
            guard case .reference(let id) = (change ?? committedValue(slot)).resolvingReferences else { return nil }
            return managedObjectContext?.object(with: id)
        case .toMany:
            let ids = destinations(slot, changedTo: change?.resolvingReferences)
            return collection(ids.compactMap { managedObjectContext?.object(with: $0) }, slot: slot)
        }
    }

    private func destinations(_ slot: Int, changedTo change: PropertyValue?) -> [ManagedObjectID] {
        switch change {
        case .ordered(let ids): ids
        case .toMany(let change): change.applied(to: committedDestinations(slot))
        default: committedDestinations(slot)
        }
    }
}
