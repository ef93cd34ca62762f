import CSQLite

extension Statement {
    /// A column of the current row, looked up once and read several times.
    ///
    /// Valid until the next step or reset, on the thread that uses the connection. Unlike the accessors by column, its
    /// accessors do not lock SQLite's mutex, because only one thread at a time uses a connection.
    @usableFromInline package struct Cell {
        @usableFromInline let value: OpaquePointer

        @inlinable @inline(__always) init(_ value: OpaquePointer) { self.value = value }
    }

    /// The cell of a column; a column that does not exist is NULL.
    @inlinable @inline(__always) package func cell(_ column: Int32) -> Cell {
        Cell(sqlite3_column_value(live, column))
    }
}

extension Statement.Cell {
    /// The storage class of the value; read it before another accessor converts the value.
    @inlinable @inline(__always) package var type: ColumnType {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: .integer
        case SQLITE_FLOAT: .real
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .blob
        default: .null
        }
    }

    /// The value as an integer; text and reals are converted by SQLite's rules, NULL is 0.
    @inlinable @inline(__always) package var int64: Int64 { sqlite3_value_int64(value) }

    /// The value as a number; integers and text are converted by SQLite's rules, NULL is 0.
    @inlinable @inline(__always) package var double: Double { sqlite3_value_double(value) }

    /// The value's UTF-8 as stored, which may be invalid or contain NUL bytes; empty for NULL.
    @inlinable @inline(__always) package var textBytes: UnsafeBufferPointer<UInt8> {
        guard let start = sqlite3_value_text(value) else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    }

    /// The value's bytes; empty for NULL.
    @inlinable @inline(__always) package var blobBytes: UnsafeBufferPointer<UInt8> {
        guard let start = sqlite3_value_blob(value) else { return UnsafeBufferPointer(start: nil, count: 0) }
        let count = Int(sqlite3_value_bytes(value))
        return UnsafeRawBufferPointer(start: start, count: count).bindMemory(to: UInt8.self)
    }
}
