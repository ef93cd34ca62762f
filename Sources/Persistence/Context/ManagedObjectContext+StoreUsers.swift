/// Notifying incremental stores of the objects that a context uses.
extension ManagedObjectContext {
    /// Called when the object is registered under its present ID.
    @inline(__always)
    func tellRegistered(_ object: ManagedObject) {
        if object.home.isTracked { tellStore(of: object) { $0.objectsWereRegistered($1) } }
    }

    /// Called when the object is about to leave the identity map.
    @inline(__always)
    func tellUnregistered(_ object: ManagedObject) {
        if object.home.isTracked { tellStore(of: object) { $0.objectsWereUnregistered($1) } }
    }

    /// Called when these objects are about to leave the identity map. Notifies each store once.
    func tellUnregistered(_ objects: [ManagedObject]) {
        let tracked = objects.filter { $0.home.isTracked && $0.status.has(.registered) }
        for (_, group) in Dictionary(grouping: tracked, by: { $0.home.storeIdentifier }) {
            guard let store = group[0].home.store as? IncrementalStore else { continue }
            store.objectsWereUnregistered(group.map(\.storedID))
        }
    }

    private func tellStore(of object: ManagedObject, _ body: (IncrementalStore, [ManagedObjectID]) -> Void) {
        guard object.status.has(.registered) else { return }
        if let store = object.home.store as? IncrementalStore { body(store, [object.storedID]) }
    }
}
