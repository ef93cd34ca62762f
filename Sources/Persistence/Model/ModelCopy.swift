/// Copies of descriptions, which can be changed even if the originals are in use.
struct ModelCopy {
    private var entities: [String: EntityDescription] = [:]

    /// Copies the entities of one or several models. Relationships point to the copies, which they find by name.
    init(of originals: [EntityDescription]) {
        for entity in originals where entities[entity.name ?? ""] == nil {
            entities[entity.name ?? ""] = ModelCopy.copy(entity)
        }
        for entity in originals { connect(entity) }
    }

    /// The copy of the entity with this name.
    subscript(name: String?) -> EntityDescription? { name.flatMap { entities[$0] } }

    private func connect(_ original: EntityDescription) {
        guard let copy = self[original.name] else { return }
        if copy.subentities.isEmpty { copy.subentities = original.subentities.compactMap { self[$0.name] } }
        for case let relationship as RelationshipDescription in copy.ownProperties {
            guard relationship.destinationEntity == nil,
                let original = original.ownProperties.first(where: { $0.name == relationship.name })
                    as? RelationshipDescription
            else { continue }
            relationship.destinationEntity = self[original.destinationEntity?.name]
            relationship.inverseRelationship = inverse(of: original)
        }
    }

    private func inverse(of original: RelationshipDescription) -> RelationshipDescription? {
        guard let inverse = original.inverseRelationship else { return nil }
        let owner = self[inverse.entity?.name]
        return owner?.ownProperties.first { $0.name == inverse.name } as? RelationshipDescription
    }

    private static func copy(_ entity: EntityDescription) -> EntityDescription {
        let copy = EntityDescription()
        copy.name = entity.name
        copy.managedObjectClassName = entity.managedObjectClassName
        if !entity.lacksClass { copy.managedObjectClass = entity.managedObjectClass }
        copy.isAbstract = entity.isAbstract
        copy.userInfo = entity.userInfo
        copy.renamingIdentifier = entity.renamingIdentifier
        copy.versionHashModifier = entity.versionHashModifier
        copy.indexes = entity.indexes.map { $0.copy() }
        copy.constraints = entity.constraints
        copy.computedKeys = entity.computedKeys
        copy.propertyNames = entity.propertyNames
        copy.properties = entity.ownProperties.map(copy(_:))
        return copy
    }

    private static func copy(_ property: PropertyDescription) -> PropertyDescription {
        let copy: PropertyDescription
        switch property {
        case let attribute as AttributeDescription: copy = self.copy(attribute)
        case let relationship as RelationshipDescription: copy = self.copy(relationship)
        default: copy = PropertyDescription()
        }
        copy.name = property.name
        copy.isOptional = property.isOptional
        copy.isTransient = property.isTransient
        copy.userInfo = property.userInfo
        copy.renamingIdentifier = property.renamingIdentifier
        copy.versionHashModifier = property.versionHashModifier
        copy.setValidationPredicates(
            property.validationPredicates, withValidationWarnings: property.validationWarnings)
        return copy
    }

    private static func copy(_ attribute: AttributeDescription) -> AttributeDescription {
        let copy = (attribute as? DerivedAttributeDescription).map(self.copy(derived:)) ?? AttributeDescription()
        copy.type = attribute.type
        copy.defaultValue = attribute.defaultValue
        copy.valueTransformerName = attribute.valueTransformerName
        copy.ownValueClassName = attribute.ownValueClassName
        copy.allowsExternalBinaryDataStorage = attribute.allowsExternalBinaryDataStorage
        copy.preservesValueInHistoryOnDeletion = attribute.preservesValueInHistoryOnDeletion
        return copy
    }

    private static func copy(derived attribute: DerivedAttributeDescription) -> AttributeDescription {
        let copy = DerivedAttributeDescription()
        copy.derivationExpression = attribute.derivationExpression
        return copy
    }

    private static func copy(_ relationship: RelationshipDescription) -> RelationshipDescription {
        let copy = RelationshipDescription()
        copy.deleteRule = relationship.deleteRule
        copy.minCount = relationship.minCount
        copy.maxCount = relationship.maxCount
        copy.isOrdered = relationship.isOrdered
        return copy
    }
}
