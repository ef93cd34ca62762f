import Foundation
import Persistence
import SQLite

/// The store's state when the snapshot was created, for as long as it is retained: one connection in a read
/// transaction.
///
/// Use on any thread; calls run one after the other. Writers are not blocked.
final class SQLiteSnapshot: StoreReader, @unchecked Sendable {
    private let reading: StoreReading
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
        self.reading = StoreReading(connection: connection, naming: naming, tables: tables)
        self.pool = pool
        self.errors = errors
    }

    deinit {
        pool.release(reading.connection)
    }

    func fetch(_ fetch: StoreFetch, _ body: (RowBlock) throws -> Void) throws {
        try locked { try $0.fetch(fetch, known: nil, body) }
    }

    func fetch(_ fetch: StoreFetch, known: (any KnownRows)?, _ body: (RowBlock) throws -> Void) throws {
        try locked { try $0.fetch(fetch, known: known, body) }
    }

    func count(_ fetch: StoreFetch) throws -> Int { try locked { try $0.count(fetch) } }

    func forEachKey(_ fetch: StoreFetch, _ body: (StoredKey) throws -> Void) throws {
        try locked { try $0.forEachKey(fetch, body) }
    }

    func rows(keys: [Int64], in layout: EntityLayout) throws -> [RowBlock] {
        try locked { try $0.rows(keys: keys, in: layout) }
    }

    func destinations(of slot: Int, in layout: EntityLayout, key: Int64) throws -> [StoredKey] {
        try locked { try $0.destinations(of: slot, in: layout, key: key) }
    }

    func related(
        to keys: [Int64], through slot: Int, in layout: EntityLayout, _ body: (RowBlock) throws -> Void
    ) throws -> [Int64: [StoredKey]] {
        try locked { try $0.related(to: keys, through: slot, in: layout, body) }
    }

    private func locked<T>(_ body: (StoreReading) throws -> T) throws -> T {
        try lock.withLock {
            do { return try body(reading) } catch { throw errors.reading(error) }
        }
    }
}
