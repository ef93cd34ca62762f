/// An index over attributes of an entity, created in new stores.
///
/// ```swift
/// let date = AttributeDescription(name: "date", type: .date)
/// let rating = AttributeDescription(name: "rating", type: .integer16)
/// let session = EntityDescription(name: "Session", properties: [date, rating])
/// session.indexes = [
///     FetchIndexDescription(
///         name: "byRating",
///         elements: [
///             FetchIndexElementDescription(propertyName: "rating", isAscending: false),
///             FetchIndexElementDescription(propertyName: "date"),
///         ])
/// ]
/// // A fetch that sorts by rating, best first, and then by date can read in the order of the index.
/// ```
public final class FetchIndexDescription: @unchecked Sendable {
    /// An attribute in an index.
    public typealias Element = FetchIndexElementDescription

    /// The name of the index.
    public var name: String { willSet { requireMutable() } }
    /// The attributes, the most significant first.
    public var elements: [FetchIndexElementDescription] {
        willSet { requireMutable() }
        didSet { adoptElements() }
    }
    /// The condition on the rows that Core Data's index covers; nil for all. It is only kept: an index that this engine
    /// creates covers all rows.
    public var partialIndexPredicate: FetchPredicate? { willSet { requireMutable() } }
    /// The entity that has the index; nil if none has.
    public internal(set) weak var entity: EntityDescription?

    /// An index with this name over these attributes.
    public init(name: String, elements: [FetchIndexElementDescription]?) {
        self.name = name
        self.elements = elements ?? []
        adoptElements()
    }

    /// An index with copies of the elements, which belongs to no entity.
    func copy() -> FetchIndexDescription {
        let copy = FetchIndexDescription(name: name, elements: elements.map { $0.copy() })
        copy.partialIndexPredicate = partialIndexPredicate
        return copy
    }

    private func adoptElements() {
        for element in elements { element.indexDescription = self }
    }

    fileprivate func requireMutable() {
        precondition(
            !(entity?.isFrozen ?? false),
            "The model is in use by a coordinator: index “\(name)” cannot be changed any more.")
    }
}

/// How an index is stored. The raw values are Core Data's.
/// As in Core Data, more cases may be added.
@nonexhaustive(warn) public enum FetchIndexElementType: UInt, Sendable {
    /// A B-tree.
    case binary = 0
    /// An R-tree. The engine creates no stores with such an index.
    case rTree = 1
}

/// An attribute in an index, and its direction.
public final class FetchIndexElementDescription: @unchecked Sendable {
    /// The name of the attribute.
    public let propertyName: String?
    /// How the index is stored.
    public var collationType: FetchIndexElementType { willSet { indexDescription?.requireMutable() } }
    /// Whether the index is in ascending order of the attribute.
    public var isAscending: Bool { willSet { indexDescription?.requireMutable() } }
    /// The index that has the element; nil if none has.
    public internal(set) weak var indexDescription: FetchIndexDescription?

    /// An element for the attribute with this name.
    public init(propertyName: String, collationType: FetchIndexElementType = .binary, isAscending: Bool = true) {
        self.propertyName = propertyName
        self.collationType = collationType
        self.isAscending = isAscending
    }

    /// An element for this attribute, ascending.
    public convenience init(property: PropertyDescription, collationType: FetchIndexElementType) {
        self.init(propertyName: property.name, collationType: collationType)
    }

    /// The attribute, once an entity has the index; nil if the entity has no property of this name.
    public var property: PropertyDescription? {
        propertyName.flatMap { indexDescription?.entity?.propertiesByName[$0] }
    }

    fileprivate func copy() -> FetchIndexElementDescription {
        FetchIndexElementDescription(
            propertyName: propertyName ?? "", collationType: collationType, isAscending: isAscending)
    }
}

extension FetchIndexElementDescription: Hashable {
    /// Whether two elements order an index alike.
    public static func == (left: FetchIndexElementDescription, right: FetchIndexElementDescription) -> Bool {
        left.propertyName == right.propertyName && left.collationType == right.collationType
            && left.isAscending == right.isAscending
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(propertyName)
    }
}
