import Foundation
import Persistence
import SQLite

/// Checks whether the log next to a database belongs to it.
///
/// SQLite does not link the two. The salts and checksums in a log link its frames with its own header only, and no
/// checkpoint writes them into the database. But a log's content says which states of a file it can belong to.
///
/// A log begins with a state that was completely in the file, and a checkpoint copies the newest version of each page
/// from a beginning of the log into the file. So without the log, the file has the state that the log continues, the
/// state after one of the log's transactions, or, after a power failure, pages of both. It follows, for a store of any
/// program:
///
/// - The page size is the same, and the file's header says that it has a log.
/// - Pages past the file's end are all in the log, because a file grows in its log first.
/// - The file's change counter is that of one of the log's versions of the first page, or one less.
/// - The store's UUID is the same.
///
/// Its `StoreStateMark` shows which of a store's states it is: the file's own is among those that the log's transactions
/// set, or is the one that the first of them replaced. Two states never have the same mark, not even those of two
/// copies that continued separately. If both have marks, nothing else is compared.
///
/// Stores of earlier versions of this engine and of Core Data have no mark, and a log that a program without marks wrote
/// has none either. There, the counters of keys must not be lower with the log, the history must not have more new
/// transactions than the log, and its newest transaction without the log must be the same with it, unless it was
/// deleted meanwhile. A log of another state in which all of this is the same cannot be detected, nor can one beside a
/// file that cannot be read without it.
struct WriteAheadLogOrigin {
    let path: String
    let name: String

    /// Rejects, before SQLite opens the database, files that SQLite would delete unread or apply to it: a log next to
    /// an empty file (a database's header is written before its log), a file of another kind, and another database's
    /// rollback journal.
    /// - Throws: `openFailed`, with a `StoreFileFault` below it or because a file cannot be read.
    func requireLog() throws {
        if try RollbackJournal.isForeign(beside: path) { throw fault(.foreignJournal) }
        let start = try FileBytes.read(4, of: path + "-wal")
        guard !start.isEmpty else { return }
        // Read after the log: a store that is being created meanwhile has its header by now.
        let isEmpty = try FileIdentity.of(path)?.size == 0
        if isEmpty || !WriteAheadLog.isLog(start) { throw fault(.foreignLog) }
    }

    /// Rejects a log of another database or of another state of this one, and a log without any complete transaction.
    /// If a log is cut off later, its complete transactions belong to the store.
    /// - Parameter connection: holds the only lock on the database, and leaves its files unchanged.
    /// - Throws: `openFailed`, with a `StoreFileFault` below it or because a file cannot be read.
    func requireOwnLog(_ connection: Connection) throws {
        let log = try WriteAheadLog(path + "-wal")
        if log.isHeaderDamaged { throw fault(.damagedLog) }
        if log.transactionCount == 0 {
            if try indexedFrameCount(log) > 0 { throw fault(.damagedLog) }
            return
        }
        guard try hasHeader(of: log, connection), try hasNoHole(log), try continuesState(log, connection) else {
            throw fault(.foreignLog)
        }
    }

    private func fault(_ fault: StoreFileFault) -> PersistenceError {
        PersistenceError(.openFailed, fault.sentence(name), underlying: fault)
    }

    // MARK: The file and its index

    /// The number of the log's frames according to its index; 0 if the index is not for this log. The index is written
    /// last, so after a crash it never has more frames than the log.
    private func indexedFrameCount(_ log: WriteAheadLog) throws -> Int {
        let index = log.salts.isEmpty ? [] : try FileBytes.read(96, of: path + "-shm")
        guard index.count == 96, index[..<48].elementsEqual(index[48...]), index[32..<40].elementsEqual(log.salts)
        else {
            return 0
        }
        return Int(index.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 16, as: UInt32.self) })
    }

    private func hasHeader(of log: WriteAheadLog, _ connection: Connection) throws -> Bool {
        let header = try connection.fileBytes(100)
        let pageSize = Int(header[16]) << 8 | Int(header[17])
        guard log.pageSize == (pageSize == 1 ? 65536 : pageSize), header[18] == 2, header[19] == 2 else { return false }
        // A connection that continues to write counts its transactions as one, so the counter may not have changed.
        guard let counters = log.changeCounters else { return true }
        let counter = header.number(at: 24)
        return counter &+ 1 >= counters.lowerBound && counter <= counters.upperBound
    }

    /// A database grows in its log first: every page past its end must be in the log, except the lock page.
    private func hasNoHole(_ log: WriteAheadLog) throws -> Bool {
        let present = UInt32(clamping: (try FileIdentity.of(path)?.size ?? 0) / Int64(log.pageSize))
        let lockPage = UInt32(0x4000_0000 / log.pageSize + 1)
        guard present < log.pageCount else { return true }
        return (present + 1...log.pageCount).allSatisfy { $0 == lockPage || log.pages.contains($0) }
    }

    // MARK: The state of the store

    private func continuesState(_ log: WriteAheadLog, _ connection: Connection) throws -> Bool {
        guard let before = try stateWithoutLog(), let after = try StoreState(connection) else { return true }
        guard before.identifier == after.identifier else { return false }
        if let mark = before.mark, !log.marks.isEmpty {
            guard log.marks.contains(mark) else { return false }
            if mark != StoreStateMark.none { return true }
        }
        return try before.precedes(after, by: log.transactionCount, connection)
    }

    /// The state without the log; nil if the database cannot be read without it, which may be so after a checkpoint that
    /// was interrupted.
    /// - Throws: an error of the disk.
    private func stateWithoutLog() throws -> StoreState? {
        do {
            let connection = try Connection(path: path, options: [.readOnly, .immutable, .noMutex])
            defer { try? connection.close() }
            return try StoreState(connection)
        } catch {
            if SQLiteStore.isOfDisk(error) { throw error }
            return nil
        }
    }
}

/// Parts of a store's state by which a file and a log are compared.
private struct StoreState {
    let identifier: String
    /// Nil if it cannot be read.
    let mark: [UInt8]?
    /// The highest keys, by entity name.
    let counters: [String: Int64]
    /// The latest transaction in its history.
    let lastTransaction: (key: Int64, time: Value)?
    /// The number of transactions that its history has had.
    var transactions: Int64 { counters[HistorySchema.Entity.transaction.name] ?? 0 }

    /// - Returns: nil for a database that is not a store, which is reported when it is opened.
    init?(_ connection: Connection) throws {
        guard try connection.tableExists("Z_METADATA"), try connection.tableExists("Z_PRIMARYKEY"),
            let identifier = try connection.scalar("SELECT Z_UUID FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1").text
        else { return nil }
        self.identifier = identifier
        mark = try StoreStateMark.current(connection)
        lastTransaction = try StoreState.lastTransaction(connection)
        let statement = try connection.prepare("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY")
        var counters: [String: Int64] = [:]
        while try statement.step() { counters[statement.string(0)] = statement.int64(1) }
        self.counters = counters
    }

    /// Whether the other state can follow this one after that many transactions of a log.
    /// - Parameter connection: reads the other state.
    func precedes(_ other: StoreState, by transactionCount: Int, _ connection: Connection) throws -> Bool {
        // A history only grows at its end, so the part in both states is the same.
        if let last = lastTransaction, let now = try StoreState.time(ofTransaction: last.key, connection),
            now != last.time
        {
            return false
        }
        let isOlder = counters.contains { name, count in other.counters[name].map { $0 < count } ?? false }
        return !isOlder && other.transactions - transactions <= transactionCount
    }

    private static func lastTransaction(_ connection: Connection) throws -> (key: Int64, time: Value)? {
        guard try HistorySchema.exists(connection),
            let key = try connection.scalar("SELECT max(Z_PK) FROM ATRANSACTION").integer,
            let time = try time(ofTransaction: key, connection)
        else { return nil }
        return (key, time)
    }

    /// Nil for a transaction that was deleted from the history.
    static func time(ofTransaction key: Int64, _ connection: Connection) throws -> Value? {
        guard try HistorySchema.exists(connection) else { return Value?.none }
        let time = try connection.scalar("SELECT ZTIMESTAMP FROM ATRANSACTION WHERE Z_PK = ?", .integer(key))
        // A plain nil would be the value NULL.
        return time == .null ? Value?.none : time
    }
}
