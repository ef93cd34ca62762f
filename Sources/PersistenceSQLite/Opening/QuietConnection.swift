import Foundation
import Persistence
import SQLite

/// A connection that leaves the files as they are, for looking at a store that may be refused: its log is not put into the
/// database, and the log's index is kept in memory. Nobody else can use the store meanwhile.
///
/// Source: "Use of WAL Without Shared-Memory", sqlite.org/wal.html.
struct QuietConnection {
    let connection: Connection
    private let path: String
    private let hadLog: Bool

    /// - Returns: nil where nothing lies beside the store that could be changed, where somebody uses it, whose files are in
    ///   use anyway, and where it cannot be locked.
    /// - Throws: SQLite's error for what is no database, or `openFailed` with a `StoreFileFault` below it for a log that
    ///   belongs to another.
    init?(_ place: StorePlace, name: String) throws {
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
            try LogOrigin(path: path, name: name).requireOwnLog(connection)
        } catch {
            // The log may be somebody else's new one by now.
            try? connection.close()
            if let error = error as? DatabaseError, error.isBusy { return nil }
            throw error
        }
    }

    /// Without a log, SQLite has made an empty one, which nobody else uses.
    func close() {
        if !hadLog, (try? FileIdentity.of(path + "-wal"))?.size == 0 { unlink(path + "-wal") }
        try? connection.close()
    }
}
