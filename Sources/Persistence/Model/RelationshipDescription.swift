import Foundation

/// What happens to the destinations of a relationship when its source is deleted. The raw values are Core Data's.
public enum DeleteRule: UInt, Sendable {
    /// Nothing: the destinations keep naming an object that is gone.
    case noActionDeleteRule = 0
    /// The destinations' inverse is cleared.
    case nullifyDeleteRule = 1
    /// The destinations are deleted too.
    case cascadeDeleteRule = 2
    /// A save fails while there are destinations.
    case denyDeleteRule = 3
}

/// A property that names other objects.
public final class RelationshipDescription: PropertyDescription, @unchecked Sendable {
    /// The entity of the objects at the other end. Held weakly: the model owns its entities.
    public weak var destinationEntity: EntityDescription? { willSet { requireMutable() } }
    /// The relationship that leads back. Kept consistent by the context.
    public weak var inverseRelationship: RelationshipDescription? { willSet { requireMutable() } }
    /// What a deletion of the source means here. Nullify unless set.
    public var deleteRule: DeleteRule = .nullifyDeleteRule { willSet { requireMutable() } }
    /// The least number of destinations that a save accepts.
    public var minCount = 0 { willSet { requireMutable() } }
    /// The greatest number of destinations that a save accepts: 1 is a to-one relationship, 0 is a to-many without limit.
    public var maxCount = 0 { willSet { requireMutable() } }
    /// Whether a to-many relationship keeps its order.
    public var isOrdered = false { willSet { requireMutable() } }

    /// Whether there may be several destinations.
    public var isToMany: Bool { maxCount != 1 }

    public override init() {
        super.init()
    }

    /// A relationship in one expression; set `inverseRelationship` of both ends afterwards.
    public convenience init(
        name: String, destination: EntityDescription, toMany: Bool = false, ordered: Bool = false,
        deleteRule: DeleteRule = .nullifyDeleteRule, isOptional: Bool = true
    ) {
        self.init()
        self.name = name
        self.destinationEntity = destination
        self.maxCount = toMany ? 0 : 1
        self.isOrdered = ordered
        self.deleteRule = deleteRule
        self.isOptional = isOptional
    }

    /// Makes `self` and `other` each other's inverse.
    public func setInverse(_ other: RelationshipDescription) {
        inverseRelationship = other
        other.inverseRelationship = self
    }
}
