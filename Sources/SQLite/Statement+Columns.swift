import CSQLite

/// Reads the current row. A column that does not exist reads as NULL, 0 or empty; so does every column between rows.
extension Statement {
    /// The storage class of the column's value; read it before another accessor converts the value.
    @inlinable @inline(__always) package func columnType(_ column: Int32) -> ColumnType {
        switch sqlite3_column_type(live, column) {
        case SQLITE_INTEGER: .integer
        case SQLITE_FLOAT: .real
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .blob
        default: .null
        }
    }

    /// Whether the column is NULL.
    @inlinable @inline(__always) package func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(live, column) == SQLITE_NULL
    }

    /// The column as an integer; text and reals are converted by SQLite's rules, NULL is 0.
    @inlinable @inline(__always) package func int64(_ column: Int32) -> Int64 {
        sqlite3_column_int64(live, column)
    }

    /// The column as a number; integers and text are converted by SQLite's rules, NULL is 0.
    @inlinable @inline(__always) package func double(_ column: Int32) -> Double {
        sqlite3_column_double(live, column)
    }

    /// The column's UTF-8 as stored, which may be invalid or contain NUL bytes; empty for NULL.
    ///
    /// The memory belongs to SQLite. It is valid until the next step, reset, or other read of this column, and no
    /// longer than the statement lives.
    @inlinable @inline(__always) package func textBytes(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
        let handle = live
        guard let start = sqlite3_column_text(handle, column) else {
            return UnsafeBufferPointer(start: nil, count: 0)
        }
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
    }

    /// The column's bytes, valid as long as those of `textBytes(_:)`; empty for NULL.
    @inlinable @inline(__always) package func blobBytes(_ column: Int32) -> UnsafeRawBufferPointer {
        let handle = live
        guard let start = sqlite3_column_blob(handle, column) else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
    }

    /// The column as text, with a replacement character for each invalid UTF-8 sequence; empty for NULL.
    @inlinable @inline(__always) package func string(_ column: Int32) -> String {
        String(decoding: textBytes(column), as: UTF8.self)
    }

    /// The column as it is stored.
    package func value(_ column: Int32) -> Value {
        switch columnType(column) {
        case .integer: .integer(int64(column))
        case .real: .real(double(column))
        case .text: .text(string(column))
        case .blob: .blob(Array(blobBytes(column)))
        case .null: .null
        }
    }

    /// The current row as it is stored, one value for each column.
    package func values() -> [Value] {
        (0..<columnCount).map(value)
    }
}
