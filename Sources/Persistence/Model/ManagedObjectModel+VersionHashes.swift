import Foundation

extension EntityDescription {
    /// A hash that identifies this version of the entity. Equal descriptions have equal hashes, whatever the order of
    /// their properties.
    ///
    /// It is not Core Data's hash, whose algorithm is not published. The engine's hashes have a key of their own in a
    /// store's metadata.
    public var versionHash: Data { Data(EntityHash.digest(of: self)) }
}

extension PropertyDescription {
    /// A hash that identifies this version of the property. It is not Core Data's.
    public var versionHash: Data { Data(EntityHash.digest(of: self)) }
}

extension ManagedObjectModel {
    /// A text that identifies this version of the model: equal models have equal ones. It is not Core Data's, and so the
    /// checksum that Xcode writes does not match it.
    public var versionChecksum: String { EntityHash.checksum(of: entityVersionHashesByName) }

    /// The version hash of each entity, by name.
    public var entityVersionHashesByName: [String: Data] { entitiesByName.mapValues(\.versionHash) }

    /// Whether a store with this metadata was created with this model, or with this configuration of it.
    ///
    /// A store that this engine created is compared by its hashes. Core Data's hashes cannot be computed, so a store that
    /// Core Data created is compared by its tables, which the metadata lists: entities, attributes, their types and
    /// relationships. Opening the store without migration gives the same answer.
    public func isConfiguration(withName name: String?, compatibleWithStoreMetadata metadata: [String: Any]) -> Bool {
        guard let entities = entities(forConfigurationName: name) else { return false }
        let own = EntityHash.hashes(of: entities)
        guard let hashes = EntityHash.hashes(in: metadata) else {
            let opening = (metadata[StoreMetadataKey.storeType] as? String).flatMap(StoreTypes.opening)
            if let fits = opening?.isModel(copy(), name, ofTablesIn: metadata) { return fits }
            return (metadata[StoreMetadataKey.modelVersionHashes] as? [String: Any]).map(\.keys).map(Set.init)
                == Set(own.keys)
        }
        return hashes.count == own.count && own.allSatisfy { hashes[$0.key] as? Data == $0.value }
    }
}
