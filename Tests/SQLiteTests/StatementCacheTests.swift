import SQLite
import TestSupport
import Testing

struct StatementCacheTests {
    @Test func `the same SQL is compiled once`() throws {
        let connection = try Connection.inMemory()
        for _ in 1...3 { try connection.cached("SELECT 1").run() }
        #expect(connection.counters == Counters(prepared: 1, executed: 3, rows: 3))
    }

    @Test func `a reused statement is reset and has no bindings`() throws {
        let connection = try Connection.inMemory()
        do {
            let first = try connection.cached("SELECT ?")
            try first.bind(text: "private", at: 1)
            #expect(try first.step())
        }
        let second = try connection.cached("SELECT ?")
        #expect(!second.isBusy)
        #expect(try second.step() && second.isNull(0))
    }

    @Test func `the same SQL used twice at once gets two statements`() throws {
        let connection = try Connection.withTable()
        try connection.fill(3)
        let outer = try connection.cached("SELECT a FROM t")
        #expect(try outer.step() && outer.step())
        let inner = try connection.cached("SELECT a FROM t")
        #expect(try inner.step())
        #expect(outer.int64(0) == 2 && inner.int64(0) == 1)
        #expect(connection.counters.prepared == 4)
    }

    @Test func `two statements with the same SQL leave one in the cache`() throws {
        let connection = try Connection.inMemory()
        do {
            let first = try connection.cached("SELECT 1")
            let second = try connection.cached("SELECT 1")
            withExtendedLifetime((first, second)) {}
        }
        try connection.cached("SELECT 1").run()
        #expect(connection.counters.prepared == 2)
        try connection.close()
    }

    @Test func `the least recently used statement is evicted`() throws {
        let connection = try Connection(path: ":memory:", cachedStatements: 2)
        for sql in ["SELECT 1", "SELECT 2", "SELECT 1", "SELECT 3"] { try connection.cached(sql).run() }
        #expect(connection.counters.prepared == 3)
        try connection.cached("SELECT 1").run()
        #expect(connection.counters.prepared == 3)
        try connection.cached("SELECT 2").run()
        #expect(connection.counters.prepared == 4)
    }

    @Test func `a cache of size zero keeps no statements`() throws {
        let connection = try Connection(path: ":memory:", cachedStatements: 0)
        for _ in 1...2 { try connection.cached("SELECT 1").run() }
        #expect(connection.counters.prepared == 2)
    }

    @Test func `a statement returned before its last row does not keep its transaction open`() throws {
        let folder = try TemporaryFolder()
        let reader = try folder.walDatabase()
        let writer = try Connection(path: folder.file())
        do { #expect(try reader.cached("SELECT a FROM t").step()) }
        try writer.fill(1)
        try writer.checkpoint(.truncate)
        #expect(try reader.count() == 4)
    }

    @Test func `a cached statement survives a schema change`() throws {
        let connection = try Connection.withTable()
        try connection.cached("SELECT * FROM t").run()
        try connection.execute("ALTER TABLE t ADD COLUMN b")
        let statement = try connection.cached("SELECT * FROM t")
        _ = try statement.step()
        #expect(statement.columnCount == 2)
    }

    @Test func `a statement that failed can be reused from the cache`() throws {
        let connection = try Connection.inMemory()
        try connection.execute("CREATE TABLE t(a UNIQUE); INSERT INTO t VALUES (1)")
        #expect(throws: DatabaseError.self) { try connection.cached("INSERT INTO t VALUES (?)").run(1) }
        try connection.cached("INSERT INTO t VALUES (?)").run(2)
        #expect(try connection.count() == 2)
    }
}
