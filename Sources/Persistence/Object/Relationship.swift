/// A typed handle for a to-one relationship, like `Attribute` for an attribute.
///
/// ```swift
/// let board = Board(context: context)
/// session[Session.board] = board
/// // The other end follows: `board` has this session now.
///
/// // Handles also make predicates, and lead over a relationship to the properties of its destination.
/// let request = Session.fetchRequest()
/// request.predicate = Session.spot[Spot.name] == "Malibu" && Session.board == board
/// ```
public struct ToOne<Destination: ManagedObject>: Sendable {
    /// The name of the relationship.
    public let name: String

    /// Creates a handle for the relationship called `name`.
    public init(_ name: String) {
        self.name = name
    }
}

/// A typed handle for an unordered to-many relationship.
///
/// ```swift
/// let evening = Session(context: context)
/// malibu[Spot.sessions].insert(evening)
///
/// let busy = Spot.fetchRequest()
/// busy.predicate = Spot.sessions.count >= 2
/// // Finds Malibu, which has two sessions; the unsaved one counts.
/// ```
public struct ToMany<Destination: ManagedObject>: Sendable {
    /// The name of the relationship.
    public let name: String

    /// Creates a handle for the relationship called `name`.
    public init(_ name: String) {
        self.name = name
    }
}

/// A typed handle for an ordered to-many relationship.
///
/// ```swift
/// let request = Spot.fetchRequest()
/// request.sortDescriptors = [FetchSortDescriptor(Spot.name)]
/// let spots = try context.fetch(request)
/// let trip = Trip(context: context)
/// trip[Trip.stops] = spots
/// // Malibu first, then Rincon. The order is stored.
/// trip[Trip.stops].reverse()
/// ```
public struct ToManyOrdered<Destination: ManagedObject>: Sendable {
    /// The name of the relationship.
    public let name: String

    /// Creates a handle for the relationship called `name`.
    public init(_ name: String) {
        self.name = name
    }
}

/// A typed handle for a transformable attribute, whose values are of a class or of a type that Foundation bridges to one.
///
/// ```swift
/// let colours = Transformable<[String]>("colours")
/// board[colours] = ["white"]
/// // What is read is a copy. To change the value, set a changed copy.
/// board[colours]?.append("red")
/// ```
public struct Transformable<Value>: Sendable {
    /// The name of the attribute.
    public let name: String

    /// Creates a handle for the attribute called `name`.
    public init(_ name: String) {
        self.name = name
    }
}

extension ManagedObject {
    /// A copy of the value; nil when there is none. Reading it fires the fault. To change the value, set a changed copy.
    /// - Precondition: the entity has the attribute, and its values are of the handle's type.
    public subscript<Value>(attribute: Transformable<Value>) -> Value? {
        get { related(storedValue(forKey: attribute.name), attribute.name) }
        set { setValue(newValue, forKey: attribute.name) }
    }

    /// The destination; nil when there is none. Setting it updates the inverse.
    /// - Precondition: the entity has the relationship, and its objects are of the handle's class.
    public subscript<Destination>(relationship: ToOne<Destination>) -> Destination? {
        get { related(storedValue(forKey: relationship.name), relationship.name) }
        set { setValue(newValue, forKey: relationship.name) }
    }

    /// The destinations. Setting them updates the inverses.
    /// - Precondition: the entity has the relationship, and its objects are of the handle's class.
    public subscript<Destination>(relationship: ToMany<Destination>) -> Set<Destination> {
        get { related(storedValue(forKey: relationship.name), relationship.name) ?? [] }
        set { setValue(Set<ManagedObject>(newValue), forKey: relationship.name) }
    }

    /// The destinations, in order. Setting them updates the inverses.
    /// - Precondition: the entity has the relationship, it is ordered, and its objects are of the handle's class.
    public subscript<Destination>(relationship: ToManyOrdered<Destination>) -> [Destination] {
        get { related(orderedObjects(relationship.name), relationship.name) ?? [] }
        set { setValue(newValue as [ManagedObject], forKey: relationship.name) }
    }

    /// The destinations of an ordered relationship as an array; the value of any other property.
    private func orderedObjects(_ name: String) -> Any? {
        let slot = requireSlot(name)
        return entity.layout.slots[slot].isOrdered ? relatedObjects(slot) : storedValue(forKey: name)
    }

    private func related<Value>(_ value: Any?, _ name: String) -> Value? {
        guard let value else { return nil }
        guard let typed = value as? Value else {
            preconditionFailure(
                "“\(name)” of “\(entity.name ?? "")” has another type, class or cardinality than its handle.")
        }
        return typed
    }
}
