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
        let order = try descriptors.bound(to: entity)
        return objects.sorted { order.order(ObjectSubject(object: $0), ObjectSubject(object: $1)) < 0 }
    }
}
