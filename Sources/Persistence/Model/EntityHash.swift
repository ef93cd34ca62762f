import Foundation

/// The version hash of an entity that new stores contain: SHA-256 over a canonical text of the entity.
///
/// Core Data's own algorithm is not published. Our hashes have their own key in the metadata, so that Core Data does
/// not mistake them for its own. They only distinguish versions of our models.
package enum EntityHash {
    /// The key, in a store's metadata, of the dictionary from entity names to hashes.
    package static let hashesKey = "PersistenceModelVersionHashes"
    /// The key, in a store's metadata, of the algorithm that made the hashes.
    package static let algorithmKey = "PersistenceModelVersionHashAlgorithm"
    package static let algorithm = "sha256-canonical-1"

    /// Our hashes in a store's metadata; nil for a store that Core Data made. The first versions of the engine stored
    /// them under Core Data's key.
    package static func hashes(in metadata: [String: Any]) -> [String: Any]? {
        guard metadata[algorithmKey] as? String == algorithm else { return nil }
        return (metadata[hashesKey] ?? metadata[StoreMetadataKey.modelVersionHashes]) as? [String: Any]
    }

    /// The hashes of these entities, by name.
    package static func hashes(of entities: [EntityDescription]) -> [String: Data] {
        Dictionary(entities.map { ($0.name ?? "", Data(digest(of: $0))) }, uniquingKeysWith: { first, _ in first })
    }

    /// The SHA-256 of the canonical text.
    package static func digest(of entity: EntityDescription) -> [UInt8] {
        SHA256.digest(canonicalText(of: entity).utf8)
    }

    /// The SHA-256 of a property's canonical text.
    static func digest(of property: PropertyDescription) -> [UInt8] {
        SHA256.digest(fields(of: property).map(escaped).joined(separator: "|").utf8)
    }

    /// The SHA-256, in Base 64, of the names and hashes of a model's entities.
    static func checksum(of hashes: [String: Data]) -> String {
        let lines = hashes.sorted { $0.key < $1.key }.map { escaped($0.key) + "|" + $0.value.base64EncodedString() }
        return Data(SHA256.digest(lines.joined(separator: "\n").utf8)).base64EncodedString()
    }

    /// A line for the entity, then a line for each property that is stored, including inherited ones, sorted by name.
    package static func canonicalText(of entity: EntityDescription) -> String {
        let head = [
            "entity", entity.name ?? "", entity.superentity?.name ?? "", flag(entity.isAbstract),
            entity.versionHashModifier ?? "",
        ]
        let properties = entity.properties.filter { !$0.isTransient }.sorted { $0.name < $1.name }.map(fields)
        return ([head] + properties).map { $0.map(escaped).joined(separator: "|") }.joined(separator: "\n")
    }

    private static func fields(of property: PropertyDescription) -> [String] {
        let common = [
            property.name, flag(property.isOptional), flag(property.isTransient), property.versionHashModifier ?? "",
        ]
        switch property {
        case let attribute as AttributeDescription:
            return ["attribute"] + common + [String(attribute.type.rawValue), attribute.valueTransformerName ?? ""]
                + (attribute.allowsExternalBinaryDataStorage ? ["external"] : [])
        case let relationship as RelationshipDescription:
            return ["relationship"] + common + fields(of: relationship)
        default: return ["property"] + common
        }
    }

    private static func fields(of relationship: RelationshipDescription) -> [String] {
        [
            relationship.destinationEntity?.name ?? "", relationship.inverseRelationship?.name ?? "",
            String(relationship.minCount), String(relationship.maxCount), flag(relationship.isOrdered),
            String(relationship.deleteRule.rawValue),
        ]
    }

    private static func flag(_ value: Bool) -> String { value ? "1" : "0" }

    /// Escapes the separators in a field.
    private static func escaped(_ field: String) -> String {
        String(field.flatMap { "\\|\n".contains($0) ? ["\\", $0] : [$0] })
    }
}
