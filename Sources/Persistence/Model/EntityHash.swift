/// The version hash that new stores keep of an entity: SHA-256 over a canonical text of it.
///
/// Core Data's own algorithm is not published, so these hashes tell our model versions apart and nothing else; no store
/// is accepted or refused because of one.
package enum EntityHash {
    /// Says, in a store's metadata, that its version hashes are those of `EntityHash` and not Core Data's.
    package static let algorithmKey = "PersistenceModelVersionHashAlgorithm"
    package static let algorithm = "sha256-canonical-1"

    /// The SHA-256 of the canonical text.
    package static func digest(of entity: EntityDescription) -> [UInt8] {
        SHA256.digest(canonicalText(of: entity).utf8)
    }

    /// One line for the entity and one for each property, inherited ones included, by name.
    package static func canonicalText(of entity: EntityDescription) -> String {
        let head = [
            "entity", entity.name ?? "", entity.superentity?.name ?? "", flag(entity.isAbstract),
            entity.versionHashModifier ?? "",
        ]
        let properties = entity.properties.sorted { $0.name < $1.name }.map(fields)
        return ([head] + properties).map { $0.map(escaped).joined(separator: "|") }.joined(separator: "\n")
    }

    private static func fields(of property: PropertyDescription) -> [String] {
        let common = [
            property.name, flag(property.isOptional), flag(property.isTransient), property.versionHashModifier ?? "",
        ]
        switch property {
        case let attribute as AttributeDescription:
            return ["attribute"] + common + [String(attribute.type.rawValue), attribute.valueTransformerName ?? ""]
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

    /// Keeps the separators out of the fields.
    private static func escaped(_ field: String) -> String {
        String(field.flatMap { "\\|\n".contains($0) ? ["\\", $0] : [$0] })
    }
}
