/// Aggregates over the members of a to-many key path.
extension PredicateBinder {
    /// `key.path.@operator.key`, where `index` is the index of the operator.
    func aggregate(
        _ path: FetchPredicate.Path, at index: Int
    ) throws(PredicateBindingError) -> TypedOperand {
        let route = try route(Array(path.names[..<index]), path)
        guard let kind = BoundAggregate.Kind(rawValue: String(path.names[index].dropFirst())),
            let (collection, rest) = collection(of: route), rest.isEmpty, case .identity = route.leaf
        else {
            throw PredicateBindingError(
                .notComparable(name(of: path), "has an @ after a key path that is not to-many"),
                position: path.position.offset)
        }
        let names = Array(path.names[(index + 1)...])
        guard (kind == .count) == names.isEmpty else {
            let why = kind == .count ? "continues after @count" : "needs a key after @\(kind.rawValue)"
            throw PredicateBindingError(.notComparable(name(of: path), why), position: path.position.offset)
        }
        if kind == .count { return count(collection, condition: nil, path) }
        return try aggregate(kind, names, Members(collection: collection, entity: route.entity), path)
    }

    private func aggregate(
        _ kind: BoundAggregate.Kind, _ names: [String], _ members: Members, _ path: FetchPredicate.Path
    ) throws(PredicateBindingError) -> TypedOperand {
        let collection = members.collection
        let inner = try route(names, from: members.entity, scope: collection.memberScope, path)
        let ordered = kind == .min || kind == .max
        guard inner.lastToMany == nil, inner.type.isNumber || (ordered && (inner.type == .date || inner.type == .text))
        else {
            throw PredicateBindingError(
                .notComparable(name(of: path), "cannot be used with @\(kind.rawValue)"), position: path.position.offset)
        }
        let value = operand(at: inner, steps: inner.hops, scope: collection.memberScope, path)
        let aggregate = BoundAggregate(
            kind: kind, collection: collection, value: value.operand, condition: members.condition)
        return TypedOperand(
            operand: .aggregate(aggregate), type: ordered ? value.type : .double, needsCast: ordered && value.needsCast,
            name: name(of: path), position: path.position.offset)
    }

    private func count(
        _ collection: BoundCollection, condition: BoundPredicate?, _ path: FetchPredicate.Path
    ) -> TypedOperand {
        let aggregate = BoundAggregate(kind: .count, collection: collection, value: nil, condition: condition)
        return TypedOperand(
            operand: .aggregate(aggregate), type: .number, name: name(of: path), position: path.position.offset)
    }

    /// What a subquery computes from the members that satisfy its condition.
    mutating func value(of query: FetchPredicate.Subquery) throws(PredicateBindingError) -> TypedOperand {
        let path = query.collection
        let members = try members(of: query)
        let kind =
            query.result[0].hasPrefix("@") ? BoundAggregate.Kind(rawValue: String(query.result[0].dropFirst())) : nil
        guard let kind, (kind == .count) == (query.result.count == 1) else {
            throw PredicateBindingError(
                .malformed("A subquery needs @count, @sum, @min, @max or @avg after it, or ANY before it"),
                position: path.position.offset)
        }
        if kind == .count { return count(members.collection, condition: members.condition, path) }
        return try aggregate(kind, Array(query.result.dropFirst()), members, path)
    }

    /// The members of a collection, and the condition on them.
    struct Members {
        let collection: BoundCollection
        let entity: EntityDescription
        var condition = BoundPredicate.constant(true)
    }

    mutating func members(of query: FetchPredicate.Subquery) throws(PredicateBindingError) -> Members {
        let path = query.collection
        let route = try route(path.names, path)
        guard let (collection, rest) = collection(of: route), rest.isEmpty, case .identity = route.leaf else {
            throw PredicateBindingError(.needsToMany, position: path.position.offset)
        }
        let outer = (variables, scopeCount)
        variables[query.variable] = (scopeCount, route.entity)
        scopeCount += 1
        let condition = try bind(query.condition)
        (variables, scopeCount) = outer
        return Members(collection: collection, entity: route.entity, condition: condition)
    }
}
