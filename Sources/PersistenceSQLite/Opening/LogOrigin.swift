import Foundation
import Persistence
import SQLite

/// Tells whether what lies beside a database under the name of its log can be that database's.
///
/// Nothing in the format ties the two together. What can be told: the size of pages, and that the database's header says
/// that it has a log; that pages behind the database's end are all in the log; that the change counter of the first page
/// goes on where the database's is; that UUID and counters of keys go on, too, and that a history grew by no more than one
/// transaction for each of the log's. What cannot be told: a log of another state in which all of that is the same.
struct LogOrigin {
    let path: String
    let name: String

    /// Refuses, before SQLite is let near it, what SQLite would remove unread or put into the database: a log beside an empty
    /// file, as the header of the database is written before its log is, a file of another kind, and another database's
    /// rollback journal.
    /// - Throws: `openFailed` with a `StoreFileFault` below it, or where a file cannot be read.
    func requireLog() throws {
        if try RollbackJournal.isForeign(beside: path) { throw fault(.foreignJournal) }
        let start = try FileBytes.read(4, of: path + "-wal")
        guard !start.isEmpty else { return }
        // The log was there first: a store that is made meanwhile has its header by now.
        let isEmpty = try FileIdentity.of(path)?.size == 0
        if isEmpty || !WriteAheadLog.isLog(start) { throw fault(.foreignLog) }
    }

    /// Refuses a log that was written for another database or another state of this one, or that has nothing whole any more.
    /// Of one that breaks off later, what is whole is the store's.
    /// - Parameter connection: holds the database alone, and leaves its files as they are.
    /// - Throws: `openFailed` with a `StoreFileFault` below it, or where a file cannot be read.
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

    /// How many frames of the log the index beside it knows; 0 where it knows nothing of this log. It is written last, so
    /// that after a crash it never knows of more than the log holds.
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
        // A connection that goes on writing counts its transactions as one, so that the counter may also stand still.
        guard let counters = log.changeCounters else { return true }
        let counter = header.number(at: 24)
        return counter &+ 1 >= counters.lowerBound && counter <= counters.upperBound
    }

    /// A database grows in its log first: each page behind its end is there, but for the one that locks lie on.
    private func hasNoHole(_ log: WriteAheadLog) throws -> Bool {
        let present = UInt32(clamping: (try FileIdentity.of(path)?.size ?? 0) / Int64(log.pageSize))
        let lockPage = UInt32(0x4000_0000 / log.pageSize + 1)
        guard present < log.pageCount else { return true }
        return (present + 1...log.pageCount).allSatisfy { $0 == lockPage || log.pages.contains($0) }
    }

    // MARK: What the store says

    /// A database into which part of the log was put already may not be readable without it; then this says nothing.
    private func continuesState(_ log: WriteAheadLog, _ connection: Connection) throws -> Bool {
        guard let before = try? withoutLog(StoreState.init), let after = try StoreState(connection) else { return true }
        guard before.identifier == after.identifier, after.isIntact || !before.isIntact else { return false }
        // A history only grows at its end; what both have of it is the same.
        if let last = before.lastTransaction, let now = try StoreState.time(ofTransaction: last.key, connection),
            now != last.time
        {
            return false
        }
        let isBehind = before.counters.contains { name, count in after.counters[name].map { $0 < count } ?? false }
        return !isBehind && after.transactions - before.transactions <= log.transactionCount
    }

    private func withoutLog<T>(_ body: (Connection) throws -> T) throws -> T {
        let connection = try Connection(path: path, options: [.readOnly, .immutable, .noMutex])
        defer { try? connection.close() }
        return try body(connection)
    }
}

/// What a store says of itself that only grows, or stays.
private struct StoreState {
    let identifier: String
    /// Whether its metadata have the checksum that is kept of them; where none is, they do.
    let isIntact: Bool
    /// The highest keys, by entity.
    let counters: [String: Int64]
    /// The latest transaction of its history, and when it was.
    let lastTransaction: (key: Int64, time: Value)?
    /// How many transactions its history had.
    var transactions: Int64 { counters[HistorySchema.Entity.transaction.name] ?? 0 }

    /// - Returns: nil for what is no store, which whoever opens it says.
    init?(_ connection: Connection) throws {
        try RowChecksum.register(on: connection)
        guard try connection.tableExists("Z_METADATA"), try connection.tableExists("Z_PRIMARYKEY"),
            let identifier = try connection.scalar("SELECT Z_UUID FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1").text
        else { return nil }
        self.identifier = identifier
        isIntact =
            try !ChecksumTable.exists(connection) || ChecksumTable(connection: connection).hasIntactMetadata()
        lastTransaction = try StoreState.lastTransaction(connection)
        let statement = try connection.prepare("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY")
        var counters: [String: Int64] = [:]
        while try statement.step() { counters[statement.string(0)] = statement.int64(1) }
        self.counters = counters
    }

    private static func lastTransaction(_ connection: Connection) throws -> (key: Int64, time: Value)? {
        guard try HistorySchema.exists(connection),
            let key = try connection.scalar("SELECT max(Z_PK) FROM ATRANSACTION").integer,
            let time = try time(ofTransaction: key, connection)
        else { return nil }
        return (key, time)
    }

    /// Nil for one that was trimmed.
    static func time(ofTransaction key: Int64, _ connection: Connection) throws -> Value? {
        guard try HistorySchema.exists(connection) else { return nil }
        let time = try connection.scalar("SELECT ZTIMESTAMP FROM ATRANSACTION WHERE Z_PK = ?", .integer(key))
        return time == .null ? nil : time
    }
}
