import Foundation
import Persistence
import PersistenceSQLite

/// Creates coordinators and contexts for a journal's file.
package enum JournalStack {
    /// A coordinator with the store at `url`, which must exist, and the latest version of the model whose columns are
    /// all in the store.
    static func open(
        _ url: URL, _ options: JournalOptions
    ) throws -> (PersistentStoreCoordinator, PersistentStore, ModelVersion) {
        try withVersion { try open(url, options, $0) }
    }

    /// Determines the version of a store: calls `body` with each version, from the latest, until it does not throw
    /// `incompatibleVersion` for missing columns.
    static func withVersion<Result>(_ body: (ModelVersion) throws -> Result) throws -> Result {
        for version in ModelVersion.allCases.reversed() where version != .first {
            do {
                return try body(version)
            } catch let error as PersistenceError where error.code == .incompatibleVersion {
                continue
            }
        }
        return try body(.first)
    }

    /// Checks a store of any version. Nothing is changed.
    package static func check(_ url: URL) throws -> StoreReport {
        try withVersion { try SQLiteStore.check(url, model: JournalModel.make(version: $0)) }
    }

    private static func open(
        _ url: URL, _ options: JournalOptions, _ version: ModelVersion
    ) throws -> (PersistentStoreCoordinator, PersistentStore, ModelVersion) {
        SQLiteStore.register()
        let coordinator = PersistentStoreCoordinator(
            managedObjectModel: JournalModel.make(version: version))
        var storeOptions: [String: any Sendable] = [
            StoreOption.mustExist: true, StoreOption.timeout: options.timeout,
        ]
        storeOptions[SQLiteStore.traceOption] = trace(options)
        let store = try coordinator.addPersistentStore(ofType: sqliteStoreType, at: url, options: storeOptions)
        return (coordinator, store, version)
    }

    /// Migrates the store at `url`, which must exist, to the latest version, and adds keys to its metadata, in one
    /// transaction.
    static func migrate(_ url: URL, _ options: JournalOptions, marks: [String: any Sendable]) throws {
        SQLiteStore.register()
        let coordinator = PersistentStoreCoordinator(managedObjectModel: JournalModel.make())
        var storeOptions: [String: any Sendable] = [
            StoreOption.mustExist: true, StoreOption.timeout: options.timeout,
            StoreOption.migrateAutomatically: true, StoreOption.inferMappingModel: true,
            SQLiteStore.migratedMetadataOption: marks, SQLiteStore.checksumOption: true,
            SQLiteStore.migratedUUIDsOption: MigratedUUIDs(
                entityName: JournalModel.entityName, attributeName: JournalModel.uuidName,
                value: { UUID(session: $1, inStore: $0) }),
        ]
        storeOptions[SQLiteStore.traceOption] = trace(options)
        let store = try coordinator.addPersistentStore(ofType: sqliteStoreType, at: url, options: storeOptions)
        try coordinator.remove(store)
    }

    /// A coordinator with a new, empty store of a version at `url`.
    static func make(
        _ url: URL, _ version: ModelVersion = .latest
    ) throws -> (PersistentStoreCoordinator, PersistentStore) {
        SQLiteStore.register()
        let coordinator = PersistentStoreCoordinator(
            managedObjectModel: JournalModel.make(version: version))
        let store = try coordinator.addPersistentStore(ofType: sqliteStoreType, at: url)
        return (coordinator, store)
    }

    /// The parent context of scratchpads. It has no undo manager: each scratchpad has its own.
    static func mainContext(over coordinator: PersistentStoreCoordinator) -> ManagedObjectContext {
        let context = ManagedObjectContext(concurrencyType: .mainQueue)
        context.persistentStoreCoordinator = coordinator
        context.undoManager = nil
        return context
    }

    private static func trace(_ options: JournalOptions) -> SQLiteTrace? {
        options.trace.map { trace in
            SQLiteTrace(showsValues: options.tracesValues) { trace(SQLTrace(sql: $0.sql, seconds: $0.seconds)) }
        }
    }
}
