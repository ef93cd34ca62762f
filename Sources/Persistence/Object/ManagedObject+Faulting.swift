import Foundation

extension ManagedObject {
    /// Whether the object's values have not been loaded yet. Does not fire the fault.
    ///
    /// ```swift
    /// let session = context.object(with: id)
    /// // Nothing was read: the object is a fault, and there may be no such row at all.
    ///
    /// try session.loadValues()
    /// // This read all its values at once. Reading a property does the same, but cannot throw.
    ///
    /// context.refresh(session, mergeChanges: false)
    /// // It is a fault again. The next access reads what is stored then.
    /// ```
    public var isFault: Bool { status.has(.fault) }

    /// 0 if the object's values have been loaded, otherwise another number. Does not fire the fault.
    public var faultingState: Int { isFault ? 1 : 0 }

    /// Whether a relationship's destinations have not been loaded yet. Does not fire the fault.
    public func hasFault(forRelationshipNamed key: String) -> Bool {
        guard let slot = entity.slot(named: key) else { return false }
        if status.pending == .inserted, block == nil { return false }
        return local?.related[slot] == nil
    }

    /// The IDs of a relationship's destinations, without creating objects.
    /// - Precondition: the entity has the relationship.
    public func objectIDs(forRelationshipNamed key: String) -> [ManagedObjectID] {
        destinationIDs(requireSlot(key))
    }

    /// The IDs of a relationship's destinations.
    func destinationIDs(_ slot: Int) -> [ManagedObjectID] {
        switch entity.layout.slots[slot].kind {
        case .toMany: return currentDestinations(slot)
        default:
            guard case .reference(let id) = currentValue(slot) else { return [] }
            return [id]
        }
    }

    /// Loads the values of a fault, as reading a property does, but throws if the row does not exist or cannot be read.
    /// - Throws: `PersistenceError` with code 133000 when the row is gone; the store's error when it cannot be read.
    ///   The object remains a fault.
    public func loadValues() throws {
        requireValid()
        guard status.has(.fault) else {
            if status.has(.gone) { throw ManagedObject.inaccessible(self) }
            return
        }
        guard let context = managedObjectContext else { throw ManagedObject.inaccessible(self) }
        guard try context.realize(self) else { throw ManagedObject.inaccessible(self) }
    }

    /// Loads the values because a property is read. If the row is gone, the object becomes deleted and reads as nil, or
    /// this traps, depending on the context's `shouldDeleteInaccessibleFaults`.
    func fireForAccess() {
        if status.pending == .inserted {
            status.flags.remove(.fault)
        } else if isShownByRow {
            realizeOnRow()
        } else {
            fireFromContext()
        }
    }

    /// Whether the object's current row is what its context shows.
    private var isShownByRow: Bool { block?.isCurrent == true && identityMap?.showsCachedRows == true }

    /// Shows the object's current row.
    private func realizeOnRow() {
        status.flags.remove(.fault)
        status.flags.insert(.untracked)
        awakeFromFetch()
        status.flags.remove(.untracked)
    }

    private func fireFromContext() {
        guard let context = managedObjectContext else {
            preconditionFailure("A fault of \(objectID) cannot be fired: its context is gone.")
        }
        do {
            if try context.realize(self) { return }
        } catch {
            context.noteFailedRead(
                error, "The values of \(objectID) could not be read: \(error). Use loadValues() where that may happen.")
            return
        }
        precondition(
            context.shouldHandleInaccessibleFault(self, for: objectID, triggeredByProperty: nil),
            "The row of \(objectID) is gone, so its fault cannot be fired.")
        context.markInaccessible(self)
    }

    static func inaccessible(_ object: ManagedObject) -> PersistenceError {
        PersistenceError(
            .inaccessibleObject, "The record \(object.objectID) does not exist.",
            userInfo: [PersistenceError.Key.affectedObjects: [object]])
    }
}
