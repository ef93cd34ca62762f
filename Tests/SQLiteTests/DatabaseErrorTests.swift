import Foundation
import SQLite
import TestSupport
import Testing

struct DatabaseErrorTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        let code: Int32
        let names: Set<String>
        var testDescription: String { "\(code)" }
    }

    static let kinds: [Kind] = [
        Kind(code: 5, names: ["busy"]), Kind(code: 6, names: ["busy"]), Kind(code: 517, names: ["busy"]),
        Kind(code: 11, names: ["corrupt"]), Kind(code: 267, names: ["corrupt"]),
        Kind(code: 26, names: ["corrupt", "notADatabase"]), Kind(code: 13, names: ["full"]),
        Kind(code: 8, names: ["readOnly"]), Kind(code: 1032, names: ["readOnly"]),
        Kind(code: 14, names: ["cannotOpen"]),
        Kind(code: 10, names: ["inputOutput"]), Kind(code: 266, names: ["inputOutput"]),
        Kind(code: 9, names: ["interrupted"]), Kind(code: 7, names: ["outOfMemory"]),
        Kind(code: 19, names: ["constraint"]), Kind(code: 2067, names: ["constraint"]),
        Kind(code: 23, names: []), Kind(code: 3, names: []), Kind(code: 1, names: []),
        Kind(code: 21, names: []),
    ]

    @Test(arguments: kinds) func `an extended code is classified by its primary code`(kind: Kind) {
        let error = DatabaseError(extendedCode: kind.code)
        let answers = [
            "busy": error.isBusy, "corrupt": error.isCorrupt, "notADatabase": error.isNotADatabase,
            "full": error.isFull, "readOnly": error.isReadOnly, "cannotOpen": error.isCannotOpen,
            "inputOutput": error.isInputOutput, "interrupted": error.isInterrupted,
            "outOfMemory": error.isOutOfMemory, "constraint": error.isConstraint,
        ]
        #expect(Set(answers.filter(\.value).keys) == kind.names)
    }

    @Test func `a mistake in the SQL is reported with the SQL and the position`() throws {
        let error = try databaseError { _ = try Connection.withTable().prepare("SELECT absent FROM t") }
        #expect(
            error
                == DatabaseError(
                    extendedCode: 1, message: "no such column: absent", sql: "SELECT absent FROM t", offset: 7))
    }

    @Test func `a constraint violation is reported with its extended code and without values`() throws {
        let connection = try Connection.inMemory()
        try connection.execute("CREATE TABLE t(a UNIQUE); INSERT INTO t VALUES ('secret')")
        let error = try databaseError { try connection.prepare("INSERT INTO t VALUES (?)").run("secret") }
        #expect(
            error
                == DatabaseError(
                    extendedCode: 2067, message: "UNIQUE constraint failed: t.a", sql: "INSERT INTO t VALUES (?)"))
        #expect("\(error)" == "SQLite error 2067: UNIQUE constraint failed: t.a in: INSERT INTO t VALUES (?)")
    }

    @Test func `a run-time message that might quote a value is withheld`() throws {
        let connection = try Connection.inMemory()
        let error = try databaseError { _ = try connection.scalar("SELECT json_extract('{}', ?)", "secret") }
        #expect(error.message == DatabaseError.withheldMessage)
        #expect(!"\(error)".contains("secret"))
    }

    @Test func `an error's description is one line of bounded length`() {
        let sql = "SELECT 1,\n2,\r\n3" + String(repeating: ", 4", count: 1000)
        let text = DatabaseError(extendedCode: 1, message: "two\nlines", sql: sql, offset: 3).description
        #expect(text.hasPrefix("SQLite error 1: two lines at byte 3 in: SELECT 1, 2, 3, 4"))
        #expect(text.hasSuffix("…") && text.count < 400 && !text.contains(where: \.isNewline))
    }

    @Test func `an error without a message uses SQLite's text for its code`() {
        #expect(DatabaseError(extendedCode: 13).description == "SQLite error 13: database or disk is full")
    }

    @Test func `a database at its page limit fails as full and rolls back cleanly`() throws {
        let connection = try Connection.withTable()
        try connection.execute("PRAGMA max_page_count = 3")
        let error = try databaseError { try connection.transaction { try connection.fill(100_000) } }
        #expect(error.isFull && connection.isAutocommit)
        #expect(try connection.count() == 0)
    }

    @Test func `a damaged page is reported as corrupt`() throws {
        let folder = try TemporaryFolder()
        try folder.makeDamagedDatabase(pages: 1...)
        let connection = try Connection(path: folder.file())
        let error = try databaseError { _ = try connection.scalar("SELECT sum(a) FROM t") }
        #expect(error.isCorrupt && !error.isNotADatabase)
    }

    @Test func `a connection survives running out of memory`() async {
        await #expect(processExitsWith: .success) {
            let connection = try Connection(path: ":memory:")
            try connection.execute("PRAGMA hard_heap_limit = 2000000")
            do {
                _ = try connection.scalar("SELECT length(hex(randomblob(50000000)))")
                exit(1)
            } catch let error as DatabaseError {
                guard error.isOutOfMemory else { exit(2) }
            }
            guard try connection.scalar("SELECT 1") == 1 else { exit(3) }
        }
    }
}
