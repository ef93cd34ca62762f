extension FetchPredicate {
    /// The predicate with variables (`$name`) replaced by values; variables without a value are kept.
    ///
    /// - Throws: `PredicateFormatError` if the type of a value is not supported in predicates.
    public func withSubstitutionVariables(_ variables: [String: Any?]) throws(PredicateFormatError) -> FetchPredicate {
        var operands: [String: Operand] = [:]
        for (name, value) in variables {
            guard let operand = Operand(argument: value) else {
                throw PredicateFormatError(
                    format: predicateFormat, position: 0,
                    reason: "the value of $\(name) has a type that predicates do not support")
            }
            operands[name] = operand
        }
        return FetchPredicate(root: root.substituting(operands))
    }
}

extension FetchPredicate.Node {
    fileprivate func substituting(_ values: [String: FetchPredicate.Operand]) -> FetchPredicate.Node {
        switch self {
        case .constant: return self
        case .and(let nodes): return .and(nodes.map { $0.substituting(values) })
        case .or(let nodes): return .or(nodes.map { $0.substituting(values) })
        case .not(let node): return .not(node.substituting(values))
        case .comparison(var comparison):
            comparison.left = comparison.left.substituting(values)
            comparison.right = comparison.right.substituting(values)
            return .comparison(comparison)
        }
    }
}

extension FetchPredicate.Operand {
    fileprivate func substituting(_ values: [String: FetchPredicate.Operand]) -> FetchPredicate.Operand {
        switch self {
        case .constant, .keyPath: return self
        case .variable(let variable): return values[variable.name] ?? self
        case .list(let elements): return .list(elements.map { $0.substituting(values) })
        case .arithmetic(let operation, let left, let right):
            return .arithmetic(operation, left.substituting(values), right.substituting(values))
        case .negated(let inner): return .negated(inner.substituting(values))
        case .function(let function, let operands): return .function(function, operands.map { $0.substituting(values) })
        case .subquery(var query):
            // The subquery's own variable shadows an outer one of the same name.
            query.condition = query.condition.substituting(values.filter { $0.key != query.variable })
            return .subquery(query)
        }
    }
}
