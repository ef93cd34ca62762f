import DataModel

/// The source of the model itself, and of its registration: `Library+CoreDataModel.swift`.
struct ModelSource {
    let document: ModelDocument
    /// The name of the model: that of its file, without its ending.
    let name: String
    let types: TypeNames

    var text: String {
        let (member, model) = (SwiftText.memberName(name), types["ManagedObjectModel"])
        let statements = (entities + document.entities.map(properties) + inverses + whole).joined(separator: "\n")
        return """
            extension \(model) {
                /// The model “\(name)”. It is shared: copy it to change it.
                public static let \(member): \(model) = {
            \(statements)
                    return model
                }()
            }

            #if objectFormat(ELF)
                /// Registers the model when the program starts, so that `PersistentContainer(name:)` finds it.
                @section(".init_array") @used
                private let register_\(SwiftText.memberName(name).filter { $0 != "`" }): @convention(c) () -> Void = {
                    \(model).register(named: \(SwiftText.literal(name)), inFile: #fileID) { .\(member) }
                }
            #endif

            """
    }

    // MARK: Entities

    private var entities: [String] {
        document.entities.map { entity in
            let className = entity.className == nil ? "" : ", class: \(types.objectClass(of: entity.name)).self"
            return line(
                "let \(variable(entity.name)) = \(types["EntityDescription"])(name: \(quoted(entity.name))\(className))"
            )
        }
            + document.entities.compactMap { entity in
                let children = document.entities.filter { $0.parent == entity.name }.map { variable($0.name) }
                return children.isEmpty
                    ? nil : line("\(variable(entity.name)).subentities = [\(children.joined(separator: ", "))]")
            }
    }

    private func variable(_ entity: String) -> String { "entity_\(entity)" }

    private func quoted(_ text: String) -> String { SwiftText.literal(text) }

    private func line(_ text: String) -> String { "        " + text }

    /// The statements that describe an entity and its properties.
    private func properties(_ entity: ModelEntity) -> String {
        var lines: [String] = []
        if entity.isAbstract { lines.append("entity.isAbstract = true") }
        lines += settings(
            "entity", renaming: entity.renamingIdentifier, modifier: entity.versionHashModifier, info: entity.userInfo)
        var values: [String] = []
        for attribute in entity.attributes { values.append(value(of: attribute, &lines)) }
        for relationship in entity.relationships { values.append(value(of: relationship, &lines)) }
        if !values.isEmpty {
            lines.append(
                "entity.properties = [\n" + values.map { "                \($0),\n" }.joined() + "            ]")
        }
        lines += propertyNames(entity)
        lines += indexes(entity)
        if !entity.uniquenessConstraints.isEmpty {
            let lists = entity.uniquenessConstraints.map { "[\($0.map { quoted($0.name) }.joined(separator: ", "))]" }
            lines.append("entity.uniquenessConstraints = [\(lists.joined(separator: ", "))]")
        }
        guard !lines.isEmpty else { return line("_ = \(variable(entity.name))") }
        let body = (["let entity = \(variable(entity.name))"] + lines).map { "            \($0)\n" }.joined()
        return "        do {\n\(body)        }"
    }

    /// The assignments of values that entities and properties have in common.
    private func settings(
        _ target: String, renaming: String?, modifier: String?, info: [String: String]
    ) -> [String] {
        var lines: [String] = []
        if let renaming { lines.append("\(target).renamingIdentifier = \(quoted(renaming))") }
        if let modifier { lines.append("\(target).versionHashModifier = \(quoted(modifier))") }
        if !info.isEmpty {
            let pairs = info.sorted { $0.key < $1.key }.map { "\(quoted($0.key)): \(quoted($0.value))" }
            lines.append("\(target).userInfo = [\(pairs.joined(separator: ", "))]")
        }
        return lines
    }

    /// The names of the properties that the entity's class has, its own and inherited ones.
    private func propertyNames(_ entity: ModelEntity) -> [String] {
        guard let name = entity.typeName, entity.codeGeneration != .manual else { return [] }
        let byName = Dictionary(document.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let ancestry = sequence(first: entity) { $0.parent.flatMap { byName[$0] } }
            .prefix { $0.className != nil && $0.codeGeneration != .manual }
        let names = ancestry.flatMap { $0.attributes.map(\.property.name) + $0.relationships.map(\.property.name) }
        if names.isEmpty { return [] }
        let pairs = names.sorted().map { "                \\\(name).\(SwiftText.identifier($0)): \(quoted($0)),\n" }
        return ["entity.propertyNames = [\n\(pairs.joined())            ]"]
    }

    private func indexes(_ entity: ModelEntity) -> [String] {
        if entity.indexes.isEmpty { return [] }
        let indexes = entity.indexes.map { index in
            let elements = index.elements.map {
                ".init(propertyName: \(quoted($0.property.name)), isAscending: \($0.isAscending))"
            }
            return "                \(types["FetchIndexDescription"])(name: \(quoted(index.name)), "
                + "elements: [\(elements.joined(separator: ", "))]),\n"
        }
        return ["entity.indexes = [\n\(indexes.joined())            ]"]
    }

    // MARK: Properties

    /// The expression of an attribute. One with more than its initializer takes is a variable, which `lines` declare.
    private func value(of attribute: ModelAttribute, _ lines: inout [String]) -> String {
        let variable = "attribute_\(attribute.property.name)"
        var settings = settings(variable, attribute.property)
        if let name = attribute.valueTransformerName {
            settings.append("\(variable).valueTransformerName = \(quoted(name))")
        }
        if attribute.allowsExternalBinaryDataStorage {
            settings.append("\(variable).allowsExternalBinaryDataStorage = true")
        }
        if attribute.preservesValueInHistoryOnDeletion {
            settings.append("\(variable).preservesValueInHistoryOnDeletion = true")
        }
        if let derivation = attribute.derivation {
            settings.append(
                "\(variable).derivationExpression = try? \(types["FetchExpression"])(validating: \(quoted(derivation)))"
            )
        }
        if !attribute.rules.isEmpty {
            let predicates = attribute.rules.map {
                "\(types["FetchPredicate"])(\(quoted($0.format)), \(SwiftText.expression($0.value, types)))"
            }
            settings.append(
                "\(variable).setValidationPredicates(\n                [\(predicates.joined(separator: ", "))], "
                    + "withValidationWarnings: [])")
        }
        return declare(variable, expression(of: attribute), settings, &lines)
    }

    private func expression(of attribute: ModelAttribute) -> String {
        let property = attribute.property
        var arguments = ["name: \(quoted(property.name))", "type: .\(attribute.kind)"]
        if !property.isOptional { arguments.append("isOptional: false") }
        if property.isTransient { arguments.append("isTransient: true") }
        if let value = attribute.defaultValue {
            arguments.append("defaultValue: \(SwiftText.expression(value, types))")
        }
        let kind = attribute.derivation == nil ? "AttributeDescription" : "DerivedAttributeDescription"
        return "\(types[kind])(\(arguments.joined(separator: ", ")))"
    }

    private func value(of relationship: ModelRelationship, _ lines: inout [String]) -> String {
        let variable = "relationship_\(relationship.property.name)"
        var settings = settings(variable, relationship.property)
        if relationship.property.isTransient { settings.append("\(variable).isTransient = true") }
        if relationship.minCount != 0 { settings.append("\(variable).minCount = \(relationship.minCount)") }
        if relationship.maxCount > 1 { settings.append("\(variable).maxCount = \(relationship.maxCount)") }
        return declare(variable, expression(of: relationship), settings, &lines)
    }

    private func expression(of relationship: ModelRelationship) -> String {
        var arguments = [
            "name: \(quoted(relationship.property.name))", "destination: \(variable(relationship.destination))",
        ]
        if relationship.maxCount != 1 { arguments.append("toMany: true") }
        if relationship.isOrdered { arguments.append("ordered: true") }
        if relationship.deleteRule != .nullify { arguments.append("deleteRule: .\(relationship.deleteRule)DeleteRule") }
        if !relationship.property.isOptional { arguments.append("isOptional: false") }
        return "\(types["RelationshipDescription"])(\(arguments.joined(separator: ", ")))"
    }

    private func settings(_ variable: String, _ property: ModelProperty) -> [String] {
        settings(
            variable, renaming: property.renamingIdentifier, modifier: property.versionHashModifier,
            info: property.userInfo)
    }

    private func declare(
        _ variable: String, _ expression: String, _ settings: [String], _ lines: inout [String]
    ) -> String {
        if settings.isEmpty { return expression }
        lines.append("let \(variable) = \(expression)")
        lines += settings
        return variable
    }

    private var inverses: [String] {
        document.entities.flatMap { entity in
            entity.relationships.compactMap { relationship in
                guard let inverse = relationship.inverse else { return nil }
                let holder = variable(relationship.inverseEntity ?? relationship.destination)
                let name = quoted(relationship.property.name)
                return line(
                    "\(variable(entity.name)).relationshipsByName[\(name)]?.inverseRelationship = "
                        + "\(holder).relationshipsByName[\(quoted(inverse))]")
            }
        }
    }

    // MARK: The model

    private var whole: [String] {
        let all = document.entities.map { variable($0.name) }.joined(separator: ", ")
        var lines = ["let model = \(types["ManagedObjectModel"])(entities: [\(all)])"]
        if let identifier = document.versionIdentifier {
            lines.append("model.versionIdentifiers = [\(quoted(identifier))]")
        }
        for configuration in document.configurations {
            let members = configuration.members.map(variable).joined(separator: ", ")
            lines.append("model.setEntities([\(members)], forConfigurationName: \(quoted(configuration.name)))")
        }
        return lines.map(line) + document.fetchRequests.map(template)
    }

    /// The statements that store a named fetch request. One whose predicate the engine cannot parse is left out.
    private func template(_ request: ModelFetchRequest) -> String {
        let type = "\(types["FetchRequest"])<\(types["ManagedObject"])>"
        var lines = ["let request = \(type)(entityName: \(quoted(request.entity)))"]
        if request.predicate != nil { lines.append("request.predicate = predicate") }
        if request.fetchLimit != 0 { lines.append("request.fetchLimit = \(request.fetchLimit)") }
        if request.fetchBatchSize != 0 { lines.append("request.fetchBatchSize = \(request.fetchBatchSize)") }
        if !request.includesSubentities { lines.append("request.includesSubentities = false") }
        if !request.returnsObjectsAsFaults { lines.append("request.returnsObjectsAsFaults = false") }
        lines.append("model.setFetchRequestTemplate(request, forName: \(quoted(request.name)))")
        let head =
            request.predicate.map { "if let predicate = try? \(types["FetchPredicate"])(validating: \(quoted($0)))" }
            ?? "do"
        return "        \(head) {\n" + lines.map { "            \($0)\n" }.joined() + "        }"
    }
}
