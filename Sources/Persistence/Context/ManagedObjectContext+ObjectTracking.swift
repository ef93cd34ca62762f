/// Tells stores that track objects which of them a context has registered.
extension ManagedObjectContext {
    /// Called when the object is registered under its present ID.
    @inline(__always)
    func notifyRegistered(_ object: ManagedObject) {
        if let backend = trackingBackend(of: object) { backend.objectsWereRegistered([object.registeredID]) }
    }

    /// Called when the object is about to leave the identity map.
    @inline(__always)
    func notifyUnregistered(_ object: ManagedObject) {
        if let backend = trackingBackend(of: object) { backend.objectsWereUnregistered([object.registeredID]) }
    }

    /// Called when these objects are about to leave the identity map. Notifies each store once.
    func notifyUnregistered(_ objects: [ManagedObject]) {
        let tracked = objects.filter { trackingBackend(of: $0) != nil }
        for (_, group) in Dictionary(grouping: tracked, by: { $0.storeEntity.storeIdentifier }) {
            group[0].storeEntity.store?.backend.objectsWereUnregistered(group.map(\.registeredID))
        }
    }

    /// The backend of a registered object's store, if it tracks objects.
    @inline(__always)
    private func trackingBackend(of object: ManagedObject) -> (any StoreBackend)? {
        guard object.storeEntity.tracksObjects, object.status.has(.registered) else { return nil }
        return object.storeEntity.store?.backend
    }
}
