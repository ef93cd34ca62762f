import Foundation

/// One kind of record: its name, class, properties and place among other entities.
///
/// Made in code or read from a model file; immutable once its model is used by a coordinator, and readable from any thread
/// from then on. Sub-entities inherit the properties of their ancestors and share their table.
public final class EntityDescription: @unchecked Sendable {
    /// The name of the entity, unique in its model.
    public var name: String? { willSet { requireMutable() } }
    /// The class of its objects. `ManagedObject` unless set.
    @exclusivity(unchecked)
    public var managedObjectClass: ManagedObject.Type = ManagedObject.self { willSet { requireMutable() } }
    /// The class by name, for models that are read from a file.
    public var managedObjectClassName: String? {
        get { className ?? String(describing: managedObjectClass) }
        set {
            requireMutable()
            className = newValue
            if let registered = newValue.flatMap(ManagedObjectClassRegistry.class(named:)) {
                managedObjectClass = registered
            }
        }
    }
    /// Whether the entity has only sub-entities' objects.
    public var isAbstract = false { willSet { requireMutable() } }
    /// The entities that inherit from this one.
    public var subentities: [EntityDescription] = [] {
        willSet { requireMutable() }
        didSet { for entity in subentities { entity.superentity = self } }
    }
    /// The entity that this one inherits from.
    public internal(set) weak var superentity: EntityDescription?
    /// The model that owns the entity.
    public internal(set) weak var managedObjectModel: ManagedObjectModel?
    /// Words of the model's author; the engine ignores them.
    public var userInfo: [String: String] = [:] { willSet { requireMutable() } }
    /// The name of this entity in an earlier version of the model.
    public var renamingIdentifier: String? { willSet { requireMutable() } }
    /// Changes the version hash where nothing else about the entity changed.
    public var versionHashModifier: String? { willSet { requireMutable() } }
    /// Indexes that new stores get.
    public var indexes: [FetchIndexDescription] = [] { willSet { requireMutable() } }
    /// Names of properties whose values together are unique. A new SQLite store gets an index that refuses a second record
    /// with the same values; a save then asks the merge policy (`MergePolicy.resolve(constraintConflicts:)`), and fails
    /// with code 133021 under the Error policy. Other stores do not check, and an absent value is like no other.
    public var uniquenessConstraints: [[String]] = [] { willSet { requireMutable() } }
    /// Numbers that predicates and sorts derive from string attributes, by name.
    package var computedKeys: [String: ComputedKey] = [:] { willSet { requireMutable() } }

    private var className: String?
    private(set) var ownProperties: [PropertyDescription] = []
    /// Whether a coordinator uses the model; `freeze` sets it.
    var isFrozen = false
    /// Whether no other entity of the model has this class; known once a coordinator uses the model.
    @exclusivity(unchecked) var isAloneWithClass = false
    @exclusivity(unchecked) var frozen: FrozenEntity?

    public init() {}

    deinit {
        disownProperties()
    }

    /// An entity in one expression.
    public convenience init(
        name: String, class managedObjectClass: ManagedObject.Type = ManagedObject.self,
        properties: [PropertyDescription] = []
    ) {
        self.init()
        self.name = name
        self.managedObjectClass = managedObjectClass
        self.properties = properties
    }

    /// All properties, inherited ones first. Setting replaces those that the entity itself declares.
    public var properties: [PropertyDescription] {
        get { (superentity?.properties ?? []) + ownProperties }
        set {
            requireMutable()
            let inherited = Set((superentity?.properties ?? []).map(ObjectIdentifier.init))
            disownProperties()
            ownProperties = newValue.filter { !inherited.contains(ObjectIdentifier($0)) }
            for property in ownProperties { property.entity = self }
        }
    }

    /// The properties declare nothing any more.
    private func disownProperties() {
        for property in ownProperties where property.entity === self { property.entity = nil }
    }

    /// All properties by name, inherited ones included.
    public var propertiesByName: [String: PropertyDescription] {
        Dictionary(properties.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    }

    /// All attributes by name, inherited ones included.
    public var attributesByName: [String: AttributeDescription] {
        propertiesByName.compactMapValues { $0 as? AttributeDescription }
    }

    /// All relationships by name, inherited ones included.
    public var relationshipsByName: [String: RelationshipDescription] {
        propertiesByName.compactMapValues { $0 as? RelationshipDescription }
    }

    /// The sub-entities by name.
    public var subentitiesByName: [String: EntityDescription] {
        Dictionary(subentities.map { ($0.name ?? "", $0) }, uniquingKeysWith: { $1 })
    }

    /// The relationships that lead to `entity`.
    public func relationships(forDestination entity: EntityDescription) -> [RelationshipDescription] {
        properties.compactMap { $0 as? RelationshipDescription }.filter { $0.destinationEntity === entity }
    }

    /// Whether this entity is `entity` or inherits from it.
    public func isKindOf(entity: EntityDescription) -> Bool {
        var candidate: EntityDescription? = self
        while let current = candidate {
            if current === entity { return true }
            candidate = current.superentity
        }
        return false
    }

    /// The entity at the top of the hierarchy, whose table holds the rows.
    package var rootEntity: EntityDescription {
        superentity?.rootEntity ?? self
    }

    /// This entity and all that inherit from it, depth first, siblings in the order of their numbers.
    package var hierarchy: [EntityDescription] {
        [self] + EntityDescription.sorted(subentities).flatMap(\.hierarchy)
    }

    /// Entities in the order that Core Data numbers them: by name, case-insensitively.
    static func sorted(_ entities: [EntityDescription]) -> [EntityDescription] {
        entities.sorted {
            let left = ($0.name ?? "").lowercased()
            let right = ($1.name ?? "").lowercased()
            return left == right ? ($0.name ?? "") < ($1.name ?? "") : left < right
        }
    }
}
