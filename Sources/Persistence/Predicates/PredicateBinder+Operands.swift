import Foundation

extension PredicateBinder {
    mutating func operand(_ operand: FetchPredicate.Operand) throws(PredicateBindingError) -> TypedOperand {
        try enter()
        defer { leave() }
        switch operand {
        case .constant(let constant): return typed(constant.value)
        // Only predicates over history compare tokens, and replace them before they are bound.
        case .token(let token): return typed(.string(token.description))
        case .keyPath(let path): return try value(of: path)
        case .variable(let variable): return try value(of: variable)
        case .list: throw PredicateBindingError(.malformed("A list is allowed only after IN and BETWEEN"))
        case .arithmetic(let operation, let left, let right):
            return try arithmetic(operation, try self.operand(left), try self.operand(right))
        case .negated(let inner): return try negated(try self.operand(inner))
        case .function(let function, let operands): return try apply(function, operands)
        case .cast(let inner, let type): return try cast(try self.operand(inner), to: type)
        case .conditional(let node, let value, let otherwise):
            return try choice(try bind(node), try self.operand(value), try self.operand(otherwise))
        case .subquery(let query): return try value(of: query)
        case .aggregate(let aggregate, let inner): return try compute(aggregate, inner)
        }
    }

    private mutating func compute(
        _ aggregate: FetchPredicate.Aggregate, _ inner: FetchPredicate.Operand
    ) throws(PredicateBindingError) -> TypedOperand {
        if case .list(let elements) = inner { return try overList(aggregate, elements) }
        guard !allowsGroups, let path = try pathWithAggregate(aggregate, inner) else {
            return try overGroup(aggregate, inner)
        }
        return try value(of: path)
    }

    private mutating func overGroup(
        _ aggregate: FetchPredicate.Aggregate, _ inner: FetchPredicate.Operand
    ) throws(PredicateBindingError) -> TypedOperand {
        guard allowsGroups, !isInGroup else {
            throw PredicateBindingError(
                .malformed("The function \(aggregate.rawValue) is for dictionary results and does not contain another"))
        }
        if let (aggregate, inner) = try overMembers(aggregate, inner) { return try overGroup(aggregate, inner) }
        isInGroup = true
        defer { isInGroup = false }
        let value = try operand(inner)
        switch aggregate {
        case .sum, .average: try requireNumber(value, aggregate.rawValue)
        case .min, .max:
            guard value.type.isNumber || value.type == .date || value.type == .text else {
                throw PredicateBindingError(
                    .typeMismatch(value.name, type: value.type.name, other: aggregate.rawValue),
                    position: value.position)
            }
        case .count: break
        }
        var result = value
        result.operand = .group(aggregate, value.operand)
        switch aggregate {
        case .count: (result.type, result.needsCast) = (.number, false)
        case .sum, .average: (result.type, result.needsCast) = (.double, false)
        case .min, .max: break
        }
        return result
    }

    /// An aggregate over the members of a to-many key path of all objects, by way of each object's own aggregate; nil for
    /// another value.
    private func overMembers(
        _ aggregate: FetchPredicate.Aggregate, _ inner: FetchPredicate.Operand
    ) throws(PredicateBindingError) -> (FetchPredicate.Aggregate, FetchPredicate.Operand)? {
        guard aggregate != .average, let path = try pathWithAggregate(aggregate, inner) else { return nil }
        return (aggregate == .count ? .sum : aggregate, .keyPath(path))
    }

    /// A to-many key path with the operator that computes the aggregate, `tags.@max.weight`; nil for another value.
    private func pathWithAggregate(
        _ aggregate: FetchPredicate.Aggregate, _ inner: FetchPredicate.Operand
    ) throws(PredicateBindingError) -> FetchPredicate.Path? {
        guard case .keyPath(var path) = inner, !path.names.contains(where: { $0.hasPrefix("@") }),
            let last = try route(path.names, path).lastToMany
        else { return nil }
        switch aggregate {
        case .count where last == path.names.count - 1: path.names.append("@count")
        case .count: return nil
        case .sum, .min, .max: path.names.insert("@" + aggregate.rawValue.dropLast(), at: last + 1)
        case .average: path.names.insert("@avg", at: last + 1)
        }
        return path
    }

    func typed(_ constant: PropertyValue) -> TypedOperand {
        TypedOperand(operand: .constant(PredicateScalar(constant)), type: PredicateValueType(constant))
    }

    private func value(of variable: FetchPredicate.Variable) throws(PredicateBindingError) -> TypedOperand {
        if let column = columns[variable.name], variables[variable.name] == nil { return column }
        guard let (scope, entity) = variables[variable.name] else {
            throw PredicateBindingError(.unboundVariable(variable.name), position: variable.position.offset)
        }
        return TypedOperand(
            operand: .path(BoundPath(scope: scope, steps: [], leaf: .identity)),
            type: .object(root: entity.rootEntity.name ?? ""), name: "$" + variable.name,
            position: variable.position.offset)
    }

    // MARK: Arithmetic

    private func arithmetic(
        _ operation: FetchPredicate.Arithmetic, _ left: TypedOperand, _ right: TypedOperand
    ) throws(PredicateBindingError) -> TypedOperand {
        let type = try resultType(operation, left, right)
        let operand: BoundOperand =
            if let a = left.constant, let b = right.constant {
                .constant(PredicateArithmetic.apply(operation, a, b))
            } else {
                .arithmetic(operation, left.arithmeticOperand, right.arithmeticOperand)
            }
        return TypedOperand(operand: operand, type: type, name: left.name, position: left.position ?? right.position)
    }

    /// Two numbers give a number, a date plus or minus seconds gives a date, and two dates give their difference in
    /// seconds.
    private func resultType(
        _ operation: FetchPredicate.Arithmetic, _ left: TypedOperand, _ right: TypedOperand
    ) throws(PredicateBindingError) -> PredicateValueType {
        switch (operation, left.type, right.type) {
        case (_, let a, let b) where (a.isNumber || a == .null) && (b.isNumber || b == .null): return .number
        case (.add, .date, let b) where b.isNumber, (.subtract, .date, let b) where b.isNumber: return .date
        case (.add, let a, .date) where a.isNumber: return .date
        case (.subtract, .date, .date): return .number
        default:
            let culprit = left.type.isNumber ? right : left
            throw PredicateBindingError(
                .typeMismatch(culprit.name, type: culprit.type.name, other: "\(operation.rawValue) here"),
                position: culprit.position)
        }
    }

    private func negated(_ operand: TypedOperand) throws(PredicateBindingError) -> TypedOperand {
        try requireNumber(operand, "-")
        var result = operand
        result.operand = operand.constant.map { .constant(PredicateArithmetic.negate($0)) } ?? .negated(operand.operand)
        result.type = .number
        return result
    }

    func requireNumber(_ operand: TypedOperand, _ what: String) throws(PredicateBindingError) {
        guard !operand.type.isNumber else { return }
        throw PredicateBindingError(
            .typeMismatch(operand.name, type: operand.type.name, other: what), position: operand.position)
    }

    // MARK: Types

    /// Both sides, with each constant converted to the type of the other side.
    func unified(
        _ left: TypedOperand, _ right: TypedOperand, at position: Int?
    ) throws(PredicateBindingError) -> (TypedOperand, TypedOperand) {
        let newLeft = try converted(left, beside: right)
        let newRight = try converted(right, beside: left)
        guard newLeft.type.goes(with: newRight.type) else {
            let (subject, other) = left.constant == nil ? (newLeft, newRight) : (newRight, newLeft)
            throw PredicateBindingError(
                .typeMismatch(subject.name, type: subject.type.name, other: other.type.name),
                position: subject.position ?? position)
        }
        return (newLeft, newRight)
    }

    private func converted(
        _ operand: TypedOperand, beside other: TypedOperand
    ) throws(PredicateBindingError) -> TypedOperand {
        guard let constant = operand.constant, other.constant == nil || operand.type != other.type else {
            return operand
        }
        var result = operand
        switch (constant, other.type) {
        case (.integer(let value), .float): result.operand = .constant(.real(Double(Float(value))))
        case (.real(let value), .float): result.operand = .constant(.real(Double(Float(value))))
        case (.integer(let value), .double) where Int64(exactly: Double(value)) == value:
            result.operand = .constant(.real(Double(value)))
        case (.text(let text), .date):
            result.operand = .constant(.real(try date(text, beside: other)))
            result.type = .date
        case (.text(let text), .uuid):
            guard let uuid = UUID(uuidString: text) else { throw invalid(other) }
            result.operand = .constant(PredicateScalar(.uuid(uuid)))
            result.type = .uuid
        default: break
        }
        return result
    }

    private func date(_ text: String, beside other: TypedOperand) throws(PredicateBindingError) -> Double {
        guard let seconds = PredicateDate.seconds(of: text, in: environment.timeZone) else { throw invalid(other) }
        return seconds
    }

    private func invalid(_ operand: TypedOperand) -> PredicateBindingError {
        PredicateBindingError(.invalidConstant(operand.name, type: operand.type.name), position: operand.position)
    }
}
