import Persistence
import SurfLanguage

/// Reverses a command row by row in one transaction, in chunks, so that memory hardly grows with the size of the
/// command. It requires that every entry is still as the command left it.
struct RowUndo {
    /// An entry was changed since. Merging it requires objects.
    struct ChangedSince: Error {}
    /// Another process wrote after the command was chosen.
    struct OutOfDate: Error {}

    private static let chunk = 1_000

    private let batch: RowBatch
    private let request: UndoRequest
    private let columns: EntryColumns
    /// What has been reversed so far.
    private(set) var undone: UndoneCommand

    init(_ request: UndoRequest, in batch: RowBatch) {
        (self.batch, self.request) = (batch, request)
        columns = EntryColumns(batch.entity)
        undone = UndoneCommand(request.step)
    }

    mutating func run() throws {
        let changes = request.changes
        var start = 0
        while start < changes.count {
            var end = min(start + RowUndo.chunk, changes.count)
            while end < changes.count, changes[end].key == changes[end - 1].key { end += 1 }
            try run(changes[start..<end])
            start = end
        }
        if undone.count == 0 { try batch.recordTransaction() }
    }

    private mutating func run(_ changes: ArraySlice<HistoryChangeMark>) throws {
        let before = try batch.rowsBefore(changes.map(\.number))
        let stored = try batch.rows(keys: Set(changes.map(\.key)).sorted())
        let plan = request.plan(changes, before: before, stored: stored)
        guard let steps = plan.steps() else { throw JournalError.nothingToUndo }
        undone.count(plan.ownChanges)
        try take(steps, plan.stored)
    }

    private mutating func take(_ steps: [(id: Int64, step: UndoStep)], _ stored: [Int64: EntryRow]) throws {
        var (removed, updates, insertions): ([Int64], [RowBatch.Row], [RowBatch.Row]) = ([], [], [])
        for (id, step) in steps {
            switch step {
            case .remove(let left):
                try require(stored[id], is: left)
                removed.append(id)
                report(id, from: stored[id], to: nil)
            case .change(let left, let values):
                try require(stored[id], is: left)
                let row = RowBatch.Row(
                    key: id, version: StoreNumbers.version(after: left.version),
                    values: columns.difference(left.values, values)
                )
                if row.values.isEmpty { continue }
                updates.append(row)
                report(id, from: left, to: EntryRow(version: row.version, values: values))
            case .bringBack(let row):
                let values = columns.row(row.values)
                insertions.append(RowBatch.Row(key: id, version: row.version, values: values))
                report(id, from: nil, to: row)
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

    private mutating func report(_ id: Int64, from old: EntryRow?, to new: EntryRow?) {
        let reporting = request.reporting
        undone.add(reporting.limit) {
            .init(id: id, before: reporting.record(id, old), after: reporting.record(id, new))
        }
    }
}
