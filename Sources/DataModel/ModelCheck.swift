/// Checks what a model file's entities say about each other. It changes nothing.
struct ModelCheck {
    private let entities: [ModelEntity]
    private let byName: [String: ModelEntity]

    init(_ entities: [ModelEntity]) {
        self.entities = entities
        byName = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func run() throws(ModelFault) {
        for entity in entities {
            if let parent = entity.parent { _ = try self.entity(parent, for: entity) }
        }
        for entity in entities { try refuseCycle(entity) }
        for entity in entities {
            try refuseDuplicates(entity)
            try checkDestinations(entity)
            try checkNames(entity)
        }
        for entity in entities { try checkInverses(entity) }
    }

    /// The entity that another one, or a relationship of it, names.
    private func entity(
        _ name: String, for user: ModelEntity, _ relationship: ModelRelationship? = nil
    ) throws(ModelFault) -> ModelEntity {
        guard let entity = byName[name] else { throw fault(.unknownEntity(name), user, relationship?.property) }
        return entity
    }

    private func fault(
        _ reason: ModelFileError.Reason, _ entity: ModelEntity, _ property: ModelProperty? = nil
    ) -> ModelFault {
        ModelFault(reason: reason, line: property?.line ?? entity.line).of(entity.name, property?.name)
    }

    private func refuseCycle(_ entity: ModelEntity) throws(ModelFault) {
        var seen: Set<String> = []
        var name: String? = entity.name
        while let current = name {
            guard seen.insert(current).inserted else {
                throw fault(.inheritanceCycle(current), entity)
            }
            name = byName[current]?.parent
        }
    }

    /// The entity and those that it inherits from.
    private func ancestry(_ entity: ModelEntity) -> [ModelEntity] {
        Array(sequence(first: entity) { $0.parent.flatMap { byName[$0] } })
    }

    /// Throws if two properties of an entity and its ancestors have the same name.
    private func refuseDuplicates(_ entity: ModelEntity) throws(ModelFault) {
        var names = Set(ancestry(entity).dropFirst().flatMap(propertyNames))
        let properties = (entity.attributes.map(\.property) + entity.relationships.map(\.property))
        for property in properties.sorted(by: { $0.line < $1.line }) {
            guard names.insert(property.name).inserted else {
                throw fault(.duplicate(property.name), entity, property)
            }
        }
    }

    private func checkDestinations(_ entity: ModelEntity) throws(ModelFault) {
        for relationship in entity.relationships {
            _ = try self.entity(relationship.destination, for: entity, relationship)
        }
    }

    /// Indexes and constraints name properties of the entity.
    private func checkNames(_ entity: ModelEntity) throws(ModelFault) {
        let names = Set(ancestry(entity).flatMap(propertyNames))
        let used = entity.indexes.flatMap(\.elements).map(\.property) + entity.uniquenessConstraints.flatMap(\.self)
        for reference in used where !names.contains(reference.name) {
            throw ModelFault(reason: .unknownProperty(reference.name), line: reference.line).of(entity.name)
        }
    }

    private func propertyNames(_ entity: ModelEntity) -> [String] {
        entity.attributes.map(\.property.name) + entity.relationships.map(\.property.name)
    }

    // MARK: Inverses

    private func checkInverses(_ entity: ModelEntity) throws(ModelFault) {
        for relationship in entity.relationships {
            guard let name = relationship.inverse else { continue }
            let destination = try self.entity(relationship.destination, for: entity, relationship)
            let holder = try self.entity(relationship.inverseEntity ?? destination.name, for: entity, relationship)
            guard let inverse = holder.inverse(of: relationship, in: ancestry),
                ancestry(destination).contains(where: { $0.name == holder.name }),
                leadsBack(inverse, to: relationship, of: entity)
            else { throw fault(.invalidInverse(name), entity, relationship.property) }
        }
    }

    private func leadsBack(
        _ inverse: ModelRelationship, to relationship: ModelRelationship, of entity: ModelEntity
    ) -> Bool {
        guard inverse.inverse == relationship.property.name, let destination = byName[inverse.destination] else {
            return false
        }
        return ancestry(destination).contains { $0.name == entity.name }
            || ancestry(entity).contains { $0.name == destination.name }
    }
}

extension ModelEntity {
    /// The inverse of a relationship whose inverse this entity or an ancestor declares.
    fileprivate func inverse(
        of relationship: ModelRelationship, in ancestry: (ModelEntity) -> [ModelEntity]
    ) -> ModelRelationship? {
        ancestry(self).flatMap(\.relationships).first { $0.property.name == relationship.inverse }
    }
}
