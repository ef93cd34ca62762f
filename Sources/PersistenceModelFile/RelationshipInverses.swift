import Persistence

/// Sets the inverses of relationships, and checks that the relationships are each other's inverse.
struct RelationshipInverses {
    private let builder: ModelBuilder

    init(_ builder: ModelBuilder) {
        self.builder = builder
    }

    func connect() throws(ModelFault) {
        for (element, entity) in builder.entities {
            for child in element.children(named: "relationship") {
                guard let inverseName = child.attributes["inverseName"], !inverseName.isEmpty else { continue }
                try connect(child, of: entity, inverseName: inverseName)
            }
        }
    }

    private func connect(
        _ element: ModelElement, of entity: EntityDescription, inverseName: String
    ) throws(ModelFault) {
        let name = element.attributes["name"] ?? ""
        guard let relationship = entity.relationshipsByName[name], let destination = relationship.destinationEntity
        else { throw element.fault(.invalidInverse(inverseName)) }
        let holder = try builder.entity(element.attributes["inverseEntity"] ?? destination.name ?? "", namedBy: element)
        guard let inverse = holder.relationshipsByName[inverseName], destination.isKindOf(entity: holder),
            leadsBack(inverse, to: relationship, of: entity)
        else { throw element.fault(.invalidInverse(inverseName)) }
        relationship.inverseRelationship = inverse
    }

    private func leadsBack(
        _ inverse: RelationshipDescription, to relationship: RelationshipDescription, of entity: EntityDescription
    ) -> Bool {
        guard let destination = inverse.destinationEntity, declaredInverse(of: inverse) == relationship.name else {
            return false
        }
        return destination.isKindOf(entity: entity) || entity.isKindOf(entity: destination)
    }

    /// The name of a relationship's inverse in the file.
    private func declaredInverse(of relationship: RelationshipDescription) -> String? {
        for (element, entity) in builder.entities where entity === relationship.entity {
            let children = element.children(named: "relationship")
            return children.first { $0.attributes["name"] == relationship.name }?.attributes["inverseName"]
        }
        return nil
    }
}
