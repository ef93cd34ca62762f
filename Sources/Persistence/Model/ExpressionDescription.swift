/// A column of dictionary results that is computed. Set `name`, `expression` and the type, and add it to
/// `FetchRequest.propertiesToFetch`. It is not a property of an entity.
///
/// ```swift
/// let metres = ExpressionDescription()
/// metres.name = "metres"
/// metres.expression = FetchExpression("height * 0.3048")
/// metres.resultType = .double
///
/// let request = FetchRequest<[String: Any]>(entityName: "Session")
/// request.propertiesToFetch = ["date", metres]
/// request.sortDescriptors = [FetchSortDescriptor(key: "height", ascending: false)]
/// let rows = try context.fetch(request)
/// // Each row has the date and the height in metres: 1.8288 for the session of six feet.
/// ```
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
