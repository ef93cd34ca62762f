import Foundation
import Persistence
import SQLite

/// The store's state when it was created, for as long as it is retained: one connection in a read
/// transaction.
///
/// Use on any thread; calls run one after the other. Writers are not blocked.
final class SQLiteReadTransaction: ForwardingReader, @unchecked Sendable {
    private let reader: SQLiteReader
    private let pool: ConnectionPool
    private let errors: StoreErrors
    private let lock = NSRecursiveLock()

    init(pool: ConnectionPool, naming: StoreNaming, tables: StoreTables, errors: StoreErrors) throws {
        let connection = try pool.take()
        do {
            try connection.begin(.deferred)
            _ = try connection.scalar("SELECT Z_VERSION FROM Z_METADATA LIMIT 1")
        } catch {
            pool.release(connection)
            throw errors.reading(error)
        }
        reader = SQLiteReader(connection: connection, naming: naming, tables: tables)
        self.pool = pool
        self.errors = errors
    }

    deinit {
        pool.release(reader.connection)
    }

    func reading<T>(_ body: (any StoreReader) throws -> T) throws -> T {
        try lock.withLock {
            do { return try body(reader) } catch { throw errors.reading(error) }
        }
    }
}
