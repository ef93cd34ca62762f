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

    /// Rows in order, of which all but some are sorted already. The result is that of sorting them all: rows that are
    /// equal by every key keep their order.
    /// - Parameter moved: The indices of the others, ascending.
    /// - Complexity: For each of the others a binary search among the rows, and the sorting of the others.
    func placing<Row>(
        _ moved: [Int], of rows: [Row], _ subject: (Row) -> some PredicateSubject
    ) -> [Row] {
        if moved.isEmpty { return rows }
        let run = rows.removing(moved)
        // The moved rows, each with the number of rows of the run that are before it.
        let others = moved.enumerated().map { (row: rows[$1], before: $1 - $0) }
            .sorted { order(subject($0.row), subject($1.row)) < 0 }
        var result: [Row] = []
        result.reserveCapacity(rows.count)
        var start = 0
        for other in others {
            let subjectOfOther = subject(other.row)
            let end = run.partitioningIndex(from: start) { index in
                let order = order(subject(run[index]), subjectOfOther)
                return order > 0 || (order == 0 && index >= other.before)
            }
            result += run[start..<end]
            result.append(other.row)
            start = end
        }
        return result + run[start...]
    }

    /// Whether the order depends on values of the sorted objects alone, not on those of related ones.
    var usesOnlyOwnValues: Bool { keys.allSatisfy(\.operand.isOwnValue) }
}

extension Array {
    /// The elements except those at some ascending indices.
    fileprivate func removing(_ indices: [Int]) -> [Element] {
        var result: [Element] = []
        result.reserveCapacity(count - indices.count)
        var start = 0
        for index in indices {
            result += self[start..<index]
            start = index + 1
        }
        return result + self[start...]
    }

    /// The first index from `start` that fulfils a condition which all later ones fulfil too.
    fileprivate func partitioningIndex(from start: Int, _ condition: (Int) -> Bool) -> Int {
        var (low, high) = (start, count)
        while low < high {
            let middle = low + (high - low) / 2
            if condition(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension BoundPath.Leaf {
    /// Whether it is a value, and not an object.
    fileprivate var isValue: Bool {
        switch self {
        case .attribute, .computed, .entityName, .value: true
        case .reference, .identity: false
        }
    }
}

extension BoundOperand {
    /// Whether it is a value of the tested object itself, or computed from such values.
    fileprivate var isOwnValue: Bool {
        switch self {
        case .constant: true
        case .path(let path): path.steps.isEmpty && path.leaf.isValue
        case .real(let operand), .negated(let operand), .text(_, let operand): operand.isOwnValue
        case .call(_, let operands): operands.allSatisfy(\.isOwnValue)
        case .arithmetic(_, let left, let right): left.isOwnValue && right.isOwnValue
        case .aggregate, .choice, .group: false
        }
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
        guard order == nil else {
            throw PredicateBindingError(
                .malformed("A store cannot sort by a comparator. Sort the fetched objects with sortedArray(using:)"))
        }
        guard let path = FetchPredicate.Path(text: key) else {
            throw PredicateBindingError(.malformed("The sort key “\(key)” is not a key path"))
        }
        let binder = PredicateBinder(base: .entity(entity), environment: .current)
        let value = try binder.value(of: path)
        guard options.isEmpty || value.type == .text else {
            throw PredicateBindingError(.typeMismatch(key, type: value.type.name, other: "options for text"))
        }
        let operand = options.folding.isEmpty ? value.operand : .text(.fold(options.folding), value.operand)
        return BoundSort.Key(operand: operand, ascending: ascending, absent: absent)
    }
}
