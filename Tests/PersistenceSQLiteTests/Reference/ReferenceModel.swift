import Foundation
import Persistence

/// A model and its values in the JSON of `Tests/StoreFormat`.
enum ReferenceModel {
    typealias JSON = [String: Any]

    static func make(_ json: JSON) throws -> ManagedObjectModel {
        let items = json["entities"] as? [JSON] ?? []
        var entities: [String: EntityDescription] = [:]
        for item in items { entities[text(item, "name")] = try entity(item) }
        for item in items {
            guard let parent = item["parent"] as? String, let child = entities[text(item, "name")] else { continue }
            entities[parent]?.subentities.append(child)
        }
        for item in items { addRelationships(of: item, entities) }
        for item in items { connect(item, entities) }
        return ManagedObjectModel(entities: items.compactMap { entities[text($0, "name")] })
    }

    private static func entity(_ item: JSON) throws -> EntityDescription {
        let entity = EntityDescription(
            name: text(item, "name"), properties: try (item["attributes"] as? [JSON] ?? []).map(attribute))
        entity.isAbstract = flag(item, "abstract")
        entity.renamingIdentifier = item["renaming"] as? String
        entity.indexes = (item["indexes"] as? [JSON] ?? []).map { index in
            FetchIndexDescription(
                name: text(index, "name"),
                elements: (index["elements"] as? [JSON] ?? []).map {
                    .init(propertyName: text($0, "property"), isAscending: text($0, "order") != "descending")
                })
        }
        entity.uniquenessConstraints = item["constraints"] as? [[String]] ?? []
        return entity
    }

    private static func attribute(_ item: JSON) throws -> AttributeDescription {
        let type = try type(item)
        let attribute = AttributeDescription(
            name: text(item, "name"), type: type, isOptional: flag(item, "optional", otherwise: true),
            isTransient: flag(item, "transient"), defaultValue: try value(item["default"], of: type))
        attribute.allowsExternalBinaryDataStorage = flag(item, "external")
        attribute.renamingIdentifier = item["renaming"] as? String
        return attribute
    }

    private static func addRelationships(of item: JSON, _ entities: [String: EntityDescription]) {
        guard let owner = entities[text(item, "name")] else { return }
        let made = (item["relationships"] as? [JSON] ?? []).map { item in
            let relationship = RelationshipDescription()
            relationship.name = text(item, "name")
            relationship.destinationEntity = entities[text(item, "destination")]
            relationship.isOptional = flag(item, "optional", otherwise: true)
            relationship.isTransient = flag(item, "transient")
            relationship.isOrdered = flag(item, "ordered")
            relationship.renamingIdentifier = item["renaming"] as? String
            let isToMany = flag(item, "toMany")
            relationship.minCount = isToMany ? item["minCount"] as? Int ?? 0 : (relationship.isOptional ? 0 : 1)
            relationship.maxCount = isToMany ? item["maxCount"] as? Int ?? 0 : 1
            let rules: [String: DeleteRule] = [
                "cascade": .cascadeDeleteRule, "deny": .denyDeleteRule, "noAction": .noActionDeleteRule,
            ]
            relationship.deleteRule = rules[text(item, "deleteRule")] ?? .nullifyDeleteRule
            return relationship
        }
        owner.properties = owner.properties.filter { $0.entity === owner } + made
    }

    private static func connect(_ item: JSON, _ entities: [String: EntityDescription]) {
        let owner = entities[text(item, "name")]
        for item in item["relationships"] as? [JSON] ?? [] {
            guard let inverse = item["inverse"] as? String else { continue }
            let there = entities[text(item, "destination")]
            owner?.relationshipsByName[text(item, "name")]?.inverseRelationship = there?.relationshipsByName[inverse]
        }
    }

    private static let types: [String: AttributeType] = [
        "Undefined": .undefined, "Int16": .integer16, "Int32": .integer32, "Int64": .integer64, "Bool": .boolean,
        "Date": .date, "Double": .double, "Float": .float, "Decimal": .decimal, "String": .string, "URI": .uri,
        "UUID": .uuid, "Transformable": .transformable, "Binary": .binaryData,
    ]

    private static func type(_ item: JSON) throws -> AttributeType {
        guard let type = types[text(item, "type")] else {
            throw FormatReference.Failure(description: "unknown type \(item)")
        }
        return type
    }

    /// A value in its public form; nil for null.
    static func value(_ json: Any?, of type: AttributeType) throws -> Any? {
        guard let json, !(json is NSNull) else { return nil }
        let number = json as? NSNumber
        let text = json as? String
        let value: Any? =
            switch type {
            case .integer16, .integer32: number.map(\.intValue)
            case .integer64: text.flatMap { Int64($0) }
            case .boolean: number.map(\.boolValue)
            case .double: number.map(\.doubleValue)
            case .float: number.map(\.floatValue)
            case .date: number.map { Date(timeIntervalSinceReferenceDate: $0.doubleValue) }
            case .decimal: text.flatMap { Decimal(string: $0) }
            case .string, .transformable, .undefined, .objectID: text
            case .uri: text.flatMap { URL(string: $0) }
            case .uuid: text.flatMap { UUID(uuidString: $0) }
            case .binaryData: text.flatMap { Data(base64Encoded: $0) }
            }
        guard let value else { throw FormatReference.Failure(description: "\(json) is not a value of \(type)") }
        return value
    }

    private static func text(_ item: JSON, _ key: String) -> String { item[key] as? String ?? "" }

    private static func flag(_ item: JSON, _ key: String, otherwise: Bool = false) -> Bool {
        item[key] as? Bool ?? otherwise
    }
}
