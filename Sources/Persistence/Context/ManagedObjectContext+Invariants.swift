/// The invariants that hold between calls of a context.
extension ManagedObjectContext {
    /// Traps if an invariant of the context is violated. O(registered objects); for tests and debugging.
    package func checkInvariants() {
        checkPending(.inserted)
        checkPending(.updated)
        checkPending(.deleted)
        for object in allObjects {
            precondition(object.managedObjectContext === self, "A registered object belongs to its context.")
            precondition(
                object.registeredID.isUnassigned || identityMap.object(for: object.registeredID) === object,
                "The identity map finds each object by its ID.")
            precondition(
                !object.status.has(.hasNewRow) || object.isInserted && object.local == nil,
                "An object with a new row is inserted and has no other state.")
            precondition(!object.status.has(.invalid), "A registered object is valid.")
            let isClean = object.status.pending == .none && !object.status.has(.inEvent)
            precondition(
                !isClean || object.changes.isEmpty || object.status.has(.gone), "A clean object has no changes.")
            precondition(!object.isUnread || object.changes.isEmpty, "A fault has no changes.")
        }
    }

    private func checkPending(_ state: PendingState) {
        for object in pending.objects(state) {
            precondition(object.status.pending == state, "An object is in the list that its state names.")
            precondition(object.status.has(.registered), "A pending object is registered.")
            precondition(object.managedObjectContext === self, "A pending object belongs to its context.")
        }
    }
}
