import Foundation
import Persistence
import SQLite

/// Stores in SQLite files, in Core Data's format.
public enum SQLiteStore {
    /// Makes the store type "SQLite" known. Call it once before the first store is added; further calls change nothing.
    public static func register() {
        StoreTypes.register(SQLiteStoreOpening(), for: sqliteStoreType)
    }

    /// The columns of the table that holds the rows of each entity, by the entity's name; read without loading the store.
    ///
    /// This is how to tell which version of a model a store has: choose the version whose columns are all there.
    /// - Throws: `PersistenceError` when there is no store, or none that can be read.
    package static func columns(at url: URL) throws -> [String: Set<String>] {
        try SQLiteStoreOpening().reading(url) { connection, name in
            try StoreCatalog(connection, name: name).columnsByEntity
        }
    }

    /// Finishes a store that was copied with its side files: what its -wal holds goes into the file itself, and the store
    /// gets a UUID of its own, and checksums of its rows where a model is given. Nobody else may have the copy open.
    /// - Throws: `PersistenceError` when the copy is no store, or cannot be written.
    package static func finishCopy(
        at url: URL, newIdentifier: UUID, checksumsOf model: ManagedObjectModel? = nil
    ) throws {
        try finish(url, checksumsOf: model) { connection in
            try connection.prepare("UPDATE Z_METADATA SET Z_UUID = ? WHERE Z_VERSION = 1").run(
                .text(newIdentifier.uuidString))
        }
    }

    /// Puts what the -wal of a store holds into the file itself, which is the whole store then, with checksums of its rows
    /// where a model is given. Nobody may have it open.
    ///
    /// Closing a store does that too, but where the disk fails then, the -wal stays and nobody is told.
    /// - Throws: `PersistenceError` when the store cannot be written.
    package static func finish(_ url: URL, checksumsOf model: ManagedObjectModel? = nil) throws {
        try finish(url, checksumsOf: model) { _ in }
    }

    private static func finish(
        _ url: URL, checksumsOf model: ManagedObjectModel?, _ change: (Connection) throws -> Void
    ) throws {
        do {
            let connection = try Connection(path: url.path, options: .noMutex)
            // SQLite looks for a log with the first statement that reads, and without one has nothing to put into the file.
            _ = try connection.scalar("SELECT count(*) FROM sqlite_schema")
            try change(connection)
            if let model { try renewChecksums(connection, model: model, name: url.lastPathComponent) }
            _ = try connection.checkpoint(.truncate)
            try connection.close()
        } catch {
            throw StoreErrors(url).writing(error)
        }
    }

    /// The key of the option to keep a checksum of every row. A store that has checksums goes on with them without it.
    package static let checksumOption = "SQLiteChecksumOption"
    /// The key of the option with an `SQLiteTrace`.
    package static let traceOption = "SQLiteTraceOption"
    /// The key of the option with keys that a migration adds to the metadata in its transaction; with it, the store is
    /// remodelled even where nothing else is to be done.
    package static let migratedMetadataOption = "SQLiteMigratedMetadataOption"
}
