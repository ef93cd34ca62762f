/// Sort descriptors with their keys resolved: an order of objects that SQL's `ORDER BY` repeats exactly.
package struct BoundSort: Sendable {
    /// One key and its direction.
    package struct Key: Sendable {
        package let operand: BoundOperand
        package let ascending: Bool
        package let absent: FetchSortDescriptor.AbsentPlacement

        /// Whether absent values stand before all others.
        package var absentFirst: Bool {
            switch absent {
            case .asLeast: ascending
            case .first: true
            case .last: false
            }
        }
    }

    package let keys: [Key]

    /// Negative if `left` stands before `right`, 0 if no key tells them apart.
    package func order(_ left: some PredicateSubject, _ right: some PredicateSubject) -> Int {
        let left = PredicateScopes(subjects: [left])
        let right = PredicateScopes(subjects: [right])
        for key in keys {
            let order = key.order(left.keyValue(of: key.operand), right.keyValue(of: key.operand))
            if order != 0 { return order }
        }
        return 0
    }

    /// The subjects in order; those that no key tells apart stay as they were.
    package func sorted<Subject: PredicateSubject>(_ subjects: [Subject]) -> [Subject] {
        subjects.sorted { order($0, $1) < 0 }
    }
}

extension PredicateScopes {
    /// The value of a sort key. A key path holds no pattern that could be given up.
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
    /// The descriptors over objects of `entity`.
    /// - Throws: `PredicateBindingError` for an unknown key, one that leads to many objects, or folding of what is no text.
    /// - Precondition: the entity's model is in use by a coordinator.
    package func bound(to entity: EntityDescription) throws(PredicateBindingError) -> BoundSort {
        var keys: [BoundSort.Key] = []
        for descriptor in self { keys.append(try descriptor.bound(to: entity)) }
        return BoundSort(keys: keys)
    }
}

extension FetchSortDescriptor {
    fileprivate func bound(to entity: EntityDescription) throws(PredicateBindingError) -> BoundSort.Key {
        guard let path = FetchPredicate.KeyPath(text: key) else {
            throw PredicateBindingError(.malformed("The sort key “\(key)” is no key path"))
        }
        let binder = PredicateBinder(base: .entity(entity), environment: .current)
        let value = try binder.value(of: path)
        guard options.isEmpty || value.type == .text else {
            throw PredicateBindingError(.typeMismatch(key, type: value.type.name, other: "options for texts"))
        }
        let operand = options.isEmpty ? value.operand : .text(.fold(options), value.operand)
        return BoundSort.Key(operand: operand, ascending: ascending, absent: absent)
    }
}
