import CSQLite

/// How much of the write-ahead log a checkpoint copies into the database, and what it waits for.
package enum CheckpointMode: Sendable, CaseIterable {
    /// Copies what can be copied without waiting.
    case passive
    /// Copies everything, and waits for writers and for readers of older states.
    case full
    /// Copies everything, and the next writer restarts the log from its beginning.
    case restart
    /// Copies everything, and truncates the log file to zero bytes.
    case truncate
}

/// The result of a checkpoint, in frames of the write-ahead log; both counts are -1 when the database has no log.
package struct CheckpointResult: Sendable, Equatable {
    /// Frames in the log.
    package let logFrames: Int
    /// Frames of the log that are in the database, including those of earlier checkpoints.
    package let checkpointedFrames: Int
}

extension Connection {
    /// Copies the main database's write-ahead log into it.
    ///
    /// - Throws: a busy `DatabaseError` when readers or writers stopped a checkpoint in a mode other than passive.
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
