import DataModel
import Persistence

extension ModelAttribute {
    /// The attribute, with its rules bound to it, so that a mistake in a rule is found before a save.
    func description() throws(ModelFault) -> AttributeDescription {
        let attribute = derived ?? AttributeDescription()
        property.describe(attribute)
        attribute.type = kind.attributeType
        attribute.defaultValue = defaultValue
        attribute.valueTransformerName = valueTransformerName
        attribute.allowsExternalBinaryDataStorage = allowsExternalBinaryDataStorage
        attribute.preservesValueInHistoryOnDeletion = preservesValueInHistoryOnDeletion
        var predicates: [FetchPredicate] = []
        for rule in rules { predicates.append(try predicate(rule, of: attribute)) }
        if !predicates.isEmpty { attribute.setValidationPredicates(predicates, withValidationWarnings: []) }
        return attribute
    }

    /// Nil for an ordinary attribute, and for one whose derivation cannot be parsed.
    private var derived: AttributeDescription? {
        guard let derivation, let expression = try? FetchExpression(validating: derivation) else { return nil }
        let attribute = DerivedAttributeDescription()
        attribute.derivationExpression = expression
        return attribute
    }

    /// The note about a derivation that cannot be parsed; nil if there is none.
    var derivationNote: ModelNote? {
        if derivation == nil || derived != nil { return nil }
        return ModelNote(
            line: property.line,
            message: "“\(property.name)” is treated as an ordinary attribute: its derivation cannot be parsed.")
    }

    private func predicate(_ rule: Rule, of attribute: AttributeDescription) throws(ModelFault) -> FetchPredicate {
        guard let predicate = try? FetchPredicate(validating: rule.format, rule.value),
            (try? predicate.bound(toValuesOf: attribute)) != nil
        else { throw ModelFault(reason: .invalidRule(rule.key), line: property.line, value: "\(rule.value)") }
        return predicate
    }
}

extension ModelAttribute.Kind {
    fileprivate var attributeType: AttributeType {
        switch self {
        case .integer16: .integer16
        case .integer32: .integer32
        case .integer64: .integer64
        case .decimal: .decimal
        case .double: .double
        case .float: .float
        case .string: .string
        case .boolean: .boolean
        case .date: .date
        case .binaryData: .binaryData
        case .uuid: .uuid
        case .uri: .uri
        case .transformable: .transformable
        case .undefined: .undefined
        }
    }
}

extension ModelProperty {
    /// Sets the values that attributes and relationships have in common.
    func describe(_ description: PropertyDescription) {
        description.name = name
        description.isOptional = isOptional
        description.isTransient = isTransient
        description.renamingIdentifier = renamingIdentifier
        description.versionHashModifier = versionHashModifier
        description.userInfo = userInfo
    }
}
