import Foundation
import Persistence
import SQLite

/// The history of an examined store.
extension StoreInspection {
    /// A transaction, with how much it changed.
    package struct Transaction: Sendable {
        package let number: Int64
        package let date: Date?
        package let author: String?
        package let contextName: String?
        package let bundleID: String?
        package let processID: String?
        /// How many objects of each entity were inserted, updated and deleted.
        package let changes: [Changes]
    }

    package struct Changes: Sendable, Equatable {
        package let entity: String
        package let type: PersistentHistoryChangeType
        package let count: Int
    }

    /// How many transactions the history has; nil for a store without history.
    package func transactionCount() throws -> Int? {
        guard try HistorySchema.exists(connection) else { return nil }
        return try connection.scalar("SELECT count(*) FROM ATRANSACTION").integer.map { Int($0) }
    }

    /// Passes the transactions to `body`, in order; none for a store without history.
    package func forEachTransaction(_ body: (Transaction) throws -> Void) throws {
        guard try HistorySchema.exists(connection) else { return }
        let reader = try HistoryReader(connection, naming: StoreNaming(schema: schema, identifier: identifier))
        for row in try reader.transactions(after: 0, since: nil) {
            let date = row.timestamp.isFinite ? Date(timeIntervalSinceReferenceDate: row.timestamp) : nil
            try body(
                Transaction(
                    number: row.number, date: date, author: row.author, contextName: row.contextName,
                    bundleID: row.bundleID, processID: row.processID, changes: try changes(in: row.number)))
        }
    }

    private func changes(in transaction: Int64) throws -> [Changes] {
        let statement = try connection.cached(
            "SELECT ZENTITY, ZCHANGETYPE, count(*) FROM ACHANGE WHERE ZTRANSACTIONID = ? GROUP BY 1, 2 ORDER BY 1, 2")
        defer { statement.reset() }
        try statement.bind(int64: transaction, at: 1)
        var changes: [Changes] = []
        while try statement.step() {
            guard let type = PersistentHistoryChangeType(rawValue: Int(statement.int64(1))) else { continue }
            let name = entities.first { $0.number == statement.int64(0) }?.name ?? "entity \(statement.int64(0))"
            changes.append(Changes(entity: name, type: type, count: Int(statement.int64(2))))
        }
        return changes
    }
}
