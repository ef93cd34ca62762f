import Foundation
import Journal
import SQLite

/// A row as the hand-written loop reads it.
struct SelectedRow {
    var key: Int64
    var version: Int64
    var rating: Int64?
    var date: Double?
    var height: String?
    var location: String?
    var period: String?
    var wind: String?

    /// A checksum over all fields.
    var checksum: Int {
        var sum = Int(date ?? 0) &+ Int(rating ?? 0)
        for text in [height, location, period, wind] { sum = sum &* 31 &+ (text?.checksum ?? 7) }
        return sum
    }
}

extension String {
    var checksum: Int { utf8.reduce(utf8.count) { $0 &* 33 &+ Int($1) } }
}

/// Loops over the C interface as an expert would write them for the same tasks, with the same durability.
struct HandWritten {
    static let select = "SELECT Z_PK, Z_OPT, ZRATING, ZDATE, ZHEIGHT, ZLOCATION, ZPERIOD, ZWIND FROM ZJOURNALENTRY"

    let connection: Connection

    func rows() throws -> [SelectedRow] {
        var rows: [SelectedRow] = []
        try forEachRow { rows.append($0) }
        return rows
    }

    @inline(__always)
    func forEachRow(_ body: (SelectedRow) -> Void) throws {
        let statement = try connection.cached(HandWritten.select)
        func text(_ column: Int32) -> String? { statement.isNull(column) ? nil : statement.string(column) }
        while try statement.step() {
            body(
                SelectedRow(
                    key: statement.int64(0), version: statement.int64(1),
                    rating: statement.isNull(2) ? nil : statement.int64(2),
                    date: statement.isNull(3) ? nil : statement.double(3), height: text(4), location: text(5),
                    period: text(6), wind: text(7)))
        }
    }

    /// Inserts with one prepared statement in one transaction, each row with a new UUID, and updates the key counter.
    func insert(_ count: Int, after last: Int) throws {
        let insert = try connection.prepare(
            "INSERT INTO ZJOURNALENTRY (Z_PK, Z_ENT, Z_OPT, ZRATING, ZDATE, ZHEIGHT, ZLOCATION, ZPERIOD, ZWIND, ZUUID)"
                + " VALUES (?, 1, 1, ?, ?, ?, ?, ?, ?, ?)")
        try connection.transaction(.immediate) {
            for index in 0..<count {
                let values = EntrySample(index)
                try insert.bind(int64: Int64(last + index + 1), at: 1)
                if let rating = values.rating {
                    try insert.bind(int64: Int64(rating), at: 2)
                } else {
                    try insert.bindNull(at: 2)
                }
                try insert.bind(double: values.date, at: 3)
                try bind(values.height, at: 4, insert)
                try bind(values.location, at: 5, insert)
                try bind(values.period, at: 6, insert)
                try bind(values.wind, at: 7, insert)
                try withUnsafeBytes(of: UUID.random().uuid) { try insert.bind(bytes: $0, at: 8) }
                _ = try insert.step()
            }
            try connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(last + count) WHERE Z_ENT = 1")
        }
    }

    private func bind(_ text: String?, at index: Int32, _ statement: Statement) throws {
        if let text { try statement.bind(text: text, at: index) } else { try statement.bindNull(at: index) }
    }

    /// The keys and versions of `count` rows after the first `offset`.
    func versions(_ count: Int, after offset: Int = 0) throws -> [(key: Int64, version: Int64)] {
        let select = try connection.cached(
            "SELECT Z_PK, Z_OPT FROM ZJOURNALENTRY ORDER BY Z_PK LIMIT \(count) OFFSET \(offset)")
        var rows: [(key: Int64, version: Int64)] = []
        while try select.step() { rows.append((select.int64(0), select.int64(1))) }
        return rows
    }

    /// Updates with one prepared compare-and-swap statement in one transaction.
    func change(_ rows: [(key: Int64, version: Int64)], wind: String) throws -> Int {
        let update = try connection.cached("UPDATE ZJOURNALENTRY SET ZWIND = ?, Z_OPT = ? WHERE Z_PK = ? AND Z_OPT = ?")
        var changed = 0
        try connection.transaction(.immediate) {
            for row in rows {
                try update.bind(text: wind, at: 1)
                try update.bind(int64: row.version + 1, at: 2)
                try update.bind(int64: row.key, at: 3)
                try update.bind(int64: row.version, at: 4)
                _ = try update.step()
                changed += connection.changes
            }
        }
        return changed
    }

    /// Deletes with one prepared compare-and-swap statement in one transaction.
    func delete(_ rows: [(key: Int64, version: Int64)]) throws -> Int {
        let delete = try connection.cached("DELETE FROM ZJOURNALENTRY WHERE Z_PK = ? AND Z_OPT = ?")
        var deleted = 0
        try connection.transaction(.immediate) {
            for row in rows {
                try delete.bind(int64: row.key, at: 1)
                try delete.bind(int64: row.version, at: 2)
                _ = try delete.step()
                deleted += connection.changes
            }
        }
        return deleted
    }
}
