/// Sort descriptors with their keys resolved: an order that SQL's `ORDER BY` reproduces exactly.
package struct BoundSort: Sendable {
    /// One key and its direction.
    package struct Key: Sendable {
        package let operand: BoundOperand
        package let ascending: Bool
        package let absent: FetchSortDescriptor.AbsentPlacement

        /// Whether missing values sort before all others.
        package var absentFirst: Bool {
            switch absent {
            case .asLeast: ascending
            case .first: true
            case .last: false
            }
        }
    }

    package let keys: [Key]

    /// Negative if `left` sorts before `right`, 0 if they are equal by every key.
    package func order(_ left: some PredicateSubject, _ right: some PredicateSubject) -> Int {
        let left = PredicateScopes(subjects: [left])
        let right = PredicateScopes(subjects: [right])
        for key in keys {
            let order = key.order(left.keyValue(of: key.operand), right.keyValue(of: key.operand))
            if order != 0 { return order }
        }
        return 0
    }

    /// The sorted subjects; subjects that are equal by every key keep their order.
    package func sorted<Subject: PredicateSubject>(_ subjects: [Subject]) -> [Subject] {
        subjects.sorted { order($0, $1) < 0 }
    }
}

extension PredicateScopes {
    /// The value of a sort key. Reading it never throws: only `MATCHES` does, and a key path contains none.
    fileprivate func keyValue(of operand: BoundOperand) -> PredicateScalar { (try? value(of: operand)) ?? .null }
}

extension BoundSort.Key {
    func order(_ left: PredicateScalar, _ right: PredicateScalar) -> Int {
        switch (left.isNull, right.isNull) {
        case (true, true): 0
        case (true, false): absentFirst ? -1 : 1
        case (false, true): absentFirst ? 1 : -1
        case (false, false): (left.order(to: right) ?? 0) * (ascending ? 1 : -1)
        }
    }
}

extension [FetchSortDescriptor] {
    /// Binds the descriptors to objects of `entity`.
    /// - Throws: `PredicateBindingError` for an unknown key, a to-many key, or options for a value that is not a
    ///   string.
    /// - Precondition: a coordinator uses the entity's model.
    package func bound(to entity: EntityDescription) throws(PredicateBindingError) -> BoundSort {
        var keys: [BoundSort.Key] = []
        for descriptor in self { keys.append(try descriptor.bound(to: entity)) }
        return BoundSort(keys: keys)
    }
}

extension FetchSortDescriptor {
    fileprivate func bound(to entity: EntityDescription) throws(PredicateBindingError) -> BoundSort.Key {
        guard let path = FetchPredicate.Path(text: key) else {
            throw PredicateBindingError(.malformed("The sort key “\(key)” is not a key path"))
        }
        let binder = PredicateBinder(base: .entity(entity), environment: .current)
        let value = try binder.value(of: path)
        guard options.isEmpty || value.type == .text else {
            throw PredicateBindingError(.typeMismatch(key, type: value.type.name, other: "options for text"))
        }
        let operand = options.isEmpty ? value.operand : .text(.fold(options), value.operand)
        return BoundSort.Key(operand: operand, ascending: ascending, absent: absent)
    }
}
