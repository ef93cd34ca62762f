import Foundation

/// Predicates and sort descriptors applied to objects in memory.
extension FetchPredicate {
    /// Whether the object, with its unsaved changes, matches. Fires the object if it is a fault. Use on the object's
    /// queue.
    /// - Precondition: the predicate fits the object's entity, and no `MATCHES` takes too many steps.
    ///   `evaluate(validating:)` throws instead.
    public func evaluate(with object: ManagedObject) -> Bool {
        orTrap { try evaluate(validating: object) }
    }

    /// Whether the object matches a predicate that may have mistakes, such as one that a person typed.
    /// - Throws: `PredicateBindingError` if the predicate does not fit the object's entity; `PatternLimitError` if a
    ///   `MATCHES` takes too many steps.
    public func evaluate(validating object: ManagedObject) throws -> Bool {
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
    /// - Precondition: the predicate fits every object's entity, and no `MATCHES` takes too many steps.
    ///   `filtered(validating:)` throws instead.
    public func filtered(using predicate: FetchPredicate) -> [Element] {
        orTrap { try filtered(validating: predicate) }
    }

    /// The objects that match a predicate that may have mistakes.
    /// - Throws: `PredicateBindingError` if the predicate does not fit an object's entity; `PatternLimitError` if a
    ///   `MATCHES` takes too many steps.
    public func filtered(validating predicate: FetchPredicate) throws -> [Element] {
        var bound: [ObjectIdentifier: PredicateEvaluator] = [:]
        return try filter { object in
            let entity = ObjectIdentifier(object.entity)
            let evaluator = try bound[entity] ?? PredicateEvaluator(predicate.bound(to: object.entity))
            bound[entity] = evaluator
            return try evaluator.matches(ObjectSubject(object: object))
        }
    }

    /// The objects, sorted by the descriptors. Use on the objects' queue.
    /// - Precondition: the keys are properties of every object's entity. `sortedArray(validating:)` throws for one that
    ///   is not.
    public func sortedArray(using descriptors: [FetchSortDescriptor]) -> [Element] {
        orTrap { try sortedArray(validating: descriptors) }
    }

    /// The objects, sorted by descriptors that may have mistakes.
    /// - Throws: `PredicateBindingError` if a key does not fit the entity of the first object.
    /// - Precondition: the keys that fit it are properties of every object's entity.
    public func sortedArray(validating descriptors: [FetchSortDescriptor]) throws -> [Element] {
        let objects = Array(self)
        guard let entity = objects.first?.entity, !descriptors.isEmpty else { return objects }
        let orders = try descriptors.orders(of: entity)
        return objects.sorted { left, right in
            orders.lazy.map { $0(left, right) }.first { $0 != 0 }.map { $0 < 0 } ?? false
        }
    }
}

/// Foundation's collections, which the relationships of Core Data's classes are.
extension NSSet {
    /// The objects, sorted by the descriptors. Use on the objects' queue.
    /// - Precondition: all members are managed objects, and the keys are properties of their entities.
    public func sortedArray(using descriptors: [FetchSortDescriptor]) -> [Any] {
        managedObjects(allObjects).sortedArray(using: descriptors)
    }

    /// The objects that match. Use on the objects' queue.
    /// - Precondition: all members are managed objects, and the predicate fits their entities.
    public func filtered(using predicate: FetchPredicate) -> Set<AnyHashable> {
        Set(managedObjects(allObjects).filtered(using: predicate))
    }
}

extension NSOrderedSet {
    /// The objects, sorted by the descriptors. Use on the objects' queue.
    /// - Precondition: all members are managed objects, and the keys are properties of their entities.
    public func sortedArray(using descriptors: [FetchSortDescriptor]) -> [Any] {
        managedObjects(array).sortedArray(using: descriptors)
    }

    /// The objects that match, in their order. Use on the objects' queue.
    /// - Precondition: all members are managed objects, and the predicate fits their entities.
    public func filtered(using predicate: FetchPredicate) -> NSOrderedSet {
        NSOrderedSet(array: managedObjects(array).filtered(using: predicate))
    }
}

extension NSArray {
    /// The objects, sorted by the descriptors. Use on the objects' queue.
    /// - Precondition: all members are managed objects, and the keys are properties of their entities.
    public func sortedArray(using descriptors: [FetchSortDescriptor]) -> [Any] {
        managedObjects(Array(self)).sortedArray(using: descriptors)
    }

    /// The objects that match, in their order. Use on the objects' queue.
    /// - Precondition: all members are managed objects, and the predicate fits their entities.
    public func filtered(using predicate: FetchPredicate) -> [Any] {
        managedObjects(Array(self)).filtered(using: predicate)
    }
}

private func managedObjects(_ members: [Any]) -> [ManagedObject] {
    members.map { member in
        guard let object = member as? ManagedObject else {
            preconditionFailure("A value of type \(type(of: member)) is no managed object.")
        }
        return object
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
