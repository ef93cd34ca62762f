/// Binds comparisons, one function per kind of operator.
extension PredicateBinder {
    func relate(
        _ left: TypedOperand, _ relation: BoundPredicate.Relation, _ right: TypedOperand,
        _ comparison: FetchPredicate.Comparison
    ) throws(PredicateBindingError) -> BoundPredicate {
        var (left, right) = try unified(left, right, at: comparison.position.offset)
        if left.type == .null || right.type == .null { return relateToNull(left, relation, right) }
        try requireOrder(left, relation)
        left = try folded(left, comparison)
        right = try folded(right, comparison)
        return .relation(relation, left.operand, right.operand)
    }

    private func relateToNull(
        _ left: TypedOperand, _ relation: BoundPredicate.Relation, _ right: TypedOperand
    ) -> BoundPredicate {
        let other = left.type == .null ? right : left
        switch relation {
        case .equal: return .isNull(other.operand)
        case .notEqual: return .not(.isNull(other.operand))
        default: return .constant(nil)
        }
    }

    private func requireOrder(
        _ operand: TypedOperand, _ relation: BoundPredicate.Relation
    ) throws(PredicateBindingError) {
        guard case .object = operand.type, relation != .equal, relation != .notEqual else { return }
        throw PredicateBindingError(
            .notComparable(operand.name, "is an object and has no order"), position: operand.position)
    }

    mutating func bindBetween(
        _ left: TypedOperand, _ comparison: FetchPredicate.Comparison
    ) throws(PredicateBindingError) -> BoundPredicate {
        guard case .list(let bounds) = comparison.right, bounds.count == 2 else {
            throw malformed("BETWEEN takes a list of two values", comparison)
        }
        return .and([
            try relate(left, .greaterOrEqual, try operand(bounds[0]), comparison),
            try relate(left, .lessOrEqual, try operand(bounds[1]), comparison),
        ])
    }

    /// Constants become one membership test. Nil and operands that are not constant are compared one by one.
    mutating func bindIn(
        _ left: TypedOperand, _ comparison: FetchPredicate.Comparison
    ) throws(PredicateBindingError) -> BoundPredicate {
        guard case .list(let elements) = comparison.right else {
            let right = try operand(comparison.right)
            // Text in text, as Foundation has it.
            if left.type == .text, right.type == .text { return try test(right, .contains, left, comparison) }
            throw malformed("IN takes a list of values or a to-many key path", comparison)
        }
        var alternatives: [BoundPredicate] = []
        var constants: [PredicateScalar] = []
        for element in elements {
            let typed = asText(try operand(element), in: left)
            let right = try folded(try unified(left, typed, at: comparison.position.offset).1, comparison)
            if let constant = right.constant, !constant.isNull {
                if !neverEqual(left, constant) { constants.append(constant) }
            } else {
                alternatives.append(try relate(left, .equal, typed, comparison))
            }
        }
        if !constants.isEmpty { alternatives.append(.member(try folded(left, comparison).operand, constants)) }
        if alternatives.count == 1 { return alternatives[0] }
        return alternatives.isEmpty ? .constant(false) : .or(alternatives)
    }

    /// If text is compared with a list, a number in the list is compared as text, as SQLite does for a column of text.
    private func asText(_ element: TypedOperand, in left: TypedOperand) -> TypedOperand {
        guard left.type == .text, let text = element.constant?.numberText else { return element }
        var result = element
        (result.operand, result.type) = (.constant(.text(text)), .text)
        return result
    }

    /// Whether the constant is an integer that no double equals. SQLite would round it to the type of the column.
    private func neverEqual(_ left: TypedOperand, _ constant: PredicateScalar) -> Bool {
        if case .integer = constant { left.type == .double } else { false }
    }

    func test(
        _ left: TypedOperand, _ test: TextTest, _ right: TypedOperand, _ comparison: FetchPredicate.Comparison
    ) throws(PredicateBindingError) -> BoundPredicate {
        if left.type == .null || right.type == .null { return .constant(nil) }
        try requireText(left, comparison)
        try requireText(right, comparison)
        let pattern = try folded(right, comparison)
        return .text(test, left.operand, pattern.operand, comparison.options)
    }

    mutating func bindMatches(
        _ left: TypedOperand, _ comparison: FetchPredicate.Comparison
    ) throws(PredicateBindingError) -> BoundPredicate {
        let right = try operand(comparison.right)
        try requireText(left, comparison)
        guard case .text(let text) = right.constant else {
            throw malformed("MATCHES takes constant text", comparison)
        }
        guard let pattern = TextPattern(text, comparison.options) else {
            throw PredicateBindingError(.invalidPattern, position: comparison.position.offset)
        }
        return .matches(left.operand, pattern)
    }

    private func requireText(
        _ operand: TypedOperand, _ comparison: FetchPredicate.Comparison
    ) throws(PredicateBindingError) {
        guard operand.type != .text else { return }
        throw PredicateBindingError(
            .typeMismatch(operand.name, type: operand.type.name, other: comparison.operator.rawValue),
            position: operand.position ?? comparison.position.offset)
    }

    func malformed(_ sentence: String, _ comparison: FetchPredicate.Comparison) -> PredicateBindingError {
        PredicateBindingError(.malformed(sentence), position: comparison.position.offset)
    }

    /// The operand, folded as the comparison's options require.
    private func folded(
        _ operand: TypedOperand, _ comparison: FetchPredicate.Comparison
    ) throws(PredicateBindingError) -> TypedOperand {
        guard !comparison.options.isEmpty, operand.type != .null else { return operand }
        guard operand.type == .text else {
            throw PredicateBindingError(
                .typeMismatch(operand.name, type: operand.type.name, other: "[c] or [d], which compare text"),
                position: operand.position ?? comparison.position.offset)
        }
        return applying(.fold(comparison.options), to: operand)
    }
}
