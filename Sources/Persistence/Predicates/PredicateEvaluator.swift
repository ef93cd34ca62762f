/// What a predicate is evaluated on: an object, a row of a block, or a bare value.
package protocol PredicateSubject {
    /// Nil for a bare value.
    var objectID: ManagedObjectID? { get }
    /// The value of an attribute or a to-one relationship. A bare value is in slot 0.
    func value(at slot: Int) -> PropertyValue
    /// The destination of a to-one relationship.
    func related(at slot: Int) -> (any PredicateSubject)?
    /// The members of a to-many relationship.
    func relatedMany(at slot: Int) -> [any PredicateSubject]
}

/// A value without an object, for validation predicates.
package struct BareValue: PredicateSubject {
    package let value: PropertyValue

    package init(_ value: PropertyValue) {
        self.value = value
    }

    package var objectID: ManagedObjectID? { nil }
    package func value(at slot: Int) -> PropertyValue { value }
    package func related(at slot: Int) -> (any PredicateSubject)? { nil }
    package func relatedMany(at slot: Int) -> [any PredicateSubject] { [] }
}

/// Evaluates a bound predicate in memory, in three-valued logic, with the results that SQLite gives for the compiled
/// one.
package struct PredicateEvaluator: Sendable {
    package let predicate: BoundPredicate

    package init(_ predicate: BoundPredicate) {
        self.predicate = predicate
    }

    /// Whether the predicate is true, as opposed to false or unknown.
    /// - Throws: `PatternLimitError` if a `MATCHES` takes too many steps.
    package func matches(_ subject: some PredicateSubject) throws -> Bool {
        try truth(subject) == true
    }

    /// The predicate's value; nil is unknown.
    /// - Throws: `PatternLimitError` if a `MATCHES` takes too many steps.
    package func truth(_ subject: some PredicateSubject) throws -> Bool? {
        try PredicateScopes(subjects: [subject]).truth(of: predicate)
    }
}

/// The tested object and, inside quantifiers and subqueries, the current members.
struct PredicateScopes {
    let subjects: [any PredicateSubject]
    /// The objects of the group of which `subjects` has one; only in dictionary results.
    var group: [PredicateScopes] = []

    func truth(of predicate: BoundPredicate) throws -> Bool? {
        switch predicate {
        case .constant(let value): value
        case .and(let parts): try truth(ofAll: parts)
        case .or(let parts): try truth(ofAny: parts)
        case .not(let inner): try truth(of: inner).map { !$0 }
        case .relation(let relation, let left, let right): relation.holds(try value(of: left), try value(of: right))
        case .isNull(let operand): try value(of: operand).isNull
        case .member(let operand, let constants): isMember(try value(of: operand), constants)
        case .text(let test, let text, let pattern, let options): try passes(test, text, pattern, options)
        case .matches(let operand, let pattern): try text(of: operand).map { try matches(pattern, $0) }
        case .any(let collection, let condition): try contains(collection) { try $0.truth(of: condition) == true }
        case .all(let collection, let condition): try !contains(collection) { try $0.truth(of: condition) != true }
        }
    }

    private func matches(_ pattern: TextPattern, _ text: String) throws -> Bool {
        try pattern.matches(text, key: subjects[0].objectID?.key)
    }

    private func truth(ofAll parts: [BoundPredicate]) throws -> Bool? {
        var isKnown = true
        for part in parts {
            switch try truth(of: part) {
            case false?: return false
            case nil: isKnown = false
            case true?: break
            }
        }
        return isKnown ? true : nil
    }

    private func truth(ofAny parts: [BoundPredicate]) throws -> Bool? {
        var isKnown = true
        for part in parts {
            switch try truth(of: part) {
            case true?: return true
            case nil: isKnown = false
            case false?: break
            }
        }
        return isKnown ? false : nil
    }

    private func isMember(_ value: PredicateScalar, _ constants: [PredicateScalar]) -> Bool? {
        value.isNull ? nil : constants.contains(value)
    }

    private func passes(
        _ test: TextTest, _ text: BoundOperand, _ pattern: BoundOperand, _ options: FetchPredicate.Options
    ) throws -> Bool? {
        guard case .text(var text) = try value(of: text), case .text(var pattern) = try value(of: pattern) else {
            return nil
        }
        return text.withUTF8 { bytes in
            pattern.withUTF8 { test.holds(bytes, $0, options) }
        }
    }

    private func text(of operand: BoundOperand) throws -> String? {
        if case .text(let text) = try value(of: operand) { text } else { nil }
    }
}

extension BoundPredicate.Relation {
    /// Nil if a side is null, except for `notEqual`.
    func holds(_ left: PredicateScalar, _ right: PredicateScalar) -> Bool? {
        if self == .notEqual { return left != right }
        if left.isNull || right.isNull { return nil }
        if self == .equal { return left == right }
        guard let order = left.order(to: right) else { return nil }
        switch self {
        case .less: return order < 0
        case .lessOrEqual: return order <= 0
        case .greater: return order > 0
        case .greaterOrEqual: return order >= 0
        case .equal, .notEqual: return order == 0
        }
    }
}

// MARK: Values

extension PredicateScopes {
    func value(of operand: BoundOperand) throws -> PredicateScalar {
        switch operand {
        case .constant(let scalar): scalar
        case .path(let path): value(of: path)
        case .real(let inner): try value(of: inner).asReal
        case .arithmetic(let operation, let left, let right):
            PredicateArithmetic.apply(operation, try value(of: left), try value(of: right))
        case .negated(let inner): PredicateArithmetic.negate(try value(of: inner))
        case .call(let function, let arguments): function.value(of: try arguments.map { try value(of: $0) })
        case .choice(let condition, let chosen, let otherwise):
            try value(of: truth(of: condition) == true ? chosen : otherwise)
        case .text(let function, let inner): try text(of: inner).map { function.value(of: $0) } ?? .null
        case .aggregate(let aggregate): try value(of: aggregate)
        case .group(let aggregate, let inner):
            PredicateScopes.value(of: aggregate, over: try group.map { try $0.value(of: inner) })
        }
    }

    private func value(of path: BoundPath) -> PredicateScalar {
        var subject: any PredicateSubject = subjects[path.scope]
        for step in path.steps {
            guard let next = subject.related(at: step.slot) else { return .null }
            subject = next
        }
        switch path.leaf {
        case .attribute(let slot, _), .reference(let slot, _): return PredicateScalar(subject.value(at: slot))
        case .identity: return subject.objectID.map { .object($0) } ?? .null
        case .entityName: return subject.objectID?.entity.name.map { .text($0) } ?? .null
        case .value: return PredicateScalar(subject.value(at: 0))
        case .computed(let key, let slot, _):
            guard case .string(let text) = subject.value(at: slot), let number = key.value(of: text) else {
                return .null
            }
            return .real(number)
        }
    }

    private func members(of collection: BoundCollection) -> [any PredicateSubject] {
        var members = [subjects[collection.scope]]
        for hop in collection.hops {
            members =
                hop.isToMany
                ? members.flatMap { $0.relatedMany(at: hop.slot) } : members.compactMap { $0.related(at: hop.slot) }
        }
        return members
    }

    private func scopes(for member: any PredicateSubject, of collection: BoundCollection) -> PredicateScopes {
        PredicateScopes(subjects: subjects.prefix(collection.memberScope) + [member])
    }

    private func contains(
        _ collection: BoundCollection, where holds: (PredicateScopes) throws -> Bool
    ) rethrows -> Bool {
        try members(of: collection).contains { try holds(scopes(for: $0, of: collection)) }
    }

    private func value(of aggregate: BoundAggregate) throws -> PredicateScalar {
        let scopes = try members(of: aggregate.collection).map { self.scopes(for: $0, of: aggregate.collection) }
            .filter { scope in try aggregate.condition.map { try scope.truth(of: $0) == true } ?? true }
        guard let operand = aggregate.value else { return .integer(Int64(scopes.count)) }
        return PredicateScopes.value(of: aggregate.kind.function, over: try scopes.map { try $0.value(of: operand) })
    }

    static func value(
        of aggregate: FetchPredicate.Aggregate, over all: [PredicateScalar]
    ) -> PredicateScalar {
        let values = all.filter { !$0.isNull }
        switch aggregate {
        case .count: return .integer(Int64(values.count))
        case .sum: return PredicateScalar(number: PredicateScopes.total(values))
        case .average:
            return values.isEmpty
                ? .null : PredicateScalar(number: PredicateScopes.total(values) / Double(values.count))
        case .min: return values.min { ($0.order(to: $1) ?? 0) < 0 } ?? .null
        case .max: return values.max { ($0.order(to: $1) ?? 0) < 0 } ?? .null
        }
    }

    private static func total(_ values: [PredicateScalar]) -> Double {
        values.reduce(0) { sum, value in
            if case .real(let number) = value.asReal { sum + number } else { sum }
        }
    }
}

extension BoundAggregate.Kind {
    var function: FetchPredicate.Aggregate {
        switch self {
        case .count: .count
        case .sum: .sum
        case .min: .min
        case .max: .max
        case .avg: .average
        }
    }
}
