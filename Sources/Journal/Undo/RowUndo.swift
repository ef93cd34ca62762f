import Foundation
import Persistence

/// Reverses a command row by row in one transaction, in chunks, so that memory does not grow with the size of the
/// command.
struct RowUndo {
    private static let chunk = 1_000

    private let batch: RowBatch
    private let request: UndoRequest
    private let answer: ConflictAnswer
    private let columns: EntryColumns
    /// What has been reversed so far.
    private(set) var undone: UndoOutcome

    init(_ request: UndoRequest, _ answer: ConflictAnswer, in batch: RowBatch) {
        (self.batch, self.request, self.answer) = (batch, request, answer)
        columns = EntryColumns(batch.entity)
        undone = UndoOutcome(request.step)
    }

    /// - Throws: `.conflict` if an entry was changed since and the answer does not resolve that; `.nothingToUndo` if the
    ///   history lacks the earlier state of a row.
    mutating func run(_ history: any StoreHistory) throws {
        var (changes, ofRow): ([HistoryKeyChange], [HistoryKeyChange]) = ([], [])
        try history.forEachKeyChange(after: request.start, in: batch.entity.layout) { change in
            if let last = ofRow.last, last.key != change.key {
                changes += request.step.last.concerned(ofRow)
                ofRow.removeAll(keepingCapacity: true)
                if changes.count >= RowUndo.chunk {
                    try run(changes)
                    changes.removeAll(keepingCapacity: true)
                }
            }
            ofRow.append(change)
        }
        try run(changes + request.step.last.concerned(ofRow))
        // Recorded too, so that the next step continues after it.
        if undone.count == 0 { try batch.recordTransaction() }
    }

    /// - Parameter changes: All that are concerned of each of their rows.
    private mutating func run(_ changes: [HistoryKeyChange]) throws {
        if changes.isEmpty { return }
        if request.needsEntries, let id = request.entryDeletedSince(changes) {
            throw JournalError.conflict(ConflictReport(id: id, storedRev: 0, isDeleted: true, fields: []))
        }
        let before = try batch.rowsBefore(changes.map(\.number))
        let stored = try batch.rows(keys: Set(changes.map(\.key)).sorted())
        let plan = request.plan(changes, before: before, stored: stored)
        guard let steps = plan.steps() else { throw JournalError.nothingToUndo }
        undone.count(plan.ownChanges)
        try write(
            steps.map { id, step in
                let old = plan.stored[id]
                return (id, old, try step.row(of: id, stored: old, answer, columns))
            })
    }

    private mutating func write(_ rows: [(id: Int64, old: EntryRow?, new: EntryRow?)]) throws {
        let present = try present(among: rows.compactMap { $0.old == nil ? $0.new?.uuid : nil })
        var (deletions, updates, insertions): ([Int64], [RowBatch.Row], [RowBatch.Row]) = ([], [], [])
        for (id, old, new) in rows {
            switch (old, new) {
            case (let old?, let new?):
                var values = columns.difference(old.values, new.values)
                if values.isEmpty { continue }
                if old.uuid == nil, let column = columns.uuidColumn { values[column] = .uuid(.random()) }
                updates.append(RowBatch.Row(key: id, version: new.version, values: values))
            case (nil, let new?):
                if let uuid = new.uuid, present.contains(uuid) { continue }
                let values = columns.row(new.values, uuid: new.uuid ?? .random(), filled: new.filled)
                insertions.append(RowBatch.Row(key: id, version: new.version, values: values))
            case (_?, nil): deletions.append(id)
            case (nil, nil): continue
            }
            report(id, from: old, to: new)
        }
        try batch.delete(deletions)
        try batch.update(updates)
        try batch.insert(insertions)
    }

    /// Those of the UUIDs that sessions have. A deleted session may have come back from another machine, under another
    /// number; then it is not inserted again.
    private func present(among uuids: [UUID]) throws -> Set<UUID> {
        guard !uuids.isEmpty, let column = columns.uuidColumn else { return [] }
        var present: Set<UUID> = []
        var values = FetchValues(entityName: JournalModel.entityName)
        values.predicate = FetchPredicate(format: "%K IN %@", JournalModel.uuidName, uuids)
        try batch.forEachRowBlock(values) { block in
            for row in 0..<block.count {
                if let uuid = columns.uuid({ _ in block.value(row, slot: column) }) { present.insert(uuid) }
            }
        }
        return present
    }

    private mutating func report(_ id: Int64, from old: EntryRow?, to new: EntryRow?) {
        undone.add(request.limit) {
            .init(id: id, before: request.record(id, old), after: request.record(id, new))
        }
    }
}
