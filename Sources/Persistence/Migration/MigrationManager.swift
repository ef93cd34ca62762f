import Foundation

/// Copies a store object by object into a new one with another model, by a mapping model and the policies of its
/// mappings.
///
/// ```swift
/// let manager = MigrationManager(sourceModel: first, destinationModel: second)
/// try manager.migrateStore(
///     from: old, sourceType: sqliteStoreType, options: nil, with: mapping,
///     toDestinationURL: new, destinationType: sqliteStoreType, destinationOptions: nil)
/// ```
///
/// All objects of both stores are in memory until the migration ends. Where a mapping can be inferred and no code of the
/// application is needed, open the store with `StoreOption.inferMappingModel` instead, which migrates it in place;
/// `StagedMigrationManager` does so with code before and after. The new store has new object IDs, another UUID, the
/// application's metadata, and no history. The old one is only read.
open class MigrationManager {
    /// The model of the old store.
    public let sourceModel: ManagedObjectModel
    /// The model of the new store.
    public let destinationModel: ManagedObjectModel
    /// The mappings of the migration that runs; nil at other times.
    public private(set) var mappingModel: MappingModel!
    /// The mapping that the migration goes through; nil while none runs.
    public private(set) var currentEntityMapping: EntityMapping!
    /// How much of the migration is done, from 0 to 1.
    public private(set) var migrationProgress: Float = 0
    /// What policies want to know.
    public var userInfo: [AnyHashable: Any]?

    private var run: MigrationRun?
    private var cancellation: (any Error)?

    /// A manager of migrations between these models.
    public required init(sourceModel: ManagedObjectModel, destinationModel: ManagedObjectModel) {
        self.sourceModel = sourceModel
        self.destinationModel = destinationModel
    }

    /// The context with the objects of the old store.
    /// - Precondition: a migration runs.
    public var sourceContext: ManagedObjectContext { running.source.context }

    /// The context with the objects of the new store.
    /// - Precondition: a migration runs.
    public var destinationContext: ManagedObjectContext { running.destination.context }

    private var running: MigrationRun {
        guard let run else { preconditionFailure("The manager has no contexts while no migration runs.") }
        return run
    }

    /// Migrates the store at `sourceURL` to a new one. Objects are of the class `ManagedObject`, because the
    /// application's classes fit one version of the model only.
    /// - Throws: `migrationMissingMappingModel` without mappings; `migrationManagerSourceStore` and
    ///   `migrationManagerDestinationStore` if a store cannot be opened, or the new one exists; `entityMigrationPolicy` for
    ///   a policy's class that does not exist; the error of a policy, of `cancelMigrationWithError(_:)` or of saving. There
    ///   is no new store then.
    open func migrateStore(
        from sourceURL: URL, sourceType sStoreType: String, options sOptions: [AnyHashable: Any]? = nil,
        with mappings: MappingModel?, toDestinationURL dURL: URL, destinationType dStoreType: String,
        destinationOptions dOptions: [AnyHashable: Any]? = nil
    ) throws {
        guard let mappings else {
            throw PersistenceError(.missingMappingModel, "A migration needs a mapping model.")
        }
        let source = try MigratedStore(
            sourceModel, sStoreType, sourceURL, options: (sOptions ?? [:]).merging([StoreOption.readOnly: true]) { $1 },
            failure: .migrationManagerSourceStore)
        defer { source.close() }
        let destination = try MigratedStore(new: destinationModel, dStoreType, dURL, options: dOptions)
        do {
            try migrate(source, to: destination, mappings)
            destination.close()
        } catch {
            destination.close()
            destination.destroy()
            throw error
        }
    }

    /// The newer name for `migrateStore(from:sourceType:options:with:toDestinationURL:destinationType:destinationOptions:)`.
    /// - Throws: the errors of the older method, with the same effect.
    public func migrateStore(
        from sourceURL: URL, type sourceType: PersistentStore.StoreType,
        options sourceOptions: [AnyHashable: Any]? = nil,
        mapping: MappingModel, to destinationURL: URL, type destinationType: PersistentStore.StoreType,
        options destinationOptions: [AnyHashable: Any]? = nil
    ) throws {
        try migrateStore(
            from: sourceURL, sourceType: sourceType.rawValue, options: sourceOptions, with: mapping,
            toDestinationURL: destinationURL, destinationType: destinationType.rawValue,
            destinationOptions: destinationOptions)
    }

    /// Ends the migration that runs before the next object, with this error. Nothing is kept.
    open func cancelMigrationWithError(_ error: any Error) { cancellation = error }

    /// Forgets a migration that was cancelled. A migration does so itself when it ends.
    open func reset() {
        (run, mappingModel, currentEntityMapping, cancellation) = (nil, nil, nil, nil)
    }

    // MARK: Models

    /// The entity of a mapping's source objects.
    open func sourceEntity(for mapping: EntityMapping) -> EntityDescription? {
        mapping.sourceEntityName.flatMap { running.source.model.entitiesByName[$0] }
    }

    /// The entity of a mapping's destination objects.
    open func destinationEntity(for mapping: EntityMapping) -> EntityDescription? {
        mapping.destinationEntityName.flatMap { running.destination.model.entitiesByName[$0] }
    }

    // MARK: Which objects were made from which

    /// Notes that a destination object was made from a source object, for relationships to it.
    open func associate(
        sourceInstance: ManagedObject, withDestinationInstance destinationInstance: ManagedObject,
        for entityMapping: EntityMapping
    ) {
        running.associations.add(sourceInstance, destinationInstance, entityMapping.name)
    }

    /// The destination objects that a mapping made from these source objects; from any, if nil.
    open func destinationInstances(
        forEntityMappingName mappingName: String, sourceInstances: [ManagedObject]?
    ) -> [ManagedObject] {
        running.associations.made[mappingName]?.others(of: sourceInstances) ?? []
    }

    /// The source objects from which a mapping made these destination objects; any, if nil.
    open func sourceInstances(
        forEntityMappingName mappingName: String, destinationInstances: [ManagedObject]?
    ) -> [ManagedObject] {
        running.associations.sources[mappingName]?.others(of: destinationInstances) ?? []
    }

    /// The objects that any mapping made from a source object.
    func destinationInstances(of source: ManagedObject) -> [ManagedObject] {
        running.associations.made.values.flatMap { $0.others(of: [source]) }
    }
}

extension MigrationManager {
    private func migrate(_ source: MigratedStore, to destination: MigratedStore, _ mappings: MappingModel) throws {
        run = MigrationRun(source: source, destination: destination)
        (mappingModel, migrationProgress, cancellation) = (mappings, 0, nil)
        defer { reset() }
        let policies = try mappings.entityMappings.map { ($0, try $0.policy()) }
        try destination.context.performAndWait {
            try source.context.performAndWait {
                try forEach(policies, through: 0.5) { try createInstances($0, $1) }
                try forEach(policies, through: 0.9) { try createRelationships($0, $1) }
                try forEach(policies, through: 0.9) { try $1.performCustomValidation(forMapping: $0, manager: self) }
                try forEach(policies, through: 0.9) { try $1.end($0, manager: self) }
            }
            try destination.keepMetadata(of: source)
            try destination.context.save()
        }
        migrationProgress = 1
    }

    /// - Parameter end: the progress after the last mapping.
    private func forEach(
        _ policies: [(EntityMapping, EntityMigrationPolicy)], through end: Float,
        _ body: (EntityMapping, EntityMigrationPolicy) throws -> Void
    ) throws {
        let start = migrationProgress
        for (index, (mapping, policy)) in policies.enumerated() {
            currentEntityMapping = mapping
            try requireContinuing()
            try body(mapping, policy)
            migrationProgress = start + (end - start) * Float(index + 1) / Float(policies.count)
        }
    }

    private func createInstances(_ mapping: EntityMapping, _ policy: EntityMigrationPolicy) throws {
        try policy.begin(mapping, with: self)
        if mapping.makesInstances, let entity = sourceEntity(for: mapping) {
            let request = FetchRequest<ManagedObject>(entityName: entity.name ?? "")
            request.includesSubentities = false
            for object in try sourceContext.fetch(request) {
                try requireContinuing()
                try policy.createDestinationInstances(forSource: object, in: mapping, manager: self)
            }
        }
        try policy.endInstanceCreation(forMapping: mapping, manager: self)
    }

    private func createRelationships(_ mapping: EntityMapping, _ policy: EntityMigrationPolicy) throws {
        for object in destinationInstances(forEntityMappingName: mapping.name, sourceInstances: nil) {
            try requireContinuing()
            try policy.createRelationships(forDestination: object, in: mapping, manager: self)
        }
        try policy.endRelationshipCreation(forMapping: mapping, manager: self)
    }

    private func requireContinuing() throws {
        if let cancellation { throw cancellation }
    }
}

extension EntityMapping {
    fileprivate var makesInstances: Bool {
        switch mappingType {
        case .addEntityMappingType, .removeEntityMappingType: false
        case .undefinedEntityMappingType, .customEntityMappingType, .copyEntityMappingType,
            .transformEntityMappingType:
            true
        }
    }

    fileprivate func policy() throws -> EntityMigrationPolicy {
        guard let className = entityMigrationPolicyClassName else { return EntityMigrationPolicy() }
        guard let policy = NSClassFromString(className) as? EntityMigrationPolicy.Type else {
            throw PersistenceError(
                .entityMigrationPolicy,
                "The mapping “\(name ?? "")” needs a subclass of EntityMigrationPolicy called “\(className)”.")
        }
        return policy.init()
    }
}
