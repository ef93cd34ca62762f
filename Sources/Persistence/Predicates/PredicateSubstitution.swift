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
        return replacingOperands { operand, bound in
            guard case .variable(let variable) = operand, !bound.contains(variable.name) else { return nil }
            return operands[variable.name]
        }
    }

    /// The predicate with operands replaced.
    /// - Parameter replacement: the operand to use for a constant, a variable or a key path, or nil to keep it. The names are the
    ///   variables of the subqueries around it.
    func replacingOperands(_ replacement: (Operand, _ bound: Set<String>) -> Operand?) -> FetchPredicate {
        FetchPredicate(root: root.replacing([], replacement))
    }
}

/// The operand to use for one, in subqueries over variables with these names; nil to keep it.
typealias OperandReplacement = (FetchPredicate.Operand, Set<String>) -> FetchPredicate.Operand?

extension FetchPredicate.Node {
    fileprivate func replacing(_ bound: Set<String>, _ replacement: OperandReplacement) -> FetchPredicate.Node {
        switch self {
        case .constant: return self
        case .and(let nodes): return .and(nodes.map { $0.replacing(bound, replacement) })
        case .or(let nodes): return .or(nodes.map { $0.replacing(bound, replacement) })
        case .not(let node): return .not(node.replacing(bound, replacement))
        case .comparison(var comparison):
            comparison.left = comparison.left.replacing(bound, replacement)
            comparison.right = comparison.right.replacing(bound, replacement)
            return .comparison(comparison)
        }
    }
}

extension FetchPredicate.Operand {
    func replacing(_ bound: Set<String>, _ replacement: OperandReplacement) -> FetchPredicate.Operand {
        func replaced(_ operands: [FetchPredicate.Operand]) -> [FetchPredicate.Operand] {
            operands.map { $0.replacing(bound, replacement) }
        }
        switch self {
        case .constant, .token, .variable, .keyPath: return replacement(self, bound) ?? self
        case .list(let elements): return .list(replaced(elements))
        case .arithmetic(let operation, let left, let right):
            return .arithmetic(
                operation, left.replacing(bound, replacement), right.replacing(bound, replacement))
        case .negated(let inner): return .negated(inner.replacing(bound, replacement))
        case .aggregate(let aggregate, let inner): return .aggregate(aggregate, inner.replacing(bound, replacement))
        case .function(let function, let operands): return .function(function, replaced(operands))
        case .cast(let inner, let type): return .cast(inner.replacing(bound, replacement), type)
        case .conditional(let node, let value, let otherwise):
            return .conditional(
                node.replacing(bound, replacement), value.replacing(bound, replacement),
                otherwise.replacing(bound, replacement))
        case .subquery(var query):
            // The subquery's own variable shadows an outer one of the same name.
            query.condition = query.condition.replacing(bound.union([query.variable]), replacement)
            return .subquery(query)
        }
    }
}
