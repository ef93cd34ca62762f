import Foundation

extension PredicateBinder {
    /// The value of a key path that has one value for each object.
    func value(of path: FetchPredicate.Path) throws(PredicateBindingError) -> TypedOperand {
        switch base {
        case .attribute(let attribute) where path.variable == nil: return try bareValue(of: path, attribute)
        default: break
        }
        if let index = path.names.firstIndex(where: { $0.hasPrefix("@") }) { return try aggregate(path, at: index) }
        let route = try route(path.names, path)
        if route.lastToMany != nil {
            throw PredicateBindingError(.needsQuantifier(name(of: path)), position: path.position.offset)
        }
        return operand(at: route, steps: route.hops, scope: route.scope, path)
    }

    /// The members of a to-many key path and the value at its end for each of them; nil for a path with one value.
    mutating func members(
        of path: FetchPredicate.Path
    ) throws(PredicateBindingError) -> (collection: BoundCollection, value: TypedOperand)? {
        guard case .entity = base, !path.names.contains(where: { $0.hasPrefix("@") }) else { return nil }
        let route = try route(path.names, path)
        guard let (collection, steps) = collection(of: route) else { return nil }
        return (collection, operand(at: route, steps: steps, scope: collection.memberScope, path))
    }

    func collection(of route: Route) -> (BoundCollection, rest: [BoundHop])? {
        guard let last = route.lastToMany else { return nil }
        let collection = BoundCollection(scope: route.scope, hops: Array(route.hops[...last]), memberScope: scopeCount)
        return (collection, Array(route.hops[(last + 1)...]))
    }

    func operand(
        at route: Route, steps: [BoundHop], scope: Int, _ path: FetchPredicate.Path
    ) -> TypedOperand {
        let typed = TypedOperand(
            operand: .path(BoundPath(scope: scope, steps: steps, leaf: route.leaf)), type: route.type,
            needsCast: route.needsCast, name: name(of: path), position: path.position.offset)
        return route.measuresLength ? applying(.length, to: typed) : typed
    }

    func name(of path: FetchPredicate.Path) -> String {
        PredicateWriter.text(of: path)
    }

    private func bareValue(
        of path: FetchPredicate.Path, _ attribute: AttributeDescription
    ) throws(PredicateBindingError) -> TypedOperand {
        guard let type = PredicateValueType(attribute.type) else {
            throw PredicateBindingError(.notComparable(attribute.name, "has a type that cannot be compared"))
        }
        let value = TypedOperand(
            operand: .path(BoundPath(scope: 0, steps: [], leaf: .value)), type: type,
            needsCast: PredicateBinder.needsCast(attribute.type), name: attribute.name, position: path.position.offset)
        if path.names.isEmpty { return value }
        guard path.names == ["length"], type == .text else {
            throw PredicateBindingError(
                .unknownKey(name(of: path), entity: attribute.name, nearest: "SELF"), position: path.position.offset)
        }
        return applying(.length, to: value)
    }

    static func needsCast(_ type: AttributeType) -> Bool {
        type == .double || type == .float || type == .date || type == .decimal
    }
}
