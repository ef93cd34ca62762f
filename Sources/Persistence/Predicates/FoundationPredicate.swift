import Foundation

extension FetchPredicate {
    /// The condition of a predicate of Foundation on objects of a class.
    ///
    /// ```swift
    /// let request = Session.fetchRequest()
    /// request.predicate = try FetchPredicate(#Predicate<Session> { $0.rating >= 4 && $0.notes == nil })
    /// ```
    ///
    /// It means the same for an object without a value as it does in Foundation, but for properties of scalar types: a
    /// missing number is 0 there, and has no value here. Comparisons, `&&`, `||`, `!`, optional
    /// chaining over to-one relationships, `contains` and `starts(with:)` can be converted.
    /// - Throws: `PredicateConversionError` for an expression that cannot be converted, or a property that no registered
    ///   model knows by its key path.
    public init<Object: ManagedObject>(_ predicate: Predicate<Object>) throws(PredicateConversionError) {
        guard let condition = predicate.expression as? any ConvertibleCondition else {
            throw PredicateConversionError(expression: "\(type(of: predicate.expression))")
        }
        var paths = PredicateKeyPaths()
        paths.roots[predicate.variable.key] = ""
        self = try condition.predicate(paths)
    }
}

/// A predicate of Foundation has an expression that stores cannot evaluate.
public struct PredicateConversionError: Error, CustomStringConvertible {
    /// The type of the expression, or the key path.
    public let expression: String

    public var description: String { "The expression \(expression) cannot be converted to a predicate for a fetch." }
}

/// What a conversion knows: the key paths of the variables.
private struct PredicateKeyPaths {
    /// The path of a variable from the object: empty for the object itself.
    var roots: [PredicateExpressions.VariableID: String] = [:]
    /// Whether the result will be negated. An unknown result must be false then.
    var isNegated = false

    /// The path of a property from a path.
    func path(_ root: String, _ keyPath: AnyKeyPath) throws(PredicateConversionError) -> String {
        guard let name = ModelsInUse.name(of: keyPath) else {
            throw PredicateConversionError(expression: "\(keyPath)")
        }
        return root.isEmpty ? name : root + "." + name
    }

    /// The predicate, false where one of the operands has no value if the result will be negated.
    func decided(_ predicate: FetchPredicate, _ operands: PredicateOperand...) throws(PredicateConversionError)
        -> FetchPredicate
    {
        guard isNegated else { return predicate }
        var all = [predicate]
        for case .path(let path) in operands { all.append(try formatted("%K != nil", [path])) }
        return .and(all)
    }
}

/// One side of a comparison.
private enum PredicateOperand {
    case path(String)
    case value(Any?)

    var placeholder: String {
        if case .path = self { "%K" } else { "%@" }
    }

    var argument: Any? {
        switch self {
        case .path(let path): path
        case .value(let value): value
        }
    }

    var isNil: Bool {
        if case .value(let value) = self { present(value) == nil } else { false }
    }
}

private func formatted(_ format: String, _ arguments: [Any?]) throws(PredicateConversionError) -> FetchPredicate {
    guard let predicate = try? FetchPredicate(validating: format, argumentArray: arguments) else {
        throw PredicateConversionError(expression: format)
    }
    return predicate
}

/// An expression with a Boolean or optional Boolean value.
private protocol ConvertibleCondition {
    func predicate(_ paths: PredicateKeyPaths) throws(PredicateConversionError) -> FetchPredicate
}

/// An expression with a value that is compared.
private protocol ConvertibleOperand {
    func operand(_ paths: PredicateKeyPaths) throws(PredicateConversionError) -> PredicateOperand
}

private func operand(_ expression: Any, _ paths: PredicateKeyPaths) throws(PredicateConversionError)
    -> PredicateOperand
{
    guard let convertible = expression as? any ConvertibleOperand else {
        throw PredicateConversionError(expression: "\(type(of: expression))")
    }
    return try convertible.operand(paths)
}

private func condition(_ expression: Any, _ paths: PredicateKeyPaths) throws(PredicateConversionError)
    -> FetchPredicate
{
    guard let convertible = expression as? any ConvertibleCondition else {
        throw PredicateConversionError(expression: "\(type(of: expression))")
    }
    return try convertible.predicate(paths)
}

/// A predicate with an operator between two operands.
private func compare(
    _ left: Any, _ symbol: String, _ right: Any, _ paths: PredicateKeyPaths
) throws(PredicateConversionError) -> FetchPredicate {
    let (left, right) = (try operand(left, paths), try operand(right, paths))
    let predicate = try formatted(
        "\(left.placeholder) \(symbol) \(right.placeholder)", [left.argument, right.argument])
    return left.isNil || right.isNil || symbol == "!=" ? predicate : try paths.decided(predicate, left, right)
}

// MARK: Operands

extension PredicateExpressions.Variable: ConvertibleOperand {
    fileprivate func operand(_ paths: PredicateKeyPaths) throws(PredicateConversionError) -> PredicateOperand {
        .path(paths.roots[key] ?? "")
    }
}

extension PredicateExpressions.KeyPath: ConvertibleOperand, ConvertibleCondition {
    fileprivate func operand(_ paths: PredicateKeyPaths) throws(PredicateConversionError) -> PredicateOperand {
        guard case .path(let root) = try Persistence.operand(root, paths) else {
            throw PredicateConversionError(expression: "\(keyPath)")
        }
        return .path(try paths.path(root, keyPath))
    }

    /// A Boolean attribute as a condition.
    fileprivate func predicate(_ paths: PredicateKeyPaths) throws(PredicateConversionError) -> FetchPredicate {
        let operand = try operand(paths)
        return try paths.decided(formatted("%K == TRUE", [operand.argument]), operand)
    }
}

extension PredicateExpressions.Value: ConvertibleOperand {
    fileprivate func operand(_ paths: PredicateKeyPaths) throws(PredicateConversionError) -> PredicateOperand {
        .value(value)
    }
}

extension PredicateExpressions.NilLiteral: ConvertibleOperand {
    fileprivate func operand(_ paths: PredicateKeyPaths) throws(PredicateConversionError) -> PredicateOperand {
        .value(nil)
    }
}

extension PredicateExpressions.ForcedUnwrap: ConvertibleOperand {
    fileprivate func operand(_ paths: PredicateKeyPaths) throws(PredicateConversionError) -> PredicateOperand {
        try Persistence.operand(inner, paths)
    }
}

extension PredicateExpressions.OptionalFlatMap: ConvertibleOperand, ConvertibleCondition {
    private func inner(_ paths: PredicateKeyPaths) throws(PredicateConversionError) -> PredicateKeyPaths {
        guard case .path(let path) = try Persistence.operand(wrapped, paths) else {
            throw PredicateConversionError(expression: "\(type(of: wrapped))")
        }
        var inner = paths
        inner.roots[variable.key] = path
        return inner
    }

    fileprivate func operand(_ paths: PredicateKeyPaths) throws(PredicateConversionError) -> PredicateOperand {
        try Persistence.operand(transform, inner(paths))
    }

    fileprivate func predicate(_ paths: PredicateKeyPaths) throws(PredicateConversionError) -> FetchPredicate {
        try condition(transform, inner(paths))
    }
}

// MARK: Conditions

extension PredicateExpressions.Conjunction: ConvertibleCondition {
    fileprivate func predicate(_ paths: PredicateKeyPaths) throws(PredicateConversionError) -> FetchPredicate {
        .and([try condition(lhs, paths), try condition(rhs, paths)])
    }
}

extension PredicateExpressions.Disjunction: ConvertibleCondition {
    fileprivate func predicate(_ paths: PredicateKeyPaths) throws(PredicateConversionError) -> FetchPredicate {
        .or([try condition(lhs, paths), try condition(rhs, paths)])
    }
}

extension PredicateExpressions.Negation: ConvertibleCondition {
    fileprivate func predicate(_ paths: PredicateKeyPaths) throws(PredicateConversionError) -> FetchPredicate {
        var inner = paths
        inner.isNegated = true
        return .not(try condition(wrapped, inner))
    }
}

extension PredicateExpressions.Equal: ConvertibleCondition {
    fileprivate func predicate(_ paths: PredicateKeyPaths) throws(PredicateConversionError) -> FetchPredicate {
        if case .value(let value)? = try? operand(rhs, paths), present(value) as? Bool == true,
            let chain = lhs as? any ConvertibleCondition, !(lhs is any PredicateKeyPathExpression)
        {
            return try chain.predicate(paths)
        }
        return try compare(lhs, "==", rhs, paths)
    }
}

extension PredicateExpressions.NotEqual: ConvertibleCondition {
    fileprivate func predicate(_ paths: PredicateKeyPaths) throws(PredicateConversionError) -> FetchPredicate {
        try compare(lhs, "!=", rhs, paths)
    }
}

extension PredicateExpressions.Comparison: ConvertibleCondition {
    fileprivate func predicate(_ paths: PredicateKeyPaths) throws(PredicateConversionError) -> FetchPredicate {
        let symbol =
            switch op {
            case .lessThan: "<"
            case .lessThanOrEqual: "<="
            case .greaterThan: ">"
            case .greaterThanOrEqual: ">="
            @unknown default: throw PredicateConversionError(expression: "\(op)")
            }
        return try compare(lhs, symbol, rhs, paths)
    }
}

extension PredicateExpressions.NilCoalesce: ConvertibleCondition {
    /// `condition ?? false`.
    fileprivate func predicate(_ paths: PredicateKeyPaths) throws(PredicateConversionError) -> FetchPredicate {
        guard case .value(let value) = try operand(rhs, paths), value as? Bool == false else {
            throw PredicateConversionError(expression: "\(type(of: self))")
        }
        return try condition(lhs, paths)
    }
}

extension PredicateExpressions.SequenceStartsWith: ConvertibleCondition {
    fileprivate func predicate(_ paths: PredicateKeyPaths) throws(PredicateConversionError) -> FetchPredicate {
        try compare(base, "BEGINSWITH", prefix, paths)
    }
}

extension PredicateExpressions.CollectionContainsCollection: ConvertibleCondition {
    fileprivate func predicate(_ paths: PredicateKeyPaths) throws(PredicateConversionError) -> FetchPredicate {
        try compare(base, "CONTAINS", other, paths)
    }
}

extension PredicateExpressions.SequenceContains: ConvertibleCondition {
    fileprivate func predicate(_ paths: PredicateKeyPaths) throws(PredicateConversionError) -> FetchPredicate {
        try compare(element, "IN", sequence, paths)
    }
}

/// Tells a key path from other conditions.
private protocol PredicateKeyPathExpression {}

extension PredicateExpressions.KeyPath: PredicateKeyPathExpression {}
