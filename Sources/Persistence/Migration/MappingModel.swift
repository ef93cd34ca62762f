import Foundation

/// How the objects of one version of a model become those of the next, entity by entity, for a `MigrationManager`.
///
/// ```swift
/// // What can be inferred is; heights, which were texts, are read by a policy.
/// let mapping = try MappingModel.inferredMappingModel(forSourceModel: first, destinationModel: second)
/// let session = mapping.entityMappingsByName["IEM_Transform_Session"]
/// session?.mappingType = .customEntityMappingType
/// session?.entityMigrationPolicyClassName = NSStringFromClass(HeightPolicy.self)
/// ```
///
/// Compiled mapping models are files of Xcode, which cannot be read here: make the mappings in code, or let them be
/// inferred and change them.
public final class MappingModel {
    /// The mappings, in the order in which a migration goes through them.
    public var entityMappings: [EntityMapping]! = []

    /// A model without mappings.
    public init() {}

    /// A mapping model among the bundles' files: always nil, because there are none here. Code that looks for one finds
    /// none and goes on to `inferredMappingModel(forSourceModel:destinationModel:)`.
    public init?(
        from bundles: [Bundle]?, forSourceModel source: ManagedObjectModel?, destinationModel: ManagedObjectModel?
    ) {
        return nil
    }

    /// The mappings by name.
    public var entityMappingsByName: [String: EntityMapping] {
        Dictionary(entityMappings.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }
}

/// What becomes of the objects of one entity.
public final class EntityMapping {
    /// The name, unique in its mapping model.
    public var name: String! = ""
    /// What is done with the objects.
    public var mappingType = EntityMappingType.undefinedEntityMappingType
    /// The entity in the source model; nil for a new one.
    public var sourceEntityName: String?
    /// The entity in the destination model; nil for one that is gone.
    public var destinationEntityName: String?
    /// The source entity's version hash. It is not compared.
    public var sourceEntityVersionHash: Data?
    /// The destination entity's version hash. It is not compared.
    public var destinationEntityVersionHash: Data?
    /// Where the values of attributes come from.
    public var attributeMappings: [PropertyMapping]?
    /// Where the destinations of relationships come from.
    public var relationshipMappings: [PropertyMapping]?
    /// The full name of a subclass of `EntityMigrationPolicy`, as `NSStringFromClass` returns it; nil for that class.
    public var entityMigrationPolicyClassName: String?
    /// What a policy wants to know.
    public var userInfo: [AnyHashable: Any]?

    /// A mapping without a name and entities.
    public init() {}
}

/// What a migration does with the objects of an entity.
public enum EntityMappingType: UInt, Sendable {
    /// Not said: the same as `transformEntityMappingType`.
    case undefinedEntityMappingType
    /// A policy of the application makes the destination objects.
    case customEntityMappingType
    /// The entity is new and has no source objects.
    case addEntityMappingType
    /// The entity is gone, and so are its objects.
    case removeEntityMappingType
    /// The entity is the same in both models.
    case copyEntityMappingType
    /// The entity has changed.
    case transformEntityMappingType
}

/// Where the value of one property comes from.
public final class PropertyMapping {
    /// The name of the property of the destination entity.
    public var name: String?
    /// The value, computed from the source object: `$source.name`, a key path from the source object, a constant, or a
    /// function of them. For a relationship, a key path to source objects, for which the objects stand that were made
    /// from them. Nil leaves the default value.
    public var valueExpression: FetchExpression?
    /// What a policy wants to know.
    public var userInfo: [AnyHashable: Any]?

    /// A mapping without a name and a value.
    public init() {}

    /// A mapping of the property with this name from the source object's.
    convenience init(name: String, from source: String) {
        self.init()
        self.name = name
        valueExpression = FetchExpression(.keyPath(FetchPredicate.Path([source], of: "source")))
    }
}
