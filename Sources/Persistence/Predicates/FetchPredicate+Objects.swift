/// Predicates and sort descriptors applied to objects in memory.
extension FetchPredicate {
    /// Whether the object, with its unsaved changes, matches. Fires the object if it is a fault. Use on the object's
    /// queue.
    /// - Throws: `PredicateBindingError` if the predicate does not fit the object's entity; `PatternLimitError` if a
    ///   `MATCHES` takes too many steps.
    public func evaluate(with object: ManagedObject) throws -> Bool {
        let bound = try bound(to: object.entity)
        return try PredicateEvaluator(bound).matches(ObjectSubject(object: object))
    }

    /// True if all of `subpredicates` are true: Core Data's compound predicate of type AND.
    public init(andPredicateWithSubpredicates subpredicates: [FetchPredicate]) {
        self = .and(subpredicates)
    }

    /// True if at least one of `subpredicates` is true: Core Data's compound predicate of type OR.
    public init(orPredicateWithSubpredicates subpredicates: [FetchPredicate]) {
        self = .or(subpredicates)
    }

    /// True if `predicate` is false; unknown if `predicate` is unknown. Core Data's compound predicate of type NOT.
    public init(notPredicateWithSubpredicate predicate: FetchPredicate) {
        self = .not(predicate)
    }
}

extension Sequence where Element: ManagedObject {
    /// The objects that match, in their order. Use on the objects' queue.
    /// - Throws: `PredicateBindingError` if the predicate does not fit an object's entity; `PatternLimitError` if a
    ///   `MATCHES` takes too many steps.
    public func filtered(using predicate: FetchPredicate) throws -> [Element] {
        var bound: [ObjectIdentifier: PredicateEvaluator] = [:]
        return try filter { object in
            let entity = ObjectIdentifier(object.entity)
            let evaluator = try bound[entity] ?? PredicateEvaluator(predicate.bound(to: object.entity))
            bound[entity] = evaluator
            return try evaluator.matches(ObjectSubject(object: object))
        }
    }

    /// The objects, sorted by the descriptors. Use on the objects' queue.
    /// - Throws: `PredicateBindingError` if a key does not fit the entity of the first object.
    /// - Precondition: the keys are properties of every object's entity.
    public func sortedArray(using descriptors: [FetchSortDescriptor]) throws -> [Element] {
        let objects = Array(self)
        guard let entity = objects.first?.entity, !descriptors.isEmpty else { return objects }
        let orders = try descriptors.orders(of: entity)
        return objects.sorted { left, right in
            orders.lazy.map { $0(left, right) }.first { $0 != 0 }.map { $0 < 0 } ?? false
        }
    }
}

extension [FetchSortDescriptor] {
    /// Functions that order objects of the entity, the first of which decides unless it finds them equal.
    fileprivate func orders(of entity: EntityDescription) throws -> [(ManagedObject, ManagedObject) -> Int] {
        if !contains(where: { $0.order != nil }) {
            let sort = try bound(to: entity)
            return [{ sort.order(ObjectSubject(object: $0), ObjectSubject(object: $1)) }]
        }
        return try map { descriptor in
            if let order = descriptor.order { return { descriptor.compare($0, $1, order) } }
            return try [descriptor].orders(of: entity)[0]
        }
    }
}

extension FetchSortDescriptor {
    fileprivate func compare(_ left: ManagedObject, _ right: ManagedObject, _ order: Order) -> Int {
        func value(_ object: ManagedObject) -> Any? { key == "SELF" ? object : object.value(forKeyPath: key) }
        let result: Int =
            switch (value(left), value(right)) {
            case (nil, nil): 0
            case (nil, _?): -1
            case (_?, nil): 1
            case (let left?, let right?): order.compare(left, right).rawValue
            }
        return ascending ? result : -result
    }
}
