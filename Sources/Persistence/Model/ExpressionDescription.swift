/// A column of dictionary results that is computed. Set `name`, `expression` and the type, and add it to
/// `FetchRequest.propertiesToFetch`. It is not a property of an entity.
public final class ExpressionDescription: PropertyDescription, @unchecked Sendable {
    /// What the column contains.
    public var expression: FetchExpression?
    /// The type of the column's values. If it is `undefined`, numbers are what the computation gives.
    public var resultType = AttributeType.undefined
    /// Core Data's older name for `resultType`.
    public var expressionResultType: AttributeType {
        get { resultType }
        set { resultType = newValue }
    }

    /// A description without an expression.
    public override init() {
        super.init()
    }
}
