import Foundation

/// Describes a kind of object: its name, class and properties, and its position in the hierarchy of entities.
///
/// ```swift
/// let outing = EntityDescription(name: "Outing", properties: [AttributeDescription(name: "date", type: .date)])
/// let session = EntityDescription(
///     name: "Session", properties: [AttributeDescription(name: "waves", type: .integer32)])
/// let swim = EntityDescription(name: "Swim", properties: [AttributeDescription(name: "laps", type: .integer32)])
/// outing.subentities = [session, swim]
/// outing.isAbstract = true
/// // Every outing has a date, and is a session or a swim. One table holds all of them.
/// ```
///
/// Create it in code or read it from a model file. It is immutable once a coordinator uses its model, and can be read
/// on any thread from then on. Sub-entities inherit the properties of their ancestors and share their table.
public final class EntityDescription: @unchecked Sendable {
    /// The name of the entity, unique in its model.
    public var name: String? { willSet { requireMutable() } }
    /// The class of the entity's objects. Default: `ManagedObject`.
    public var managedObjectClass: ManagedObject.Type {
        get { missingClassName.map { ManagedObjectClassRegistry.class(named: $0, of: name) } ?? foundClass }
        set {
            requireMutable()
            foundClass = newValue
            missingClassName = nil
        }
    }
    /// The name of the class. The full name of a class (`NSStringFromClass(Book.self)`), or a name that is registered in
    /// `ManagedObjectClassRegistry`, also sets `managedObjectClass`, now or when the class is registered later or used with
    /// a context of the model. Until then, the entity's objects are `ManagedObject`s, and a message on standard error says
    /// so once.
    public var managedObjectClassName: String? {
        get { className ?? String(describing: foundClass) }
        set {
            requireMutable()
            className = newValue
            let found = newValue.flatMap(ManagedObjectClassRegistry.class(named:))
            foundClass = found ?? foundClass
            let isPlain = ["", "ManagedObject", "NSManagedObject"].contains(newValue ?? "")
            missingClassName = isPlain || foundClass != ManagedObject.self ? nil : newValue
        }
    }
    /// The class that is known without a message; `ManagedObject` for a name that no class has yet.
    var knownClass: ManagedObject.Type {
        missingClassName.flatMap(ManagedObjectClassRegistry.known) ?? foundClass
    }
    /// Whether no class was found when the entity got the name of one.
    var lacksClass: Bool { missingClassName != nil }
    private var foundClass: ManagedObject.Type = ManagedObject.self
    /// The name of a class that was not found when the name was set.
    private var missingClassName: String?
    /// Whether the entity has no objects except those of its sub-entities.
    public var isAbstract = false { willSet { requireMutable() } }
    /// The entities that inherit from this one.
    ///
    /// ```swift
    /// let request = FetchRequest<ManagedObject>(entityName: "Outing")
    /// let all = try context.fetch(request)
    /// request.includesSubentities = false
    /// let none = try context.fetch(request)
    /// // `all` has sessions and swims. `none` is empty, because an abstract entity has no objects of its own.
    /// ```
    public var subentities: [EntityDescription] = [] {
        willSet { requireMutable() }
        didSet { for entity in subentities { entity.superentity = self } }
    }
    /// The entity that this one inherits from.
    public internal(set) weak var superentity: EntityDescription?
    /// The model that owns the entity; nil for an entity of none.
    public internal(set) weak var managedObjectModel: ManagedObjectModel!
    /// Information from the model's author, which the engine ignores.
    public var userInfo: [AnyHashable: Any]? = [:] { willSet { requireMutable() } }
    /// The name of this entity in an earlier version of the model.
    public var renamingIdentifier: String? { willSet { requireMutable() } }
    /// A string that is part of the version hash. Change it to get a new hash for an otherwise unchanged entity.
    public var versionHashModifier: String? { willSet { requireMutable() } }
    /// The indexes that new stores get.
    public var indexes: [FetchIndexDescription] = [] {
        willSet { requireMutable() }
        didSet { for index in indexes { index.entity = self } }
    }
    /// Lists of properties, or of their names, whose combination of values must be unique. A new SQLite store has a
    /// unique index for each list. If a save would violate it, the merge policy resolves the conflict
    /// (`MergePolicy.resolve(constraintConflicts:)`); under `MergePolicy.error`, the save fails with code 133021.
    /// Stores of other types do not enforce the lists. A nil value equals no other value.
    ///
    /// ```swift
    /// let spot = model.entitiesByName["Spot"]
    /// spot?.uniquenessConstraints = [["name"]]
    /// // No two spots with one name can be stored. A list with several properties is about their combination.
    /// ```
    public var uniquenessConstraints: [[Any]] {
        get { constraints }
        set { constraints = newValue.map { $0.compactMap { $0 as? String ?? ($0 as? PropertyDescription)?.name } } }
    }
    /// The lists of names in `uniquenessConstraints`.
    package var constraints: [[String]] = [] { willSet { requireMutable() } }
    /// The names of the properties, by the key paths that begin at the entity's class, for predicates of Foundation.
    public var propertyNames: [AnyKeyPath: String] = [:] { willSet { requireMutable() } }
    /// Numbers that predicates and sort descriptors derive from string attributes, by name.
    package var computedKeys: [String: ComputedKey] = [:] { willSet { requireMutable() } }

    private var className: String?
    /// The properties that the entity itself declares.
    package private(set) var ownProperties: [PropertyDescription] = []
    /// Whether a coordinator uses the model; `freeze` sets it.
    var isFrozen = false
    /// Whether no other entity of the model has this class; known once a coordinator uses the model.
    var isAloneWithClass = false
    var frozen: FrozenEntity?

    /// An entity without a name and properties.
    public init() {}

    deinit {
        disownProperties()
    }

    /// An entity with this name, class and properties.
    public convenience init(
        name: String, class managedObjectClass: ManagedObject.Type = ManagedObject.self,
        properties: [PropertyDescription] = []
    ) {
        self.init()
        self.name = name
        self.managedObjectClass = managedObjectClass
        self.properties = properties
    }

    /// All properties, inherited ones first. Setting it replaces the properties that the entity itself declares.
    public var properties: [PropertyDescription] {
        get { (superentity?.properties ?? []) + ownProperties }
        set {
            requireMutable()
            let inherited = Set((superentity?.properties ?? []).map(ObjectIdentifier.init))
            disownProperties()
            ownProperties = newValue.filter { !inherited.contains(ObjectIdentifier($0)) }
            for property in ownProperties { property.becomeOwned(by: self) }
        }
    }

    /// Clears `entity` in the entity's own properties.
    private func disownProperties() {
        for property in ownProperties { property.disown(by: ObjectIdentifier(self)) }
    }

    /// All properties by name, including inherited ones.
    public var propertiesByName: [String: PropertyDescription] {
        Dictionary(properties.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    }

    /// All attributes by name, including inherited ones.
    public var attributesByName: [String: AttributeDescription] {
        propertiesByName.compactMapValues { $0 as? AttributeDescription }
    }

    /// All relationships by name, including inherited ones.
    public var relationshipsByName: [String: RelationshipDescription] {
        propertiesByName.compactMapValues { $0 as? RelationshipDescription }
    }

    /// The sub-entities by name.
    public var subentitiesByName: [String: EntityDescription] {
        Dictionary(subentities.map { ($0.name ?? "", $0) }, uniquingKeysWith: { $1 })
    }

    /// The relationships with the destination `entity`.
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

    /// The entity at the top of the hierarchy. Its table contains the rows.
    package var rootEntity: EntityDescription {
        superentity?.rootEntity ?? self
    }

    /// This entity and all that inherit from it, depth first, siblings in the order of their numbers.
    package var hierarchy: [EntityDescription] {
        [self] + EntityDescription.sorted(subentities).flatMap(\.hierarchy)
    }

    /// Entities in the order in which Core Data numbers them: by name, ignoring case.
    static func sorted(_ entities: [EntityDescription]) -> [EntityDescription] {
        entities.sorted {
            let left = ($0.name ?? "").lowercased()
            let right = ($1.name ?? "").lowercased()
            return left == right ? ($0.name ?? "") < ($1.name ?? "") : left < right
        }
    }
}
