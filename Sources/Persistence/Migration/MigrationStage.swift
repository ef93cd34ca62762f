/// A part of a staged migration: `LightweightMigrationStage` or `CustomMigrationStage`.
public class MigrationStage: @unchecked Sendable {
    /// A name for debugging.
    public var label: String?

    fileprivate init() {}
}

/// Versions of a model between which a migration can be inferred.
public final class LightweightMigrationStage: MigrationStage, @unchecked Sendable {
    /// The checksums of the versions, the oldest first.
    public let versionChecksums: [String]

    /// A stage over the versions with these checksums, the oldest first.
    public init(_ versionChecksums: [String]) {
        self.versionChecksums = versionChecksums
    }
}

/// A migration from one version to the next, with code of the application before and after it.
///
/// The migration itself is inferred. A handler uses the store through the manager's `container`, which has the model
/// before the migration or after it.
public final class CustomMigrationStage: MigrationStage, @unchecked Sendable {
    /// The version before.
    public let currentModel: ManagedObjectModelReference
    /// The version after.
    public let nextModel: ManagedObjectModelReference
    /// Called before the migration, with the container of `currentModel`. If it throws, the store is not opened.
    public var willMigrateHandler: ((StagedMigrationManager, CustomMigrationStage) throws -> Void)?
    /// Called after the migration, with the container of `nextModel`. If it throws or the program ends, the store is not
    /// opened, and it is called again when the store is opened next. So it must skip what it has already done.
    public var didMigrateHandler: ((StagedMigrationManager, CustomMigrationStage) throws -> Void)?

    /// A stage between these versions.
    public init(
        migratingFrom currentModel: ManagedObjectModelReference, to nextModel: ManagedObjectModelReference
    ) {
        self.currentModel = currentModel
        self.nextModel = nextModel
    }
}
