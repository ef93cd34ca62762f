import DataModel

/// Refuses names and types that generated source cannot use.
struct NameCheck {
    let document: ModelDocument
    /// Whether source is generated for classes that are written by hand too.
    let includesManual: Bool

    func run() throws(GeneratorError) {
        var classes: Set<String> = []
        for entity in document.entities {
            guard let name = entity.className else { continue }
            guard name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isIdentifier) else {
                throw error(.notAType(name), entity)
            }
            guard entity.codeGeneration != .manual || includesManual && entity.moduleName == nil else { continue }
            guard classes.insert(entity.typeName ?? name).inserted else {
                throw error(.classOfAnotherEntity(name), entity)
            }
            try checkProperties(of: entity)
        }
    }

    private func checkProperties(of entity: ModelEntity) throws(GeneratorError) {
        for property in entity.attributes.map(\.property) + entity.relationships.map(\.property) {
            if SwiftText.reserved.contains(property.name) { throw error(.reservedName, entity, property) }
            if NameCheck.members.contains(property.name) { throw error(.memberOfManagedObject, entity, property) }
        }
        for attribute in entity.attributes {
            if let name = attribute.customClassName, !SwiftText.isType(name) {
                throw error(.notAType(name), entity, attribute.property)
            }
        }
    }

    private func isIdentifier(_ text: Substring) -> Bool {
        text.unicodeScalars.first?.properties.isXIDStart ?? false || text.first == "_"
            ? text.unicodeScalars.allSatisfy { $0.properties.isXIDContinue } : false
    }

    private func error(
        _ reason: GeneratorError.Reason, _ entity: ModelEntity, _ property: ModelProperty? = nil
    ) -> GeneratorError {
        GeneratorError(
            reason: reason, path: document.path, line: property?.line ?? entity.line, entity: entity.name,
            property: property?.name)
    }

    /// The names of `ManagedObject`'s properties and methods without arguments.
    package static let members: Set<String> = [
        "accessors", "awakeFromFetch", "awakeFromInsert", "changedValues", "changedValuesForCurrentEvent",
        "description", "didSave", "didTurnIntoFault", "entity", "faultingState", "fetchRequest", "hasChanges",
        "hasPersistentChangedValues", "hashValue", "isDeleted", "isFault", "isInserted", "isUpdated",
        "loadValues", "managedObjectContext", "objectID", "prepareForDeletion", "validateForDelete",
        "validateForInsert",
        "validateForUpdate", "willSave", "willTurnIntoFault",
    ]
}
