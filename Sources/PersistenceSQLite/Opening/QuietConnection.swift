import Foundation
import Persistence
import SQLite

/// A connection that leaves the files as they are, for looking at a store that may be refused: its log is not put into the
/// database, and the log's index is kept in memory. Nobody else can use the store meanwhile.
///
/// Source: "Use of WAL Without Shared-Memory", sqlite.org/wal.html.
struct QuietConnection {
    let connection: Connection
    private let place: StorePlace
    private let hadLog: Bool

    /// - Returns: nil where nothing lies beside the store that could be changed, where somebody uses it, whose files are in
    ///   use anyway, and where it cannot be locked.
    /// - Throws: SQLite's error for what is no database.
    init?(_ place: StorePlace) throws {
        guard let file = place.file, place.canBeLocked else { return nil }
        hadLog = try FileIdentity.of(file.path + "-wal") != nil
        guard try hadLog || FileIdentity.of(file.path + "-shm") != nil else { return nil }
        self.place = place
        connection = try Connection(path: file.path, options: .noMutex)
        connection.setCheckpointsOnClose(false)
        do {
            try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            _ = try connection.scalar("SELECT count(*) FROM sqlite_schema")
            try ConnectionRecipe.registerTriggerFunctions(connection)
            try file.verify(.openFailed)
        } catch {
            // The log may be somebody else's new one by now.
            try? connection.close()
            if let error = error as? DatabaseError, error.isBusy { return nil }
            throw error
        }
    }

    /// Without a log, SQLite has made an empty one, which nobody else uses.
    func close() {
        if let file = place.file, !hadLog, (try? FileIdentity.of(file.path + "-wal"))?.size == 0 {
            unlink(file.path + "-wal")
        }
        try? connection.close()
    }
}
