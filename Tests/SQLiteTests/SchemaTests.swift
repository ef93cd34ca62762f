import SQLite
import Testing

/// What a connection reports about its database: version, tables, columns.
struct SchemaTests {
    @Test func `the user version is stored in the database`() throws {
        let connection = try Connection.inMemory()
        try connection.setUserVersion(-7)
        #expect(try connection.userVersion() == -7)
    }

    @Test(arguments: [("t", true), ("T", true), ("i", false), ("u", false), ("t' OR 1 --", false)])
    func `tables are found by name, ignoring case, and indexes are not tables`(name: String, exists: Bool) throws {
        let connection = try Connection.withTable()
        try connection.execute("CREATE INDEX i ON t(a)")
        #expect(try connection.tableExists(name) == exists)
    }

    @Test func `columns are reported as declared`() throws {
        let connection = try Connection.inMemory()
        try connection.execute("CREATE TABLE e (Z_PK INTEGER PRIMARY KEY, ZH VARCHAR NOT NULL DEFAULT 'x', \"Z odd\")")
        let columns = try connection.columns(of: "e")
        #expect(columns.map(\.name) == ["Z_PK", "ZH", "Z odd"])
        #expect(columns.map(\.declaredType) == ["INTEGER", "VARCHAR", ""])
        #expect(columns.map(\.isNotNull) == [false, true, false])
        #expect(columns.map(\.defaultSQL) == [nil, "'x'", nil])
        #expect(columns.map(\.primaryKeyPosition) == [1, 0, 0])
    }

    @Test func `a missing table has no columns`() throws {
        #expect(try Connection.inMemory().columns(of: "missing").isEmpty)
    }
}
