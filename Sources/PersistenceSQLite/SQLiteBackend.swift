import Foundation
import Persistence
import SQLite

/// A store in an SQLite file, with any number of readers and one writer at a time. Each call uses a connection of its
/// own.
final class SQLiteBackend: StoreBackend {
    let identifier: String
    let isReadOnly: Bool
    let pool: ConnectionPool
    var mayChangeBehindCache: Bool { true }

    let naming: StoreNaming
    /// Whether the caller chose the file's journal mode, which must then not be changed.
    private let keepsJournalMode: Bool
    /// Retained because a private copy is deleted with it.
    private let place: StorePath
    /// Why the store is not written although its file could be; nil if it can be written.
    private let writeRefusal: String?
    let errors: StoreErrors
    /// Files with values that are too large for a row.
    private let externalFolder: ExternalDataFolder
    private let externalUse: ExternalDataUse
    private let externalSweep: ExternalDataSweep
    private let writeLock = WriteLock()
    private let attachedTables = LockedValue<StoreTables?>(nil)
    private let hasWriteAheadLog = LockedValue(false)
    private let attachedHistory = LockedValue<SQLiteHistory?>(nil)
    private let tracksHistory: Bool
    private let keepsChecksums: LockedValue<Bool>
    /// Whether the next write transaction mends key counters that are below a key.
    private let mendsCounters: LockedValue<Bool>
    private let watch = LockedValue(WeakWatch())

    private struct WeakWatch {
        weak var watch: OutsideCommitWatch?
    }

    init(
        schema: StoreSchema, identifier: String, pool: ConnectionPool, place: StorePath, keepsJournalMode: Bool,
        writeRefusal: String?, errors: StoreErrors, externalFolder: ExternalDataFolder, tracksHistory: Bool = false,
        keepsChecksums: Bool = false, mendsCounters: Bool = false
    ) {
        self.mendsCounters = LockedValue(mendsCounters)
        self.keepsChecksums = LockedValue(keepsChecksums)
        self.tracksHistory = tracksHistory
        self.naming = StoreNaming(schema: schema, identifier: identifier)
        self.identifier = identifier
        self.pool = pool
        self.place = place
        self.keepsJournalMode = keepsJournalMode
        self.isReadOnly = place.isReadOnly
        self.writeRefusal = writeRefusal
        self.errors = errors
        self.externalFolder = externalFolder
        externalUse = ExternalDataUse(externalFolder)
        externalSweep = ExternalDataSweep(externalFolder, externalUse)
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
        try? withWriter { connection in
            try place.file?.verifyWithLog(.saveFailed)
            let free = try connection.scalar("PRAGMA main.freelist_count").integer ?? 0
            let all = try connection.scalar("PRAGMA main.page_count").integer ?? 0
            guard free > 256, free > all / 8 else { return }
            try connection.execute("PRAGMA main.incremental_vacuum(\(limit ?? 0))")
        }
    }

    /// From now on, uses the watch's connection for all writes, so that it can distinguish them from those of others.
    func beWatched(by watch: OutsideCommitWatch) {
        self.watch.withLock { $0.watch = watch }
    }

    /// Runs `body` with the connection for writes, while no transaction of this store is open.
    func withWriter<T>(_ body: (Connection) throws -> T) throws -> T {
        writeLock.take()
        defer { writeLock.release() }
        return try withWritingConnection(body)
    }

    private func withWritingConnection<T>(_ body: (Connection) throws -> T) throws -> T {
        let watch = watch.withLock { $0.watch }
        let connection = try watch?.connection ?? pool.take()
        defer { endWriting(connection, watch) }
        return try body(connection)
    }

    private func endWriting(_ connection: Connection, _ watch: OutsideCommitWatch?) {
        if watch == nil { pool.release(connection) } else if !connection.isAutocommit { try? connection.rollback() }
    }

    private func begin() throws -> SQLiteTransaction {
        if let writeRefusal { throw PersistenceError(.readOnly, writeRefusal) }
        let tables = try tables()
        let history = attachedHistory.withLock { $0 }
        writeLock.take()
        // The transaction releases the lock when it ends.
        var isOpen = false
        do {
            let watch = watch.withLock { $0.watch }
            let connection = try watch?.connection ?? pool.take()
            do {
                try connection.begin(.immediate)
                try place.file?.verifyWithLog(.saveFailed)
            } catch {
                endWriting(connection, watch)
                throw error
            }
            let reading = SQLiteReader(connection: connection, naming: naming, tables: tables)
            let transaction = SQLiteTransaction(
                reading, history: history, keepsChecksums: keepsChecksums.withLock { $0 }, file: place.file,
                errors: errors,
                files: hasExternalValues ? ExternalDataWriter(externalFolder, externalUse) : nil
            ) { [self] isCommitted, number, hasMetadata, externalChanges in
                if isCommitted, useWriteAheadLog(connection) { watch?.noteOwnChange() }
                if let number { watch?.noteOwnTransaction(number) }
                if isCommitted, hasMetadata { watch?.noteOwnMetadata() }
                if isCommitted { mendsCounters.withLock { $0 = false } }
                endWriting(connection, watch)
                writeLock.release()
                if externalChanges > 0, externalSweep.isDue(after: externalChanges) { sweepExternalData() }
            }
            isOpen = true
            if mendsCounters.withLock({ $0 }) { try transaction.working(naming.schema.mendCounters) }
            return transaction
        } catch {
            if !isOpen { writeLock.release() }
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

    /// Deletes files that no row refers to any more, unless the store is open elsewhere.
    func close() {
        sweeping { externalSweep.deleteUnnamed($0) }
        pool.close()
        externalUse.end()
    }

    func tables() throws -> StoreTables {
        guard let tables = attachedTables.withLock({ $0 }) else {
            throw PersistenceError(.invalidStore, "The store “\(errors.name)” belongs to no coordinator.")
        }
        return tables
    }

    /// Switches an old store with a rollback journal, where readers and writers block each other, to a write-ahead log.
    /// As in Core Data, this happens after the first committed write: a rejected write leaves the file unchanged. If
    /// the store is in use at that moment, it is not switched.
    /// - Returns: Whether the store was switched now.
    private func useWriteAheadLog(_ connection: Connection) -> Bool {
        guard !hasWriteAheadLog.withLock({ $0 }) else { return false }
        defer { hasWriteAheadLog.withLock { $0 = true } }
        if keepsJournalMode || (try? connection.scalar("PRAGMA main.journal_mode")) == .text("wal") { return false }
        return (try? place.file?.useWriteAheadLog()) != nil
    }
}

extension SQLiteBackend {
    private var hasExternalValues: Bool { naming.schema.tables.contains(where: \.hasExternalValues) }

    func externalData(named name: String) throws -> Data { try externalFolder.read(name) }

    /// Shows others that files are in use, and deletes those that no row refers to, unless the store is open elsewhere.
    /// Call it before any row is read.
    func beginExternalData() {
        if hasExternalValues, !isReadOnly { try? externalFolder.make() }
        externalUse.begin()
        sweeping { externalSweep.deleteUnnamed($0) }
    }

    /// Deletes files that no row refers to any more, unless somebody else has the store open, or reads it now.
    private func sweepExternalData() {
        guard let tables = try? tables() else { return }
        sweeping { connection in
            if pool.connectionsInUse == 1 { externalSweep.deleteUnnamed(connection, cachedIn: tables) }
        }
    }

    /// Calls `body` if there is external data, unless a write transaction of this store is open: it has files that no
    /// row names yet.
    private func sweeping(_ body: (Connection) -> Void) {
        guard !isReadOnly, externalUse.isBegun, StorePath.fileSize(place.path) > 0, writeLock.takeIfFree() else {
            return
        }
        defer { writeLock.release() }
        try? withWritingConnection(body)
    }

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
