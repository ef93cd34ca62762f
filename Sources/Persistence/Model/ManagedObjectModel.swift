import Foundation

/// The entities of a store, and named subsets of them that a store may be limited to.
///
/// Changeable until a coordinator uses it; immutable and readable from any thread from then on.
public final class ManagedObjectModel: @unchecked Sendable {
    /// All entities, sub-entities included.
    public var entities: [EntityDescription] = [] {
        willSet { requireMutable() }
        didSet { adoptEntities() }
    }
    /// Identifiers that the author gave this version of the model.
    public var versionIdentifiers: Set<String> = [] { willSet { requireMutable() } }

    /// What the named fetch requests ask for.
    private(set) var fetchRequestTemplates: [String: FetchValues] = [:]
    private var configurationsByName: [String: [EntityDescription]] = [:]
    private var frozenEntitiesByName: [String: EntityDescription]?
    private let freezing = NSLock()

    public init() {}

    /// A model of these entities.
    public convenience init(entities: [EntityDescription]) {
        self.init()
        self.entities = entities
        adoptEntities()
    }

    /// The entities by name.
    public var entitiesByName: [String: EntityDescription] {
        frozenEntitiesByName ?? Dictionary(entities.map { ($0.name ?? "", $0) }, uniquingKeysWith: { $1 })
    }

    /// The names of the configurations that were set.
    public var configurations: [String] { configurationsByName.keys.sorted() }

    /// The entities of a configuration; all for nil, none for a name that is not known.
    public func entities(forConfigurationName name: String?) -> [EntityDescription]? {
        guard let name else { return entities }
        return configurationsByName[name]
    }

    /// Names a subset of the entities.
    public func setEntities(_ entities: [EntityDescription], forConfigurationName name: String) {
        requireMutable()
        configurationsByName[name] = entities
    }

    /// Keeps what a request asks for under a name; nil removes it.
    package func setFetchRequestTemplate(_ values: FetchValues?, forName name: String) {
        requireMutable()
        fetchRequestTemplates[name] = values
    }

    /// Whether any entity has a relationship.
    var hasRelationships: Bool { entities.contains { $0.layout.hasRelationships } }

    /// Root entities in the order of their numbers.
    package var rootEntities: [EntityDescription] {
        EntityDescription.sorted(entities.filter { $0.superentity == nil })
    }

    /// Makes the model immutable and lays out its entities. Any number of calls, from any thread.
    package func freeze() {
        freezing.withLock {
            guard frozenEntitiesByName == nil else { return }
            var number = 1
            for root in rootEntities {
                let layout = EntityLayout(root: root)
                for (ordinal, entity) in layout.entities.enumerated() {
                    entity.freeze(layout: layout, ordinal: ordinal, number: number)
                    number += 1
                }
            }
            for entity in entities { entity.isAloneWithClass = self.entity(of: entity.managedObjectClass) === entity }
            frozenEntitiesByName = entitiesByName
        }
    }

    /// An initializer calls this itself: no observer of `entities` runs there.
    func adoptEntities() {
        for entity in entities { entity.managedObjectModel = self }
    }

    private func requireMutable() {
        precondition(
            frozenEntitiesByName == nil, "The model is in use by a coordinator and cannot be changed any more.")
    }
}
