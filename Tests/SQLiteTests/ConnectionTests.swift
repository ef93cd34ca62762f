import SQLite
import TestSupport
import Testing

/// Scripts, single values, and a connection's counters.
struct ConnectionTests {
    @Test func `execute runs every statement of a script`() throws {
        let connection = try Connection.inMemory()
        try connection.execute(
            "CREATE TABLE t(a); -- one\n;; INSERT INTO t VALUES (1);\n/* two */ INSERT INTO t VALUES (';'); ")
        #expect(try connection.count() == 2)
    }

    @Test func `execute stops at the first statement that fails and reports its SQL`() throws {
        let connection = try Connection.withTable()
        let error = try databaseError {
            try connection.execute("INSERT INTO t VALUES (1); INSERT INTO missing VALUES (2); INSERT INTO t VALUES (3)")
        }
        #expect(error.sql?.hasPrefix(" INSERT INTO missing") == true)
        #expect(try connection.count() == 1)
    }

    @Test(arguments: ["", "  ;", "-- nothing", "/* nothing */ ;"])
    func `executing an empty script runs no statement`(script: String) throws {
        let connection = try Connection.inMemory()
        try connection.execute(script)
        #expect(connection.counters == Counters())
    }

    @Test func `changes are the rows that the last statement changed`() throws {
        let connection = try Connection.withTable()
        try connection.execute("INSERT INTO t VALUES (1), (2); UPDATE t SET a = 3 WHERE a = 1")
        #expect(connection.changes == 1)
    }

    @Test func `scalar returns the first column of the first row`() throws {
        #expect(try Connection.inMemory().scalar("SELECT ? + ?, 9", 1, 2) == 3)
    }

    @Test func `scalar returns null when there is no row`() throws {
        #expect(try Connection.withTable().scalar("SELECT a FROM t") == .null)
    }

    @Test func `the data version changes only when another connection writes`() throws {
        let folder = try TemporaryFolder()
        let ours = try folder.walDatabase()
        let theirs = try Connection(path: folder.file())
        let before = try ours.dataVersion()
        try ours.fill(1)
        let own = try ours.dataVersion()
        try theirs.fill(1)
        #expect(try before == own && ours.dataVersion() != own)
    }
}
