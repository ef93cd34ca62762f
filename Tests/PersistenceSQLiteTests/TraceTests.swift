import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

@Suite struct TraceTests {
    private final class Log: Sendable {
        let lines = LockedValue<[String]>([])
        var all: String { lines.withLock { $0.joined(separator: "\n") } }
    }

    private let folder: TemporaryFolder
    private let log = Log()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func trace(showsValues: Bool) throws -> String {
        let trace = SQLiteTrace(showsValues: showsValues) { [log] event in log.lines.withLock { $0.append(event.sql) } }
        let stack = try Stack(folder.file(), options: [SQLiteStore.traceOption: trace])
        try stack.insert([["wind": .string("a secret wind")]])
        return log.all
    }

    @Test func `a trace shows statements without their values`() throws {
        let text = try trace(showsValues: false)
        #expect(text.contains("INSERT INTO ZJOURNALENTRY"))
        #expect(!text.contains("secret"))
    }

    @Test func `a trace shows values on request`() throws {
        #expect(try trace(showsValues: true).contains("a secret wind"))
    }
}
