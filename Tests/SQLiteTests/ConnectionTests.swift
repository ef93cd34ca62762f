import Foundation
import SQLite
import TestSupport
import Testing

struct ConnectionTests {
    @Test func `close refuses while a statement is alive, and the connection stays usable`() throws {
        let connection = try Connection.withTable()
        let statement = try connection.prepare("SELECT a FROM t")
        #expect(try databaseError { try connection.close() }.isBusy)
        #expect(try withExtendedLifetime(statement) { try connection.count() } == 0)
        #expect(!connection.isClosed)
    }

    @Test func `close finalises idle cached statements`() throws {
        let connection = try Connection.withTable()
        try connection.cached("SELECT a FROM t").run()
        try connection.close()
        #expect(connection.isClosed)
    }

    @Test func `closing twice does nothing`() throws {
        let connection = try Connection.inMemory()
        try connection.close()
        try connection.close()
        #expect(connection.isClosed)
    }

    @Test func `a connection is closed when it and its statements are gone, also after an error`() throws {
        let folder = try TemporaryFolder()
        weak var probe: Connection?
        do {
            let connection = try folder.walDatabase()
            try connection.execute("CREATE UNIQUE INDEX i ON t(a)")
            probe = connection
            let statement = try connection.prepare("INSERT INTO t VALUES (1)")
            #expect(throws: DatabaseError.self) { try statement.run() }
        }
        #expect(probe == nil)
        #expect(folder.names == ["test.db"])
    }

    @Test func `a connection used after it was closed is a programmer error`() async {
        await #expect(processExitsWith: .failure) {
            let connection = try Connection(path: ":memory:")
            try connection.close()
            _ = try connection.prepare("SELECT 1")
        }
    }

    @Test func `execute runs every statement of a script`() throws {
        let connection = try Connection.inMemory()
        try connection.execute(
            "CREATE TABLE t(a); -- one\n;; INSERT INTO t VALUES (1);\n/* two */ INSERT INTO t VALUES (';'); ")
        #expect(try connection.count() == 2)
    }

    @Test func `execute stops at the first statement that fails and names it`() throws {
        let connection = try Connection.withTable()
        let error = try databaseError {
            try connection.execute("INSERT INTO t VALUES (1); INSERT INTO missing VALUES (2); INSERT INTO t VALUES (3)")
        }
        #expect(error.sql?.hasPrefix(" INSERT INTO missing") == true)
        #expect(try connection.count() == 1)
    }

    @Test(arguments: ["", "  ;", "-- nothing", "/* nothing */ ;"])
    func `executing nothing does nothing`(script: String) throws {
        let connection = try Connection.inMemory()
        try connection.execute(script)
        #expect(connection.counters == Counters())
    }

    @Test func `changes, total changes and the last row's key are SQLite's`() throws {
        let connection = try Connection.withTable()
        try connection.execute("INSERT INTO t VALUES (1), (2); UPDATE t SET a = 3 WHERE a = 1")
        #expect(connection.changes == 1)
        #expect(connection.totalChanges == 3)
        #expect(connection.lastInsertRowID == 2)
    }

    @Test func `scalar gives the first column of the first row`() throws {
        #expect(try Connection.inMemory().scalar("SELECT ? + ?, 9", 1, 2) == 3)
    }

    @Test func `scalar gives null without a row`() throws {
        #expect(try Connection.withTable().scalar("SELECT a FROM t") == .null)
    }

    @Test func `the data version changes with another connection's writes only`() throws {
        let folder = try TemporaryFolder()
        let ours = try folder.walDatabase()
        let theirs = try Connection(path: folder.file())
        let before = try ours.dataVersion()
        try ours.fill(1)
        let own = try ours.dataVersion()
        try theirs.fill(1)
        #expect(try before == own && ours.dataVersion() != own)
    }

    @Test func `the user version is kept in the file`() throws {
        let connection = try Connection.inMemory()
        try connection.setUserVersion(-7)
        #expect(try connection.userVersion() == -7)
    }

    @Test(arguments: [("t", true), ("T", true), ("i", false), ("u", false), ("t' OR 1 --", false)])
    func `a table exists by its name in any case, an index does not count`(name: String, exists: Bool) throws {
        let connection = try Connection.withTable()
        try connection.execute("CREATE INDEX i ON t(a)")
        #expect(try connection.tableExists(name) == exists)
    }

    @Test func `columns are described as declared`() throws {
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

    @Test func `a locked database is busy at once without a timeout`() throws {
        let folder = try TemporaryFolder()
        let writer = try folder.walDatabase()
        let other = try Connection(path: folder.file())
        try writer.begin(.immediate)
        #expect(try databaseError { try other.begin(.immediate) }.isBusy)
    }

    @Test func `with a timeout a statement waits for the lock`() throws {
        let folder = try TemporaryFolder()
        let writer = try folder.walDatabase()
        let other = try Connection(path: folder.file())
        other.busyTimeout = 60_000
        let hasStarted = DispatchSemaphore(value: 0)
        other.trace = { if $0.moment == .started { hasStarted.signal() } }
        try writer.begin(.immediate)
        let waiting = Background { try other.fill(1) }
        hasStarted.wait()
        Thread.sleep(forTimeInterval: 0.02)
        try writer.commit()
        #expect(waiting.error() == nil)
        #expect(try writer.count() == 4)
    }

    @Test func `interrupt from another thread ends a running statement`() throws {
        let connection = try Connection.inMemory()
        let isRunning = DispatchSemaphore(value: 0)
        connection.progressHandler(every: 1000) {
            isRunning.signal()
            return true
        }
        let endless = Background {
            try connection.execute(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
        }
        isRunning.wait()
        connection.interrupt()
        #expect((endless.error() as? DatabaseError)?.isInterrupted == true)
    }

    @Test func `interrupting a closed connection does nothing`() throws {
        let connection = try Connection.inMemory()
        try connection.close()
        connection.interrupt()
        #expect(connection.isClosed)
    }

    @Test func `a progress handler that answers false ends the statement as interrupted`() throws {
        let connection = try Connection.withTable()
        connection.progressHandler(every: 10) { false }
        #expect(try databaseError { try connection.fill(10_000) }.isInterrupted)
    }

    @Test func `a removed progress handler is asked no more`() throws {
        let connection = try Connection.withTable()
        connection.progressHandler(every: 10) { false }
        connection.progressHandler(every: 10, body: nil)
        try connection.fill(1000)
        #expect(try connection.count() == 1000)
    }
}
