import Foundation
import Persistence

/// What a later migration needs to know of the model that a store was written with, kept in the store's metadata.
///
/// The name of a column does not determine the name of its property: two that differ in case, or that sibling entities have, share
/// one up to a number. A model of one entity without relationships has no record; its columns are recognised by their names.
struct ModelRecord: Codable, Equatable {
    /// The key in the metadata.
    static let key = "PersistenceModelProperties"

    struct Attribute: Codable, Equatable {
        let name: String
        let type: Int
        var isExternal: Bool
        /// Nil in a store of ours, whose version hashes tell it.
        var isOptional: Bool?
    }

    struct Relationship: Codable, Equatable {
        let name: String
        let destination: String
        let inverse: String?
        let isToMany: Bool
        var isOrdered: Bool
    }

    struct Entity: Codable, Equatable {
        let name: String
        var parent: String?
        var attributes: [Attribute] = []
        var relationships: [Relationship] = []
    }

    var entities: [Entity]

    init(entities: [Entity]) {
        self.entities = entities
    }

    /// Nil for a model whose properties are known by their columns.
    init?(_ model: ManagedObjectModel) {
        guard model.entities.count > 1 || model.entities.contains(where: { !$0.relationshipsByName.isEmpty }) else {
            return nil
        }
        entities = model.entities.sorted { ($0.name ?? "") < ($1.name ?? "") }.map(Entity.init)
    }

    /// The record in a store's metadata; nil if there is none or it cannot be read.
    init?(in metadata: [String: any Sendable]) {
        guard let text = metadata[ModelRecord.key] as? String,
            let record = try? JSONDecoder().decode(ModelRecord.self, from: Data(text.utf8))
        else { return nil }
        self = record
    }

    /// The value in the metadata.
    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// The model, without what has no storage. Relationships to entities that are not in the record are left out.
    func model() -> ManagedObjectModel {
        let made = Dictionary(
            entities.map { ($0.name, EntityDescription(name: $0.name)) }, uniquingKeysWith: { first, _ in first })
        for entity in entities {
            guard let description = made[entity.name] else { continue }
            if let parent = entity.parent { made[parent]?.subentities.append(description) }
            description.properties =
                entity.attributes.map(\.description)
                + entity.relationships.compactMap { relationship in
                    made[relationship.destination].map { relationship.description(to: $0) }
                }
        }
        let relationships = made.mapValues(\.relationshipsByName)
        for entity in entities {
            for relationship in entity.relationships {
                guard let inverse = relationship.inverse else { continue }
                relationships[entity.name]?[relationship.name]?.inverseRelationship =
                    relationships[relationship.destination]?[inverse]
            }
        }
        let model = ManagedObjectModel(entities: entities.compactMap { made[$0.name] })
        model.freeze()
        return model
    }
}

extension ModelRecord.Entity {
    fileprivate init(_ entity: EntityDescription) {
        name = entity.name ?? ""
        parent = entity.superentity?.name
        for property in entity.ownProperties where !property.isTransient {
            switch property {
            case let attribute as AttributeDescription:
                attributes.append(
                    .init(
                        name: attribute.name, type: Int(attribute.type.rawValue),
                        isExternal: attribute.allowsExternalBinaryDataStorage))
            case let relationship as RelationshipDescription:
                relationships.append(
                    .init(
                        name: relationship.name, destination: relationship.destinationEntity?.name ?? "",
                        inverse: relationship.inverseRelationship?.name, isToMany: relationship.isToMany,
                        isOrdered: relationship.isOrdered))
            default: break
            }
        }
    }
}

extension ModelRecord.Attribute {
    fileprivate var description: AttributeDescription {
        let attribute = AttributeDescription(
            name: name, type: AttributeType(rawValue: UInt(clamping: type)) ?? .undefined)
        attribute.allowsExternalBinaryDataStorage = isExternal
        attribute.isOptional = isOptional ?? false
        return attribute
    }
}

extension ModelRecord.Relationship {
    fileprivate func description(to destination: EntityDescription) -> RelationshipDescription {
        RelationshipDescription(name: name, destination: destination, toMany: isToMany, ordered: isOrdered)
    }
}
