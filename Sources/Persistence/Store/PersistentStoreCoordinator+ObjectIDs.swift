import Foundation

/// Object IDs of stored rows.
extension PersistentStoreCoordinator {
    /// The ID for a URI; nil when no store of this coordinator has the UUID, or the model does not have the entity.
    public func managedObjectID(forURIRepresentation uri: URL) -> ManagedObjectID? {
        // A name may contain an encoded slash, so the path is split before it is decoded.
        guard let parts = URLComponents(url: uri, resolvingAgainstBaseURL: true), parts.scheme == "x-coredata",
            let identifier = parts.percentEncodedHost?.removingPercentEncoding
        else { return nil }
        let path = parts.percentEncodedPath.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard path.count == 3, let name = path[1].removingPercentEncoding else { return nil }
        guard let store = persistentStores.first(where: { $0.identifier == identifier }) else { return nil }
        guard let entity = managedObjectModel.entitiesByName[name] else { return nil }
        let key =
            if let references = store.backend.references {
                references.key(ofURIName: path[2], entity: name)
            } else {
                path[2].hasPrefix("p") ? Int64(path[2].dropFirst()) : nil
            }
        return key.flatMap { objectID(of: entity, key: $0, in: store) }
    }

    /// The ID for the text of a URI; nil if the text is not one, and as `managedObjectID(forURIRepresentation:)`.
    public func managedObjectID(for string: String) -> ManagedObjectID? {
        URL(string: string).flatMap(managedObjectID(forURIRepresentation:))
    }

    /// The ID of a row of a store.
    package func objectID(of entity: EntityDescription, key: Int64, in store: PersistentStore) -> ManagedObjectID? {
        guard let table = store.table(for: entity.layout) else { return nil }
        return ManagedObjectID(storeEntity: table.storeEntities[entity.entityIndex], key: key)
    }
}
