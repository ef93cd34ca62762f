import Persistence

/// Builds a model from the elements of a file: first the entities, then their inheritance, then everything that refers
/// to other entities.
struct ModelBuilder {
    let root: ModelElement
    /// The entities and their elements, in the order of the file.
    private(set) var entities: [(element: ModelElement, entity: EntityDescription)] = []
    private var byName: [String: EntityDescription] = [:]

    init(_ root: ModelElement) {
        self.root = root
    }

    mutating func fill(_ model: ManagedObjectModel) throws(ModelFault) {
        for element in root.children(named: "entity") { try addEntity(element) }
        try inherit()
        try addProperties()
        try RelationshipInverses(self).connect()
        model.entities = entities.map(\.entity)
        if let identifier = root.attributes["userDefinedModelVersionIdentifier"], !identifier.isEmpty {
            model.versionIdentifiers = [identifier]
        }
        try addConfigurations(to: model)
        try addFetchRequests(to: model)
    }

    /// - Throws: `ModelFault` if the model has no such entity.
    func entity(_ name: String, namedBy element: ModelElement) throws(ModelFault) -> EntityDescription {
        guard let entity = byName[name] else { throw element.fault(.unknownEntity(name)) }
        return entity
    }

    // MARK: Entities

    private mutating func addEntity(_ element: ModelElement) throws(ModelFault) {
        let entity = EntityDescription()
        let name = try element.identifier()
        guard byName.updateValue(entity, forKey: name) == nil else { throw element.fault(.duplicate(name)) }
        entity.name = name
        entity.isAbstract = try element.flag("isAbstract")
        entity.renamingIdentifier = element.attributes["elementID"]
        entity.versionHashModifier = element.attributes["versionHashModifier"]
        entity.userInfo = try element.userInfo()
        if let name = element.attributes["representedClassName"]?.drop(while: { $0 == "." }), !name.isEmpty {
            entity.managedObjectClassName = String(name)
        }
        entities.append((element, entity))
    }

    private func inherit() throws(ModelFault) {
        try refuseCycles()
        for (element, entity) in entities {
            guard let name = element.attributes["parentEntity"] else { continue }
            try self.entity(name, namedBy: element).subentities.append(entity)
        }
    }

    private func refuseCycles() throws(ModelFault) {
        var parents: [String: String] = [:]
        for (element, entity) in entities { parents[entity.name ?? ""] = element.attributes["parentEntity"] }
        for (element, entity) in entities {
            var seen: Set<String> = []
            var name = entity.name
            while let current = name {
                guard seen.insert(current).inserted else { throw element.fault(.inheritanceCycle(current)) }
                name = parents[current]
            }
        }
    }

    // MARK: Properties

    private func addProperties() throws(ModelFault) {
        for (element, entity) in entities {
            var properties: [PropertyDescription] = []
            for child in element.children {
                switch child.name {
                case "attribute": properties.append(try AttributeText(child).description())
                case "relationship": properties.append(try relationship(child))
                default: break
                }
            }
            entity.properties = properties
        }
        for (element, entity) in entities {
            try refuseDuplicates(element, entity)
            entity.indexes = try indexes(element, of: entity)
            entity.uniquenessConstraints = try uniquenessConstraints(element, of: entity)
        }
    }

    /// Throws if two properties of an entity and its ancestors have the same name.
    private func refuseDuplicates(_ element: ModelElement, _ entity: EntityDescription) throws(ModelFault) {
        var names = Set((entity.superentity?.properties ?? []).map(\.name))
        for child in element.children where child.name == "attribute" || child.name == "relationship" {
            let name = child.attributes["name"] ?? ""
            guard names.insert(name).inserted else { throw child.fault(.duplicate(name)) }
        }
    }

    private func relationship(_ element: ModelElement) throws(ModelFault) -> RelationshipDescription {
        let relationship = RelationshipDescription()
        try element.describe(relationship)
        let isToMany = try element.flag("toMany")
        relationship.destinationEntity = try entity(element.required("destinationEntity"), namedBy: element)
        relationship.maxCount = try isToMany ? element.count("maxCount") ?? 0 : 1
        relationship.minCount = try element.count("minCount") ?? 0
        let isOrdered = try element.flag("ordered")
        relationship.isOrdered = isToMany && isOrdered
        if let text = element.attributes["deletionRule"] {
            guard let rule = ModelText.deleteRule(text) else { throw element.invalid("deletionRule") }
            relationship.deleteRule = rule
        }
        return relationship
    }

    private func indexes(
        _ element: ModelElement, of entity: EntityDescription
    ) throws(ModelFault) -> [FetchIndexDescription] {
        let names = Set(entity.properties.map(\.name))
        var indexes: [FetchIndexDescription] = []
        for index in element.children(named: "fetchIndex") {
            var parts: [FetchIndexDescription.Element] = []
            for part in index.children(named: "fetchIndexElement") {
                let property = try part.required("property")
                guard names.contains(property) else { throw part.fault(.unknownProperty(property)) }
                parts.append(.init(propertyName: property, isAscending: part.attributes["order"] != "descending"))
            }
            indexes.append(FetchIndexDescription(name: try index.required("name"), elements: parts))
        }
        return indexes
    }

    private func uniquenessConstraints(
        _ element: ModelElement, of entity: EntityDescription
    ) throws(ModelFault) -> [[String]] {
        let names = Set(entity.properties.map(\.name))
        var constraints: [[String]] = []
        for list in element.children(named: "uniquenessConstraints") {
            for constraint in list.children(named: "uniquenessConstraint") {
                var properties: [String] = []
                for part in constraint.children(named: "constraint") {
                    let property = try part.required("value")
                    guard names.contains(property) else { throw part.fault(.unknownProperty(property)) }
                    properties.append(property)
                }
                constraints.append(properties)
            }
        }
        return constraints
    }

    // MARK: Configurations and requests

    private func addConfigurations(to model: ManagedObjectModel) throws(ModelFault) {
        var names: Set<String> = []
        for configuration in root.children(named: "configuration") {
            let name = try configuration.required("name")
            guard names.insert(name).inserted else { throw configuration.fault(.duplicate(name)) }
            var members: [EntityDescription] = []
            for member in configuration.children(named: "memberEntity") {
                members.append(try entity(member.required("name"), namedBy: member))
            }
            model.setEntities(members, forConfigurationName: name)
        }
    }

    private func addFetchRequests(to model: ManagedObjectModel) throws(ModelFault) {
        for element in root.children(named: "fetchRequest") {
            let name = try element.required("name")
            let entity = try entity(element.required("entity"), namedBy: element)
            guard let values = try FetchRequestText(element).values(of: entity) else { continue }
            model.setFetchRequestTemplate(values, forName: name)
        }
    }
}
