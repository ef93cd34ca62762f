import Persistence
import SQLite

/// Deletes the beginning of a history, inside a write transaction.
///
/// The transactions are deleted at once, so their part of the history is gone for every reader. Their changes, and the
/// rows kept for those, may number millions and can be deleted in parts.
struct HistoryPruning {
    let connection: Connection
    let schema: StoreSchema

    /// Deletes the transactions with smaller numbers, their changes, the rows kept for them, and unused strings.
    /// - Parameter rows: the maximum number of changes, and of rows of each table, to delete; nil for all.
    func delete(before number: Int64, atMost rows: Int? = nil) throws {
        try run("DELETE FROM ATRANSACTION WHERE Z_PK < ?", .integer(number))
        if try connection.tableExists(HistorySchema.sizeTable) {
            try run("DELETE FROM \(HistorySchema.sizeTable) WHERE Z_TRANSACTION < ?", .integer(number))
        }
        let firstChange = try firstChange(from: number)
        try delete(atMost: rows, from: "ACHANGE", key: "Z_PK", where: "ZTRANSACTIONID", isBelow: number)
        for table in schema.tables where try connection.tableExists(HistorySchema.valueTable(of: table)) {
            try delete(
                atMost: rows, from: HistorySchema.valueTable(of: table), key: "Z_CHANGE", where: "Z_CHANGE",
                isBelow: firstChange ?? .max)
        }
        try deleteStrings()
    }

    /// The number of the first transaction if changes before it remain to be deleted; otherwise nil.
    func unfinished() throws -> Int64? {
        guard let first = try connection.scalar("SELECT min(Z_PK) FROM ATRANSACTION").integer,
            let left = try connection.scalar("SELECT min(ZTRANSACTIONID) FROM ACHANGE").integer, left < first
        else { return nil }
        return first
    }

    /// The number of the first change in the transactions from `number` on.
    private func firstChange(from number: Int64) throws -> Int64? {
        try connection.scalar(
            "SELECT min(Z_PK) FROM ACHANGE WHERE ZTRANSACTIONID ="
                + " (SELECT min(ZTRANSACTIONID) FROM ACHANGE WHERE ZTRANSACTIONID >= ?)", .integer(number)
        ).integer
    }

    private func delete(
        atMost rows: Int?, from table: String, key: String, where column: String, isBelow number: Int64
    ) throws {
        let name = SQLName.identifier(table)
        guard let rows else { return try run("DELETE FROM \(name) WHERE \(column) < ?", .integer(number)) }
        try run(
            "DELETE FROM \(name) WHERE \(key) IN (SELECT \(key) FROM \(name) WHERE \(column) < ? LIMIT ?)",
            .integer(number), .integer(Int64(rows)))
    }

    private func deleteStrings() throws {
        guard try connection.tableExists("ATRANSACTIONSTRING") else { return }
        let named = ["ZAUTHORTS", "ZBUNDLEIDTS", "ZCONTEXTNAMETS", "ZPROCESSIDTS"].map {
            "SELECT \($0) FROM ATRANSACTION WHERE \($0) IS NOT NULL"
        }
        try connection.execute(
            "DELETE FROM ATRANSACTIONSTRING WHERE Z_PK NOT IN (\(named.joined(separator: " UNION ")))")
    }

    private func run(_ sql: String, _ values: Value...) throws {
        try connection.prepare(sql).run(values)
    }
}
