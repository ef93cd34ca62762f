import Persistence
import SQLite

/// Assigns primary keys. The root entity's row in `Z_PRIMARYKEY` contains the highest key ever assigned.
///
/// A key is never assigned twice: the counter advances by compare-and-swap. One that another program left below a key in
/// the table counts from that key, and the store's first write transaction mends it.
struct KeyAllocator {
    private static let attempts = 10

    let connection: Connection

    /// Reserves `count` keys and returns the first. Call it inside a write transaction.
    /// - Throws: `corruptStore` when the counter is missing; `saveFailed` with a `CounterLimitError` below it when no keys
    ///   are left.
    func allocate(_ count: Int, in table: TableSchema) throws -> Int64 {
        for _ in 0..<KeyAllocator.attempts {
            let (counter, highest) = try counter(of: table)
            let last = max(counter, highest)
            if counter < highest { try raise(to: highest, in: table) }
            let (next, overflow) = last.addingReportingOverflow(Int64(max(count, 0)))
            if overflow || next > StoreNumbers.highestKey { throw StoreNumbers.used(.keys, "keys for \(table.name)") }
            let swap = try connection.cached("UPDATE OR FAIL Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ? AND Z_MAX = ?")
            try swap.run(.integer(next), .integer(table.rootNumber), .integer(last))
            if connection.changes == 1 { return last + 1 }
        }
        throw PersistenceError(.saveFailed, "No keys could be reserved for \(table.name).")
    }

    /// Raises the counter to a key that was chosen elsewhere, unless it is already there.
    func raise(to key: Int64, in table: TableSchema) throws {
        try connection.cached("UPDATE Z_PRIMARYKEY SET Z_MAX = ?1 WHERE Z_ENT = ?2 AND ifnull(Z_MAX, -1) < ?1")
            .run(.integer(key), .integer(table.rootNumber))
    }

    /// Raises the counter to the highest key in the table, unless it is already there.
    func mend(_ table: TableSchema) throws {
        let (_, highest) = try counter(of: table)
        try raise(to: highest, in: table)
    }

    /// Whether the counter is below a key in the table. O(log rows).
    /// - Throws: `corruptStore` when the counter is missing.
    func lags(in table: TableSchema) throws -> Bool {
        let (last, highest) = try counter(of: table)
        return last < highest
    }

    /// The highest key assigned by the counter, below 0 if it has no value, and the highest key in the table.
    private func counter(of table: TableSchema) throws -> (last: Int64, highest: Int64) {
        let statement = try connection.cached(
            "SELECT ifnull(Z_MAX, -1), (SELECT max(Z_PK) FROM \(SQLName.identifier(table.name))) FROM Z_PRIMARYKEY"
                + " WHERE Z_ENT = ?")
        defer { statement.reset() }
        try statement.bind(int64: table.rootNumber, at: 1)
        guard try statement.step(), statement.columnType(0) == .integer else {
            throw PersistenceError(.corruptStore, "The store has no key counter for \(table.name).")
        }
        return (statement.int64(0), max(0, statement.int64(1)))
    }
}

extension StoreSchema {
    /// Whether the counter of a table is below one of its keys.
    /// - Throws: `corruptStore` when a counter is missing.
    func hasLaggingCounters(_ connection: Connection) throws -> Bool {
        let allocator = KeyAllocator(connection: connection)
        return try tables.map(allocator.lags).contains(true)
    }

    /// Raises every counter to the highest key in its table.
    func mendCounters(_ connection: Connection) throws {
        let allocator = KeyAllocator(connection: connection)
        for table in tables { try allocator.mend(table) }
    }
}
