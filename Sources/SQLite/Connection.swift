import CSQLite
import Synchronization

/// An open database: it makes statements, owns their cache, and closes the file at its end.
///
/// One thread at a time may use a connection and everything made from it; its owner sees to that. Only `interrupt()`
/// may be called from anywhere. A statement keeps its connection alive. Using a closed connection is a programmer error.
@usableFromInline package final class Connection: @unchecked Sendable {
    /// The path or URI that the connection was opened with.
    package let path: String

    /// What was prepared, executed and read so far; set it to `Counters()` to count anew.
    @exclusivity(unchecked) @usableFromInline package var counters = Counters()

    /// How long a statement waits for another connection's lock before it fails as busy, in milliseconds; at first 0.
    package var busyTimeout = 0 {
        didSet { sqlite3_busy_timeout(live, Int32(clamping: busyTimeout)) }
    }

    /// Receives each statement as it starts and ends, or nil. It runs inside SQLite and must not use this connection.
    package var trace: (@Sendable (TraceEvent) -> Void)? {
        didSet { installTracer() }
    }

    /// Whether traced events also carry the SQL with its values in place; off unless somebody asks for private data.
    package var traceExpandsValues = false {
        didSet { installTracer() }
    }

    let statementCache: StatementCache
    var tracer: Tracer?
    var progress: ProgressHandler?
    let refusal = PendingRefusal()
    private var handle: OpaquePointer?
    private let interruptTarget: Mutex<InterruptTarget>

    /// Opens the database at `path`; `:memory:` is a private one in memory.
    ///
    /// - Parameter vfs: the name of a registered virtual file system, or nil for the default.
    /// - Parameter cachedStatements: how many idle statements `cached(_:)` keeps, at least 0.
    /// - Throws: `DatabaseError` when the file cannot be opened. A file that is no database fails at its first statement.
    package init(
        path: String, options: OpenOptions = .standard, vfs: String? = nil, cachedStatements: Int = 64
    ) throws {
        let handle = try Opening.open(path: path, options: options, vfs: vfs)
        self.path = path
        self.handle = handle
        statementCache = StatementCache(capacity: cachedStatements)
        interruptTarget = Mutex(InterruptTarget(handle: handle))
    }

    deinit {
        statementCache.removeAll()
        sqlite3_close_v2(handle)
    }

    /// Closes the file and rolls back an open transaction; closing twice does nothing.
    ///
    /// - Throws: a busy `DatabaseError` while a statement or backup of this connection is alive; it then stays open.
    package func close() throws {
        guard let handle else { return }
        statementCache.removeAll()
        interruptTarget.withLock { $0.handle = nil }
        let code = sqlite3_close(handle)
        guard code == SQLITE_OK else {
            let error = DatabaseError(code: code, connection: handle)
            interruptTarget.withLock { [target = InterruptTarget(handle: handle)] in $0 = target }
            throw error
        }
        self.handle = nil
        tracer = nil
        progress = nil
    }

    /// Makes the running statements fail as interrupted; any thread may call it, also after `close()`.
    package func interrupt() {
        interruptTarget.withLock { target in
            if let handle = target.handle { sqlite3_interrupt(handle) }
        }
    }

    /// The open handle.
    var live: OpaquePointer {
        guard let handle else { preconditionFailure("A connection is not used after it was closed.") }
        return handle
    }
}

extension Connection {
    /// Whether `close()` has succeeded.
    package var isClosed: Bool { handle == nil }
    /// Whether no transaction is open.
    package var isAutocommit: Bool { sqlite3_get_autocommit(live) != 0 }
    /// Whether the main database cannot be written, because it was asked for or because of the file's permissions.
    package var isReadOnly: Bool { sqlite3_db_readonly(live, "main") == 1 }
    /// Rows changed by the last INSERT, UPDATE or DELETE, those of triggers not counted.
    package var changes: Int { Int(sqlite3_changes64(live)) }
    /// Rows changed since the connection was opened, those of triggers counted.
    package var totalChanges: Int { Int(sqlite3_total_changes64(live)) }
    /// The rowid of the last row inserted, or 0.
    package var lastInsertRowID: Int64 { sqlite3_last_insert_rowid(live) }
}

/// The handle that another thread may interrupt, nil once it is closing.
private struct InterruptTarget: @unchecked Sendable {
    var handle: OpaquePointer?
}
