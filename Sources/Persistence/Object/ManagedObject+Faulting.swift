import Foundation

extension ManagedObject {
    /// Whether the object's values were not asked for yet. Does not fire the fault.
    public var isFault: Bool { status.has(.fault) }

    /// Whether a relationship's destinations were not asked for yet. Does not fire the fault.
    public func hasFault(forRelationshipNamed key: String) -> Bool {
        guard let slot = entity.slot(named: key) else { return false }
        if status.pending == .inserted, block == nil { return false }
        return local?.related[slot] == nil
    }

    /// The IDs at the other end of a relationship, without making objects.
    public func objectIDs(forRelationshipNamed key: String) -> [ManagedObjectID] {
        destinationIDs(requireSlot(key))
    }

    /// The IDs at the other end of a relationship.
    func destinationIDs(_ slot: Int) -> [ManagedObjectID] {
        switch entity.layout.slots[slot].kind {
        case .toMany: return currentDestinations(slot)
        default:
            guard case .reference(let id) = currentValue(slot) else { return [] }
            return [id]
        }
    }

    /// Loads the values of a fault, as reading a property does, but throws where there is no row.
    /// - Throws: code 133000 when the row is gone; the store's error when it cannot be read. The object stays a fault.
    public func fire() throws {
        requireValid()
        guard status.has(.fault) else {
            if status.has(.gone) { throw ManagedObject.inaccessible(self) }
            return
        }
        guard let context = managedObjectContext else { throw ManagedObject.inaccessible(self) }
        guard try context.realize(self) else { throw ManagedObject.inaccessible(self) }
    }

    /// Loads the values because a property is read. Where the row is gone the object becomes deleted and reads nil, or
    /// this traps, as the context's `shouldDeleteInaccessibleFaults` says.
    func fireForAccess() {
        if isShownByRow {
            realizeOnRow()
        } else {
            fireFromContext()
        }
    }

    /// Whether the row that the object stands on is what its context shows.
    private var isShownByRow: Bool { block?.isCurrent == true && identityMap?.showsCachedRows == true }

    /// Shows the row that the object stands on.
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
                error, "The values of \(objectID) could not be read: \(error). Use fire() where that may happen.")
            return
        }
        precondition(
            context.shouldDeleteInaccessibleFaults, "The row of \(objectID) is gone, so its fault cannot be fired.")
        context.markInaccessible(self)
    }

    static func inaccessible(_ object: ManagedObject) -> PersistenceError {
        PersistenceError(
            .inaccessibleObject, "The record \(object.objectID) does not exist.",
            userInfo: [PersistenceError.Key.affectedObjects: [object]])
    }
}
