import Foundation

/// Access by key path, with Core Data's collection operators.
extension ManagedObject {
    /// The value at the end of a path of property names, such as `department.name`. Fires faults.
    ///
    /// A to-many relationship in the path collects the values of all its objects: in an `NSOrderedSet` for an ordered
    /// one, otherwise in a set. Two of them give a set of sets. `@count`, `@sum`, `@avg`, `@min`, `@max`,
    /// `@unionOfObjects` and `@distinctUnionOfObjects` apply to the path that follows them, as in
    /// `employees.@avg.salary`. `@unionOfArrays`, `@distinctUnionOfArrays` and `@distinctUnionOfSets` also join the
    /// collections at its end.
    /// - Precondition: the properties exist.
    public func value(forKeyPath keyPath: String) -> Any? {
        KeyPathWalk.value(
            of: self, keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)[...])
    }

    /// Sets the value at the end of a path of relationships. If one of them is to-many, sets it in every destination.
    /// Does nothing if a relationship in the path is empty.
    /// - Precondition: the properties exist, all but the last are relationships, and the value is of the last one's
    ///   type.
    public func setValue(_ value: Any?, forKeyPath keyPath: String) {
        guard let dot = keyPath.lastIndex(of: ".") else { return setValue(value, forKey: keyPath) }
        let (way, key) = (String(keyPath[..<dot]), String(keyPath[keyPath.index(after: dot)...]))
        guard let targets = self.value(forKeyPath: way) else { return }
        guard let objects = KeyPathWalk.objects(targets) ?? (targets as? ManagedObject).map({ [$0] }) else {
            preconditionFailure(
                "“\(way)” of “\(entity.name ?? "")” does not lead to a managed object, so “\(key)” cannot be set.")
        }
        for object in objects { object.setValue(value, forKey: key) }
    }
}

/// Follows a path of names, starting from a value.
private enum KeyPathWalk {
    static func value(of start: Any?, _ names: ArraySlice<String>) -> Any? {
        guard let name = names.first, let start else { return start }
        if let members = elements(of: start) {
            if name.hasPrefix("@") { return reduced(members, by: name, names.dropFirst()) }
            let values = members.compactMap { value(of: $0, [name]) }
            return value(of: collection(values, like: start), names.dropFirst())
        }
        guard let object = start as? ManagedObject else { return nil }
        return value(of: object.value(forKey: name), names.dropFirst())
    }

    /// The objects in a collection, and in the collections in it; nil for another value.
    static func objects(_ value: Any?) -> [ManagedObject]? {
        guard let members = value.flatMap(elements) else { return nil }
        return members.flatMap { member in (member as? ManagedObject).map { [$0] } ?? objects(member) ?? [] }
    }

    /// Values in a collection of the same kind; a set has each of them once.
    private static func collection(_ values: [Any], like start: Any) -> Any {
        if start is NSOrderedSet { return NSOrderedSet(array: values) }
        return start is [Any] ? values : Set(values.compactMap { $0 as? AnyHashable })
    }

    private static func reduced(_ members: [Any], by name: String, _ rest: ArraySlice<String>) -> Any? {
        if name == "@count" { return NSNumber(value: members.count) }
        var values = members.compactMap { value(of: $0, rest) }
        if name.hasSuffix("OfArrays") || name.hasSuffix("OfSets") {
            values = values.flatMap { elements(of: $0) ?? [$0] }
        }
        if name.hasPrefix("@unionOf") { return values }
        if name.hasPrefix("@distinctUnionOf") {
            let distinct = Set(values.compactMap { $0 as? AnyHashable })
            return name.hasSuffix("OfSets") ? distinct : distinct.map(\.base)
        }
        let numbers = values.compactMap { ($0 as? NSNumber)?.doubleValue }
        let total = numbers.reduce(0, +)
        switch name {
        case "@sum": return NSNumber(value: total)
        case "@avg": return NSNumber(value: numbers.isEmpty ? 0 : total / Double(numbers.count))
        case "@min": return extreme(values, isBefore: <)
        case "@max": return extreme(values, isBefore: >)
        default: preconditionFailure("“\(name)” is not a collection operator.")
        }
    }

    /// The first value in order, for texts, dates and numbers; nil when there are none.
    private static func extreme(_ values: [Any], isBefore: (Int, Int) -> Bool) -> Any? {
        values.min { left, right in
            guard let left = PropertyValue(left), let right = PropertyValue(right) else { return false }
            return isBefore(PredicateScalar(left).order(to: PredicateScalar(right)) ?? 0, 0)
        }
    }
}
