import Foundation
import Persistence
import SQLite

/// A connection that leaves the files unchanged, for checking a store that may be rejected: its log is not
/// checkpointed, and the log's index is kept in memory. Nobody else can use the store meanwhile.
///
/// Source: "Use of WAL Without Shared-Memory", sqlite.org/wal.html.
struct ExaminingConnection {
    let connection: Connection
    private let path: String
    private let hadLog: Bool

    /// - Returns: nil if the store has no side files that could be changed, is in use (its files are then being changed
    ///   anyway), or cannot be locked.
    /// - Throws: SQLite's error for a file that is not a database, or `openFailed` with a `StoreFileFault` below it for
    ///   a log that does not belong to the store.
    init?(_ place: StorePath, name: String) throws {
        guard place.canBeLocked else { return nil }
        path = place.path
        hadLog = try FileIdentity.of(path + "-wal") != nil
        guard try hadLog || FileIdentity.of(path + "-shm") != nil else { return nil }
        connection = try Connection(path: path, options: .noMutex)
        connection.setCheckpointsOnClose(false)
        do {
            try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            _ = try connection.scalar("SELECT count(*) FROM sqlite_schema")
            try ConnectionRecipe.registerTriggerFunctions(connection)
            try place.file?.verify(.openFailed)
            try WriteAheadLogOrigin(path: path, name: name).requireOwnLog(connection)
        } catch {
            // By now, the log may be a new one of another process.
            try? connection.close()
            if let error = error as? DatabaseError, error.isBusy { return nil }
            throw error
        }
    }

    /// If there was no log, SQLite created an empty one, which nobody else uses.
    func close() {
        if !hadLog, (try? FileIdentity.of(path + "-wal"))?.size == 0 { unlink(path + "-wal") }
        try? connection.close()
    }
}
