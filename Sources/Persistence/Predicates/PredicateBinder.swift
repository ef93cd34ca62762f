import Foundation

extension FetchPredicate {
    /// Binds the predicate to objects of `entity`: key paths become slots, and constants get the types they are
    /// compared with.
    ///
    /// - Throws: `PredicateBindingError` for an unknown key, operands that cannot be combined, or a variable without a
    ///   value.
    /// - Precondition: a coordinator uses the entity's model.
    package func bound(
        to entity: EntityDescription, in environment: PredicateEnvironment = .current
    ) throws(PredicateBindingError) -> BoundPredicate {
        var binder = PredicateBinder(base: .entity(entity), environment: environment)
        return try binder.bind(root)
    }

    /// Binds the predicate to bare values of `attribute`. `SELF` is the value, and `length` the length of a string.
    /// - Throws: `PredicateBindingError`, in the same cases as for an entity.
    package func bound(
        toValuesOf attribute: AttributeDescription, in environment: PredicateEnvironment = .current
    ) throws(PredicateBindingError) -> BoundPredicate {
        var binder = PredicateBinder(base: .attribute(attribute), environment: environment)
        return try binder.bind(root)
    }
}

/// Turns a predicate's tree into a `BoundPredicate`. Its scopes are the tested object and the members of the
/// collections around the current condition.
struct PredicateBinder {
    /// The starting point of key paths.
    enum Base {
        case entity(EntityDescription)
        case attribute(AttributeDescription)
    }

    /// The maximum depth of conditions and operands, because SQLite's parser keeps at most 100 symbols open.
    static let maximumDepth = 12

    let base: Base
    let environment: PredicateEnvironment
    /// The variables of the open subqueries.
    var variables: [String: (scope: Int, entity: EntityDescription)] = [:]
    var scopeCount = 1
    /// Whether aggregates over fetched objects are allowed, as in dictionary results.
    var allowsGroups = false
    /// Whether the current operand is inside such an aggregate.
    var isInGroup = false
    /// What the variables stand for that have the names of columns, in the condition of groups.
    var columns: [String: TypedOperand] = [:]
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
                .malformed("The predicate is nested deeper than \(PredicateBinder.maximumDepth) levels"))
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
        var comparison = comparison
        comparison.options = comparison.options.folding
        if comparison.modifier != .direct { return try bindQuantified(comparison) }
        if comparison.operator == .contains, case .list = comparison.left {
            return try bind(comparison.withElementOnTheLeft)
        }
        if let membership = try bindToManyMembership(comparison) { return membership }
        let left = try operand(comparison.left)
        return try compare(left, comparison)
    }

    /// `ANY key.path operator value`
    private mutating func bindQuantified(
        _ comparison: FetchPredicate.Comparison
    ) throws(PredicateBindingError) -> BoundPredicate {
        if case .list(let elements) = comparison.left { return try bindQuantified(elements, comparison) }
        if case .subquery(let query) = comparison.left { return try bindAny(query, comparison) }
        guard case .keyPath(let path) = comparison.left, let members = try members(of: path) else {
            throw PredicateBindingError(.needsToMany, position: comparison.position.offset)
        }
        scopeCount += 1
        defer { scopeCount -= 1 }
        let condition = try compare(members.value, comparison)
        return comparison.modifier == .all ? .all(members.collection, condition) : .any(members.collection, condition)
    }

    /// `ANY {1, 2} operator value`
    private mutating func bindQuantified(
        _ elements: [FetchPredicate.Operand], _ comparison: FetchPredicate.Comparison
    ) throws(PredicateBindingError) -> BoundPredicate {
        var conditions: [BoundPredicate] = []
        for element in elements { conditions.append(try compare(try operand(element), comparison)) }
        return comparison.modifier == .all ? .and(conditions) : .or(conditions)
    }

    /// `ANY SUBQUERY(...).key operator value`
    private mutating func bindAny(
        _ query: FetchPredicate.Subquery, _ comparison: FetchPredicate.Comparison
    ) throws(PredicateBindingError) -> BoundPredicate {
        guard comparison.modifier == .any, !query.result[0].hasPrefix("@") else {
            throw PredicateBindingError(.needsToMany, position: comparison.position.offset)
        }
        let members = try members(of: query)
        let path = FetchPredicate.Path(query.result, of: query.variable)
        let route = try route(path.names, from: members.entity, scope: members.collection.memberScope, path)
        scopeCount += 1
        defer { scopeCount -= 1 }
        let value = operand(at: route, steps: route.hops, scope: route.scope, path)
        return .any(members.collection, .and([members.condition, try compare(value, comparison)]))
    }

    /// `spots CONTAINS %@` and `%@ IN spots`, which test for a member.
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
        case .conformsTo:
            throw PredicateBindingError(
                .malformed("UTI-CONFORMS-TO needs the types that only Apple's systems know"),
                position: comparison.position.offset)
        }
    }
}

extension FetchPredicate.Comparison {
    /// `{1, 2} CONTAINS key` as `key IN {1, 2}`.
    fileprivate var withElementOnTheLeft: FetchPredicate.Comparison {
        var result = self
        (result.left, result.operator, result.right) = (right, .in, left)
        return result
    }
}
