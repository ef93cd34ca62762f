/// When a transaction takes its locks.
package enum TransactionKind: Sendable {
    /// At the first read and the first write; a write may find that another connection wrote first, and be busy.
    case deferred
    /// The write lock at once; others can go on reading.
    case immediate
    /// The write lock at once; outside WAL mode nobody else reads either.
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
    /// Runs `body` in a transaction: commits what it did, or rolls all of it back when it or the COMMIT fails.
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

    /// Runs `body` in a savepoint: keeps what it did, or undoes exactly that when it fails. Savepoints nest.
    ///
    /// Outside a transaction it is one of its own. An error such as a full disk may roll back the whole transaction.
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

    /// Opens a transaction; fails when one is open.
    package func begin(_ kind: TransactionKind = .immediate) throws {
        try cached(kind.beginSQL).run()
    }

    /// Commits the open transaction. When it fails as busy the transaction is still open, and a commit can be tried again.
    package func commit() throws {
        try cached("COMMIT").run()
    }

    /// Rolls the open transaction back; fails when none is open.
    package func rollback() throws {
        try cached("ROLLBACK").run()
    }

    /// Some errors have already ended the transaction; a rollback itself fails only where nothing is left to undo.
    private func rollBackIfOpen() {
        if !isAutocommit { try? rollback() }
    }

    private func undoSavepoint(_ quotedName: String) {
        guard !isAutocommit else { return }
        try? execute("ROLLBACK TO \(quotedName)")
        try? execute("RELEASE \(quotedName)")
    }

    /// A name as an SQL identifier.
    static func quoted(_ name: String) -> String {
        "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
