import Foundation
import SQLite
import Testing

/// A folder of its own for a test, removed at the end.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "/sqlite-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String = "test.db") -> String { path + "/" + name }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    }

    func size(of name: String) -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: file(name)))?[.size] as? Int
    }

    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }

    /// A database in WAL mode with `t(a)` holding 1...rows.
    func walDatabase(rows: Int = 3, name: String = "test.db") throws -> Connection {
        let connection = try Connection(path: file(name))
        try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE t(a)")
        try connection.fill(rows)
        return connection
    }
}

extension Connection {
    static func inMemory() throws -> Connection { try Connection(path: ":memory:") }

    static func withTable() throws -> Connection {
        let connection = try inMemory()
        try connection.execute("CREATE TABLE t(a)")
        return connection
    }

    func fill(_ rows: Int) throws {
        try execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows)) INSERT INTO t SELECT i FROM n"
        )
    }

    func count() throws -> Value { try scalar("SELECT count(*) FROM t") }
}

/// The database error that `body` throws; the test fails when it throws none.
func databaseError(_ body: () throws -> Void, at location: SourceLocation = #_sourceLocation) throws -> DatabaseError {
    try #require(throws: DatabaseError.self, sourceLocation: location) { try body() }
}
