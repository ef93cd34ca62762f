import SQLite
import Synchronization
import Testing

/// Collects trace events on any thread.
final class EventLog: Sendable {
    private let collected = Mutex<[TraceEvent]>([])
    var events: [TraceEvent] { collected.withLock { $0 } }
    func add(_ event: TraceEvent) { collected.withLock { $0.append(event) } }
}

struct TraceTests {
    let connection: Connection
    let log = EventLog()

    init() throws {
        connection = try Connection.withTable()
        connection.trace = { [log] in log.add($0) }
    }

    @Test func `a statement is reported when it starts and when it ends, without values`() throws {
        try connection.prepare("INSERT INTO t VALUES (?)").run("secret")
        let events = log.events
        #expect(events.map(\.sql) == ["INSERT INTO t VALUES (?)", "INSERT INTO t VALUES (?)"])
        #expect(events.map(\.expandedSQL) == [nil, nil])
        #expect(events.first?.moment == .started)
        #expect(try #require(events.last?.nanoseconds) > 0)
    }

    @Test func `values are included only on request`() throws {
        connection.traceExpandsValues = true
        try connection.prepare("INSERT INTO t VALUES (?)").run("secret")
        #expect(log.events.first?.expandedSQL == "INSERT INTO t VALUES ('secret')")
        #expect(log.events.first?.sql == "INSERT INTO t VALUES (?)")
    }

    @Test func `a statement stopped before its last row ends when it is reset`() throws {
        try connection.fill(3)
        let before = log.events.count
        let statement = try connection.prepare("SELECT a FROM t")
        #expect(try statement.step())
        #expect(log.events.count == before + 1)
        statement.reset()
        #expect(log.events.count == before + 2)
    }

    @Test func `a trigger's start is reported as a comment`() throws {
        try connection.execute("CREATE TRIGGER bump AFTER INSERT ON t BEGIN SELECT 1; END")
        try connection.fill(1)
        #expect(log.events.contains { $0.sql.hasPrefix("-- ") })
    }

    @Test func `nothing is reported without a trace`() throws {
        connection.trace = nil
        try connection.fill(1)
        #expect(log.events.isEmpty)
    }
}
