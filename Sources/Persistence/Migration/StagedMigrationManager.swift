import Foundation

/// Migrates a store through several versions of its model. Pass it as the option `StoreOption.stagedMigrationManager`
/// when a store is added.
///
/// ```swift
/// // Version 1 has a surfer's whole name, version 2 its parts beside it, version 3 the parts alone.
/// let one = ManagedObjectModelReference(model: first, versionChecksum: first.versionChecksum)
/// let two = ManagedObjectModelReference(model: second, versionChecksum: second.versionChecksum)
/// let split = CustomMigrationStage(migratingFrom: one, to: two)
/// split.didMigrateHandler = { manager, _ in
///     guard let context = manager.container?.newBackgroundContext() else { return }
///     try context.performAndWait {
///         for surfer in try context.fetch(FetchRequest<ManagedObject>(entityName: "Surfer")) {
///             let words = (surfer["name"] as? String ?? "").split(separator: " ").map(String.init)
///             surfer["given"] = words.first
///             surfer["family"] = words.last
///         }
///         try context.save()
///     }
/// }
/// let drop = LightweightMigrationStage([second.versionChecksum, third.versionChecksum])
/// let manager = StagedMigrationManager([split, drop])
/// description.setOption(manager, forKey: StoreOption.stagedMigrationManager)
/// ```
public final class StagedMigrationManager: @unchecked Sendable {
    /// The stages, the oldest first.
    public let stages: [MigrationStage]
    /// The container with the store, while a handler runs; nil at other times.
    public private(set) var container: PersistentContainer?

    /// A manager for these stages, the oldest first.
    public init(_ stages: [MigrationStage]) {
        self.stages = stages
    }

    /// The checksums of all versions, the oldest first.
    private var versions: [String] {
        var versions: [String] = []
        for stage in stages {
            var own: [String] = []
            if let stage = stage as? LightweightMigrationStage { own = stage.versionChecksums }
            if let stage = stage as? CustomMigrationStage {
                own = [stage.currentModel.versionChecksum, stage.nextModel.versionChecksum]
            }
            for version in own where versions.last != version { versions.append(version) }
        }
        return versions
    }

    private var customStages: [CustomMigrationStage] { stages.compactMap { $0 as? CustomMigrationStage } }

    /// Migrates the store up to the last custom stage before `model`. Does nothing if there is no store. Opening the
    /// store then migrates it to `model`.
    /// - Throws: `migration` if the store's version is not one of the stages; `stagedMigrationBackwardMigration` if it
    ///   is later than `model`; the error of a handler, of a reference, or of opening the store.
    func prepare(_ store: StagedStore, for model: ManagedObjectModel) throws {
        guard let metadata = try store.metadata() else { return }
        let target = model.versionChecksum
        guard let version = try version(of: metadata, target: model) else {
            throw PersistenceError(.migration, "The version of the store's model is not one of the migration's stages.")
        }
        try finish(store, metadata, at: version)
        if version == target { return }
        let versions = versions
        guard let first = versions.firstIndex(of: version) else {
            throw PersistenceError(.migration, "The version of the store's model is not one of the migration's stages.")
        }
        let last = versions.lastIndex(of: target) ?? versions.endIndex
        guard first < last else {
            throw PersistenceError(
                .stagedMigrationBackwardMigration, "The store's model is a later version than the coordinator's.")
        }
        for stage in customStages {
            guard let index = versions.firstIndex(of: stage.currentModel.versionChecksum), index >= first, index < last
            else { continue }
            try run(stage, on: store)
        }
    }

    /// Runs the handler of a stage whose migration was done, but whose handler did not finish.
    private func finish(_ store: StagedStore, _ metadata: [String: Any], at version: String) throws {
        guard metadata[StagedStore.pendingKey] as? String == version else { return }
        guard let stage = customStages.first(where: { $0.nextModel.versionChecksum == version }) else { return }
        try complete(stage, on: store)
    }

    private func run(_ stage: CustomMigrationStage, on store: StagedStore) throws {
        let next = stage.nextModel.versionChecksum
        try with(stage.currentModel, store) { container, added in
            try stage.willMigrateHandler?(self, stage)
            try container.persistentStoreCoordinator.writeMetadata([StagedStore.pendingKey: next], for: added)
        }
        try complete(stage, on: store)
    }

    private func complete(_ stage: CustomMigrationStage, on store: StagedStore) throws {
        try with(stage.nextModel, store) { container, added in
            try stage.didMigrateHandler?(self, stage)
            try container.persistentStoreCoordinator.changeMetadata(of: added) { $0[StagedStore.pendingKey] = nil }
        }
    }

    /// Opens the store with a model, which migrates it, and calls `body` with the container.
    private func with(
        _ reference: ManagedObjectModelReference, _ store: StagedStore,
        _ body: (PersistentContainer, PersistentStore) throws -> Void
    ) throws {
        let container = PersistentContainer(name: "migration", managedObjectModel: try reference.model())
        let added = try store.add(to: container.persistentStoreCoordinator)
        self.container = container
        defer {
            self.container = nil
            try? container.persistentStoreCoordinator.remove(added)
        }
        try body(container, added)
    }

    /// The checksum of the store's model; nil if it is unknown. A store of Core Data has none of the engine's hashes, so
    /// it is compared with the models that are known.
    private func version(of metadata: [String: Any], target: ManagedObjectModel) throws -> String? {
        if let hashes = EntityHash.hashes(in: metadata) as? [String: Data] { return EntityHash.checksum(of: hashes) }
        let models = try customStages.flatMap { [try $0.currentModel.model(), try $0.nextModel.model()] } + [target]
        return models.first { $0.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) }?
            .versionChecksum
    }
}

/// A store that a staged migration opens with one model after the other.
struct StagedStore {
    /// The key, in a store's metadata, of the version whose stage has not finished.
    static let pendingKey = "PersistenceMigrationStage"

    let type: String
    let configurationName: String?
    let url: URL?
    let options: [String: any Sendable]

    /// Nil if the store does not exist.
    func metadata() throws -> [String: Any]? {
        guard let url else { return nil }
        do {
            return try PersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url)
        } catch let error as PersistenceError where error.code == .noSuchStore {
            return nil
        }
    }

    func add(to coordinator: PersistentStoreCoordinator) throws -> PersistentStore {
        var options = options
        options[StoreOption.stagedMigrationManager] = nil
        options[StoreOption.migrateAutomatically] = true
        options[StoreOption.inferMappingModel] = true
        return try coordinator.addPersistentStore(
            ofType: type, configurationName: configurationName, at: url, options: options)
    }
}
