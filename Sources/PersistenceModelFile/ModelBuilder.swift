import DataModel
import Persistence

/// Builds a model from the values of a file: first the entities and their inheritance, then everything that refers to
/// other entities.
struct ModelBuilder {
    private let document: ModelDocument
    private let byName: [String: EntityDescription]

    init(_ document: ModelDocument) {
        self.document = document
        byName = Dictionary(
            document.entities.map { ($0.name, EntityDescription()) }, uniquingKeysWith: { first, _ in first })
    }

    func fill(_ model: ManagedObjectModel) throws(ModelFault) {
        for values in document.entities { describe(values) }
        for values in document.entities {
            if let entity = byName[values.name], let parent = values.parent {
                byName[parent]?.subentities.append(entity)
            }
        }
        for values in document.entities { try addProperties(values) }
        for values in document.entities { connectInverses(values) }
        model.entities = document.entities.compactMap { byName[$0.name] }
        if let identifier = document.versionIdentifier { model.versionIdentifiers = [identifier] }
        for configuration in document.configurations {
            model.setEntities(configuration.members.compactMap { byName[$0] }, forConfigurationName: configuration.name)
        }
        for request in document.fetchRequests {
            if let values = request.values { model.setFetchRequestTemplate(values, forName: request.name) }
        }
    }

    private func describe(_ values: ModelEntity) {
        guard let entity = byName[values.name] else { return }
        entity.name = values.name
        entity.isAbstract = values.isAbstract
        entity.renamingIdentifier = values.renamingIdentifier
        entity.versionHashModifier = values.versionHashModifier
        entity.userInfo = values.userInfo
        if let name = values.className { entity.managedObjectClassName = name }
    }

    private func addProperties(_ values: ModelEntity) throws(ModelFault) {
        guard let entity = byName[values.name] else { return }
        var properties: [PropertyDescription] = []
        for attribute in values.attributes {
            do throws(ModelFault) {
                properties.append(try attribute.description())
            } catch {
                throw error.of(values.name, attribute.property.name)
            }
        }
        entity.properties = properties + values.relationships.map(description)
        entity.indexes = values.indexes.map { index in
            FetchIndexDescription(
                name: index.name,
                elements: index.elements.map { .init(propertyName: $0.property.name, isAscending: $0.isAscending) })
        }
        entity.uniquenessConstraints = values.uniquenessConstraints.map { $0.map(\.name) }
    }

    private func description(_ values: ModelRelationship) -> RelationshipDescription {
        let relationship = RelationshipDescription()
        values.property.describe(relationship)
        relationship.destinationEntity = byName[values.destination]
        relationship.minCount = values.minCount
        relationship.maxCount = values.maxCount
        relationship.isOrdered = values.isOrdered
        relationship.deleteRule =
            switch values.deleteRule {
            case .noAction: .noActionDeleteRule
            case .nullify: .nullifyDeleteRule
            case .cascade: .cascadeDeleteRule
            case .deny: .denyDeleteRule
            }
        return relationship
    }

    private func connectInverses(_ values: ModelEntity) {
        let relationships = byName[values.name]?.relationshipsByName ?? [:]
        for values in values.relationships {
            guard let name = values.inverse else { continue }
            let inverses = byName[values.inverseEntity ?? values.destination]?.relationshipsByName
            relationships[values.property.name]?.inverseRelationship = inverses?[name]
        }
    }
}

extension ModelFetchRequest {
    /// The content of the request; nil if its predicate cannot be parsed.
    var values: FetchValues? {
        var values = FetchValues(entityName: entity)
        if let predicate {
            guard let parsed = try? FetchPredicate(validating: predicate) else { return nil }
            values.predicate = parsed
        }
        values.fetchLimit = fetchLimit
        values.fetchBatchSize = fetchBatchSize
        values.includesSubentities = includesSubentities
        values.returnsObjectsAsFaults = returnsObjectsAsFaults
        return values
    }
}
