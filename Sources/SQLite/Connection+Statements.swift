import CSQLite

extension Connection {
    /// Compiles one statement.
    ///
    /// - Throws: `DatabaseError` with the SQL and the position of the error; also when the string contains no
    ///   statement, more than one, or a NUL byte.
    package func prepare(_ sql: String) throws -> Statement {
        Statement(connection: self, handle: try compile(sql, flags: 0), sql: sql, returnsToCache: false)
    }

    /// A statement from the cache, compiled if it is not in the cache.
    ///
    /// When the statement object is released, the statement returns to the cache, reset and without bindings. Asking
    /// for the same SQL while one is in use returns another, independent statement.
    package func cached(_ sql: String) throws -> Statement {
        let handle =
            try statementCache.take(sql) ?? compile(sql, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
        return Statement(connection: self, handle: handle, sql: sql, returnsToCache: true)
    }

    /// Runs every statement of a script in order and discards their rows; stops at the first that fails.
    package func execute(_ sql: String) throws {
        try Connection.requireNoNUL(in: sql)
        try sql.withCString { start in
            var rest = start
            while let handle = try compileFirst(of: &rest, flags: 0) {
                let text = sqlite3_sql(handle).map { String(cString: $0) } ?? ""
                try Statement(connection: self, handle: handle, sql: text, returnsToCache: false).run()
            }
        }
    }

    /// The first column of the first row, or `.null` when there is no row.
    package func scalar(_ sql: String, _ bindings: Value...) throws -> Value {
        let statement = try prepare(sql)
        try statement.bind(bindings)
        return try statement.step() ? statement.value(0) : .null
    }
}

extension Connection {
    private func compile(_ sql: String, flags: UInt32) throws -> OpaquePointer {
        try Connection.requireNoNUL(in: sql)
        return try sql.withCString { start in
            var rest = start
            guard let handle = try compileFirst(of: &rest, flags: flags) else {
                throw DatabaseError(extendedCode: SQLITE_MISUSE, message: "the SQL holds no statement", sql: sql)
            }
            guard try isBlank(rest) else {
                sqlite3_finalize(handle)
                throw DatabaseError(
                    extendedCode: SQLITE_MISUSE, message: "the SQL holds more than one statement", sql: sql,
                    offset: rest - start)
            }
            return handle
        }
    }

    /// Whether only comments and white space are left of a script; a syntax error in the rest counts as a statement.
    private func isBlank(_ rest: UnsafePointer<CChar>) throws -> Bool {
        guard rest.pointee != 0 else { return true }
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v3(live, rest, -1, 0, &handle, nil)
        sqlite3_finalize(handle)
        return code == SQLITE_OK && handle == nil
    }

    /// Compiles a script's first statement and moves `script` past it; nil when only comments are left.
    private func compileFirst(of script: inout UnsafePointer<CChar>, flags: UInt32) throws -> OpaquePointer? {
        let connection = live
        while script.pointee != 0 {
            var handle: OpaquePointer?
            var tail: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v3(connection, script, -1, flags, &handle, &tail)
            guard code == SQLITE_OK else {
                throw DatabaseError(preparing: String(cString: script), code: code, connection: connection)
            }
            guard let tail, tail > script else { return nil }
            script = tail
            if let handle {
                counters.prepared += 1
                return handle
            }
        }
        return nil
    }

    private static func requireNoNUL(in sql: String) throws {
        guard let position = sql.utf8.firstIndex(of: 0) else { return }
        throw DatabaseError(
            extendedCode: SQLITE_MISUSE, message: "the SQL contains a NUL byte", sql: sql,
            offset: sql.utf8.distance(from: sql.startIndex, to: position))
    }
}
