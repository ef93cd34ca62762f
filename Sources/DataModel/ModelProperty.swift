import Foundation

/// What attributes and relationships in a model file have in common.
package struct ModelProperty: Sendable {
    package let name: String
    package let line: Int
    package let isOptional: Bool
    package let isTransient: Bool
    package let renamingIdentifier: String?
    package let versionHashModifier: String?
    package let userInfo: [String: String]

    init(_ element: ModelElement) throws(ModelFault) {
        name = try element.identifier()
        line = element.line
        isOptional = try element.flag("optional")
        isTransient = try element.flag("transient")
        renamingIdentifier = element.attributes["elementID"]
        versionHashModifier = element.attributes["versionHashModifier"]
        userInfo = try element.userInfo()
    }
}

/// A relationship in a model file.
package struct ModelRelationship: Sendable {
    /// The effect of a deletion, as the file names it.
    package enum DeleteRule: String, Sendable {
        case noAction = "No Action"
        case nullify = "Nullify"
        case cascade = "Cascade"
        case deny = "Deny"
    }

    package let property: ModelProperty
    /// The name of the entity of the destinations.
    package let destination: String
    /// The name of the inverse relationship; nil if there is none.
    package let inverse: String?
    /// The entity that declares the inverse, as the file names it.
    package let inverseEntity: String?
    package let isToMany: Bool
    package let isOrdered: Bool
    package let minCount: Int
    /// 1 for to-one, and 0 for to-many without a limit.
    package let maxCount: Int
    package let deleteRule: DeleteRule

    init(_ element: ModelElement) throws(ModelFault) {
        property = try ModelProperty(element)
        let isDeclaredToMany = try element.flag("toMany")
        destination = try element.required("destinationEntity")
        maxCount = try isDeclaredToMany ? element.count("maxCount") ?? 0 : 1
        isToMany = maxCount != 1
        minCount = try element.count("minCount") ?? 0
        isOrdered = try element.flag("ordered") && isToMany
        let rule = element.attributes["deletionRule"] ?? DeleteRule.nullify.rawValue
        guard let deleteRule = DeleteRule(rawValue: rule) else { throw element.invalid("deletionRule") }
        self.deleteRule = deleteRule
        let name = element.attributes["inverseName"] ?? ""
        inverse = name.isEmpty ? nil : name
        inverseEntity = element.attributes["inverseEntity"]
    }
}
