/// A property of a managed object, in the place of `@NSManaged`.
///
/// ```swift
/// final class Note: ManagedObject {
///     @Managed("text") var text: String?
///     @Managed("date") var date: Date?
///     @Managed("isDone") var isDone: Bool
/// }
/// ```
///
/// The name is that of the property in the model. The type is one that a handle has: an `AttributeValue` or its optional,
/// an optional object, a `Set` of objects, an array of them for an ordered relationship, or Foundation's `NSSet?` and
/// `NSOrderedSet?`. Each access looks the name up; a handle (`Attribute`) does so once. Generated properties use handles.
@propertyWrapper public struct Managed<Value> {
    private let name: StaticString
    private let access: any ManagedAccess<Value>.Type

    /// An attribute.
    public init(_ name: StaticString) where Value: AttributeValue {
        (self.name, access) = (name, AttributeAccess<Value>.self)
    }

    /// A to-one relationship.
    public init<Destination: ManagedObject>(_ name: StaticString) where Value == Destination? {
        (self.name, access) = (name, ToOneAccess<Destination>.self)
    }

    /// A to-many relationship.
    public init<Destination: ManagedObject>(_ name: StaticString) where Value == Set<Destination> {
        (self.name, access) = (name, ToManyAccess<Destination>.self)
    }

    /// An ordered relationship.
    public init<Destination: ManagedObject>(_ name: StaticString) where Value == [Destination] {
        (self.name, access) = (name, OrderedAccess<Destination>.self)
    }

    /// A to-many relationship as Xcode declares it.
    public init(_ name: StaticString) where Value == NSSet? { (self.name, access) = (name, SetAccess.self) }

    /// An ordered relationship as Xcode declares it.
    public init(_ name: StaticString) where Value == NSOrderedSet? {
        (self.name, access) = (name, OrderedSetAccess.self)
    }

    /// The value of a property of an object.
    public static subscript<Object: ManagedObject>(
        _enclosingInstance object: Object, wrapped _: ReferenceWritableKeyPath<Object, Value>,
        storage storage: ReferenceWritableKeyPath<Object, Managed<Value>>
    ) -> Value {
        get {
            let managed = object[keyPath: storage]
            return managed.access.value(of: object, managed.name.description)
        }
        set {
            let managed = object[keyPath: storage]
            managed.access.set(newValue, of: object, managed.name.description)
        }
    }

    @available(*, unavailable, message: "@Managed is for properties of subclasses of ManagedObject.")
    public var wrappedValue: Value {
        get { preconditionFailure("The compiler refuses this.") }
        set { preconditionFailure("The compiler refuses this.") }
    }
}

/// How a type of properties is read and written.
private protocol ManagedAccess<Value> {
    associatedtype Value
    static func value(of object: ManagedObject, _ name: String) -> Value
    static func set(_ value: Value, of object: ManagedObject, _ name: String)
}

private enum AttributeAccess<Value: AttributeValue>: ManagedAccess {
    static func value(of object: ManagedObject, _ name: String) -> Value { object[Attribute<Value>(name)] }
    static func set(_ value: Value, of object: ManagedObject, _ name: String) { object[Attribute<Value>(name)] = value }
}

private enum ToOneAccess<Destination: ManagedObject>: ManagedAccess {
    static func value(of object: ManagedObject, _ name: String) -> Destination? { object[ToOne<Destination>(name)] }
    static func set(_ value: Destination?, of object: ManagedObject, _ name: String) {
        object[ToOne<Destination>(name)] = value
    }
}

private enum ToManyAccess<Destination: ManagedObject>: ManagedAccess {
    static func value(of object: ManagedObject, _ name: String) -> Set<Destination> {
        object[ToMany<Destination>(name)]
    }
    static func set(_ value: Set<Destination>, of object: ManagedObject, _ name: String) {
        object[ToMany<Destination>(name)] = value
    }
}

private enum OrderedAccess<Destination: ManagedObject>: ManagedAccess {
    static func value(of object: ManagedObject, _ name: String) -> [Destination] {
        object[ToManyOrdered<Destination>(name)]
    }
    static func set(_ value: [Destination], of object: ManagedObject, _ name: String) {
        object[ToManyOrdered<Destination>(name)] = value
    }
}

private enum SetAccess: ManagedAccess {
    static func value(of object: ManagedObject, _ name: String) -> NSSet? {
        object[bridged: ToMany<ManagedObject>(name)]
    }
    static func set(_ value: NSSet?, of object: ManagedObject, _ name: String) {
        object[bridged: ToMany<ManagedObject>(name)] = value
    }
}

private enum OrderedSetAccess: ManagedAccess {
    static func value(of object: ManagedObject, _ name: String) -> NSOrderedSet? {
        object[bridged: ToManyOrdered<ManagedObject>(name)]
    }
    static func set(_ value: NSOrderedSet?, of object: ManagedObject, _ name: String) {
        object[bridged: ToManyOrdered<ManagedObject>(name)] = value
    }
}
