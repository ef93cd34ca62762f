import Foundation

/// An attribute in a model file.
package struct ModelAttribute: Sendable {
    /// The type, as the file names it.
    package enum Kind: String, Sendable {
        case integer16 = "Integer 16"
        case integer32 = "Integer 32"
        case integer64 = "Integer 64"
        case decimal = "Decimal"
        case double = "Double"
        case float = "Float"
        case string = "String"
        case boolean = "Boolean"
        case date = "Date"
        case binaryData = "Binary"
        case uuid = "UUID"
        case uri = "URI"
        case transformable = "Transformable"
        case undefined = "Undefined"
    }

    /// A rule for the value: a predicate with one argument.
    package struct Rule: Sendable {
        /// The name of the rule in the file.
        package let key: String
        package let format: String
        package let value: any Sendable
    }

    package let property: ModelProperty
    package let kind: Kind
    package let defaultValue: (any Sendable)?
    package let valueTransformerName: String?
    /// The class of a transformable attribute's values, as Swift spells it; nil if the model names none.
    package let customClassName: String?
    /// Whether the property in code has a scalar type: `Int16` and not `NSNumber?`.
    package let usesScalarValue: Bool
    package let allowsExternalBinaryDataStorage: Bool
    package let preservesValueInHistoryOnDeletion: Bool
    package let rules: [Rule]
    /// What the value is derived from; nil if the attribute is an ordinary one.
    package let derivation: String?

    init(_ element: ModelElement) throws(ModelFault) {
        property = try ModelProperty(element)
        kind = try ModelAttribute.kind(element)
        defaultValue = try ModelAttribute.defaultValue(element, kind)
        valueTransformerName = element.attributes["valueTransformerName"]
        let className = element.attributes["customClassName"] ?? ""
        customClassName = className.isEmpty ? nil : className
        usesScalarValue = try element.flag("usesScalarValueType")
        allowsExternalBinaryDataStorage = try element.flag("allowsExternalBinaryDataStorage")
        preservesValueInHistoryOnDeletion = try element.flag("preservesValueInHistoryOnDeletion")
        rules = try ModelAttribute.rules(element, kind)
        derivation = try element.flag("derived") ? element.attributes["derivationExpression"] ?? "" : nil
    }

    /// Xcode's name for the type of an attribute that consists of others. Its value is a dictionary, which is archived.
    static let composite = "Composite"

    /// Xcode writes no type for “Undefined”.
    private static func kind(_ element: ModelElement) throws(ModelFault) -> Kind {
        guard let text = element.attributes["attributeType"] else { return .undefined }
        if text == composite { return .transformable }
        guard let kind = Kind(rawValue: text) else { throw element.invalid("attributeType") }
        return kind
    }

    private static func defaultValue(_ element: ModelElement, _ kind: Kind) throws(ModelFault) -> (any Sendable)? {
        if kind == .date {
            guard let text = element.attributes["defaultDateTimeInterval"] else { return nil }
            guard let value = ModelText.value(text, of: kind) else { throw element.invalid("defaultDateTimeInterval") }
            return value
        }
        guard let text = element.attributes["defaultValueString"] else { return nil }
        return ModelText.value(text, of: kind) ?? ModelText.number(leading: text, of: kind)
    }

    /// Whether an attribute's default is a text that an earlier type of the attribute left.
    static func hasDefaultOfAnotherType(_ element: ModelElement) -> Bool {
        guard let text = element.attributes["defaultValueString"],
            let kind = element.attributes["attributeType"].flatMap(Kind.init), kind != .date
        else { return false }
        return ModelText.value(text, of: kind) == nil
    }

    // MARK: Rules

    private static func rules(_ element: ModelElement, _ kind: Kind) throws(ModelFault) -> [Rule] {
        switch kind {
        case .string:
            try rule(element, "minValueString", "length >= %@", .integer64)
                + rule(element, "maxValueString", "length <= %@", .integer64)
                + pattern(element, "regularExpressionString")
        case .date:
            try rule(element, "minDateTimeInterval", "SELF >= %@", kind)
                + rule(element, "maxDateTimeInterval", "SELF <= %@", kind)
        case .integer16, .integer32, .integer64, .decimal, .double, .float:
            try rule(element, "minValueString", "SELF >= %@", kind)
                + rule(element, "maxValueString", "SELF <= %@", kind)
        default: []
        }
    }

    /// The rule with this key, whose argument is of this kind; empty if the file does not have it.
    private static func rule(
        _ element: ModelElement, _ key: String, _ format: String, _ kind: Kind
    ) throws(ModelFault) -> [Rule] {
        guard let text = element.attributes[key], !text.isEmpty else { return [] }
        guard let value = ModelText.value(text, of: kind) else { throw element.invalid(key) }
        return [Rule(key: key, format: format, value: value)]
    }

    private static func pattern(_ element: ModelElement, _ key: String) throws(ModelFault) -> [Rule] {
        guard let text = element.attributes[key], !text.isEmpty else { return [] }
        guard (try? NSRegularExpression(pattern: text)) != nil else {
            throw element.fault(.invalidRule(key), value: text)
        }
        return [Rule(key: key, format: "SELF MATCHES %@", value: text)]
    }
}
