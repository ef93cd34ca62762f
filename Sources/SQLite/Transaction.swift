/// The time at which a transaction acquires its locks.
package enum TransactionKind: Sendable {
    /// At the first read and the first write. A write fails as busy if another connection wrote first.
    case deferred
    /// The write lock immediately; others can continue to read.
    case immediate
    /// The write lock immediately; outside WAL mode, others cannot read either.
    case exclusive
}

extension TransactionKind {
    var beginSQL: String {
        switch self {
        case .deferred: "BEGIN DEFERRED"
        case .immediate: "BEGIN IMMEDIATE"
        case .exclusive: "BEGIN EXCLUSIVE"
        }
    }
}

extension Connection {
    /// Runs `body` in a transaction and commits it, or rolls all of it back when `body` or the COMMIT fails.
    ///
    /// - Throws: `body`'s error, or the `DatabaseError` of BEGIN or COMMIT; no transaction is open afterwards.
    package func transaction<T>(_ kind: TransactionKind = .immediate, _ body: () throws -> T) throws -> T {
        try begin(kind)
        do {
            let result = try body()
            try commit()
            return result
        } catch {
            rollBackIfOpen()
            throw error
        }
    }

    /// Runs `body` in a savepoint, and rolls back exactly its changes when it fails. Savepoints nest.
    ///
    /// Outside a transaction, the savepoint is a transaction of its own. An error such as a full disk may roll back the
    /// whole transaction.
    package func savepoint<T>(_ name: String = "savepoint", _ body: () throws -> T) throws -> T {
        let name = Connection.quoted(name)
        try execute("SAVEPOINT \(name)")
        do {
            let result = try body()
            try execute("RELEASE \(name)")
            return result
        } catch {
            undoSavepoint(name)
            throw error
        }
    }

    /// Opens a transaction; fails when one is already open.
    package func begin(_ kind: TransactionKind = .immediate) throws {
        try cached(kind.beginSQL).run()
    }

    /// Commits the open transaction. When this fails as busy, the transaction is still open, and commit can be called
    /// again.
    package func commit() throws {
        try cached("COMMIT").run()
    }

    /// Rolls back the open transaction; fails when none is open.
    package func rollback() throws {
        try cached("ROLLBACK").run()
    }

    /// Some errors have already ended the transaction. A rollback itself fails only where nothing is left to roll back.
    private func rollBackIfOpen() {
        if !isAutocommit { try? rollback() }
    }

    private func undoSavepoint(_ quotedName: String) {
        guard !isAutocommit else { return }
        try? execute("ROLLBACK TO \(quotedName)")
        try? execute("RELEASE \(quotedName)")
    }

    /// A name quoted as an SQL identifier.
    static func quoted(_ name: String) -> String {
        "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
