import Persistence
import SQLite

/// Deletes the beginning of a history, inside a write transaction.
struct HistoryPruning {
    let connection: Connection
    let schema: StoreSchema

    /// Deletes the transactions with smaller numbers, their changes, the rows kept with them, and the strings that nothing
    /// names any more.
    func delete(before number: Int64) throws {
        try run("DELETE FROM ACHANGE WHERE ZTRANSACTIONID < ?", number)
        try run("DELETE FROM ATRANSACTION WHERE Z_PK < ?", number)
        let firstChange = try connection.scalar("SELECT min(Z_PK) FROM ACHANGE").integer
        for table in schema.tables where try connection.tableExists(HistorySchema.valueTable(of: table)) {
            try run(
                "DELETE FROM \(SQLName.identifier(HistorySchema.valueTable(of: table))) WHERE Z_CHANGE < ?",
                firstChange ?? .max)
        }
        if try connection.tableExists(HistorySchema.sizeTable) {
            try run("DELETE FROM \(HistorySchema.sizeTable) WHERE Z_TRANSACTION < ?", number)
        }
        guard try connection.tableExists("ATRANSACTIONSTRING") else { return }
        let named = ["ZAUTHORTS", "ZBUNDLEIDTS", "ZCONTEXTNAMETS", "ZPROCESSIDTS"].map {
            "SELECT \($0) FROM ATRANSACTION WHERE \($0) IS NOT NULL"
        }
        try connection.execute(
            "DELETE FROM ATRANSACTIONSTRING WHERE Z_PK NOT IN (\(named.joined(separator: " UNION ")))")
    }

    private func run(_ sql: String, _ number: Int64) throws {
        try connection.prepare(sql).run(.integer(number))
    }
}
