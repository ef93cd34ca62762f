import Foundation

/// What happens to the destinations of a relationship when its source is deleted. The raw values are Core Data's.
/// As in Core Data, more cases may be added.
@nonexhaustive(warn) public enum DeleteRule: UInt, Sendable {
    /// Nothing happens: the destinations still refer to the deleted object.
    case noActionDeleteRule = 0
    /// The source is removed from the inverse relationship of the destinations.
    case nullifyDeleteRule = 1
    /// The destinations are deleted too.
    case cascadeDeleteRule = 2
    /// A save fails while there are destinations that are not deleted too.
    case denyDeleteRule = 3
}

/// A property that refers to other objects. Give it an inverse, so that setting one end sets the other, and choose what
/// happens to the destinations of a deleted object.
///
/// ```swift
/// let spot = EntityDescription(name: "Spot")
/// let photo = EntityDescription(name: "Photo")
/// let photos = RelationshipDescription(
///     name: "photos", destination: photo, toMany: true, deleteRule: .cascadeDeleteRule)
/// let place = RelationshipDescription(name: "spot", destination: spot, isOptional: false)
/// photos.setInverse(place)
/// photos.maxCount = 3
/// spot.properties = [photos]
/// photo.properties = [place]
/// // A photo belongs to one spot, which has at most three. Deleting a spot deletes its photos; under
/// // `denyDeleteRule`, the save would fail while there are any.
/// ```
public final class RelationshipDescription: PropertyDescription, @unchecked Sendable {
    /// The entity of the destinations. Weak, because the model owns its entities.
    public weak var destinationEntity: EntityDescription? { willSet { requireMutable() } }
    /// The relationship in the opposite direction. The context keeps both consistent.
    public weak var inverseRelationship: RelationshipDescription? { willSet { requireMutable() } }
    /// The effect of deleting the source. Default: nullify.
    public var deleteRule: DeleteRule = .nullifyDeleteRule { willSet { requireMutable() } }
    /// The minimum number of destinations that a save accepts. An optional relationship may also be empty.
    public var minCount = 0 { willSet { requireMutable() } }
    /// The maximum number of destinations that a save accepts. 1 means to-one, and 0 means to-many without a limit.
    public var maxCount = 0 { willSet { requireMutable() } }
    /// Whether a to-many relationship is ordered.
    public var isOrdered = false { willSet { requireMutable() } }

    /// Whether the relationship can have several destinations.
    public var isToMany: Bool { maxCount != 1 }

    /// Whether a save has to count the destinations, although there may be none.
    var limitsCount: Bool { isToMany && (minCount > 0 || maxCount > 0) }

    /// An unnamed to-many relationship without a destination.
    public override init() {
        super.init()
    }

    /// A relationship with these properties. Call `setInverse(_:)` on one of the two ends afterwards.
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
