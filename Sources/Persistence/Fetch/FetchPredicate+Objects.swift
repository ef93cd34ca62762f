/// Predicates and orders over objects that are in memory already.
extension FetchPredicate {
    /// Whether the object matches, with its unsaved changes. Fires its fault. Use on the object's queue.
    /// - Throws: when the predicate does not fit the object's entity; `PatternLimitError` where a pattern was given up.
    public func evaluate(with object: ManagedObject) throws -> Bool {
        let bound = try bound(to: object.entity)
        return try PredicateEvaluator(bound).matches(ObjectSubject(object: object))
    }

    /// Holds where all of `subpredicates` hold: Core Data's compound predicate of type AND.
    public init(andPredicateWithSubpredicates subpredicates: [FetchPredicate]) {
        self = .and(subpredicates)
    }

    /// Holds where one of `subpredicates` holds: Core Data's compound predicate of type OR.
    public init(orPredicateWithSubpredicates subpredicates: [FetchPredicate]) {
        self = .or(subpredicates)
    }

    /// Holds where `predicate` is known not to hold: Core Data's compound predicate of type NOT.
    public init(notPredicateWithSubpredicate predicate: FetchPredicate) {
        self = .not(predicate)
    }
}

extension Sequence where Element: ManagedObject {
    /// The objects that match, in their order. Use on their queue.
    /// - Throws: when the predicate does not fit an object's entity; `PatternLimitError` where a pattern was given up.
    public func filtered(using predicate: FetchPredicate) throws -> [Element] {
        var bound: [ObjectIdentifier: PredicateEvaluator] = [:]
        return try filter { object in
            let entity = ObjectIdentifier(object.entity)
            let evaluator = try bound[entity] ?? PredicateEvaluator(predicate.bound(to: object.entity))
            bound[entity] = evaluator
            return try evaluator.matches(ObjectSubject(object: object))
        }
    }

    /// The objects in the order of the descriptors. Use on their queue.
    /// - Throws: when a key does not fit the entity of the first object.
    /// - Precondition: the keys are properties of every object's entity.
    public func sortedArray(using descriptors: [FetchSortDescriptor]) throws -> [Element] {
        let objects = Array(self)
        guard let entity = objects.first?.entity, !descriptors.isEmpty else { return objects }
        let order = try descriptors.bound(to: entity)
        return objects.sorted { order.order(ObjectSubject(object: $0), ObjectSubject(object: $1)) < 0 }
    }
}
