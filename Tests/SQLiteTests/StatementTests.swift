import SQLite
import Testing

struct StatementTests {
    @Test(
        arguments: [
            .null, .integer(.min), .integer(.max), .integer(0), .real(-0.5), .real(.infinity), .text(""),
            .text("a\0b\0"),
            .text("Zoë 🏄 \u{301}"), .text(String(repeating: "long ", count: 10_000)), .blob([]), .blob([0, 255, 0]),
        ] as [Value])
    func `a value is read back as it was bound`(value: Value) throws {
        let connection = try Connection.withTable()
        try connection.prepare("INSERT INTO t VALUES (?)").run(value)
        #expect(try connection.scalar("SELECT a FROM t") == value)
        #expect(try connection.scalar("SELECT typeof(?)", value) == .text("\(value.type)"))
    }

    @Test func `NaN is stored as null`() throws {
        #expect(try Connection.inMemory().scalar("SELECT ?", .real(.nan)) == .null)
    }

    @Test func `typed accessors read the columns of a row`() throws {
        let statement = try Connection.inMemory().prepare("SELECT 7, 2.5, 'surf', x'0102', NULL")
        #expect(try statement.step())
        #expect(statement.int64(0) == 7)
        #expect(statement.double(1) == 2.5)
        #expect(statement.string(2) == "surf")
        #expect(Array(statement.textBytes(2)) == Array("surf".utf8))
        #expect(Array(statement.blobBytes(3)) == [1, 2])
        #expect(statement.isNull(4) && !statement.isNull(0))
        #expect((0..<5).map(statement.columnType) == [.integer, .real, .text, .blob, .null])
        #expect(statement.values() == [7, 2.5, "surf", .blob([1, 2]), nil])
    }

    @Test func `null reads as zero or as empty`() throws {
        let statement = try Connection.inMemory().prepare("SELECT NULL")
        #expect(try statement.step())
        #expect(statement.int64(0) == 0 && statement.double(0) == 0 && statement.string(0).isEmpty)
        #expect(statement.textBytes(0).isEmpty && statement.blobBytes(0).isEmpty)
    }

    @Test func `a column that does not exist reads as null`() throws {
        let statement = try Connection.inMemory().prepare("SELECT 1")
        #expect(try statement.step())
        #expect(statement.value(1) == .null && statement.value(-1) == .null && statement.columnName(9).isEmpty)
    }

    @Test func `invalid UTF-8 is repaired when read as a string and unchanged when read as bytes`() throws {
        let statement = try Connection.inMemory().prepare("SELECT CAST(x'61FF62' AS TEXT)")
        #expect(try statement.step())
        #expect(statement.string(0) == "a\u{FFFD}b")
        #expect(Array(statement.textBytes(0)) == [0x61, 0xFF, 0x62])
    }

    @Test func `bytes bound without copying are read from the caller's memory`() throws {
        let statement = try Connection.inMemory().prepare("SELECT ?, ?")
        let bytes = Array("swell".utf8)
        try bytes.withUnsafeBufferPointer { buffer in
            try statement.bind(textBytes: buffer, at: 1, copying: false)
            try statement.bind(bytes: UnsafeRawBufferPointer(buffer), at: 2, copying: false)
            #expect(try statement.step())
            #expect(statement.values() == ["swell", .blob(bytes)])
            statement.reset()
            statement.clearBindings()
        }
    }

    @Test func `an empty buffer with a null pointer is empty text or an empty blob, not null`() throws {
        let statement = try Connection.inMemory().prepare("SELECT ?, ?")
        try statement.bind(textBytes: UnsafeBufferPointer(start: nil, count: 0), at: 1)
        try statement.bind(bytes: UnsafeRawBufferPointer(start: nil, count: 0), at: 2)
        #expect(try statement.step())
        #expect(statement.values() == ["", .blob([])])
    }

    @Test func `clearing bindings sets them to null`() throws {
        let statement = try Connection.inMemory().prepare("SELECT ?")
        try statement.bind(int64: 1, at: 1)
        statement.clearBindings()
        #expect(try statement.step())
        #expect(statement.isNull(0))
    }

    @Test(arguments: [0, 2, -1] as [Int32])
    func `binding a parameter that does not exist is a range error`(index: Int32) throws {
        let statement = try Connection.inMemory().prepare("SELECT ?")
        #expect(try databaseError { try statement.bind(int64: 1, at: index) }.primaryCode == 25)
    }

    @Test(arguments: [[1], [1, 2, 3]] as [[Value]])
    func `running with the wrong number of values is an error and executes nothing`(values: [Value]) throws {
        let connection = try Connection.inMemory()
        try connection.execute("CREATE TABLE t(a, b)")
        let statement = try connection.prepare("INSERT INTO t VALUES (?, ?)")
        #expect(try databaseError { try statement.run(values) }.primaryCode == 25)
        #expect(try connection.count() == 0)
    }

    @Test func `binding before the last row is an error until the statement is reset`() throws {
        let statement = try Connection.inMemory().prepare("SELECT ? UNION ALL SELECT 2")
        #expect(try statement.step())
        #expect(try databaseError { try statement.bind(int64: 1, at: 1) }.primaryCode == 21)
        statement.reset()
        try statement.bind(int64: 5, at: 1)
        #expect(try statement.step())
        #expect(statement.int64(0) == 5)
    }

    @Test func `resetting a statement before its last row starts it over and releases its lock`() throws {
        let connection = try Connection.withTable()
        try connection.fill(3)
        let statement = try connection.prepare("SELECT a FROM t")
        #expect(try statement.step() && statement.step() && statement.int64(0) == 2)
        #expect(statement.isBusy)
        statement.reset()
        #expect(!statement.isBusy)
        try connection.execute("DROP TABLE IF EXISTS other")
        #expect(try statement.step() && statement.int64(0) == 1)
    }

    @Test func `a statement that has finished can be bound and run again`() throws {
        let connection = try Connection.withTable()
        let statement = try connection.prepare("INSERT INTO t VALUES (?)")
        for number in 1...3 as ClosedRange<Int64> {
            try statement.bind(int64: number, at: 1)
            #expect(try !statement.step())
        }
        #expect(try connection.scalar("SELECT sum(a) FROM t") == 6)
    }

    @Test func `running without values keeps the bindings`() throws {
        let connection = try Connection.withTable()
        let statement = try connection.prepare("INSERT INTO t VALUES (?)")
        try statement.bind(int64: 4, at: 1)
        try statement.run()
        try statement.run()
        #expect(try connection.scalar("SELECT sum(a) FROM t") == 8)
    }

    @Test func `a statement that failed can be run again`() throws {
        let connection = try Connection.inMemory()
        try connection.execute("CREATE TABLE t(a UNIQUE); INSERT INTO t VALUES (1)")
        let statement = try connection.prepare("INSERT INTO t VALUES (?)")
        #expect(try databaseError { try statement.run(1) }.isConstraint)
        try statement.run(2)
        #expect(try connection.count() == 2)
    }

    @Test func `a statement reports its columns and parameters`() throws {
        let statement = try Connection.inMemory().prepare("SELECT :a AS first, ?5 AS second")
        #expect(statement.columnCount == 2)
        #expect((0..<2).map(statement.columnName) == ["first", "second"])
        #expect(statement.parameterCount == 5)
        #expect(statement.isReadOnly)
    }

    @Test(arguments: ["", " ; ", "-- only a comment"])
    func `preparing SQL without a statement is an error`(sql: String) throws {
        #expect(
            try databaseError { _ = try Connection.inMemory().prepare(sql) }.message == "the SQL holds no statement")
    }

    @Test(arguments: ["SELECT 1; SELECT 2", "SELECT 1; nonsense"])
    func `preparing more than one statement is an error that gives the offset of the second`(sql: String) throws {
        let error = try databaseError { _ = try Connection.inMemory().prepare(sql) }
        #expect(error.message == "the SQL holds more than one statement" && error.offset == 9)
    }

    @Test(arguments: ["SELECT 1;", "SELECT 1 ; -- a comment", "-- before\nSELECT 1;;\n"])
    func `comments and white space around a statement are ignored`(sql: String) throws {
        #expect(try Connection.inMemory().scalar(sql) == 1)
    }

    @Test func `SQL with a NUL byte is rejected rather than truncated`() throws {
        let connection = try Connection.withTable()
        #expect(try databaseError { try connection.execute("DELETE FROM t\0 WHERE 0") }.offset == 13)
        #expect(try databaseError { _ = try connection.prepare("SELECT 1\0") }.offset == 8)
    }

    @Test func `finalising a statement lets the connection close`() throws {
        let connection = try Connection.inMemory()
        let statement = try connection.prepare("SELECT 1")
        statement.finalize()
        statement.finalize()
        try withExtendedLifetime(statement) { try connection.close() }
        #expect(connection.isClosed)
    }

    @Test func `using a finalised statement is a programmer error`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let statement = try Connection(path: ":memory:").prepare("SELECT 1")
            statement.finalize()
            _ = try statement.step()
        }
        let errors = String(decoding: outcome?.standardErrorContent ?? [], as: UTF8.self)
        #expect(errors.contains("A statement is not used after it was finalised."))
    }

    @Test func `counters count prepared statements, executions and rows`() throws {
        let connection = try Connection.withTable()
        try connection.fill(3)
        connection.counters = Counters()
        let statement = try connection.prepare("SELECT a FROM t")
        try statement.run()
        #expect(connection.counters == Counters(prepared: 1, executed: 1, rows: 3))
        #expect(try statement.step())
        #expect(connection.counters == Counters(prepared: 1, executed: 2, rows: 4))
    }
}
