import DataModel

/// How the source names types. A type that an entity's class hides is written with its module.
struct TypeNames {
    private static let engine: Set<String> = [
        "Attribute", "AttributeDescription", "DerivedAttributeDescription", "EntityDescription", "FetchExpression",
        "FetchIndexDescription", "FetchPredicate", "FetchRequest", "ManagedObject", "ManagedObjectModel",
        "RelationshipDescription", "ToMany", "ToManyOrdered", "ToOne",
        "Transformable",
    ]
    private static let standard: Set<String> = [
        "Bool", "Double", "Float", "Identifiable", "Int", "Int16", "Int32", "Int64", "String",
    ]

    private let classes: Set<String>
    private let entities: [String: ModelEntity]

    init(_ document: ModelDocument) {
        classes = Set(document.entities.compactMap(\.typeName))
        entities = Dictionary(document.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// A type of the engine, of Foundation or of the standard library.
    subscript(name: String) -> String {
        guard classes.contains(name) else { return name }
        let module =
            if TypeNames.engine.contains(name) {
                "Persistence"
            } else if TypeNames.standard.contains(name) {
                "Swift"
            } else {
                "Foundation"
            }
        return "\(module).\(name)"
    }

    /// The class of an entity's objects.
    func objectClass(of entity: String) -> String {
        guard let entity = entities[entity], let name = entity.typeName else { return self["ManagedObject"] }
        guard let module = entity.moduleName, entity.codeGeneration == .manual else { return name }
        return "\(module).\(name)"
    }

    /// The class from which an entity's class inherits: that of the nearest ancestor with a class of its own.
    func superclass(of entity: ModelEntity) -> String {
        guard let parent = entity.parent.flatMap({ entities[$0] }) else { return self["ManagedObject"] }
        return parent.className == nil ? superclass(of: parent) : objectClass(of: parent.name)
    }

    /// The modules of classes that are written by hand in other modules.
    var modules: [String] {
        Set(entities.values.filter { $0.codeGeneration == .manual }.compactMap(\.moduleName)).sorted()
    }
}
