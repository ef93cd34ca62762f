import Persistence
import SQLite

/// Assigns primary keys. The root entity's row in `Z_PRIMARYKEY` contains the highest key ever assigned.
///
/// A key is never assigned twice: the counter advances by compare-and-swap, and is never below a key in the table.
struct KeyAllocator {
    private static let attempts = 10

    let connection: Connection

    /// Reserves `count` keys and returns the first. Call it inside a write transaction.
    /// - Throws: `corruptStore` when the counter is below a key or missing; `saveFailed` with a `CounterLimitError`
    ///   below it when no keys are left.
    func allocate(_ count: Int, in table: TableSchema) throws -> Int64 {
        for _ in 0..<KeyAllocator.attempts {
            let last = try checkedCounter(of: table)
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
        try connection.cached("UPDATE Z_PRIMARYKEY SET Z_MAX = ?1 WHERE Z_ENT = ?2 AND Z_MAX < ?1")
            .run(.integer(key), .integer(table.rootNumber))
    }

    /// The highest key assigned so far. O(log rows).
    /// - Throws: `corruptStore` when the counter is missing or below a key in the table.
    @discardableResult
    func checkedCounter(of table: TableSchema) throws -> Int64 {
        let statement = try connection.cached(
            "SELECT Z_MAX, (SELECT max(Z_PK) FROM \(SQLName.identifier(table.name))) FROM Z_PRIMARYKEY WHERE Z_ENT = ?")
        try statement.bind(int64: table.rootNumber, at: 1)
        guard try statement.step(), statement.columnType(0) == .integer else {
            throw PersistenceError(.corruptStore, "The store has no key counter for \(table.name).")
        }
        let counter = statement.int64(0)
        guard statement.int64(1) <= counter else {
            throw PersistenceError(
                .corruptStore,
                "The key counter of \(table.name) is below a key in the table, so keys would be assigned twice.")
        }
        return counter
    }
}

extension StoreSchema {
    /// - Throws: `corruptStore` when a counter is missing or below a key in its table.
    func checkKeys(_ connection: Connection) throws {
        let allocator = KeyAllocator(connection: connection)
        for table in tables { try allocator.checkedCounter(of: table) }
    }
}
