import Persistence

/// Takes a command back row by row in one transaction, some records at a time, so that memory does not grow with the command:
/// the way where every entry is still what the command left.
struct RowUndo {
    /// An entry was changed since, so that it has to be merged, which takes objects.
    struct ChangedSince: Error {}

    private static let chunk = 1_000

    private let batch: RowBatch
    private let reading: UndoReading
    private let told: UndoTelling
    private let columns: [(field: EntryField, column: Int)]
    private var changes: [HistoryChangeRow] = []
    private var records = 0

    /// What was taken back so far.
    private(set) var undone: UndoneCommand
    /// The entries that are there and not as they were, in the versions that they have now.
    private(set) var changed: [(id: Int64, version: Int64)] = []
    /// The IDs of the entries that are gone.
    private(set) var deleted: [Int64] = []

    init(_ command: ChangeCommand, in batch: RowBatch, _ reading: UndoReading, _ told: UndoTelling) {
        (self.batch, self.reading, self.told) = (batch, reading, told)
        columns = batch.entity.entryColumns
        undone = UndoneCommand(command: command)
    }

    /// Takes back what was changed of one record; some may be pending until `flush`.
    mutating func add(_ record: [HistoryChangeRow]) throws {
        changes += record
        records += 1
        if records == RowUndo.chunk { try flush() }
    }

    mutating func flush() throws {
        let plan = try reading.plan(undone.command, changes, batch.rows)
        guard let steps = plan.steps() else { throw JournalError.nothingToUndo }
        undone.command = undone.command.counting(plan.ownChanges)
        changes.removeAll(keepingCapacity: true)
        records = 0
        try take(steps, plan.stored)
    }

    private mutating func take(_ steps: [(id: Int64, step: UndoStep)], _ stored: [Int64: EntryRow]) throws {
        var (removed, updates, insertions): ([Int64], [RowBatch.Row], [RowBatch.Row]) = ([], [], [])
        for (id, step) in steps {
            switch step {
            case .remove(let left):
                try require(stored[id], is: left)
                removed.append(id)
                tell(id, from: stored[id], to: nil)
            case .change(let left, let values):
                try require(stored[id], is: left)
                let row = RowBatch.Row(key: id, version: left.version + 1, values: difference(left.values, values))
                if row.values.isEmpty { continue }
                updates.append(row)
                tell(id, from: left, to: EntryRow(version: row.version, values: values))
            case .bringBack(let row):
                let values = difference(EntryValues(), row.values)
                insertions.append(RowBatch.Row(key: id, version: row.version, values: values))
                tell(id, from: nil, to: row)
            case .dispute: throw ChangedSince()
            }
        }
        try batch.delete(removed)
        try batch.update(updates)
        try batch.insert(insertions)
    }

    private func require(_ stored: EntryRow?, is left: EntryRow) throws {
        guard let stored, stored.version == left.version else { throw ChangedSince() }
    }

    /// What a row gets that had other values.
    private func difference(_ old: EntryValues, _ new: EntryValues) -> SparseValues {
        var result = SparseValues()
        for (field, column) in columns {
            let (before, after) = (old[field]?.propertyValue, new[field]?.propertyValue)
            if before != after { result[column] = after ?? .null }
        }
        return result
    }

    private mutating func tell(_ id: Int64, from old: EntryRow?, to new: EntryRow?) {
        if let new { changed.append((id, new.version)) } else { deleted.append(id) }
        undone.add(told.limit) { .init(id: id, before: told.record(id, old), after: told.record(id, new)) }
    }
}
