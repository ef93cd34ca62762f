import Foundation
import Persistence
import SurfLanguage

/// What an exchange writes into a journal, in one transaction.
package struct ExchangeWrites: Sendable {
    /// A session that another machine has and this one does not.
    package struct Insertion: Sendable {
        package let uuid: UUID
        package let values: EntryValues
        /// The number that the session should have, if it is free.
        package let id: Int64?
        /// 1 for a session that was never here; higher for one that was deleted here, so that it is not a sample.
        package let rev: Int64

        package init(uuid: UUID, values: EntryValues, id: Int64?, rev: Int64 = 1) {
            (self.uuid, self.values, self.id, self.rev) = (uuid, values, id, rev)
        }
    }

    package struct Update: Sendable {
        package let session: IdentifiedSession
        /// The values after the exchange.
        package let values: EntryValues
        /// The UUID after the exchange.
        package let uuid: UUID

        package init(_ session: IdentifiedSession, values: EntryValues, uuid: UUID? = nil) {
            (self.session, self.values, self.uuid) = (session, values, uuid ?? session.uuid)
        }
    }

    package var insertions: [Insertion] = []
    package var updates: [Update] = []
    package var deletions: [Int64] = []

    package init() {}

    package var isEmpty: Bool { insertions.isEmpty && updates.isEmpty && deletions.isEmpty }
}

extension HistoryCommand {
    /// The command that exchanges sessions with other machines.
    package static let exchange = "sync"
    /// The first exchange, which cannot be undone.
    package static let firstExchange = "sync start"

    private static let exchanges = [exchange, firstExchange]
    /// The authors of exchanges in the history.
    static let exchangeAuthors: Set<String?> = Set(exchanges.map(author))

    /// Whether it is an exchange, which a plain undo passes over.
    package var isExchange: Bool { HistoryCommand.exchanges.contains(name) }

    /// Whether it changes many sessions at once, such as all at a place. Such a change does not bring back a session
    /// that another machine deleted.
    var changesMany: Bool {
        let name = reverses?.name ?? name
        return HistoryCommand.exchanges.contains(name) || name == "fill" || name.hasSuffix(" rename")
    }
}

extension Journal {
    /// Writes the result of an exchange and the state after it in one transaction.
    /// - Parameters:
    ///   - number: The number of the last transaction when the sessions were read.
    ///   - isFirst: Whether it is the first exchange.
    ///   - state: The state, from the number in the history up to which it contains the result.
    /// - Returns: That number, and the numbers of the inserted sessions by UUID; nil, with nothing written, if anybody
    ///   touched one of the sessions since. What was done to others is after the number.
    package func write(
        _ writes: ExchangeWrites, ifUntouchedSince number: Int64, isFirst: Bool, _ state: (Int64) -> SyncState
    ) throws(JournalError) -> (number: Int64, ids: [UUID: Int64])? {
        let keys = Set(writes.updates.map(\.session.id) + writes.deletions)
        let written = try transact(keys, since: number, isFirst: isFirst, state) { batch, touched in
            try ExchangeWriter(batch, touched).write(writes)
        }
        if written != nil, !writes.isEmpty {
            trimHistory()
            try refreshAfterSave()
        }
        return written.map { ($0.number, $0.result) }
    }

    /// Inserts the sessions of a remote into a journal that has none, as they come, in one transaction with the state.
    /// - Returns: The number in the history up to which the state contains them; nil, with nothing written, if anybody
    ///   touched a session with one of their UUIDs since.
    package func insertAll(
        ifUntouchedSince number: Int64, _ state: (Int64) -> SyncState,
        _ body: (inout SessionInserter) throws -> Void
    ) throws(JournalError) -> Int64? {
        let written = try transact([], since: number, isFirst: true, state) { batch, touched in
            var inserter = try SessionInserter(batch, touched)
            try body(&inserter)
            try inserter.flush()
        }
        guard let written else { return nil }
        trimHistory()
        try refreshAfterSave()
        return written.number
    }

    /// Runs `body` in one transaction with the state after it. Returns nil, with nothing written, if anybody touched one
    /// of the keys since, or a session that `body` inserts.
    private func transact<Result>(
        _ keys: Set<Int64>, since number: Int64, isFirst: Bool, _ state: (Int64) -> SyncState,
        _ body: (RowBatch, Set<UUID>) throws -> Result
    ) throws(JournalError) -> (number: Int64, result: Result)? {
        act(for: isFirst ? HistoryCommand.firstExchange : HistoryCommand.exchange)
        let context = commandContext()
        return try rethrowing {
            do {
                return try context.performAndWait {
                    try context.batchWrite(to: JournalModel.entityName) { batch in
                        let isLast = try batch.lastTransaction() ?? 0 == number
                        let touched = isLast ? [] : try touchedUUIDs(since: number, noneOf: keys)
                        let result = try body(batch, touched)
                        // What others did meanwhile is before the own transaction, and yet to be exchanged.
                        let reached = isLast ? batch.transactionNumber ?? number : number
                        var metadata = try batch.metadata()
                        metadata[JournalMetadata.sync] = state(reached).stored
                        try batch.setMetadata(metadata)
                        return (reached, result)
                    }
                }
            } catch is TouchedMeanwhile {
                return nil
            }
        }
    }

    /// The UUIDs of the sessions that were touched since a number. Nobody else may write meanwhile.
    /// - Throws: `TouchedMeanwhile` if one of the keys was, or the history does not reach back far enough.
    private func touchedUUIDs(since number: Int64, noneOf keys: Set<Int64>) throws -> Set<UUID> {
        guard let changes = try localChanges(since: number, givesUUIDs: false) else { throw TouchedMeanwhile() }
        let touched = changes.touches.values.compactMap { $0.session?.id ?? $0.gone?.id }
        if touched.contains(where: keys.contains) { throw TouchedMeanwhile() }
        return Set(changes.touches.keys)
    }
}

/// Somebody touched a session between its reading and its writing.
private struct TouchedMeanwhile: Error {}

/// Inserts sessions, some at a time. A session keeps its maker's number if that is free and higher than all that the
/// journal ever gave.
package struct SessionInserter {
    /// The number of rows that are written at once.
    private static let chunk = 1_000
    /// The most numbers that one exchange leaves out, so that a line with the highest one does not use up the rest.
    private static let maxSkipped: Int64 = 1_000_000

    private let batch: RowBatch
    private let columns: EntryColumns
    /// The sessions that somebody else touched since the journal was read.
    private let touched: Set<UUID>
    /// The highest number that the journal gave before.
    fileprivate let floor: Int64
    private var highest: Int64
    /// Which of the numbers above the floor are taken.
    private var taken: [Bool] = []
    private var rows: [RowBatch.Row] = []

    fileprivate init(_ batch: RowBatch, _ touched: Set<UUID>) throws {
        (self.batch, self.touched) = (batch, touched)
        columns = EntryColumns(batch.entity)
        floor = try batch.highestKey()
        highest = floor
    }

    /// Inserts a session under its maker's number. Returns false, with nothing inserted, if it cannot keep that.
    package mutating func insert(
        _ uuid: UUID, _ values: EntryValues, rev: Int64 = 1, keeping id: Int64?
    ) throws -> Bool {
        guard let id, id > floor, id - floor <= SessionInserter.maxSkipped, id <= StoreNumbers.highestKey else {
            return false
        }
        let index = Int(id - floor) - 1
        if index >= taken.count { taken.append(contentsOf: repeatElement(false, count: index + 1 - taken.count)) }
        if taken[index] { return false }
        taken[index] = true
        highest = max(highest, id)
        try insert(uuid, values, rev: rev, as: id)
        return true
    }

    /// Inserts a session under a new number, which is returned. The sessions that keep theirs are inserted before.
    package mutating func insert(_ uuid: UUID, _ values: EntryValues, rev: Int64 = 1) throws -> Int64 {
        guard highest < StoreNumbers.highestKey else { throw StoreNumbers.used(.keys, "keys") }
        highest += 1
        try insert(uuid, values, rev: rev, as: highest)
        return highest
    }

    fileprivate mutating func insert(_ uuid: UUID, _ values: EntryValues, rev: Int64, as key: Int64) throws {
        if touched.contains(uuid) { throw TouchedMeanwhile() }
        rows.append(RowBatch.Row(key: key, version: rev, values: columns.row(values, uuid: uuid)))
        if rows.count == SessionInserter.chunk { try flush() }
    }

    /// Writes the pending rows.
    fileprivate mutating func flush() throws {
        try batch.insert(rows)
        rows.removeAll(keepingCapacity: true)
    }
}

private struct ExchangeWriter {
    private let batch: RowBatch
    private let columns: EntryColumns
    private let touched: Set<UUID>

    init(_ batch: RowBatch, _ touched: Set<UUID>) {
        (self.batch, self.touched) = (batch, touched)
        columns = EntryColumns(batch.entity)
    }

    func write(_ writes: ExchangeWrites) throws -> [UUID: Int64] {
        try batch.delete(writes.deletions)
        try batch.update(
            writes.updates.map { update in
                var values = columns.difference(update.session.values, update.values)
                if update.uuid != update.session.uuid, let column = columns.uuidColumn {
                    values[column] = .uuid(update.uuid)
                }
                return RowBatch.Row(
                    key: update.session.id, version: StoreNumbers.version(after: update.session.rev), values: values)
            })
        return try insert(writes.insertions)
    }

    /// Inserts sessions, and returns their numbers. A session that was here gets its number again.
    private func insert(_ insertions: [ExchangeWrites.Insertion]) throws -> [UUID: Int64] {
        if insertions.isEmpty { return [:] }
        var inserter = try SessionInserter(batch, touched)
        var keys: [UUID: Int64] = [:]
        let restored = insertions.filter { $0.rev > 1 && ($0.id ?? .max) <= inserter.floor }
        var used = try Set(
            batch.rows(keys: restored.compactMap(\.id).sorted()).flatMap { block in (0..<block.count).map(block.key) })
        for new in restored {
            guard let id = new.id, id > 0, used.insert(id).inserted else { continue }
            try inserter.insert(new.uuid, new.values, rev: new.rev, as: id)
            keys[new.uuid] = id
        }
        let byNumber = insertions.filter { keys[$0.uuid] == nil }
            .sorted { ($0.id ?? 0, $0.uuid.uuidString) < ($1.id ?? 0, $1.uuid.uuidString) }
        for new in byNumber where try inserter.insert(new.uuid, new.values, rev: new.rev, keeping: new.id) {
            keys[new.uuid] = new.id
        }
        for new in insertions where keys[new.uuid] == nil {
            keys[new.uuid] = try inserter.insert(new.uuid, new.values, rev: new.rev)
        }
        try inserter.flush()
        return keys
    }
}
