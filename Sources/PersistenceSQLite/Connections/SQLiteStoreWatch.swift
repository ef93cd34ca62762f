import Persistence
import SQLite

/// Tells when somebody else changed a store's file, and which rows have which version.
///
/// It holds a connection of its own, whose `data_version` the commits of every other connection change, those of this
/// process too: whoever watches knows what it wrote itself. Use on one thread at a time.
/// Source: sqlite.org/pragma.html#pragma_data_version
package final class SQLiteStoreWatch {
    private let backend: SQLiteBackend
    private let connection: Connection
    private var lastVersion: Int64?

    /// - Returns: nil when nothing can change: the store is not in SQLite's format, or a private copy of a file.
    /// - Throws: `PersistenceError` when no connection can be opened.
    package init?(_ store: PersistentStore) throws {
        guard let backend = store.backend as? SQLiteBackend, !backend.isReadOnly else { return nil }
        self.backend = backend
        connection = try backend.pool.take()
    }

    deinit {
        backend.pool.giveBack(connection)
    }

    /// Whether anything was committed since the last call; the first call says yes.
    package func hasChanged() throws -> Bool {
        let version = try connection.dataVersion()
        defer { lastVersion = version }
        return version != lastVersion
    }

    /// The version of every row of an entity, by key. Complexity: one statement that reads the whole table.
    package func versions(of entity: EntityDescription) throws -> [Int64: Int64] {
        let table = backend.tableName(of: entity.layout)
        let statement = try connection.cached("SELECT Z_PK, Z_OPT FROM \(table)")
        var versions: [Int64: Int64] = [:]
        while try statement.step() { versions[statement.int64(0)] = statement.int64(1) }
        return versions
    }
}
