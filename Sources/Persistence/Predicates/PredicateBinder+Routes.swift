/// Follows key paths through the model.
extension PredicateBinder {
    /// The relationships that a key path follows, and the value at its end.
    struct Route {
        var scope: Int
        var hops: [BoundHop] = []
        var entity: EntityDescription
        var leaf = BoundPath.Leaf.identity
        var type: PredicateValueType
        var needsCast = false
        var measuresLength = false

        var lastToMany: Int? { hops.lastIndex(where: \.isToMany) }
    }

    func route(
        _ names: [String], _ path: FetchPredicate.Path
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

    func route(
        _ names: [String], from entity: EntityDescription, scope: Int, _ path: FetchPredicate.Path
    ) throws(PredicateBindingError) -> Route {
        var route = Route(scope: scope, entity: entity, type: .object(root: entity.rootEntity.name ?? ""))
        var isObject = true
        for (index, name) in names.enumerated() {
            guard isObject else { return try valueRoute(route, names[index...], path) }
            isObject = try follow(name, isLast: index == names.count - 1, &route, path)
        }
        return route
    }

    /// Follows one more key. Returns whether it leads to an object.
    private func follow(
        _ name: String, isLast: Bool, _ route: inout Route, _ path: FetchPredicate.Path
    ) throws(PredicateBindingError) -> Bool {
        let layout = route.entity.layout
        guard let index = route.entity.slot(named: name) else {
            if let key = route.entity.computedKey(named: name) {
                try setComputed(key, &route, path)
            } else if name == "entity" {
                (route.leaf, route.type) = (.entityName(layout: layout), .text)
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
        _ slot: EntityLayout.Slot, _ route: inout Route, _ path: FetchPredicate.Path
    ) throws(PredicateBindingError) {
        let destination = try destination(of: slot, path)
        let isToMany = slot.relationship?.isToMany == true
        let inverse = slot.inverse
        route.hops.append(
            BoundHop(
                slot: slot.index, source: route.entity.layout, destination: destination, isToMany: isToMany,
                inverseSlot: isToMany ? inverse : nil))
        route.entity = destination
        route.leaf = .identity
        route.type = .object(root: destination.rootEntity.name ?? "")
    }

    private func destination(
        of slot: EntityLayout.Slot, _ path: FetchPredicate.Path
    ) throws(PredicateBindingError) -> EntityDescription {
        guard let destination = slot.relationship?.destinationEntity else {
            throw PredicateBindingError(.notComparable(slot.name, "has no destination"), position: path.position.offset)
        }
        return destination
    }

    private func setAttribute(
        _ slot: EntityLayout.Slot, _ type: AttributeType, _ layout: EntityLayout, _ route: inout Route,
        _ path: FetchPredicate.Path
    ) throws(PredicateBindingError) {
        guard let valueType = PredicateValueType(type), slot.isColumn else {
            let why = slot.isColumn ? "has a type that cannot be compared" : "is transient: the store does not have it"
            throw PredicateBindingError(.notComparable(slot.name, why), position: path.position.offset)
        }
        route.leaf = .attribute(slot: slot.index, layout: layout)
        route.type = valueType
        route.needsCast = PredicateBinder.needsCast(type)
    }

    private func setComputed(
        _ key: ComputedKey, _ route: inout Route, _ path: FetchPredicate.Path
    ) throws(PredicateBindingError) {
        guard let slot = route.entity.slot(named: key.attribute) else {
            throw unknown(key.attribute, route.entity, path)
        }
        route.leaf = .computed(key, slot: slot, layout: route.entity.layout)
        route.type = .double
    }

    /// The keys of values: the length of a text, and the name of an entity, which represents it.
    private func valueRoute(
        _ route: Route, _ rest: ArraySlice<String>, _ path: FetchPredicate.Path
    ) throws(PredicateBindingError) -> Route {
        if case .entityName = route.leaf, rest == ["name"] { return route }
        guard rest == ["length"], route.type == .text else {
            throw PredicateBindingError(
                .notComparable(name(of: path), "continues after a value that has no keys"),
                position: path.position.offset)
        }
        var result = route
        result.measuresLength = true
        return result
    }

    private func unknown(
        _ name: String, _ entity: EntityDescription, _ path: FetchPredicate.Path
    ) -> PredicateBindingError {
        var known = entity.properties.map(\.name)
        var current: EntityDescription? = entity
        while let ancestor = current {
            known += ancestor.computedKeys.keys.sorted()
            current = ancestor.superentity
        }
        let reason = PredicateBindingError.Reason.unknownKey(
            name, entity: entity.name ?? "", nearest: SpellingDistance.nearest(to: name, among: known))
        return PredicateBindingError(reason, position: path.position.offset)
    }
}
