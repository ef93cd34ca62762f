import Persistence
import SQLite

/// Counts what a store asks of SQLite, for tests: "listing 100 entries runs one statement".
package struct SQLiteStoreProbe: Sendable {
    private let pool: ConnectionPool

    /// - Returns: nil when the store is not in SQLite's format.
    package init?(_ store: PersistentStore) {
        guard let backend = store.backend as? SQLiteBackend else { return nil }
        pool = backend.pool
    }

    /// Statements compiled since `reset()`.
    package var preparedStatements: Int { pool.counters.prepared }
    /// Statements run since `reset()`, those of transactions included.
    package var executedStatements: Int { pool.counters.executed }
    /// Rows read since `reset()`.
    package var rowsRead: Int { pool.counters.rows }

    /// Counts anew. Work of open transactions and snapshots counts when they end.
    package func reset() {
        pool.resetCounters()
    }
}
