import Foundation

/// Core Data's access by name.
extension ManagedObject {
    /// The value without going through an accessor of the class. Fires the fault.
    public func primitiveValue(forKey key: String) -> Any? {
        storedValue(forKey: key)
    }

    /// Sets a value without change tracking: the object does not become updated by it, and no inverse follows.
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

    /// Core Data's announcement of a read; fires the fault when `key` is nil or a property.
    public func willAccessValue(forKey key: String?) {
        requireValid()
        if status.has(.fault) { fireForAccess() }
    }

    /// Core Data's end of a read.
    public func didAccessValue(forKey key: String?) {}

    /// Core Data's announcement of a change that is made with `setPrimitiveValue`.
    public func willChangeValue(forKey key: String) {
        requireValid()
        if status.has(.fault) { fireForAccess() }
        managedObjectContext?.objectWillChange(self)
    }

    /// Core Data's end of a change that was made with `setPrimitiveValue`: from here on it is tracked.
    public func didChangeValue(forKey key: String) {
        managedObjectContext?.objectDidChange(self)
        managedObjectContext?.tellObservers(of: self, slot: requireSlot(key))
    }

    /// The values of several properties; NSNull stands for nil.
    public func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
        Dictionary(uniqueKeysWithValues: keys.map { ($0, value(forKey: $0) ?? NSNull()) })
    }

    /// Sets several properties; NSNull stands for nil.
    /// - Precondition: the entity has the properties, and the values are of their types.
    public func setValuesForKeys(_ keyedValues: [String: Any]) {
        for (key, value) in keyedValues { setValue(value is NSNull ? nil : value, forKey: key) }
    }

    func storedValue(forKey key: String) -> Any? {
        let slot = requireSlot(key)
        switch entity.layout.slots[slot].kind {
        case .attribute: return currentValue(slot).anyValue
        case .toOne: return relatedObject(slot)
        case .toMany where entity.layout.slots[slot].isOrdered: return relatedObjects(slot)
        case .toMany: return Set(relatedObjects(slot))
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
                "Unacceptable type of value for attribute “\(description.name)”: it holds a \(description.kind).")
        }
        return converted
    }
}

/// What changed about an object.
extension ManagedObject {
    /// Whether the object will be inserted by the next save.
    public var isInserted: Bool { status.pending == .inserted }
    /// Whether the object was changed since it was last fetched or saved, and is neither inserted nor deleted.
    public var isUpdated: Bool { status.pending == .updated }
    /// Whether the object will be deleted by the next save, or its deletion was merged from elsewhere.
    public var isDeleted: Bool { status.pending == .deleted || status.has(.gone) }
    /// Whether the object is inserted, updated or deleted.
    public var hasChanges: Bool { status.pending != .none }

    /// Whether a save would write this object: it is inserted or deleted, or a property that is stored changed.
    public var hasPersistentChangedValues: Bool {
        if status.pending == .inserted || status.pending == .deleted { return true }
        let layout = entity.layout
        if !layout.hasTransients { return storedLocal?.changes.isEmpty == false }
        return changes.contains { !layout.slots[$0].isTransient }
    }

    /// The properties that are stored and changed since the last fetch or save, with their new values; NSNull for nil.
    public func changedValues() -> [String: Any] {
        let slots = changes.heldSlots.filter { !entity.layout.slots[$0].isTransient }
        return namedValues(slots) { self.currentAny($0) }
    }

    /// The properties that changed since the last `processPendingChanges`, with the values they had then.
    public func changedValuesForCurrentEvent() -> [String: Any] {
        guard let start = local?.event else { return [:] }
        let slots = Set(start.changes.heldSlots).union(changes.heldSlots).filter { start.changes[$0] != changes[$0] }
        return namedValues(slots.sorted()) { self.any($0, changedTo: start.changes[$0]) }
    }

    /// The values as of the last fetch or save, of the properties named, or of all that are stored; NSNull for nil.
    /// Fires the fault.
    public func committedValues(forKeys keys: [String]?) -> [String: Any] {
        requireValid()
        if status.has(.fault) { fireForAccess() }
        let slots = keys.map { $0.map(requireSlot) } ?? entity.slots.filter { !entity.layout.slots[$0].isTransient }
        return namedValues(slots) { self.committedAny($0) }
    }

    private func namedValues(_ slots: [Int], _ value: (Int) -> Any?) -> [String: Any] {
        Dictionary(uniqueKeysWithValues: slots.map { (entity.layout.slots[$0].name, value($0) ?? NSNull()) })
    }

    private func currentAny(_ slot: Int) -> Any? {
        storedValue(forKey: entity.layout.slots[slot].name)
    }

    private func committedAny(_ slot: Int) -> Any? { any(slot, changedTo: nil) }

    /// The committed value of a slot with this change over it.
    private func any(_ slot: Int, changedTo change: PropertyValue?) -> Any? {
        switch entity.layout.slots[slot].kind {
        case .attribute: return (change ?? committedValue(slot)).anyValue
        case .toOne:
            guard case .reference(let id) = (change ?? committedValue(slot)).resolvingReferences else { return nil }
            return managedObjectContext?.object(with: id)
        case .toMany:
            let ids = destinations(slot, changedTo: change?.resolvingReferences)
            let objects = ids.compactMap { managedObjectContext?.object(with: $0) }
            return entity.layout.slots[slot].isOrdered ? objects : Set(objects)
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
