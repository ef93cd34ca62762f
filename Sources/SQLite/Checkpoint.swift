import CSQLite

/// How far a checkpoint goes in copying the write-ahead log into the database.
package enum CheckpointMode: Sendable, CaseIterable {
    /// What can be copied without waiting.
    case passive
    /// Everything; waits for writers and for readers of older states.
    case full
    /// Everything, and the next writer starts the log anew.
    case restart
    /// Everything, and the log file is cut to zero bytes.
    case truncate
}

/// What a checkpoint did, in frames of the write-ahead log; both are -1 when the database has no log.
package struct CheckpointResult: Sendable, Equatable {
    /// Frames in the log.
    package let logFrames: Int
    /// Frames of the log that are in the database, earlier checkpoints included.
    package let checkpointedFrames: Int
}

extension Connection {
    /// Copies the main database's write-ahead log into it.
    ///
    /// - Throws: a busy `DatabaseError` when a mode other than passive had to stop because of readers or writers.
    @discardableResult
    package func checkpoint(_ mode: CheckpointMode) throws -> CheckpointResult {
        var frames: Int32 = -1
        var copied: Int32 = -1
        let code = sqlite3_wal_checkpoint_v2(live, "main", mode.code, &frames, &copied)
        guard code == SQLITE_OK else { throw DatabaseError(code: code, connection: live) }
        return CheckpointResult(logFrames: Int(frames), checkpointedFrames: Int(copied))
    }
}

extension CheckpointMode {
    fileprivate var code: Int32 {
        switch self {
        case .passive: SQLITE_CHECKPOINT_PASSIVE
        case .full: SQLITE_CHECKPOINT_FULL
        case .restart: SQLITE_CHECKPOINT_RESTART
        case .truncate: SQLITE_CHECKPOINT_TRUNCATE
        }
    }
}
