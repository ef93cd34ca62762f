import Foundation

extension FetchPredicate {
    /// The predicate over objects of `entity`: slots for key paths, constants of the types they are compared with.
    ///
    /// - Throws: `PredicateBindingError` for an unknown key, operands that do not go together, or a missing value.
    /// - Precondition: the entity's model is in use by a coordinator.
    package func bound(
        to entity: EntityDescription, in environment: PredicateEnvironment = .current
    ) throws(PredicateBindingError) -> BoundPredicate {
        var binder = PredicateBinder(base: .entity(entity), environment: environment)
        return try binder.bind(root)
    }

    /// The predicate over bare values of `attribute`, named `SELF`, with `length` for that of a text.
    /// - Throws: `PredicateBindingError` as for an entity.
    package func bound(
        toValuesOf attribute: AttributeDescription, in environment: PredicateEnvironment = .current
    ) throws(PredicateBindingError) -> BoundPredicate {
        var binder = PredicateBinder(base: .attribute(attribute), environment: environment)
        return try binder.bind(root)
    }
}

/// Turns a predicate's tree into a `BoundPredicate`. Scopes are the tested object and the members of collections around
/// the current condition.
struct PredicateBinder {
    /// What key paths begin with.
    enum Base {
        case entity(EntityDescription)
        case attribute(AttributeDescription)
    }

    /// How deep conditions and operands may nest: SQLite's parser keeps at most 100 symbols open.
    static let maximumDepth = 12

    let base: Base
    let environment: PredicateEnvironment
    /// The variables of the open subqueries.
    var variables: [String: (scope: Int, entity: EntityDescription)] = [:]
    var scopeCount = 1
    private var depth = 0

    init(base: Base, environment: PredicateEnvironment) {
        self.base = base
        self.environment = environment
    }

    mutating func bind(_ node: FetchPredicate.Node) throws(PredicateBindingError) -> BoundPredicate {
        try enter()
        defer { leave() }
        switch node {
        case .constant(let value): return .constant(value)
        case .and(let nodes): return .and(try bind(all: nodes))
        case .or(let nodes): return .or(try bind(all: nodes))
        case .not(.not(let inner)): return try bind(inner)
        case .not(let inner): return .not(try bind(inner))
        case .comparison(let comparison): return try bind(comparison)
        }
    }

    mutating func enter() throws(PredicateBindingError) {
        guard depth < PredicateBinder.maximumDepth else {
            throw PredicateBindingError(
                .malformed("The predicate nests deeper than \(PredicateBinder.maximumDepth) levels"))
        }
        depth += 1
    }

    mutating func leave() {
        depth -= 1
    }

    private mutating func bind(all nodes: [FetchPredicate.Node]) throws(PredicateBindingError) -> [BoundPredicate] {
        var result: [BoundPredicate] = []
        for node in nodes { result.append(try bind(node)) }
        return result
    }

    private mutating func bind(_ comparison: FetchPredicate.Comparison) throws(PredicateBindingError) -> BoundPredicate
    {
        if comparison.modifier != .direct { return try bindQuantified(comparison) }
        if let membership = try bindToManyMembership(comparison) { return membership }
        let left = try operand(comparison.left)
        return try compare(left, comparison)
    }

    /// `ANY key.path operator value`
    private mutating func bindQuantified(
        _ comparison: FetchPredicate.Comparison
    ) throws(PredicateBindingError) -> BoundPredicate {
        guard case .keyPath(let path) = comparison.left, let members = try members(of: path) else {
            throw PredicateBindingError(.needsToMany, position: comparison.position.offset)
        }
        scopeCount += 1
        defer { scopeCount -= 1 }
        let condition = try compare(members.value, comparison)
        return comparison.modifier == .all ? .all(members.collection, condition) : .any(members.collection, condition)
    }

    /// `spots CONTAINS %@` and `%@ IN spots`, which ask for a member.
    private mutating func bindToManyMembership(
        _ comparison: FetchPredicate.Comparison
    ) throws(PredicateBindingError) -> BoundPredicate? {
        let sides: (FetchPredicate.Operand, FetchPredicate.Operand)
        switch comparison.operator {
        case .contains: sides = (comparison.left, comparison.right)
        case .in: sides = (comparison.right, comparison.left)
        default: return nil
        }
        guard case .keyPath(let path) = sides.0, let members = try members(of: path) else { return nil }
        var equality = comparison
        equality.operator = .equal
        equality.right = sides.1
        scopeCount += 1
        defer { scopeCount -= 1 }
        return .any(members.collection, try compare(members.value, equality))
    }

    private mutating func compare(
        _ left: TypedOperand, _ comparison: FetchPredicate.Comparison
    ) throws(PredicateBindingError) -> BoundPredicate {
        switch comparison.operator {
        case .equal: return try relate(left, .equal, try operand(comparison.right), comparison)
        case .notEqual: return try relate(left, .notEqual, try operand(comparison.right), comparison)
        case .less: return try relate(left, .less, try operand(comparison.right), comparison)
        case .lessOrEqual: return try relate(left, .lessOrEqual, try operand(comparison.right), comparison)
        case .greater: return try relate(left, .greater, try operand(comparison.right), comparison)
        case .greaterOrEqual: return try relate(left, .greaterOrEqual, try operand(comparison.right), comparison)
        case .between: return try bindBetween(left, comparison)
        case .in: return try bindIn(left, comparison)
        case .beginsWith: return try test(left, .beginsWith, try operand(comparison.right), comparison)
        case .endsWith: return try test(left, .endsWith, try operand(comparison.right), comparison)
        case .contains: return try test(left, .contains, try operand(comparison.right), comparison)
        case .like: return try test(left, .like, try operand(comparison.right), comparison)
        case .matches: return try bindMatches(left, comparison)
        }
    }
}

// MARK: Operators

extension PredicateBinder {
    private func relate(
        _ left: TypedOperand, _ relation: BoundPredicate.Relation, _ right: TypedOperand,
        _ comparison: FetchPredicate.Comparison
    ) throws(PredicateBindingError) -> BoundPredicate {
        var (left, right) = try unified(left, right, comparison)
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

    private mutating func bindBetween(
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

    /// Constants become one membership; nil and what is no constant are compared one by one.
    private mutating func bindIn(
        _ left: TypedOperand, _ comparison: FetchPredicate.Comparison
    ) throws(PredicateBindingError) -> BoundPredicate {
        guard case .list(let elements) = comparison.right else {
            throw malformed("IN takes a list of values or a key path that leads to many objects", comparison)
        }
        var alternatives: [BoundPredicate] = []
        var constants: [PredicateScalar] = []
        for element in elements {
            let typed = try operand(element)
            let right = try folded(try unified(left, typed, comparison).1, comparison)
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

    /// An integer that no double equals: SQLite would round it to the type of the column.
    private func neverEqual(_ left: TypedOperand, _ constant: PredicateScalar) -> Bool {
        if case .integer = constant { left.type == .double } else { false }
    }

    private func test(
        _ left: TypedOperand, _ test: TextTest, _ right: TypedOperand, _ comparison: FetchPredicate.Comparison
    ) throws(PredicateBindingError) -> BoundPredicate {
        if left.type == .null || right.type == .null { return .constant(nil) }
        try requireText(left, comparison)
        try requireText(right, comparison)
        let pattern = try folded(right, comparison)
        return .text(test, left.operand, pattern.operand, comparison.options)
    }

    private mutating func bindMatches(
        _ left: TypedOperand, _ comparison: FetchPredicate.Comparison
    ) throws(PredicateBindingError) -> BoundPredicate {
        let right = try operand(comparison.right)
        try requireText(left, comparison)
        guard case .text(let text) = right.constant else {
            throw malformed("MATCHES takes a constant text", comparison)
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

    /// The operand without what the options overlook.
    private func folded(
        _ operand: TypedOperand, _ comparison: FetchPredicate.Comparison
    ) throws(PredicateBindingError) -> TypedOperand {
        guard !comparison.options.isEmpty, operand.type != .null else { return operand }
        guard operand.type == .text else {
            throw PredicateBindingError(
                .typeMismatch(operand.name, type: operand.type.name, other: "[c] or [d], which compare texts"),
                position: operand.position ?? comparison.position.offset)
        }
        return applying(.fold(comparison.options), to: operand)
    }
}
