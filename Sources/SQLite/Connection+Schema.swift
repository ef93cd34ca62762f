/// One column of a table, as the schema declares it.
package struct ColumnInfo: Sendable, Equatable {
    /// The name as written in the schema.
    package let name: String
    /// The declared type as written, such as VARCHAR, or an empty string.
    package let declaredType: String
    /// Whether NOT NULL is declared.
    package let isNotNull: Bool
    /// The default's SQL, or nil.
    package let defaultSQL: String?
    /// The column's position in the primary key, from 1, or 0 when it is not part of it.
    package let primaryKeyPosition: Int
}

extension Connection {
    /// Whether the main database has a table of this name, ignoring the case of ASCII letters.
    package func tableExists(_ name: String) throws -> Bool {
        let sql = "SELECT 1 FROM main.sqlite_master WHERE type = 'table' AND name = ? COLLATE NOCASE"
        return try scalar(sql, .text(name)) != .null
    }

    /// The table's columns in order, empty when there is no such table.
    package func columns(of table: String) throws -> [ColumnInfo] {
        let statement = try prepare(
            "SELECT name, type, \"notnull\", dflt_value, pk FROM pragma_table_info(?) ORDER BY cid")
        try statement.bind(text: table, at: 1)
        var columns: [ColumnInfo] = []
        while try statement.step() {
            columns.append(
                ColumnInfo(
                    name: statement.string(0), declaredType: statement.string(1),
                    isNotNull: statement.int64(2) != 0, defaultSQL: statement.value(3).text,
                    primaryKeyPosition: Int(statement.int64(4))))
        }
        return columns
    }

    /// A number that changes when another connection changes the database, but not when this one does.
    package func dataVersion() throws -> Int64 {
        let statement = try cached("PRAGMA data_version")
        return try statement.step() ? statement.int64(0) : 0
    }

    /// The number that the application keeps in the file's header.
    package func userVersion() throws -> Int32 {
        Int32(clamping: try scalar("PRAGMA user_version").integer ?? 0)
    }

    /// Sets the number that the application keeps in the file's header.
    package func setUserVersion(_ version: Int32) throws {
        try execute("PRAGMA user_version = \(version)")
    }
}
