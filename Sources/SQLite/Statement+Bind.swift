import CSQLite

/// Binding requires that the statement is new, reset, failed or run to its end. Between two rows, a bind fails with the
/// code MISUSE. An index outside `1...parameterCount` fails with RANGE.
extension Statement {
    /// Binds any value; the statement makes its own copy.
    package func bind(_ value: Value, at index: Int32) throws {
        switch value {
        case .null: try bindNull(at: index)
        case .integer(let integer): try bind(int64: integer, at: index)
        case .real(let real): try bind(double: real, at: index)
        case .text(let text): try bind(text: text, at: index)
        case .blob(let bytes): try bytes.withUnsafeBytes { try bind(bytes: $0, at: index) }
        }
    }

    /// Binds one value for each parameter, in order.
    ///
    /// - Throws: `DatabaseError` with the code RANGE when the number of values differs; nothing is bound then.
    package func bind(_ values: [Value]) throws {
        guard values.count == Int(parameterCount) else {
            let message = "the statement has \(parameterCount) parameters, and \(values.count) values were given"
            throw DatabaseError(extendedCode: SQLITE_RANGE, message: message, sql: sql)
        }
        for (position, value) in values.enumerated() {
            try bind(value, at: Int32(position + 1))
        }
    }

    /// Binds an integer.
    @inlinable @inline(__always) package func bind(int64: Int64, at index: Int32) throws {
        try check(sqlite3_bind_int64(live, index, int64))
    }

    /// Binds a number; NaN is bound as NULL.
    @inlinable @inline(__always) package func bind(double: Double, at index: Int32) throws {
        try check(sqlite3_bind_double(live, index, double))
    }

    /// Binds NULL.
    @inlinable @inline(__always) package func bindNull(at index: Int32) throws {
        try check(sqlite3_bind_null(live, index))
    }

    /// Binds text, which may contain NUL characters; the statement makes its own copy of the UTF-8.
    @inlinable @inline(__always) package func bind(text: String, at index: Int32) throws {
        var text = text
        try text.withUTF8 { try bind(textBytes: $0, at: index) }
    }

    /// Binds UTF-8 bytes as text.
    ///
    /// - Parameter copying: false to let SQLite read the caller's memory, which must stay unchanged until the parameter
    ///   is bound again, the bindings are cleared, or the statement is finalized.
    @inlinable @inline(__always) package func bind(
        textBytes: UnsafeBufferPointer<UInt8>, at index: Int32, copying: Bool = true
    ) throws {
        guard let start = textBytes.baseAddress else {
            return try check(sqlite3_bind_text64(live, index, "", 0, Statement.transient, UInt8(SQLITE_UTF8)))
        }
        let code = UnsafeRawPointer(start).withMemoryRebound(to: CChar.self, capacity: textBytes.count) {
            sqlite3_bind_text64(
                live, index, $0, UInt64(textBytes.count), copying ? Statement.transient : nil, UInt8(SQLITE_UTF8))
        }
        try check(code)
    }

    /// Binds bytes as a blob; an empty buffer is an empty blob, not NULL.
    ///
    /// - Parameter copying: false to let SQLite read the caller's memory, which must stay unchanged until the parameter
    ///   is bound again, the bindings are cleared, or the statement is finalized.
    @inlinable @inline(__always) package func bind(bytes: UnsafeRawBufferPointer, at index: Int32, copying: Bool = true)
        throws
    {
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
            return try check(sqlite3_bind_zeroblob(live, index, 0))
        }
        try check(
            sqlite3_bind_blob64(live, index, start, UInt64(bytes.count), copying ? Statement.transient : nil))
    }

    /// Sets every parameter to NULL.
    @inlinable @inline(__always) package func clearBindings() {
        sqlite3_clear_bindings(live)
    }

    @inlinable @inline(__always) func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw bindFailure(code) }
    }

    @usableFromInline @inline(never) func bindFailure(_ code: Int32) -> DatabaseError {
        DatabaseError(code: code, connection: connection.live, sql: sql)
    }

    /// Makes SQLite copy the bytes immediately.
    @inlinable static var transient: sqlite3_destructor_type {
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }
}
