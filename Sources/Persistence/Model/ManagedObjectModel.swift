import Foundation

/// The entities of a store, and named subsets of them (configurations) that a store can be limited to. Define it in code,
/// as here, or in Xcode's editor (`PersistenceModelFile`, and the plugin `GeneratePersistence`).
///
/// ```swift
/// let spot = EntityDescription(name: "Spot", class: Spot.self)
/// let session = EntityDescription(name: "Session", class: Session.self)
/// let sessions = RelationshipDescription(name: "sessions", destination: session, toMany: true)
/// let place = RelationshipDescription(name: "spot", destination: spot)
/// sessions.setInverse(place)
/// spot.properties = [AttributeDescription(name: "name", type: .string, isOptional: false), sessions]
/// session.properties = [
///     AttributeDescription(name: "date", type: .date),
///     AttributeDescription(name: "height", type: .double),
///     AttributeDescription(name: "rating", type: .integer16, isOptional: false, defaultValue: 0),
///     AttributeDescription(name: "notes", type: .string),
///     place,
/// ]
/// let model = ManagedObjectModel(entities: [spot, session])
/// ```
///
/// It can be changed until a coordinator uses it. From then on it is immutable and can be read on any thread.
public final class ManagedObjectModel: @unchecked Sendable {
    /// All entities, sub-entities included.
    public var entities: [EntityDescription] = [] {
        willSet { requireMutable() }
        didSet { adoptEntities() }
    }
    /// Identifiers that the model's author chose for this version of the model.
    public var versionIdentifiers: Set<String> = [] { willSet { requireMutable() } }

    /// The content of the named fetch requests.
    private(set) var fetchRequestTemplates: [String: FetchValues] = [:]
    private var configurationsByName: [String: [EntityDescription]] = [:]
    private var frozenEntitiesByName: [String: EntityDescription]?
    private var frozenDerivations: Result<[Derivation], any Error> = .success([])
    private let freezing = NSLock()

    /// A model without entities.
    public init() {}

    /// A model with these entities.
    public convenience init(entities: [EntityDescription]) {
        self.init()
        self.entities = entities
        adoptEntities()
    }

    /// The entities by name.
    public var entitiesByName: [String: EntityDescription] {
        frozenEntitiesByName ?? Dictionary(entities.map { ($0.name ?? "", $0) }, uniquingKeysWith: { $1 })
    }

    /// The names of the configurations.
    public var configurations: [String] { configurationsByName.keys.sorted() }

    /// The name of the configuration with all entities.
    static let defaultConfigurationName = "PF_DEFAULT_CONFIGURATION_NAME"

    /// The entities of a configuration; all entities if the name is nil or that of a store without a configuration, and
    /// nil if the name is unknown.
    public func entities(forConfigurationName name: String?) -> [EntityDescription]? {
        guard let name, name != ManagedObjectModel.defaultConfigurationName else { return entities }
        return configurationsByName[name]
    }

    /// Defines a configuration: a named subset of the entities.
    /// - Precondition: no coordinator uses the model.
    public func setEntities(_ entities: [EntityDescription], forConfigurationName name: String) {
        requireMutable()
        configurationsByName[name] = entities
    }

    /// Stores the content of a fetch request under a name; nil removes it.
    /// - Precondition: no coordinator uses the model.
    package func setFetchRequestTemplate(_ values: FetchValues?, forName name: String) {
        requireMutable()
        fetchRequestTemplates[name] = values
    }

    /// Whether any attribute is derived.
    var hasDerivations: Bool {
        if case .success(let derivations) = frozenDerivations { !derivations.isEmpty } else { true }
    }

    /// How the derived attributes are computed.
    /// - Throws: `PredicateBindingError` for an expression that does not fit its entity.
    func derivations() throws -> [Derivation] { try frozenDerivations.get() }

    /// Whether any entity has a relationship.
    var hasRelationships: Bool { entities.contains { $0.layout.hasRelationships } }

    /// The root entities in the order of their numbers.
    package var rootEntities: [EntityDescription] {
        EntityDescription.sorted(entities.filter { $0.superentity == nil })
    }

    /// Makes the model immutable and computes the layouts of its entities. May be called repeatedly, on any thread.
    package func freeze() {
        freezing.withLock {
            guard frozenEntitiesByName == nil else { return }
            var number = 1
            for root in rootEntities {
                let layout = EntityLayout(root: root)
                for (entityIndex, entity) in layout.entities.enumerated() {
                    entity.freeze(layout: layout, entityIndex: entityIndex, number: number)
                    number += 1
                }
            }
            for entity in entities { entity.isAloneWithClass = self.entity(of: entity.knownClass) === entity }
            frozenDerivations = Result {
                // Derivations from the time come last, because the others may make more objects to save.
                let derivations = try entities.flatMap { entity in
                    try entity.ownProperties.compactMap { property in
                        try (property as? DerivedAttributeDescription).flatMap { try Derivation($0, of: entity) }
                    }
                }
                return Derivation.ordered(derivations.filter { $0.operand != nil })
                    + derivations.filter { $0.operand == nil }
            }
            frozenEntitiesByName = entitiesByName
        }
    }

    /// Initializers must call this: the observer of `entities` does not run there.
    func adoptEntities() {
        for entity in entities { entity.managedObjectModel = self }
    }

    private func requireMutable() {
        precondition(
            frozenEntitiesByName == nil, "The model is in use by a coordinator and cannot be changed any more.")
    }
}
