import Persistence
import SQLite

/// Detects changes to a store's file, and reads the versions of rows.
///
/// It uses a connection of its own, whose `data_version` changes with each commit of another connection, including this
/// process's own. The caller must recognize its own commits. Use on one thread at a time.
/// Source: sqlite.org/pragma.html#pragma_data_version
package final class SQLiteStoreWatch {
    private let backend: SQLiteBackend
    private let connection: Connection
    private var lastVersion: Int64?

    /// - Returns: nil when the store is not in SQLite's format, or is read-only.
    /// - Throws: `PersistenceError` when no connection can be opened.
    package init?(_ store: PersistentStore) throws {
        guard let backend = store.backend as? SQLiteBackend, !backend.isReadOnly else { return nil }
        self.backend = backend
        connection = try backend.pool.take()
    }

    deinit {
        backend.pool.release(connection)
    }

    /// Whether anything was committed since the last call; true for the first call.
    package func hasChanged() throws -> Bool {
        let version = try connection.dataVersion()
        defer { lastVersion = version }
        return version != lastVersion
    }

    /// The version of every row of an entity, by key.
    /// - Complexity: one statement that reads the whole table.
    package func versions(of entity: EntityDescription) throws -> [Int64: Int64] {
        let table = backend.tableName(of: entity.layout)
        let statement = try connection.cached("SELECT Z_PK, Z_OPT FROM \(table)")
        var versions: [Int64: Int64] = [:]
        while try statement.step() { versions[statement.int64(0)] = statement.int64(1) }
        return versions
    }
}
