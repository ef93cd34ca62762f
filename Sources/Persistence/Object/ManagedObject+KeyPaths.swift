import Foundation

/// Access by key path, with Core Data's collection operators.
extension ManagedObject {
    /// The value at the end of a path of property names, such as `department.name`. Fires faults.
    ///
    /// A to-many relationship in the path collects the values of all its objects: in an array for an ordered one,
    /// otherwise in a set. `@count`, `@sum`, `@avg`, `@min`, `@max`, `@unionOfObjects`, `@distinctUnionOfObjects` and
    /// the variants with `Arrays` and `Sets` apply to the path that follows them, as in `employees.@avg.salary`.
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
        guard let name = names.first else { return start }
        if let objects = objects(start) {
            if name.hasPrefix("@") { return reduced(objects, by: name, names.dropFirst()) }
            let values = objects.flatMap { flattened(value(of: $0, names)) }
            return start is [ManagedObject] ? values : Set(values.compactMap { $0 as? AnyHashable })
        }
        guard let object = start as? ManagedObject else { return nil }
        return value(of: object.value(forKey: name), names.dropFirst())
    }

    static func objects(_ value: Any?) -> [ManagedObject]? {
        value as? [ManagedObject] ?? (value as? Set<ManagedObject>).map(Array.init)
    }

    private static func flattened(_ value: Any?) -> [Any] {
        value.map { elements(of: $0) ?? [$0] } ?? []
    }

    private static func reduced(_ objects: [ManagedObject], by name: String, _ rest: ArraySlice<String>) -> Any? {
        if name == "@count" { return NSNumber(value: objects.count) }
        let values = objects.flatMap { flattened(value(of: $0, rest)) }
        if name.hasPrefix("@unionOf") { return values }
        if name.hasPrefix("@distinctUnionOf") { return Set(values.compactMap { $0 as? AnyHashable }).map(\.base) }
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
