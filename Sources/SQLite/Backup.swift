import CSQLite

/// Copies a whole database into another connection's database, while others may read and write the source.
///
/// In WAL mode the copy is the state of the source at the start, and writers are not blocked. In other journal modes, a
/// write by another connection restarts the copy. Neither connection may be used for anything else until the copy is
/// complete.
package struct Backup {
    /// The progress of a copy, in pages.
    package struct Progress: Sendable, Equatable {
        package let remainingPages: Int
        package let totalPages: Int
    }

    private let source: Connection
    private let destination: Connection
    private let pagesPerStep: Int

    /// - Parameter pagesPerStep: pages copied between two calls of the progress closure, at least 1.
    package init(from source: Connection, to destination: Connection, pagesPerStep: Int = 256) {
        self.source = source
        self.destination = destination
        self.pagesPerStep = max(1, pagesPerStep)
    }

    /// Copies the main database and replaces what the destination held.
    ///
    /// - Parameter progress: called after each step; return false to cancel. The last call, with no pages remaining,
    ///   comes when the copy is complete, and its result is ignored.
    /// - Throws: `DatabaseError`, interrupted when `progress` returned false, or the error that `progress` threw. The
    ///   destination then has its old content.
    package func run(progress: (Progress) throws -> Bool = { _ in true }) throws {
        try withStableSource {
            guard let backup = sqlite3_backup_init(destination.live, "main", source.live, "main") else {
                throw DatabaseError(code: sqlite3_extended_errcode(destination.live), connection: destination.live)
            }
            do {
                try copy(backup, progress: progress)
            } catch {
                sqlite3_backup_finish(backup)
                throw error
            }
            try Backup.check(sqlite3_backup_finish(backup))
        }
    }

    private func copy(_ backup: OpaquePointer, progress: (Progress) throws -> Bool) throws {
        while true {
            let code = sqlite3_backup_step(backup, Int32(clamping: pagesPerStep))
            if code != SQLITE_DONE { try Backup.check(code) }
            let state = Progress(
                remainingPages: Int(sqlite3_backup_remaining(backup)),
                totalPages: Int(sqlite3_backup_pagecount(backup)))
            if code == SQLITE_DONE {
                _ = try? progress(state)
                return
            }
            guard try progress(state) else {
                throw DatabaseError(extendedCode: SQLITE_INTERRUPT, message: "the backup was cancelled")
            }
        }
    }

    /// A read transaction pins one state of a WAL database. In other journal modes it would only keep writers out.
    private func withStableSource(_ body: () throws -> Void) throws {
        guard source.isAutocommit, try source.scalar("PRAGMA main.journal_mode") == .text("wal") else {
            return try body()
        }
        try source.transaction(.deferred) {
            _ = try source.scalar("SELECT count(*) FROM main.sqlite_master")
            try body()
        }
    }

    private static func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw DatabaseError(extendedCode: code) }
    }
}
