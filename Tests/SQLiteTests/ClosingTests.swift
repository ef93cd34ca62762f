import SQLite
import TestSupport
import Testing

/// When a connection closes, and which files and statements it releases.
struct ClosingTests {
    @Test func `closing fails while a statement is alive, and the connection stays usable`() throws {
        let connection = try Connection.withTable()
        let statement = try connection.prepare("SELECT a FROM t")
        #expect(try databaseError { try connection.close() }.isBusy)
        #expect(try withExtendedLifetime(statement) { try connection.count() } == 0)
        #expect(!connection.isClosed)
    }

    @Test func `closing finalises idle cached statements`() throws {
        let connection = try Connection.withTable()
        try connection.cached("SELECT a FROM t").run()
        try connection.close()
        #expect(connection.isClosed)
    }

    @Test func `closing a connection twice has no effect`() throws {
        let connection = try Connection.inMemory()
        try connection.close()
        try connection.close()
        #expect(connection.isClosed)
    }

    @Test func `a connection closes when it and its statements are released, even after an error`() throws {
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

    @Test func `using a closed connection is a programmer error`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let connection = try Connection(path: ":memory:")
            try connection.close()
            _ = try connection.prepare("SELECT 1")
        }
        let errors = String(decoding: outcome?.standardErrorContent ?? [], as: UTF8.self)
        #expect(errors.contains("A connection is not used after it was closed."))
    }

    @Test func `interrupting a closed connection has no effect`() throws {
        let connection = try Connection.inMemory()
        try connection.close()
        connection.interrupt()
        #expect(connection.isClosed)
    }
}
