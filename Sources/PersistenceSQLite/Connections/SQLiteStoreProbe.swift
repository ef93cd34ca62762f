import Persistence
import SQLite

/// Counts a store's use of SQLite, for tests such as "listing 100 entries runs one statement".
package struct SQLiteStoreProbe: Sendable {
    private let pool: ConnectionPool

    /// - Returns: nil when the store is not in SQLite's format.
    package init?(_ store: PersistentStore) {
        guard let backend = store.backend as? SQLiteBackend else { return nil }
        pool = backend.pool
    }

    /// Statements compiled since `reset()`.
    package var preparedStatements: Int { pool.counters.prepared }
    /// Statements run since `reset()`, including those that begin and end transactions.
    package var executedStatements: Int { pool.counters.executed }
    /// Rows read since `reset()`.
    package var rowsRead: Int { pool.counters.rows }

    /// Resets the counts. The work of an open transaction is counted when it ends.
    package func reset() {
        pool.resetCounters()
    }
}
