import Persistence
import SQLite

/// A store in an SQLite file, with any number of readers and one writer at a time. Each call uses a connection of its
/// own.
final class SQLiteBackend: StoreBackend {
    let identifier: String
    let isReadOnly: Bool
    let pool: ConnectionPool
    var mayChangeBehindCache: Bool { true }

    private let naming: StoreNaming
    /// Whether the caller chose the file's journal mode, which must then not be changed.
    private let keepsJournalMode: Bool
    /// Retained because a private copy is deleted with it.
    private let place: StorePlace
    /// Why the store is not written although its file could be; nil if it can be written.
    private let writeRefusal: String?
    private let errors: StoreErrors
    private let writeLock = WriteLock()
    private let attachedTables = Guarded<StoreTables?>(nil)
    private let hasWriteAheadLog = Guarded(false)
    private let attachedHistory = Guarded<SQLiteHistory?>(nil)
    private let tracksHistory: Bool
    private let keepsChecksums: Guarded<Bool>

    init(
        schema: StoreSchema, identifier: String, pool: ConnectionPool, place: StorePlace, keepsJournalMode: Bool,
        writeRefusal: String?, errors: StoreErrors, tracksHistory: Bool = false,
        keepsChecksums: Bool = false
    ) {
        self.keepsChecksums = Guarded(keepsChecksums)
        self.tracksHistory = tracksHistory
        self.naming = StoreNaming(schema: schema, identifier: identifier)
        self.identifier = identifier
        self.pool = pool
        self.place = place
        self.keepsJournalMode = keepsJournalMode
        self.isReadOnly = place.isReadOnly
        self.writeRefusal = writeRefusal
        self.errors = errors
    }

    func metadata() throws -> [String: any Sendable] {
        do {
            return try pool.with { try StoreMetadata.read($0, identifier: identifier, name: errors.name) }
        } catch {
            throw errors.reading(error)
        }
    }

    func attach(tables: StoreTables) {
        attachedTables.withLock { $0 = tables }
        let history = SQLiteHistory(isTracking: tracksHistory, pool: pool, naming: naming, errors: errors) {
            [weak self] in self
        }
        attachedHistory.withLock { $0 = history }
    }

    var takesBatches: Bool { true }

    /// From now on, every write stores a checksum of each row.
    func keepChecksums() { keepsChecksums.withLock { $0 = true } }

    var history: (any StoreHistory)? { attachedHistory.withLock { $0 } }

    func beginWrite() throws -> any StoreTransaction { try begin() }

    /// Runs `body` in a write transaction of its own.
    func writing(_ body: (Connection) throws -> Void) throws {
        let transaction = try begin()
        do {
            try transaction.working(body)
            try transaction.commit()
        } catch {
            transaction.rollback()
            throw error
        }
    }

    /// Releases free pages, such as a deletion leaves, to the file system, if there are many. A few free pages stay in
    /// the file, because the next saves reuse them.
    ///
    /// Errors are ignored: the deletion is complete, and remaining free pages are reused by the next saves.
    /// - Parameter limit: the maximum number of pages; nil for all.
    func giveBackFreePages(atMost limit: Int? = nil) {
        writeLock.take()
        defer { writeLock.release() }
        guard (try? place.file?.verifyWithLog(.saveFailed)) != nil || place.file == nil else { return }
        try? pool.with { connection in
            let free = try connection.scalar("PRAGMA main.freelist_count").integer ?? 0
            let all = try connection.scalar("PRAGMA main.page_count").integer ?? 0
            guard free > 256, free > all / 8 else { return }
            try connection.execute("PRAGMA main.incremental_vacuum(\(limit ?? 0))")
        }
    }

    private func begin() throws -> SQLiteTransaction {
        if let writeRefusal { throw PersistenceError(.readOnly, writeRefusal) }
        let tables = try tables()
        let history = attachedHistory.withLock { $0 }
        writeLock.take()
        do {
            let connection = try pool.take()
            do {
                try connection.begin(.immediate)
                try place.file?.verifyWithLog(.saveFailed)
            } catch {
                pool.release(connection)
                throw error
            }
            let reading = SQLiteReader(connection: connection, naming: naming, tables: tables)
            return SQLiteTransaction(
                reading, history: history, keepsChecksums: keepsChecksums.withLock { $0 }, file: place.file,
                errors: errors
            ) { [self] isCommitted in
                if isCommitted { useWriteAheadLog(connection) }
                pool.release(connection)
                writeLock.release()
            }
        } catch {
            writeLock.release()
            throw errors.writing(error)
        }
    }

    func readTransaction() throws -> any StoreReader {
        try SQLiteReadTransaction(pool: pool, naming: naming, tables: tables(), errors: errors)
    }

    /// Several transactions see the same state if nobody committed between the first BEGIN and the last. This is
    /// checked, not enforced, so that writers are never blocked. While commits never pause, a single read transaction is
    /// returned.
    func readTransactions(_ count: Int) throws -> [any StoreReader] {
        guard count > 1 else { return [try readTransaction()] }
        do {
            return try pool.with { connection in
                for _ in 0..<SQLiteBackend.readTransactionAttempts {
                    let version = try connection.dataVersion()
                    let transactions = try (0..<count).map { _ in try readTransaction() }
                    if try connection.dataVersion() == version { return transactions }
                }
                return [try readTransaction()]
            }
        } catch {
            throw errors.reading(error)
        }
    }

    private static let readTransactionAttempts = 8

    func close() {
        pool.close()
    }

    /// The table of an entity hierarchy, as an SQL identifier.
    func tableName(of layout: EntityLayout) -> String { naming.table(of: layout) }

    func tables() throws -> StoreTables {
        guard let tables = attachedTables.withLock({ $0 }) else {
            throw PersistenceError(.invalidStore, "The store “\(errors.name)” belongs to no coordinator.")
        }
        return tables
    }

    /// Switches an old store with a rollback journal, where readers and writers block each other, to a write-ahead log.
    /// As in Core Data, this happens after the first committed write: a rejected write leaves the file unchanged. If
    /// the store is in use at that moment, it is not switched.
    private func useWriteAheadLog(_ connection: Connection) {
        guard !hasWriteAheadLog.withLock({ $0 }) else { return }
        if !keepsJournalMode, (try? connection.scalar("PRAGMA main.journal_mode")) != .text("wal") {
            try? place.file?.useWriteAheadLog()
        }
        hasWriteAheadLog.withLock { $0 = true }
    }
}

extension SQLiteBackend {
    /// Reads with a connection of the pool.
    func reading<T>(_ body: (any StoreReader) throws -> T) throws -> T {
        let tables = try tables()
        do {
            return try pool.with { try body(SQLiteReader(connection: $0, naming: naming, tables: tables)) }
        } catch {
            throw errors.reading(error)
        }
    }
}
