import CSQLite

/// A compiled SQL statement: bind its parameters, step through its rows, reset it and use it again.
///
/// Parameter indexes start at 1, column indexes at 0. A statement that has run to its end or failed is reset
/// automatically. It may be used only on its connection's thread, and retains the connection. Its `deinit` finalizes it
/// or returns it to the cache.
@usableFromInline package final class Statement {
    /// The connection that made it.
    @usableFromInline package let connection: Connection
    /// The SQL that it was compiled from, without bound values.
    package let sql: String

    @usableFromInline var handle: OpaquePointer?
    @usableFromInline var isRunning = false
    private let returnsToCache: Bool

    init(connection: Connection, handle: OpaquePointer, sql: String, returnsToCache: Bool) {
        self.connection = connection
        self.handle = handle
        self.sql = sql
        self.returnsToCache = returnsToCache
    }

    deinit {
        finalize()
    }

    /// Finalizes the statement before `deinit`; using it afterwards is a programmer error.
    package func finalize() {
        guard let handle else { return }
        self.handle = nil
        if returnsToCache {
            connection.statementCache.release(handle, for: sql)
        } else {
            sqlite3_finalize(handle)
        }
    }

    @inlinable @inline(__always) var live: OpaquePointer {
        guard let handle else { Statement.reportUseAfterFinalize() }
        return handle
    }

    @usableFromInline static func reportUseAfterFinalize() -> Never {
        preconditionFailure("A statement is not used after it was finalised.")
    }
}

extension Statement {
    /// Steps to the next row, or starts the statement.
    ///
    /// - Returns: true at a row; false at the end, where the statement is reset.
    /// - Throws: `DatabaseError`, or the cause of a function's `FunctionRefusal`. The statement is then reset and can
    ///   be stepped again from its beginning.
    @inlinable @inline(__always) package func step() throws -> Bool {
        let handle = live
        if !isRunning {
            isRunning = true
            connection.counters.executed &+= 1
        }
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW {
            connection.counters.rows &+= 1
            return true
        }
        guard code == SQLITE_DONE else { throw failure(code) }
        sqlite3_reset(handle)
        isRunning = false
        return false
    }

    /// Returns to the beginning and releases locks; the bindings stay. Allowed at any time, even between rows.
    @inlinable @inline(__always) package func reset() {
        sqlite3_reset(live)
        isRunning = false
    }

    /// Binds the values, runs to the end, and resets; without values the bindings stay as they are.
    ///
    /// - Throws: `DatabaseError`, with the code RANGE unless there is one value for each parameter.
    package func run(_ values: Value...) throws {
        try run(values)
    }

    /// Binds the values, runs to the end, and resets; without values the bindings stay as they are.
    package func run(_ values: [Value]) throws {
        reset()
        if !values.isEmpty { try bind(values) }
        while try step() {}
    }

    @usableFromInline @inline(never) func failure(_ code: Int32) -> any Error {
        let refusal = connection.refusal.take()
        let error = DatabaseError(code: code, connection: connection.live, sql: sql).withoutValues
        reset()
        return refusal ?? error
    }
}

extension Statement {
    /// Whether it has started and has neither reached its end nor been reset.
    package var isBusy: Bool { sqlite3_stmt_busy(live) != 0 }
    /// Whether it does not write to the database itself.
    package var isReadOnly: Bool { sqlite3_stmt_readonly(live) != 0 }
    /// The highest parameter index.
    package var parameterCount: Int32 { sqlite3_bind_parameter_count(live) }
    /// The number of columns in its rows; 0 for a statement without rows.
    package var columnCount: Int32 { sqlite3_column_count(live) }
    /// The name of a column, or an empty string when there is no such column.
    package func columnName(_ column: Int32) -> String {
        sqlite3_column_name(live, column).map { String(cString: $0) } ?? ""
    }
}
