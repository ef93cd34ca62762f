import CSQLite
import Synchronization

/// An open database connection: it prepares statements, owns their cache, and closes the file in `deinit`.
///
/// Only one thread at a time may use a connection and everything made from it; the owner must ensure this. Only
/// `interrupt()` may be called from any thread. A statement retains its connection. Using a closed connection is a
/// programmer error.
@usableFromInline package final class Connection: @unchecked Sendable {
    /// The path or URI that the connection was opened with.
    package let path: String

    /// Counts of statements prepared and executed and of rows read; set it to `Counters()` to reset them.
    @usableFromInline package var counters = Counters()

    /// How long a statement waits for another connection's lock before it fails as busy, in milliseconds; 0 by default.
    package var busyTimeout = 0 {
        didSet { sqlite3_busy_timeout(live, Int32(clamping: busyTimeout)) }
    }

    /// Called for each statement as it starts and ends, or nil. It runs inside SQLite and must not use this connection.
    package var trace: (@Sendable (TraceEvent) -> Void)? {
        didSet { installTracer() }
    }

    /// Whether traced events also contain the SQL with its bound values. Off by default, because values are private
    /// data.
    package var traceExpandsValues = false {
        didSet { installTracer() }
    }

    let statementCache: StatementCache
    var tracer: Tracer?
    let refusal = PendingRefusal()
    private var handle: OpaquePointer?
    private let interruptTarget: Mutex<InterruptTarget>

    /// Opens the database at `path`; `:memory:` opens a private database in memory.
    ///
    /// - Parameter vfs: the name of a registered virtual file system, or nil for the default.
    /// - Parameter cachedStatements: how many idle statements `cached(_:)` keeps, at least 0.
    /// - Throws: `DatabaseError` when the file cannot be opened. A file that is not a database fails at its first
    ///   statement.
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

    /// Closes the file and rolls back an open transaction. Closing twice does nothing.
    ///
    /// - Throws: a busy `DatabaseError` while a statement or backup of this connection exists; the connection then
    ///   stays open.
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
    }

    /// Makes the running statements fail as interrupted. Any thread may call it, even after `close()`.
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
    /// Whether the main database cannot be written, because it was opened read-only or because of the file's
    /// permissions.
    package var isReadOnly: Bool { sqlite3_db_readonly(live, "main") == 1 }
    /// Rows changed by the last INSERT, UPDATE or DELETE, not counting those changed by triggers.
    package var changes: Int { Int(sqlite3_changes64(live)) }

    /// Rows inserted, changed or deleted since the connection was opened.
    package var totalChanges: Int { Int(sqlite3_total_changes64(live)) }
}

/// The handle that another thread may interrupt; nil once the connection is closing.
private struct InterruptTarget: @unchecked Sendable {
    var handle: OpaquePointer?
}
