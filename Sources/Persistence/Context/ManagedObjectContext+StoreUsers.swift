/// Notifying incremental stores of the objects that a context uses.
extension ManagedObjectContext {
    /// Called when the object is registered under its present ID.
    @inline(__always)
    func notifyRegistered(_ object: ManagedObject) {
        if object.storeEntity.isTracked { notifyStore(of: object) { $0.objectsWereRegistered($1) } }
    }

    /// Called when the object is about to leave the identity map.
    @inline(__always)
    func notifyUnregistered(_ object: ManagedObject) {
        if object.storeEntity.isTracked { notifyStore(of: object) { $0.objectsWereUnregistered($1) } }
    }

    /// Called when these objects are about to leave the identity map. Notifies each store once.
    func notifyUnregistered(_ objects: [ManagedObject]) {
        let tracked = objects.filter { $0.storeEntity.isTracked && $0.status.has(.registered) }
        for (_, group) in Dictionary(grouping: tracked, by: { $0.storeEntity.storeIdentifier }) {
            guard let store = group[0].storeEntity.store as? IncrementalStore else { continue }
            store.objectsWereUnregistered(group.map(\.storedID))
        }
    }

    private func notifyStore(of object: ManagedObject, _ body: (IncrementalStore, [ManagedObjectID]) -> Void) {
        guard object.status.has(.registered) else { return }
        if let store = object.storeEntity.store as? IncrementalStore { body(store, [object.storedID]) }
    }
}
