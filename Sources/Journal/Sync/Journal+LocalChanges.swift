import Foundation
import Persistence
import SurfLanguage

/// Reading what a journal has to send.
extension Journal {
    /// The sessions that were touched since a number in the history, by whomever; nil if the history does not reach
    /// back to it. They are at least as new as the number of the result.
    /// - Parameter givesUUIDs: Whether sessions without a UUID, such as samples that an import or a rename changed, get
    ///   one first. Otherwise they are left out.
    /// - Throws: `.keepsNoHistory` for a journal made by Core Data.
    /// - Complexity: The touched sessions are read by key, never all.
    package func localChanges(since sent: Int64, givesUUIDs: Bool = true) throws(JournalError) -> LocalChanges? {
        let history = try history()
        return try rethrowing {
            while true {
                let number = try history.lastNumber() ?? 0
                guard try reachesBack(to: sent, history) else { return nil }
                let keyChanges = try history.keyChanges(after: sent, in: entity().layout)
                let keys = Set(keyChanges.map(\.key)).sorted()
                if try givesUUIDs && giveUUIDs(to: keys) { continue }
                // What is saved meanwhile may be among these too. It is touched since `number`, so it is read again.
                var reading = LocalReading(self, EntryColumns(try entity()), number: number)
                try reading.read(keys, keyChanges, history)
                return reading.changes
            }
        }
    }

    /// Whether all transactions after a number are in the history.
    private func reachesBack(to number: Int64, _ history: any StoreHistory) throws -> Bool {
        guard let last = try history.lastNumber(), last >= number else { return number == 0 }
        guard let first = try history.transactions(after: 0, since: nil).first?.number else { return false }
        return first <= number.successor
    }

    /// Gives UUIDs to those of the sessions that have none, except samples. Returns whether there were any.
    /// - Parameter keys: The keys of the sessions; nil for all.
    func giveUUIDs(to keys: [Int64]?) throws -> Bool {
        let columns = EntryColumns(try entity())
        guard let column = columns.uuidColumn else { return false }
        var lacking: [Int64] = []
        try forEachRow(keys) { block, row in
            guard block.value(row, slot: column).isNull,
                !samples.isSample(block.key(row), version: block.version(row))
            else { return }
            lacking.append(block.key(row))
        }
        if lacking.isEmpty { return false }
        act(for: HistoryCommand.exchange)
        let context = commandContext()
        try context.performAndWait {
            try context.batchWrite(to: JournalModel.entityName) { batch in
                for start in stride(from: 0, to: lacking.count, by: 10_000) {
                    let part = Array(lacking[start..<min(start + 10_000, lacking.count)])
                    try batch.update(try batch.rows(keys: part).flatMap { Journal.identified($0, column) })
                }
            }
        }
        try refreshAfterSave()
        return true
    }

    /// The rows of a block that have no UUID, with a random one.
    private static func identified(_ block: RowBlock, _ column: Int) -> [RowBatch.Row] {
        (0..<block.count).filter { block.value($0, slot: column).isNull }.map { row in
            var values = SparseValues()
            values[column] = .uuid(.random())
            return RowBatch.Row(
                key: block.key(row), version: StoreNumbers.version(after: block.version(row)), values: values)
        }
    }

    /// Calls `body` with each of the rows.
    /// - Parameter keys: The keys of the rows; nil for all.
    func forEachRow(_ keys: [Int64]?, _ body: (RowBlock, Int) throws -> Void) throws {
        if let keys {
            for block in try store.backend.rows(keys: keys, in: entity().layout) {
                for row in 0..<block.count { try body(block, row) }
            }
        } else {
            try store.backend.fetch(StoreFetch(entity: entity())) { block in
                for row in 0..<block.count { try body(block, row) }
            }
        }
    }

    /// The sessions with these UUIDs, except samples.
    package func sessions(with uuids: [UUID]) throws(JournalError) -> [IdentifiedSession] {
        var sessions: [IdentifiedSession] = []
        for start in stride(from: 0, to: uuids.count, by: Journal.uuidsTogether) {
            let part = Array(uuids[start..<min(start + Journal.uuidsTogether, uuids.count)])
            sessions += try self.sessions(matching: FetchPredicate("%K IN %@", JournalModel.uuidName, part))
        }
        return sessions
    }

    /// The keys and versions that sessions with these UUIDs had when they were last deleted, as far as the history has
    /// them.
    package func deletedSessions(
        with uuids: Set<UUID>
    ) throws(JournalError) -> [UUID: (id: Int64, rev: Int64)] {
        if uuids.isEmpty { return [:] }
        let history = try history()
        return try rethrowing {
            let (layout, columns) = (try entity().layout, EntryColumns(try entity()))
            var deletions: [HistoryKeyChange] = []
            try history.forEachKeyChange(after: 0, in: layout) { if $0.type == .delete { deletions.append($0) } }
            deletions.sort { $0.number < $1.number }
            var deleted: [UUID: (id: Int64, rev: Int64)] = [:]
            for start in stride(from: 0, to: deletions.count, by: 10_000) {
                let part = deletions[start..<min(start + 10_000, deletions.count)]
                let before = try history.rowsBefore(part.map(\.number), in: layout)
                for change in part {
                    guard let row = before[change.number], let uuid = columns.uuid({ row.values[$0] }),
                        uuids.contains(uuid)
                    else { continue }
                    deleted[uuid] = (change.key, row.version)
                }
            }
            return deleted
        }
    }

    /// The sessions that fulfil a condition, except samples; nil for all. Those without a UUID are left out.
    package func sessions(matching predicate: FetchPredicate? = nil) throws(JournalError) -> [IdentifiedSession] {
        try rethrowing {
            let columns = EntryColumns(try entity())
            var sessions: [IdentifiedSession] = []
            var values = FetchValues(entityName: JournalModel.entityName)
            values.predicate = predicate
            try mainContext.performAndWait {
                try mainContext.forEachRowBlock(values) { block in
                    for row in 0..<block.count {
                        if let session = session(row, in: block, columns) { sessions.append(session) }
                    }
                }
            }
            return sessions
        }
    }

    private static let uuidsTogether = 500

    /// The session in a row; nil for a sample.
    func session(_ row: Int, in block: RowBlock, _ columns: EntryColumns) -> IdentifiedSession? {
        guard !samples.isSample(block.key(row), version: block.version(row)),
            let uuid = columns.uuid({ block.value(row, slot: $0) })
        else { return nil }
        return IdentifiedSession(
            uuid: uuid, id: block.key(row), rev: block.version(row), values: columns.values(of: row, in: block))
    }
}

/// Collects what was touched.
private struct LocalReading {
    private let journal: Journal
    private let columns: EntryColumns
    private(set) var changes = LocalChanges()

    init(_ journal: Journal, _ columns: EntryColumns, number: Int64) {
        (self.journal, self.columns) = (journal, columns)
        changes.number = number
    }

    mutating func read(_ keys: [Int64], _ keyChanges: [HistoryKeyChange], _ history: any StoreHistory) throws {
        let layout = try journal.entity().layout
        let first = keyChanges.lazy.map(\.transaction).min() ?? 1
        let commands = HistoryCommand.commands(try history.transactions(after: first - 1, since: nil))
        let bulk = Set(commands.lazy.filter(\.changesMany).flatMap(\.numbers))
        var before: [Int64: HistoryRowBefore] = [:]
        let numbers = keyChanges.filter { $0.type != .insert }.map(\.number).sorted()
        for start in stride(from: 0, to: numbers.count, by: 10_000) {
            let part = Array(numbers[start..<min(start + 10_000, numbers.count)])
            before.merge(try history.rowsBefore(part, in: layout)) { first, _ in first }
        }
        var now: [Int64: IdentifiedSession] = [:]
        try journal.forEachRow(keys) { block, row in
            if let session = journal.session(row, in: block, columns) { now[session.id] = session }
        }
        for (key, all) in Dictionary(grouping: keyChanges, by: \.key) {
            read(key, all, before, now[key], isBulk: all.allSatisfy { bulk.contains($0.transaction) })
        }
    }

    private mutating func read(
        _ key: Int64, _ keyChanges: [HistoryKeyChange], _ before: [Int64: HistoryRowBefore],
        _ now: IdentifiedSession?, isBulk: Bool
    ) {
        for (index, change) in keyChanges.enumerated() {
            guard let row = before[change.number], let uuid = columns.uuid({ row.values[$0] }),
                !journal.samples.isSample(key, version: row.version)
            else { continue }
            let date = columns.values { row.values[$0] }.date
            changes.touches[uuid, default: .init()].dates.append(date)
            if index == 0 { changes.touches[uuid]?.wasThere = true }
            changes.touches[uuid]?.gone = (key, row.version)
            changes.touches[uuid]?.isBulk = isBulk
        }
        guard let now else { return }
        changes.touches[now.uuid, default: .init()].dates.append(now.values.date)
        changes.touches[now.uuid]?.session = now
        changes.touches[now.uuid]?.gone = nil
        changes.touches[now.uuid]?.isBulk = isBulk
    }
}
