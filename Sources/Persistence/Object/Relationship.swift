/// A typed handle on a to-one relationship, as `Attribute` is one on an attribute.
///
/// ```swift
/// static let departmentKey = ToOne<Department>("department")
/// var department: Department? {
///     get { self[Self.departmentKey] }
///     set { self[Self.departmentKey] = newValue }
/// }
/// ```
public struct ToOne<Destination: ManagedObject>: Sendable {
    /// The name of the relationship.
    public let name: String

    public init(_ name: String) {
        self.name = name
    }
}

/// A typed handle on a to-many relationship without an order.
public struct ToMany<Destination: ManagedObject>: Sendable {
    /// The name of the relationship.
    public let name: String

    public init(_ name: String) {
        self.name = name
    }
}

/// A typed handle on an ordered to-many relationship.
public struct ToManyOrdered<Destination: ManagedObject>: Sendable {
    /// The name of the relationship.
    public let name: String

    public init(_ name: String) {
        self.name = name
    }
}

extension ManagedObject {
    /// The object at the other end; nil where there is none. Setting keeps the inverse.
    /// - Precondition: the entity has the relationship, and its objects are of the handle's class.
    public subscript<Destination>(relationship: ToOne<Destination>) -> Destination? {
        get { related(storedValue(forKey: relationship.name), relationship.name) }
        set { setValue(newValue, forKey: relationship.name) }
    }

    /// The objects at the other end. Setting keeps the inverses.
    /// - Precondition: the entity has the relationship, and its objects are of the handle's class.
    public subscript<Destination>(relationship: ToMany<Destination>) -> Set<Destination> {
        get { related(storedValue(forKey: relationship.name), relationship.name) ?? [] }
        set { setValue(Set<ManagedObject>(newValue), forKey: relationship.name) }
    }

    /// The objects at the other end, in their order. Setting keeps the inverses.
    /// - Precondition: the entity has the relationship, it is ordered, and its objects are of the handle's class.
    public subscript<Destination>(relationship: ToManyOrdered<Destination>) -> [Destination] {
        get { related(storedValue(forKey: relationship.name), relationship.name) ?? [] }
        set { setValue(newValue as [ManagedObject], forKey: relationship.name) }
    }

    private func related<Value>(_ value: Any?, _ name: String) -> Value? {
        guard let value else { return nil }
        guard let typed = value as? Value else {
            preconditionFailure("“\(name)” of “\(entity.name ?? "")” leads to objects of another class or number.")
        }
        return typed
    }
}
