/// A column of dictionary results.
public struct FetchColumn: Sendable, ExpressibleByStringLiteral {
    /// The key of the column in a result.
    public let name: String
    /// What it contains.
    let expression: FetchExpression?
    let type: AttributeType

    /// The value of a property or at a key path over to-one relationships.
    public init(_ name: String) {
        self.name = name
        expression = nil
        type = .undefined
    }

    /// The value of a property or at a key path over to-one relationships.
    public init(stringLiteral name: String) {
        self.init(name)
    }

    /// The value of an expression. If the type is `undefined`, numbers are what the computation gives.
    public init(_ name: String, _ expression: FetchExpression, type: AttributeType = .undefined) {
        self.name = name
        self.expression = expression
        self.type = type
    }

    /// - Precondition: `property` is a string, a property or an expression description with an expression.
    init(_ property: Any) {
        switch property {
        case let name as String: self.init(name)
        case let description as ExpressionDescription:
            guard let expression = description.expression else {
                preconditionFailure("The column “\(description.name)” has no expression.")
            }
            self.init(description.name, expression, type: description.resultType)
        case let property as PropertyDescription: self.init(property.name)
        default: preconditionFailure("A column is a property, its name or an ExpressionDescription.")
        }
    }

    /// The name, or a description with the expression.
    var description: Any {
        guard let expression else { return name }
        let description = ExpressionDescription()
        description.name = name
        description.expression = expression
        description.resultType = type
        return description
    }
}
