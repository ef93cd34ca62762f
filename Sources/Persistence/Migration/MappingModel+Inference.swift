import Foundation

/// Mappings that follow from names: an entity or a property is the one of the source model with its name, or with its
/// `renamingIdentifier`.
extension MappingModel {
    /// The mappings between two models that follow from names.
    ///
    /// The mapping of an entity `Session` is called `IEM_Copy_Session` if it is the same in both models, otherwise
    /// `IEM_Transform_Session`, `IEM_Add_Session` or `IEM_Remove_Session`.
    /// - Throws: `inferredMappingModel` if an attribute has another type than before, or must have a value and has
    ///   neither one nor a default value.
    public static func inferredMappingModel(
        forSourceModel source: ManagedObjectModel, destinationModel destination: ManagedObjectModel
    ) throws -> MappingModel {
        var used: Set<String> = []
        let mapping = MappingModel()
        for entity in destination.entities.sorted(by: { ($0.name ?? "") < ($1.name ?? "") }) {
            let old = source.entity(before: entity)
            old?.name.map { _ = used.insert($0) }
            mapping.entityMappings.append(try EntityMapping(from: old, to: entity))
        }
        let former = source.entitiesByName
        for name in former.keys.sorted() where !used.contains(name) {
            mapping.entityMappings.append(EntityMapping(removing: former[name]))
        }
        return mapping
    }
}

extension EntityMapping {
    fileprivate convenience init(removing entity: EntityDescription?) {
        self.init()
        mappingType = .removeEntityMappingType
        sourceEntityName = entity?.name
        sourceEntityVersionHash = entity?.versionHash
        name = "IEM_Remove_\(entity?.name ?? "")"
    }

    /// - Parameter old: the entity in the source model; nil for a new one.
    fileprivate convenience init(from old: EntityDescription?, to new: EntityDescription) throws {
        self.init()
        sourceEntityName = old?.name
        sourceEntityVersionHash = old?.versionHash
        destinationEntityName = new.name
        destinationEntityVersionHash = new.versionHash
        let isSame = old?.versionHash == new.versionHash
        mappingType =
            old == nil ? .addEntityMappingType : isSame ? .copyEntityMappingType : .transformEntityMappingType
        let verb = old == nil ? "Add" : isSame ? "Copy" : "Transform"
        name = "IEM_\(verb)_\(new.name ?? "")"
        guard let old else { return }
        attributeMappings = try new.inferredAttributes(from: old)
        relationshipMappings = new.inferredRelationships(from: old)
    }
}

extension EntityDescription {
    fileprivate func inferredAttributes(from old: EntityDescription) throws -> [PropertyMapping] {
        let former = old.attributesByName
        return try properties.compactMap { property in
            guard let attribute = property as? AttributeDescription, !(attribute is DerivedAttributeDescription),
                !attribute.isTransient
            else { return nil }
            guard let name = attribute.earlierNames.first(where: { former[$0]?.isTransient == false }) else {
                if attribute.isOptional || attribute.defaultValue != nil { return nil }
                throw refusal(attribute, "must have a value, and has neither one nor a default value")
            }
            guard former[name]?.type == attribute.type else { throw refusal(attribute, "had values of another type") }
            return PropertyMapping(name: attribute.name, from: name)
        }
    }

    fileprivate func inferredRelationships(from old: EntityDescription) -> [PropertyMapping] {
        let former = old.relationshipsByName
        return properties.compactMap { property in
            guard let relationship = property as? RelationshipDescription, !relationship.isTransient,
                let name = relationship.earlierNames.first(where: { former[$0] != nil })
            else { return nil }
            return PropertyMapping(name: relationship.name, from: name)
        }
    }

    private func refusal(_ property: PropertyDescription, _ reason: String) -> PersistenceError {
        PersistenceError(
            .inferredMapping, "No mapping can be inferred: “\(property.name)” of “\(name ?? "")” \(reason).")
    }
}
