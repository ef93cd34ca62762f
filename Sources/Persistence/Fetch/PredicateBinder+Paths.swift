import Foundation

extension PredicateBinder {
    /// What a key path leads to.
    private struct Route {
        var scope: Int
        var hops: [BoundHop] = []
        var entity: EntityDescription
        var leaf = BoundPath.Leaf.identity
        var type: PredicateValueType
        var needsCast = false
        var measuresLength = false

        var lastToMany: Int? { hops.lastIndex(where: \.isToMany) }
    }

    /// The value of a key path that leads to one.
    func value(of path: FetchPredicate.KeyPath) throws(PredicateBindingError) -> TypedOperand {
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

    /// The members of a key path that leads to many, and the value at its end for each of them; nil if it leads to one.
    mutating func members(
        of path: FetchPredicate.KeyPath
    ) throws(PredicateBindingError) -> (collection: BoundCollection, value: TypedOperand)? {
        guard case .entity = base, !path.names.contains(where: { $0.hasPrefix("@") }) else { return nil }
        let route = try route(path.names, path)
        guard let (collection, steps) = collection(of: route) else { return nil }
        return (collection, operand(at: route, steps: steps, scope: collection.memberScope, path))
    }

    private func collection(of route: Route) -> (BoundCollection, rest: [BoundHop])? {
        guard let last = route.lastToMany else { return nil }
        let collection = BoundCollection(scope: route.scope, hops: Array(route.hops[...last]), memberScope: scopeCount)
        return (collection, Array(route.hops[(last + 1)...]))
    }

    private func operand(
        at route: Route, steps: [BoundHop], scope: Int, _ path: FetchPredicate.KeyPath
    ) -> TypedOperand {
        let typed = TypedOperand(
            operand: .path(BoundPath(scope: scope, steps: steps, leaf: route.leaf)), type: route.type,
            needsCast: route.needsCast, name: name(of: path), position: path.position.offset)
        return route.measuresLength ? applying(.length, to: typed) : typed
    }

    private func name(of path: FetchPredicate.KeyPath) -> String {
        PredicateWriter.text(of: path)
    }

    private func bareValue(
        of path: FetchPredicate.KeyPath, _ attribute: AttributeDescription
    ) throws(PredicateBindingError) -> TypedOperand {
        guard let type = PredicateValueType(attribute.type) else {
            throw PredicateBindingError(.notComparable(attribute.name, "has a type without comparison"))
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

    private static func needsCast(_ type: AttributeType) -> Bool {
        type == .double || type == .float || type == .date || type == .decimal
    }
}

// MARK: Routes

extension PredicateBinder {
    private func route(
        _ names: [String], _ path: FetchPredicate.KeyPath
    ) throws(PredicateBindingError) -> Route {
        guard case .entity(let root) = base else {
            throw PredicateBindingError(.malformed("A value has no keys"), position: path.position.offset)
        }
        var start = (scope: 0, entity: root)
        if let variable = path.variable {
            guard let known = variables[variable] else {
                throw PredicateBindingError(.unboundVariable(variable), position: path.position.offset)
            }
            start = known
        }
        return try route(names, from: start.entity, scope: start.scope, path)
    }

    private func route(
        _ names: [String], from entity: EntityDescription, scope: Int, _ path: FetchPredicate.KeyPath
    ) throws(PredicateBindingError) -> Route {
        var route = Route(scope: scope, entity: entity, type: .object(root: entity.rootEntity.name ?? ""))
        var isObject = true
        for (index, name) in names.enumerated() {
            guard isObject else { return try lengthRoute(route, names[index...], path) }
            isObject = try follow(name, isLast: index == names.count - 1, &route, path)
        }
        return route
    }

    /// Takes one more key; whether it leads to an object.
    private func follow(
        _ name: String, isLast: Bool, _ route: inout Route, _ path: FetchPredicate.KeyPath
    ) throws(PredicateBindingError) -> Bool {
        let layout = route.entity.layout
        guard let index = route.entity.slot(named: name) else {
            if let key = route.entity.computedKey(named: name) {
                try setComputed(key, &route, path)
            } else if !(isLast && ["objectID", "self"].contains(name)) {
                throw unknown(name, route.entity, path)
            }
            return false
        }
        let slot = layout.slots[index]
        switch slot.kind {
        case .attribute(let type):
            try setAttribute(slot, type, layout, &route, path)
            return false
        case .toOne where isLast:
            route.leaf = .reference(slot: index, layout: layout)
            route.type = .object(root: try destination(of: slot, path).rootEntity.name ?? "")
        case .toOne, .toMany:
            try append(slot, &route, path)
        }
        return true
    }

    private func append(
        _ slot: EntityLayout.Slot, _ route: inout Route, _ path: FetchPredicate.KeyPath
    ) throws(PredicateBindingError) {
        let destination = try destination(of: slot, path)
        let isToMany = slot.relationship?.isToMany == true
        let inverse = slot.relationship?.inverseRelationship.flatMap { destination.slot(named: $0.name) }
        if isToMany, inverse == nil {
            throw PredicateBindingError(
                .notComparable(slot.name, "has no inverse to follow"), position: path.position.offset)
        }
        route.hops.append(
            BoundHop(
                slot: slot.index, source: route.entity.layout, destination: destination, isToMany: isToMany,
                inverseSlot: isToMany ? inverse : nil))
        route.entity = destination
        route.leaf = .identity
        route.type = .object(root: destination.rootEntity.name ?? "")
    }

    private func destination(
        of slot: EntityLayout.Slot, _ path: FetchPredicate.KeyPath
    ) throws(PredicateBindingError) -> EntityDescription {
        guard let destination = slot.relationship?.destinationEntity else {
            throw PredicateBindingError(.notComparable(slot.name, "has no destination"), position: path.position.offset)
        }
        return destination
    }

    private func setAttribute(
        _ slot: EntityLayout.Slot, _ type: AttributeType, _ layout: EntityLayout, _ route: inout Route,
        _ path: FetchPredicate.KeyPath
    ) throws(PredicateBindingError) {
        guard let valueType = PredicateValueType(type), slot.isColumn else {
            let why = slot.isColumn ? "has a type without comparison" : "is transient: the store does not have it"
            throw PredicateBindingError(.notComparable(slot.name, why), position: path.position.offset)
        }
        route.leaf = .attribute(slot: slot.index, layout: layout)
        route.type = valueType
        route.needsCast = PredicateBinder.needsCast(type)
    }

    private func setComputed(
        _ key: ComputedKey, _ route: inout Route, _ path: FetchPredicate.KeyPath
    ) throws(PredicateBindingError) {
        guard let slot = route.entity.slot(named: key.attribute) else {
            throw unknown(key.attribute, route.entity, path)
        }
        route.leaf = .computed(key, slot: slot, layout: route.entity.layout)
        route.type = .double
    }

    private func lengthRoute(
        _ route: Route, _ rest: ArraySlice<String>, _ path: FetchPredicate.KeyPath
    ) throws(PredicateBindingError) -> Route {
        guard rest == ["length"], route.type == .text else {
            throw PredicateBindingError(
                .notComparable(name(of: path), "goes on behind a value that has no keys"),
                position: path.position.offset)
        }
        var result = route
        result.measuresLength = true
        return result
    }

    private func unknown(
        _ name: String, _ entity: EntityDescription, _ path: FetchPredicate.KeyPath
    ) -> PredicateBindingError {
        var known = entity.properties.map(\.name)
        var current: EntityDescription? = entity
        while let ancestor = current {
            known += ancestor.computedKeys.keys.sorted()
            current = ancestor.superentity
        }
        let reason = PredicateBindingError.Reason.unknownKey(
            name, entity: entity.name ?? "", nearest: NearestName.nearest(to: name, among: known))
        return PredicateBindingError(reason, position: path.position.offset)
    }
}

// MARK: Aggregates

extension PredicateBinder {
    private func aggregate(
        _ path: FetchPredicate.KeyPath, at index: Int
    ) throws(PredicateBindingError) -> TypedOperand {
        let route = try route(Array(path.names[..<index]), path)
        guard let kind = BoundAggregate.Kind(rawValue: String(path.names[index].dropFirst())),
            let (collection, rest) = collection(of: route), rest.isEmpty, case .identity = route.leaf
        else {
            throw PredicateBindingError(
                .notComparable(name(of: path), "has an @ behind a key that does not lead to many objects"),
                position: path.position.offset)
        }
        let names = Array(path.names[(index + 1)...])
        guard (kind == .count) == names.isEmpty else {
            let why = kind == .count ? "goes on behind @count" : "needs a key behind @\(kind.rawValue)"
            throw PredicateBindingError(.notComparable(name(of: path), why), position: path.position.offset)
        }
        if kind == .count { return count(collection, condition: nil, path) }
        return try aggregate(kind, names, collection, of: route.entity, path)
    }

    private func aggregate(
        _ kind: BoundAggregate.Kind, _ names: [String], _ collection: BoundCollection, of entity: EntityDescription,
        _ path: FetchPredicate.KeyPath
    ) throws(PredicateBindingError) -> TypedOperand {
        let inner = try route(names, from: entity, scope: collection.memberScope, path)
        let ordered = kind == .min || kind == .max
        guard inner.lastToMany == nil, inner.type.isNumber || (ordered && (inner.type == .date || inner.type == .text))
        else {
            throw PredicateBindingError(
                .notComparable(name(of: path), "has no \(kind.rawValue)"), position: path.position.offset)
        }
        let value = operand(at: inner, steps: inner.hops, scope: collection.memberScope, path)
        let aggregate = BoundAggregate(kind: kind, collection: collection, value: value.operand, condition: nil)
        return TypedOperand(
            operand: .aggregate(aggregate), type: ordered ? value.type : .double, needsCast: ordered && value.needsCast,
            name: name(of: path), position: path.position.offset)
    }

    private func count(
        _ collection: BoundCollection, condition: BoundPredicate?, _ path: FetchPredicate.KeyPath
    ) -> TypedOperand {
        let aggregate = BoundAggregate(kind: .count, collection: collection, value: nil, condition: condition)
        return TypedOperand(
            operand: .aggregate(aggregate), type: .number, name: name(of: path), position: path.position.offset)
    }

    /// The members that satisfy a subquery's condition, counted.
    mutating func count(_ query: FetchPredicate.Subquery) throws(PredicateBindingError) -> TypedOperand {
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
        return count(collection, condition: condition, path)
    }
}
