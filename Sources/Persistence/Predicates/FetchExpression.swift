/// A value that a predicate compares or a fetch computes; a Sendable value. Foundation's `NSExpression`, whose name
/// without the prefix is another type of Foundation.
///
/// ```swift
/// let best = ExpressionDescription()
/// best.name = "best"
/// best.expression = FetchExpression(forFunction: "max:", arguments: [FetchExpression(forKeyPath: "rating")])
/// best.resultType = .integer16
///
/// let request = FetchRequest<[String: Any]>(entityName: "Session")
/// request.propertiesToFetch = ["spot.name", best]
/// request.propertiesToGroupBy = ["spot.name"]
/// let rows = try context.fetch(request)
/// // One dictionary for each spot, computed by the store: ["spot.name": "Malibu", "best": 5].
/// ```
public struct FetchExpression: Sendable, Equatable, CustomStringConvertible {
    /// The value as part of a predicate's tree.
    public let operand: FetchPredicate.Operand

    /// An expression that was built in code.
    public init(_ operand: FetchPredicate.Operand) {
        self.operand = operand
    }

    /// A constant, an array or a set.
    /// - Precondition: predicates support the value's type.
    public init(forConstantValue value: Any?) {
        guard let operand = FetchPredicate.Operand(argument: value) else {
            preconditionFailure("Expressions do not support constants of type \(type(of: value)).")
        }
        self.operand = operand
    }

    /// The value at a key path.
    /// - Precondition: `keyPath` is the text of a key path. The keys are checked when a fetch uses the expression.
    public init(forKeyPath keyPath: String) {
        guard let path = FetchPredicate.Path(text: keyPath) else {
            preconditionFailure("“\(keyPath)” is not a key path.")
        }
        operand = .keyPath(path)
    }

    /// The value at the key path of a property, as in `FetchSortDescriptor.init(keyPath:ascending:)`.
    /// - Precondition: a model knows the key path.
    public init<Root: ManagedObject, Value>(forKeyPath keyPath: KeyPath<Root, Value>) {
        self.init(forKeyPath: ModelsInUse.requireName(of: keyPath))
    }

    /// A variable: in the condition of groups, the column with this name.
    public init(forVariable name: String) {
        operand = .variable(FetchPredicate.Variable(name))
    }

    /// A list, for `IN` and `BETWEEN`.
    public init(forAggregate subexpressions: [FetchExpression]) {
        operand = .list(subexpressions.map(\.operand))
    }

    /// A function of values: `count:`, `sum:`, `min:`, `max:` and `average:` over fetched objects, a to-many key path or a
    /// list; `median:`, `mode:` and `stddev:` of a list; `add:to:`, `from:subtract:`, `multiply:by:`, `divide:by:`,
    /// `modulus:by:`, `raise:toPower:`, `bitwiseAnd:with:`, `bitwiseOr:with:`, `bitwiseXor:with:`, `leftshift:by:`,
    /// `rightshift:by:`, `onesComplement:`, `abs:`, `sqrt:`, `log:`, `ln:`, `exp:`, `ceiling:`, `floor:`, `trunc:`,
    /// `lowercase:`, `uppercase:`, `canonical:`, `length:`, `noindex:`, `castObject:toType:`, `random` and `now` for each
    /// object.
    /// - Precondition: the function is one of these and has this number of arguments.
    public init(forFunction name: String, arguments: [FetchExpression]) {
        let operands = arguments.map(\.operand)
        guard
            let operand = PredicateLists.function(name, of: operands)
                ?? FetchPredicate.Operand(function: name, operands)
        else {
            preconditionFailure("There is no function “\(name)” of \(arguments.count) arguments.")
        }
        self.operand = operand
    }

    /// One value if a predicate is true, otherwise another.
    public init(
        forConditional predicate: FetchPredicate, trueExpression: FetchExpression, falseExpression: FetchExpression
    ) {
        operand = .conditional(predicate.root, trueExpression.operand, falseExpression.operand)
    }

    /// Parses an expression; each placeholder takes the next argument.
    /// - Precondition: the expression is valid and the arguments fit it. `init(validating:_:)` throws for one that is
    ///   not.
    public init(format: String, _ arguments: Any?...) {
        self.init(format: format, argumentArray: arguments)
    }

    /// Parses an expression; each placeholder takes the next element of `argumentArray`.
    /// - Precondition: the expression is valid and the arguments fit it.
    public init(format: String, argumentArray: [Any?]?) {
        self = orTrap { try FetchExpression(validating: format, argumentArray: argumentArray ?? []) }
    }

    /// Parses an expression that is a literal in the source code: `init(format:_:)` for short.
    /// - Precondition: the expression is valid and the arguments fit it.
    public init(_ format: StaticString, _ arguments: Any?...) {
        self.init(format: format.description, argumentArray: arguments)
    }

    /// Parses an expression that may have mistakes; each placeholder takes the next argument.
    /// - Throws: `PredicateFormatError` as `FetchPredicate.init(validating:_:)`.
    public init(validating format: String, _ arguments: Any?...) throws(PredicateFormatError) {
        try self.init(validating: format, argumentArray: arguments)
    }

    /// Parses an expression that may have mistakes; each placeholder takes the next element of `argumentArray`.
    /// - Throws: `PredicateFormatError` as `FetchPredicate.init(validating:_:)`.
    public init(validating format: String, argumentArray: [Any?]) throws(PredicateFormatError) {
        var parser = try PredicateParser(format: format, arguments: argumentArray)
        operand = try parser.parseExpression()
    }

    /// The fetched object itself.
    public static func expressionForEvaluatedObject() -> FetchExpression {
        FetchExpression(.keyPath(FetchPredicate.Path([])))
    }

    /// The text of the expression.
    public var description: String { PredicateWriter.text(of: operand) }
}

extension FetchExpression {
    /// The value of a constant; nil for another expression, and for nil.
    public var constantValue: Any? {
        if case .constant(let value) = operand { value.value.anyValue } else { nil }
    }

    var isConstant: Bool { operand.isConstant }

    /// The text of a key path; nil for another expression.
    public var keyPath: String? {
        if case .keyPath(let path) = operand { PredicateWriter.text(of: path) } else { nil }
    }

    /// The name of a variable; nil for another expression.
    public var variable: String? {
        if case .variable(let variable) = operand { variable.name } else { nil }
    }

    /// The name of a function; nil for another expression.
    public var function: String? {
        switch operand {
        case .function(let function, _): function.name
        case .cast: "castObject:toType:"
        case .aggregate(let aggregate, _): aggregate.rawValue
        case .arithmetic(let operation, _, _): FetchPredicate.Operand.operations.first { $0.value == operation }?.key
        default: nil
        }
    }

    /// The arguments of a function, or the elements of a list; nil for another expression.
    public var arguments: [FetchExpression]? {
        switch operand {
        case .function(_, let operands), .list(let operands): operands.map { FetchExpression($0) }
        case .aggregate(_, let inner): [FetchExpression(inner)]
        case .arithmetic(_, let left, let right): [FetchExpression(left), FetchExpression(right)]
        case .cast(let inner, let type):
            [FetchExpression(inner), FetchExpression(.constant(.string(type.rawValue)))]
        default: nil
        }
    }
}
