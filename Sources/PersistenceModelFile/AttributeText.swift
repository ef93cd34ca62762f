import Foundation
import Persistence

/// Reads an attribute from its element.
struct AttributeText {
    private let element: ModelElement

    init(_ element: ModelElement) {
        self.element = element
    }

    func description() throws(ModelFault) -> AttributeDescription {
        let attribute = AttributeDescription()
        try element.describe(attribute)
        attribute.type = try type()
        attribute.defaultValue = try defaultValue(of: attribute.type)
        attribute.valueTransformerName = element.attributes["valueTransformerName"]
        attribute.allowsExternalBinaryDataStorage = try element.flag("allowsExternalBinaryDataStorage")
        attribute.preservesValueInHistoryOnDeletion = try element.flag("preservesValueInHistoryOnDeletion")
        let predicates = try rules(of: attribute)
        if !predicates.isEmpty {
            attribute.setValidationPredicates(predicates, withValidationWarnings: [])
        }
        return attribute
    }

    /// Xcode writes no type for “Undefined”.
    private func type() throws(ModelFault) -> AttributeType {
        guard let text = element.attributes["attributeType"] else { return .undefined }
        guard let type = ModelText.attributeType(text) else { throw element.invalid("attributeType") }
        return type
    }

    private func defaultValue(of type: AttributeType) throws(ModelFault) -> (any Sendable)? {
        if type == .date {
            guard let text = element.attributes["defaultDateTimeInterval"] else { return nil }
            guard let value = ModelText.value(text, of: type) else { throw element.invalid("defaultDateTimeInterval") }
            return value
        }
        guard let text = element.attributes["defaultValueString"] else { return nil }
        return ModelText.value(text, of: type) ?? ModelText.number(leading: text, of: type)
    }

    /// Whether the default is a text that an earlier type of the attribute left.
    var hasDefaultOfAnotherType: Bool {
        guard let text = element.attributes["defaultValueString"],
            let type = element.attributes["attributeType"].flatMap(ModelText.attributeType), type != .date
        else { return false }
        return ModelText.value(text, of: type) == nil
    }

    // MARK: Rules

    private func rules(of attribute: AttributeDescription) throws(ModelFault) -> [FetchPredicate] {
        switch attribute.type {
        case .string:
            try bound("minValueString", "length >= %@", attribute, ofType: .integer64)
                + bound("maxValueString", "length <= %@", attribute, ofType: .integer64)
                + bound("regularExpressionString", "SELF MATCHES %@", attribute, ofType: .string)
        case .date:
            try bound("minDateTimeInterval", "SELF >= %@", attribute, ofType: .date)
                + bound("maxDateTimeInterval", "SELF <= %@", attribute, ofType: .date)
        case .integer16, .integer32, .integer64, .decimal, .double, .float:
            try bound("minValueString", "SELF >= %@", attribute, ofType: attribute.type)
                + bound("maxValueString", "SELF <= %@", attribute, ofType: attribute.type)
        default: []
        }
    }

    /// The predicate for a validation rule; empty if the file does not have the rule. The predicate is bound to the
    /// attribute here, so that a mistake is found before a save.
    private func bound(
        _ key: String, _ format: String, _ attribute: AttributeDescription, ofType type: AttributeType
    ) throws(ModelFault) -> [FetchPredicate] {
        guard let text = element.attributes[key], !text.isEmpty else { return [] }
        guard let value = ModelText.value(text, of: type) else { throw element.invalid(key) }
        guard let predicate = try? FetchPredicate(format: format, value),
            (try? predicate.bound(toValuesOf: attribute)) != nil
        else { throw element.fault(.invalidRule(key)) }
        return [predicate]
    }
}

extension ModelElement {
    /// Sets the values that attributes and relationships have in common.
    func describe(_ property: PropertyDescription) throws(ModelFault) {
        property.name = try identifier()
        property.isOptional = try flag("optional")
        property.isTransient = try flag("transient")
        property.renamingIdentifier = attributes["elementID"]
        property.versionHashModifier = attributes["versionHashModifier"]
        property.userInfo = try userInfo()
    }

    /// The user info, whose keys and values the model's author chose.
    func userInfo() throws(ModelFault) -> [String: String] {
        var result: [String: String] = [:]
        for entry in children(named: "userInfo").flatMap({ $0.children(named: "entry") }) {
            result[try entry.required("key")] = entry.attributes["value"] ?? ""
        }
        return result
    }
}
