import Foundation
import SQLite
import TestSupport

extension TemporaryFolder {
    func file(_ name: String = "test.db") -> String { url(of: name).path }

    /// A database in WAL mode with a table `t(a)` that contains 1...rows.
    func walDatabase(rows: Int = 3, name: String = "test.db") throws -> Connection {
        let connection = try Connection(path: file(name))
        try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE t(a)")
        try connection.fill(rows)
        return connection
    }

    /// A database file with a table `t(a)` whose pages from `pages` on, counted from 0, are overwritten.
    func makeDamagedDatabase(pages: PartialRangeFrom<Int>) throws {
        let pageSize = 4096
        do {
            let connection = try Connection(path: file())
            try connection.execute("CREATE TABLE t(a)")
            try connection.fill(5000)
        }
        var bytes = try Data(contentsOf: url(of: "test.db"))
        for index in pages.lowerBound * pageSize..<bytes.count { bytes[index] = 0xA5 }
        try write(bytes, to: "test.db")
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
