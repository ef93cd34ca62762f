import Persistence
import SQLite

/// What others committed to a store since its watch was last asked.
package enum OutsideCommits: Sendable {
    case none
    /// Transactions of the history. Of the changes, each row has those after the store's own last change of it: by row,
    /// in the order of the keys, and in order for each row. And the authors of the transactions, nil for one without.
    case recorded([HistoryKeyChange], authors: Set<String?>)
    /// Anything: the store has no history, or the history does not have the commits, or no longer has all of them.
    case unrecorded
}

/// Detects commits by others, which are other processes and other coordinators of this one, and finds their changes in
/// the history.
///
/// As long as the watch exists, the store uses its connection for all writes. A connection's `data_version` changes with
/// the commits of other connections only, which are then those of others. In the history, the store's own transactions
/// are known by their numbers.
/// Source: sqlite.org/pragma.html#pragma_data_version
package final class OutsideCommitWatch: Sendable {
    private struct State {
        /// Nil if the next version is not due to others.
        var version: Int64?
        /// The number of the last transaction that was seen.
        var seen: Int64
        /// The numbers of the store's own transactions since then.
        var own: Set<Int64> = []
        /// The store's metadata; nil if it is unknown, because the store itself changed it.
        var metadata: [UInt8]?
    }

    let connection: Connection
    private let backend: SQLiteBackend
    private let state: LockedValue<State>

    /// - Returns: nil when the store is not in SQLite's format, or is read-only.
    /// - Throws: `PersistenceError` when the store cannot be read.
    package init?(_ store: PersistentStore) throws {
        guard let backend = store.backend as? SQLiteBackend, !backend.isReadOnly else { return nil }
        self.backend = backend
        let connection = try backend.pool.take()
        self.connection = connection
        do {
            state = LockedValue(
                try connection.transaction(.deferred) {
                    State(
                        version: try connection.dataVersion(), seen: try HistoryReader.lastNumber(connection) ?? 0,
                        metadata: try StoreMetadata.bytes(connection, name: backend.errors.name))
                })
        } catch {
            backend.pool.release(connection)
            throw backend.errors.reading(error)
        }
        backend.beWatched(by: self)
    }

    deinit {
        backend.pool.release(connection)
    }

    /// Called by the store when it has committed a transaction with this number in the history.
    func noteOwnTransaction(_ number: Int64) {
        state.withLock { _ = $0.own.insert(number) }
    }

    /// Called by the store when it has changed its metadata.
    func noteOwnMetadata() {
        state.withLock { $0.metadata = nil }
    }

    /// Takes the next change of the file for an own one: this process wrote with another connection.
    package func noteOwnChange() {
        state.withLock { $0.version = nil }
    }

    /// The commits by others since the last call.
    /// - Parameter layout: The table whose changes are returned.
    package func commits(in layout: EntityLayout) throws -> OutsideCommits {
        do {
            return try backend.withWriter { connection in
                if try isUnchanged(connection) { return .none }
                return try connection.transaction(.deferred) { try commits(in: layout, connection) }
            }
        } catch {
            throw backend.errors.reading(error)
        }
    }

    /// Whether nothing was committed by others, so that all new transactions are the store's own.
    private func isUnchanged(_ connection: Connection) throws -> Bool {
        let version = try connection.dataVersion()
        return state.withLock { state in
            guard version == state.version else { return false }
            state = State(version: version, seen: state.own.max() ?? state.seen, metadata: state.metadata)
            return true
        }
    }

    /// The commits until the open read transaction.
    private func commits(in layout: EntityLayout, _ connection: Connection) throws -> OutsideCommits {
        let since = state.withLock { $0 }
        let version = try connection.dataVersion()
        let last = try HistoryReader.lastNumber(connection)
        let isOwn = since.version == nil || since.version == version
        let metadata = try StoreMetadata.bytes(connection, name: backend.errors.name)
        // A commit that changed only metadata is not in the history.
        let unlisted: OutsideCommits = since.metadata.map { $0 != metadata } ?? false ? .none : .unrecorded
        let commits = isOwn ? .none : try self.commits(since, upTo: last, in: layout, connection) ?? unlisted
        state.withLock { $0 = State(version: version, seen: last ?? since.seen, metadata: metadata) }
        return commits
    }

    /// - Returns: nil if the history has no transaction of others.
    private func commits(
        _ since: State, upTo last: Int64?, in layout: EntityLayout, _ connection: Connection
    ) throws -> OutsideCommits? {
        guard let last, last > since.seen else { return last ?? 0 == since.seen ? nil : .unrecorded }
        let reader = try HistoryReader(connection, naming: backend.naming)
        let transactions = try reader.transactions(after: since.seen, since: nil)
        guard OutsideCommitWatch.isComplete(transactions.map(\.number), since) else { return .unrecorded }
        let others = transactions.filter { !since.own.contains($0.number) }
        if others.isEmpty { return nil }
        var keyChanges: [HistoryKeyChange] = []
        try reader.forEachKeyChange(after: since.seen, in: layout) { keyChanges.append($0) }
        return .recorded(
            OutsideCommitWatch.changesOfOthers(keyChanges, own: since.own), authors: Set(others.map(\.author)))
    }

    /// Whether all transactions between the last one that was seen and the first of these numbers are the store's own:
    /// numbers are consecutive, and a history loses its oldest transactions.
    private static func isComplete(_ numbers: [Int64], _ since: State) -> Bool {
        guard let first = numbers.first else { return false }
        let (distance, isOverflow) = first.subtractingReportingOverflow(since.seen)
        return !isOverflow && distance - 1 == since.own.count { $0 < first }
    }

    /// The changes of each row after the store's own last one.
    private static func changesOfOthers(_ keyChanges: [HistoryKeyChange], own: Set<Int64>) -> [HistoryKeyChange] {
        if own.isEmpty { return keyChanges }
        var changes: [HistoryKeyChange] = []
        var (key, isOver): (Int64?, Bool) = (nil, false)
        for change in keyChanges.reversed() {
            if change.key != key { (key, isOver) = (change.key, false) }
            isOver = isOver || own.contains(change.transaction)
            if !isOver { changes.append(change) }
        }
        return changes.reversed()
    }
}
