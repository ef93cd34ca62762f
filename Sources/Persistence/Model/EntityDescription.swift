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
    private(set) var isFrozen = false
    /// Whether no other entity of the model has this class; known once a coordinator uses the model.
    @exclusivity(unchecked) var isAloneWithClass = false
    @exclusivity(unchecked) private var frozen: FrozenEntity?

    public init() {}

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
            ownProperties = newValue.filter { !inherited.contains(ObjectIdentifier($0)) }
            for property in ownProperties { property.entity = self }
        }
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

extension EntityDescription {
    /// What is computed once when the model is first used.
    final class FrozenEntity: Sendable {
        let layout: EntityLayout
        let ordinal: Int
        let number: Int
        let temporaryHome: ObjectIDHome
        let slotsByName: [String: Int]
        let slots: [Int]
        /// The slots that the model has a rule about: mandatory ones, those with predicates, relationships.
        let ruledSlots: [Int]
        /// The slots of attributes with a default value.
        let defaultedSlots: [Int]

        init(_ entity: EntityDescription, layout: EntityLayout, ordinal: Int, number: Int) {
            self.layout = layout
            self.ordinal = ordinal
            self.number = number
            temporaryHome = ObjectIDHome(entity: entity, layout: layout, ordinal: ordinal, store: nil)
            let own = layout.slots.filter { entity.isKindOf(entity: $0.declaringEntity) }
            slotsByName = Dictionary(own.map { ($0.name, $0.index) }, uniquingKeysWith: { $1 })
            slots = slotsByName.values.sorted()
            ruledSlots = slots.filter { slot in
                let property = layout.slots[slot].property
                return property is RelationshipDescription || !property.isOptional
                    || !property.validationPredicates.isEmpty
            }
            defaultedSlots = slots.filter { layout.slots[$0].attribute?.defaultValue != nil }
        }
    }

    /// The slots of the root entity's table and where this entity's properties are in it.
    package var layout: EntityLayout { frozenEntity.layout }
    /// The position of this entity among those that share its table.
    package var ordinal: Int { frozenEntity.ordinal }
    /// The number that Core Data gives the entity in a new store (`Z_ENT`).
    package var number: Int { frozenEntity.number }
    /// The slots of this entity's properties, ascending.
    package var slots: [Int] { frozenEntity.slots }
    var ruledSlots: [Int] { frozenEntity.ruledSlots }
    var defaultedSlots: [Int] { frozenEntity.defaultedSlots }
    var temporaryHome: ObjectIDHome { frozenEntity.temporaryHome }

    /// The slot of the property named `name`, if the entity has it.
    package func slot(named name: String) -> Int? {
        frozenEntity.slotsByName[name]
    }

    private var frozenEntity: FrozenEntity {
        guard let frozen else {
            preconditionFailure("Entity “\(name ?? "")” belongs to no model that a coordinator uses.")
        }
        return frozen
    }

    func freeze(layout: EntityLayout, ordinal: Int, number: Int) {
        frozen = FrozenEntity(self, layout: layout, ordinal: ordinal, number: number)
        isFrozen = true
    }

    func requireMutable() {
        precondition(
            !isFrozen, "The model is in use by a coordinator: entity “\(name ?? "")” cannot be changed any more.")
    }
}

extension EntityDescription {
    /// The entity named `name` in the model of the context's coordinator; nil if there is none.
    /// - Precondition: the context has a coordinator or a parent.
    public static func entity(forEntityName name: String, in context: ManagedObjectContext) -> EntityDescription? {
        guard let coordinator = context.persistentStoreCoordinator else {
            preconditionFailure("The context has no coordinator, so the entity “\(name)” cannot be found.")
        }
        return coordinator.managedObjectModel.entitiesByName[name]
    }

    /// Makes an object of the entity's class and inserts it into the context.
    ///
    /// The context keeps it until it is saved, rolled back or reset.
    /// - Precondition: the context has a coordinator or a parent, its model has the entity, and the entity is not abstract.
    @discardableResult
    public static func insertNewObject(forEntityName name: String, into context: ManagedObjectContext) -> ManagedObject
    {
        guard let entity = entity(forEntityName: name, in: context) else {
            preconditionFailure("The model has no entity named “\(name)”.")
        }
        return entity.managedObjectClass.init(entity: entity, insertInto: context)
    }
}

/// The classes that models read from a file may name.
public enum ManagedObjectClassRegistry {
    private static let classes = Guarded<[String: ManagedObject.Type]>([:])

    /// Makes `class` known under `name`, which is what a model file says as the entity's class.
    public static func register(_ class: ManagedObject.Type, as name: String) {
        classes.withLock { $0[name] = `class` }
    }

    static func `class`(named name: String) -> ManagedObject.Type? {
        classes.withLock { $0[name] }
    }
}
