import Foundation
import Persistence
import SQLite

/// SQLite stores in Core Data's file format.
///
/// ```swift
/// SQLiteStore.register()
/// let coordinator = PersistentStoreCoordinator(managedObjectModel: Surf.model())
/// try coordinator.addPersistentStore(ofType: sqliteStoreType, at: url)
/// // The file has Core Data's tables. An application on a Mac can open it with the same model.
/// ```
public enum SQLiteStore {
    /// Registers the store type "SQLite". On Linux, this is done when the program starts; calling it again has no effect.
    public static func register() {
        StoreTypes.register(SQLiteStoreOpening(), for: sqliteStoreType)
    }

    /// The columns of each entity's table, by entity name, read without loading the store.
    ///
    /// Use it to find the model version of a store: choose the version whose columns all exist.
    /// - Throws: `PersistenceError` when the store does not exist or cannot be read.
    package static func columns(at url: URL) throws -> [String: Set<String>] {
        try SQLiteStoreOpening().reading(url) { connection, name in
            try StoreCatalog(connection, name: name).columnsByEntity
        }
    }

    /// Completes a store that was copied with its side files: checkpoints its -wal, gives it a new UUID and, if a model
    /// is given, row checksums. Nobody else may have the copy open.
    /// - Throws: `PersistenceError` when the copy is not a store or cannot be written.
    package static func finishCopy(
        at url: URL, newIdentifier: UUID, checksumsOf model: ManagedObjectModel? = nil
    ) throws {
        try finish(url, checksumsOf: model) { connection in
            try connection.prepare("UPDATE Z_METADATA SET Z_UUID = ? WHERE Z_VERSION = 1").run(
                .text(newIdentifier.uuidString))
        }
    }

    /// Checkpoints a store's -wal, so that its file is the whole store, and adds row checksums if a model is given.
    /// Nobody may have it open.
    ///
    /// Closing a store checkpoints it too, but if the disk fails then, the -wal remains and no error is reported.
    /// - Throws: `PersistenceError` when the store cannot be written.
    package static func finish(_ url: URL, checksumsOf model: ManagedObjectModel? = nil) throws {
        try finish(url, checksumsOf: model) { _ in }
    }

    private static func finish(
        _ url: URL, checksumsOf model: ManagedObjectModel?, _ change: (Connection) throws -> Void
    ) throws {
        do {
            let connection = try Connection(path: url.path, options: .noMutex)
            // SQLite opens the log with the first statement that reads; without that, there would be nothing to
            // checkpoint.
            _ = try connection.scalar("SELECT count(*) FROM sqlite_schema")
            try change(connection)
            if let model { try renewChecksums(connection, model: model, name: url.lastPathComponent) }
            _ = try connection.checkpoint(.truncate)
            try connection.close()
        } catch {
            throw StoreErrors(url).writing(error)
        }
    }

    /// The key of the option to keep a checksum of every row. A store that has checksums continues them even without
    /// it.
    package static let checksumOption = "SQLiteChecksumOption"
    /// The key of the option with an `SQLiteTrace`.
    package static let traceOption = "SQLiteTraceOption"
    /// The key of the option with metadata that a migration adds in its transaction. With it, the store is migrated
    /// even if nothing else has to change.
    package static let migratedMetadataOption = "SQLiteMigratedMetadataOption"
    /// The key of the option with the `MigratedUUIDs` of a migration.
    package static let migratedUUIDsOption = "SQLiteMigratedUUIDsOption"
}

/// The UUIDs that a migration gives, in its transaction, to the rows that have none. Versions stay.
package struct MigratedUUIDs: Sendable {
    let entityName: String
    let attributeName: String
    let value: @Sendable (_ store: String, _ key: Int64) -> UUID

    /// - Parameter value: The UUID of a row, from the UUID of its store and its key.
    package init(
        entityName: String, attributeName: String, value: @escaping @Sendable (_ store: String, _ key: Int64) -> UUID
    ) {
        (self.entityName, self.attributeName, self.value) = (entityName, attributeName, value)
    }
}

#if objectFormat(ELF)
    /// Called when the program starts.
    @section(".init_array") @used
    private let registerAtStart: @convention(c) () -> Void = { SQLiteStore.register() }
#endif
