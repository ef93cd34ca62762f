/// Foundation's name of a predicate that compares two expressions.
public typealias ComparisonPredicate = FetchPredicate
/// Foundation's name of a predicate that combines others.
public typealias CompoundPredicate = FetchPredicate

/// What Foundation's `NSComparisonPredicate` and `NSCompoundPredicate` have.
extension FetchPredicate {
    /// How a predicate combines others. The raw values are Foundation's.
    public enum LogicalType: UInt, Sendable {
        /// True if the one predicate is false.
        case not = 0
        /// True if all are true.
        case and = 1
        /// True if at least one is true.
        case or = 2
    }

    /// A comparison of two expressions.
    public init(
        leftExpression left: FetchExpression, rightExpression right: FetchExpression, modifier: Modifier = .direct,
        type: Operator, options: Options = []
    ) {
        root = .comparison(Comparison(left.operand, type, right.operand, modifier: modifier, options: options))
    }

    /// A combination of predicates.
    /// - Precondition: there is one predicate if the type is `not`.
    public init(type: LogicalType, subpredicates: [FetchPredicate]) {
        switch type {
        case .and: root = .and(subpredicates.map(\.root))
        case .or: root = .or(subpredicates.map(\.root))
        case .not:
            precondition(subpredicates.count == 1, "NOT takes one predicate.")
            root = .not(subpredicates[0].root)
        }
    }

    /// How the predicate combines others; nil if it does not.
    public var compoundPredicateType: LogicalType! {
        switch root {
        case .and: .and
        case .or: .or
        case .not: .not
        case .constant, .comparison: nil
        }
    }

    /// The predicates that this one combines; none if it is a comparison or a constant.
    public var subpredicates: [FetchPredicate] {
        switch root {
        case .and(let nodes), .or(let nodes): nodes.map { FetchPredicate(root: $0) }
        case .not(let node): [FetchPredicate(root: node)]
        case .constant, .comparison: []
        }
    }

    /// The expression before the operator; nil if the predicate is not a comparison.
    public var leftExpression: FetchExpression! { comparison.map { FetchExpression($0.left) } }
    /// The expression after the operator; nil if the predicate is not a comparison.
    public var rightExpression: FetchExpression! { comparison.map { FetchExpression($0.right) } }
    /// The operator; nil if the predicate is not a comparison.
    public var predicateOperatorType: Operator! { comparison?.operator }
    /// The quantifier; nil if the predicate is not a comparison.
    public var comparisonPredicateModifier: Modifier! { comparison?.modifier }
    /// What the comparison ignores; empty if the predicate is not a comparison.
    public var options: Options { comparison?.options ?? [] }

    private var comparison: Comparison? {
        if case .comparison(let comparison) = root { comparison } else { nil }
    }
}

/// Foundation's names of the operators.
extension FetchPredicate.Operator {
    /// Another name of `less`.
    public static let lessThan = FetchPredicate.Operator.less
    /// Another name of `lessOrEqual`.
    public static let lessThanOrEqualTo = FetchPredicate.Operator.lessOrEqual
    /// Another name of `greater`.
    public static let greaterThan = FetchPredicate.Operator.greater
    /// Another name of `greaterOrEqual`.
    public static let greaterThanOrEqualTo = FetchPredicate.Operator.greaterOrEqual
    /// Another name of `equal`.
    public static let equalTo = FetchPredicate.Operator.equal
    /// Another name of `notEqual`.
    public static let notEqualTo = FetchPredicate.Operator.notEqual
}
