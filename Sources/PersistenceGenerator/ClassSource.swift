import DataModel

/// The source of an entity's class, and of the extension with its properties.
struct ClassSource {
    let entity: ModelEntity
    let types: TypeNames

    private var name: String { entity.typeName ?? "" }

    /// The class: `Book+CoreDataClass.swift`.
    var declaration: String {
        """
        public class \(name): \(types.superclass(of: entity)) {
        }

        """
    }

    /// The extension: `Book+CoreDataProperties.swift`.
    var properties: String {
        let attributes = entity.attributes.sorted { $0.property.name < $1.property.name }
        let relationships = entity.relationships.sorted { $0.property.name < $1.property.name }
        let members =
            [fetchRequest] + entity.fetchedProperties.sorted().map(note)
            + attributes.map { PropertySource($0, types).text } + relationships.map { PropertySource($0, types).text }
        let accessors = relationships.filter(\.isToMany).map { AccessorSource($0, types).text(in: name) }
        return (["extension \(name) {\n\n\(members.joined(separator: "\n"))}\n"] + accessors + identity)
            .joined(separator: "\n")
    }

    private var fetchRequest: String {
        let request = "\(types["FetchRequest"])<\(name)>"
        return """
                @nonobjc public class func fetchRequest() -> \(request) {
                    \(request)(entityName: \(SwiftText.literal(entity.name)))
                }

            """
    }

    private func note(onFetchedProperty name: String) -> String {
        "    // The fetched property \(SwiftText.literal(name)) is left out: the engine has none.\n"
    }

    /// A subclass is identifiable because its superclass is.
    private var identity: [String] {
        guard types.superclass(of: entity) == types["ManagedObject"] else { return [] }
        return ["extension \(name): \(types["Identifiable"]) {\n}\n"]
    }
}
