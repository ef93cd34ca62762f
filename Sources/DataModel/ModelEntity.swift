/// An entity in a model file.
package struct ModelEntity: Sendable {
    /// Which source Xcode generates for an entity.
    package enum CodeGeneration: String, Sendable {
        /// Nothing: Manual/None.
        case manual = ""
        /// The extension with the properties: Category/Extension.
        case category
        /// The class and the extension: Class Definition.
        case `class`
    }

    package let name: String
    package let line: Int
    /// The name of the class as it is written, without leading periods; nil if the objects have no class of their own.
    package let className: String?
    /// The module of the class; nil for the program's own.
    package let moduleName: String?
    package let codeGeneration: CodeGeneration
    /// The name of the entity that it inherits from.
    package let parent: String?
    package let isAbstract: Bool
    package let renamingIdentifier: String?
    package let versionHashModifier: String?
    package let userInfo: [String: String]
    package let attributes: [ModelAttribute]
    package let relationships: [ModelRelationship]
    package let fetchedProperties: [String]
    package let indexes: [ModelIndex]
    package let uniquenessConstraints: [[ModelReference]]

    /// The name of the class without its module.
    package var typeName: String? { className.map { String($0.split(separator: ".").last ?? "") } }

    static func all(in root: ModelElement) throws(ModelFault) -> [ModelEntity] {
        var names: Set<String> = []
        var entities: [ModelEntity] = []
        for element in root.children(named: "entity") {
            let entity: ModelEntity
            do throws(ModelFault) {
                entity = try ModelEntity(element)
            } catch {
                throw error.of(element.attributes["name"])
            }
            guard names.insert(entity.name).inserted else { throw element.fault(.duplicate(entity.name)) }
            entities.append(entity)
        }
        return entities
    }

    private init(_ element: ModelElement) throws(ModelFault) {
        name = try element.identifier()
        line = element.line
        let text = element.attributes["codeGenerationType"] ?? ""
        guard let codeGeneration = CodeGeneration(rawValue: text) else { throw element.invalid("codeGenerationType") }
        self.codeGeneration = codeGeneration
        (moduleName, className) = ModelEntity.qualifiedClass(element)
        parent = element.attributes["parentEntity"]
        isAbstract = try element.flag("isAbstract")
        renamingIdentifier = element.attributes["elementID"]
        versionHashModifier = element.attributes["versionHashModifier"]
        userInfo = try element.userInfo()
        (attributes, relationships) = try ModelEntity.properties(element)
        fetchedProperties = element.children(named: "fetchedProperty").compactMap { $0.attributes["name"] }
        indexes = try ModelIndex.all(in: element)
        uniquenessConstraints = try ModelEntity.constraints(element)
    }

    /// The module and name of the class. A name that begins with a period is in the program's own module, as is one
    /// whose module is the current product.
    private static func qualifiedClass(_ element: ModelElement) -> (module: String?, name: String?) {
        let text = element.attributes["representedClassName"] ?? ""
        let name = text.drop { $0 == "." }
        guard !name.isEmpty, name != "NSManagedObject" else { return (nil, nil) }
        let module = element.attributes["representedClassModule"] ?? ""
        if !module.isEmpty { return (module == "__PRODUCT_MODULE__" ? nil : module, String(name)) }
        guard text.first != ".", let dot = name.firstIndex(of: ".") else { return (nil, String(name)) }
        return (String(name[..<dot]), String(name))
    }

    private static func properties(
        _ element: ModelElement
    ) throws(ModelFault) -> ([ModelAttribute], [ModelRelationship]) {
        var attributes: [ModelAttribute] = []
        var relationships: [ModelRelationship] = []
        for child in element.children {
            do throws(ModelFault) {
                switch child.name {
                case "attribute": attributes.append(try ModelAttribute(child))
                case "relationship": relationships.append(try ModelRelationship(child))
                default: break
                }
            } catch {
                throw error.of(element.attributes["name"], child.attributes["name"])
            }
        }
        return (attributes, relationships)
    }

    private static func constraints(_ element: ModelElement) throws(ModelFault) -> [[ModelReference]] {
        var constraints: [[ModelReference]] = []
        for list in element.children(named: "uniquenessConstraints") {
            for constraint in list.children(named: "uniquenessConstraint") {
                var properties: [ModelReference] = []
                for part in constraint.children(named: "constraint") {
                    properties.append(ModelReference(name: try part.required("value"), line: part.line))
                }
                constraints.append(properties)
            }
        }
        return constraints
    }
}

/// The name of a property, and where it is written.
package struct ModelReference: Sendable {
    package let name: String
    package let line: Int
}

/// An index in a model file.
package struct ModelIndex: Sendable {
    package let name: String
    package let elements: [(property: ModelReference, isAscending: Bool)]

    static func all(in element: ModelElement) throws(ModelFault) -> [ModelIndex] {
        var indexes: [ModelIndex] = []
        for index in element.children(named: "fetchIndex") {
            var elements: [(property: ModelReference, isAscending: Bool)] = []
            for part in index.children(named: "fetchIndexElement") {
                let property = ModelReference(name: try part.required("property"), line: part.line)
                elements.append((property, part.attributes["order"] != "descending"))
            }
            indexes.append(ModelIndex(name: try index.required("name"), elements: elements))
        }
        return indexes
    }
}
