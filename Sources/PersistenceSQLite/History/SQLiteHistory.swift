import Foundation
import Persistence
import SQLite

/// The history of a store in an SQLite file.
final class SQLiteHistory: StoreHistory {
    private struct Settings {
        var isTracking: Bool
        var keepsValues = false
    }

    private let settings: LockedValue<Settings>
    private let backend: @Sendable () -> SQLiteBackend?
    private let pool: ConnectionPool
    private let naming: StoreNaming
    private let errors: StoreErrors

    init(
        isTracking: Bool, pool: ConnectionPool, naming: StoreNaming, errors: StoreErrors,
        backend: @escaping @Sendable () -> SQLiteBackend?
    ) {
        settings = LockedValue(Settings(isTracking: isTracking))
        self.pool = pool
        self.naming = naming
        self.errors = errors
        self.backend = backend
    }

    var isTracking: Bool {
        get throws { try settings.withLock { $0.isTracking } || reading(HistorySchema.exists) }
    }

    func track(keepingValues: Bool) {
        settings.withLock { $0 = Settings(isTracking: true, keepsValues: keepingValues) }
    }

    /// The writer for an open transaction; nil if the store has no history.
    func writer(_ connection: Connection, _ origin: TransactionOrigin) throws -> HistoryWriter? {
        let settings = settings.withLock { $0 }
        guard try settings.isTracking || HistorySchema.exists(connection) else { return nil }
        return try HistoryWriter(
            connection, schema: naming.schema, keepsValues: settings.keepsValues, origin: origin,
            now: Date().timeIntervalSinceReferenceDate)
    }

    // MARK: Reading

    func transactions(after number: Int64, since timestamp: Double?) throws -> [HistoryTransactionRow] {
        try reading { connection in
            guard try HistorySchema.exists(connection) else { return [] }
            let reader = try HistoryReader(connection, naming: naming)
            return try reader.transactions(after: number, since: timestamp)
        }
    }

    func changes(after transaction: Int64) throws -> [HistoryChangeRow] {
        let tables = try tables()
        return try reading { connection in
            guard try HistorySchema.exists(connection) else { return [] }
            return try HistoryReader(connection, naming: naming).changes(after: transaction, tables)
        }
    }

    func forEachKeyChange(
        after transaction: Int64, in layout: EntityLayout, _ body: (HistoryKeyChange) throws -> Void
    ) throws {
        try reading { connection in
            guard try HistorySchema.exists(connection) else { return }
            try HistoryReader(connection, naming: naming).forEachKeyChange(after: transaction, in: layout, body)
        }
    }

    func changeCounts() throws -> [HistoryChangeCount] {
        let tables = try tables()
        return try reading { connection in
            guard try HistorySchema.exists(connection) else { return [] }
            return try HistoryReader(connection, naming: naming).changeCounts(tables)
        }
    }

    func rowsBefore(_ changes: [Int64], in layout: EntityLayout) throws -> [Int64: HistoryRowBefore] {
        let tables = try tables()
        return try reading { connection in
            try HistoryReader(connection, naming: naming).rowsBefore(changes, in: layout, tables)
        }
    }

    func lastNumber() throws -> Int64? { try reading(HistoryReader.lastNumber) }

    func sizes() throws -> [HistorySize] {
        try reading { connection in
            guard try connection.tableExists(HistorySchema.sizeTable) else { return [] }
            return try HistoryReader(connection, naming: naming).sizes()
        }
    }

    func totals() throws -> HistoryTotals? {
        try reading { connection in
            guard try connection.tableExists(HistorySchema.sizeTable) else { return nil }
            return try HistoryReader(connection, naming: naming).totals()
        }
    }

    // MARK: Deleting

    func delete(before number: Int64, atMost rows: Int?) throws {
        guard let backend = backend() else { throw errors.closed }
        try backend.writing { connection in
            guard try HistorySchema.exists(connection) else { return }
            try HistoryPruning(connection: connection, schema: naming.schema).delete(before: number, atMost: rows)
        }
        backend.giveBackFreePages(atMost: rows.map { _ in SQLiteHistory.pagesAtOnce })
    }

    /// Few enough pages to return to the file system without a noticeable delay.
    private static let pagesAtOnce = 1_000

    func unfinishedDeletion() throws -> Int64? {
        try reading { connection in
            guard try HistorySchema.exists(connection) else { return nil }
            return try HistoryPruning(connection: connection, schema: naming.schema).unfinished()
        }
    }

    private func tables() throws -> StoreTables {
        guard let backend = backend() else { throw errors.closed }
        return try backend.tables()
    }

    private func reading<T>(_ body: (Connection) throws -> T) throws -> T {
        do { return try pool.with(body) } catch { throw errors.reading(error) }
    }
}
