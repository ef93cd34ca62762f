import Foundation

extension EntityDescription {
    /// What tells this version of the entity from others: equal for equal descriptions, whatever the order of properties.
    ///
    /// Not Core Data's hash, whose algorithm is not published; a store says in its metadata whose hashes it has.
    public var versionHash: Data { Data(EntityHash.digest(of: self)) }
}

extension ManagedObjectModel {
    /// The version hash of each entity, by name.
    public var entityVersionHashesByName: [String: Data] { entitiesByName.mapValues(\.versionHash) }

    /// Whether a store with this metadata was made with this model, or with this configuration of it.
    ///
    /// A store of ours is recognised by its hashes. In a store that Core Data made they cannot be computed, so its model is
    /// taken for this one when it has the same entities by name; opening it compares the columns.
    public func isConfiguration(withName name: String?, compatibleWithStoreMetadata metadata: [String: Any]) -> Bool {
        guard let entities = entities(forConfigurationName: name) else { return false }
        let own = EntityHash.hashes(of: entities)
        guard let hashes = EntityHash.hashes(in: metadata) else {
            return (metadata[StoreMetadataKey.modelVersionHashes] as? [String: Any]).map(\.keys).map(Set.init)
                == Set(own.keys)
        }
        return hashes.count == own.count && own.allSatisfy { hashes[$0.key] as? Data == $0.value }
    }
}
