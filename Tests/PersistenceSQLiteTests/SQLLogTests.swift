import Foundation
import PersistenceTestSupport
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

@Suite struct SQLLogTests {
    private func event(_ sql: String, rows: Int = 0) -> SQLiteTrace.Event {
        SQLiteTrace.Event(sql: sql, seconds: 0.00123, rows: rows)
    }

    @Test(
        arguments: [
            ([], nil), (["-persistence.SQLDebug", "1"], .rows), (["-persistence.SQLDebug", "2"], .all),
            (["-x", "-persistence.SQLDebug", "3"], .values), (["-persistence.SQLDebug", "4"], .values),
            (["-persistence.SQLDebug", "0"], nil), (["-persistence.SQLDebug"], nil),
            (["-persistence.SQLDebug", "yes"], nil),
            (["-com.apple.CoreData.SQLDebug", "1"], .rows),
            (["-persistence.SQLDebug", "3", "-persistence.SQLDebug", "1"], .rows),
        ] as [([String], SQLLog.Level?)])
    func `an argument of the process chooses how much is logged`(arguments: [String], level: SQLLog.Level?) {
        let number = SQLLog.setting.number(arguments: ["program"] + arguments, environment: [:])
        #expect(SQLLog.level(number) == level)
    }

    @Test func `a variable of the environment chooses how much is logged, unless an argument does`() {
        func level(_ arguments: String...) -> SQLLog.Level? {
            SQLLog.level(SQLLog.setting.number(arguments: arguments, environment: ["PERSISTENCE_SQLDEBUG": "2"]))
        }
        #expect(level("program") == .all)
        #expect(level("program", "-persistence.SQLDebug", "0") == nil)
    }

    @Test func `a statement is logged with its time and the number of its rows`() {
        #expect(
            SQLLog.text(of: event("SELECT 1", rows: 2), .rows)
                == "persistence: sql: SELECT 1\npersistence: annotation: 0.0012 s, 2 rows\n")
    }

    @Test func `transactions are logged only with all statements`() {
        #expect(SQLLog.text(of: event("BEGIN IMMEDIATE"), .rows) == nil)
        #expect(
            SQLLog.text(of: event("BEGIN IMMEDIATE"), .all)
                == "persistence: sql: BEGIN IMMEDIATE\npersistence: annotation: 0.0012 s\n")
    }

    /// What a process with this level prints while it saves and fetches one row.
    private func output(_ level: String) async throws -> String {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) { [level] in
            setenv("PERSISTENCE_SQLDEBUG", level, 1)
            let folder = try TemporaryFolder()
            let stack = try Stack(folder.file())
            try stack.insert([["wind": .string("a secret wind")]])
            exit(0)
        }
        return String(decoding: result.standardErrorContent, as: UTF8.self)
    }

    @Test func `a process logs the statements of its stores to standard error without their values`() async throws {
        let text = try await output("1")
        let lines = text.split(separator: "\n").map(String.init)
        let insertion = try #require(lines.firstIndex { $0.hasPrefix("persistence: sql: INSERT INTO ZJOURNALENTRY") })
        #expect(lines[insertion + 1].hasSuffix(" s, 1 row"))
        #expect(!text.contains("secret"))
        #expect(!text.contains("COMMIT"))
    }

    @Test func `the highest level logs values and transactions too`() async throws {
        let text = try await output("3")
        #expect(text.contains("a secret wind"))
        #expect(text.contains("persistence: sql: COMMIT"))
    }

    @Test func `a process that asks for no log prints nothing`() async throws {
        #expect(try await !output("0").contains("persistence:"))
    }
}
