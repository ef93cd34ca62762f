import Persistence

/// An undo or a redo to carry out, and how to read and report its changes.
struct UndoRequest {
    let step: CommandHistory.Step
    /// The later transactions, without those that cancel out because they were undone or redone.
    let inEffect: Set<Int64>
    /// Whether an entry that was deleted since is a conflict.
    let needsEntries: Bool
    let entity: EntityDescription
    /// The samples, which the result marks.
    let samples: SampleKeys
    /// The most entries that the result lists individually.
    let limit: Int

    /// The changes from which the step is planned come after this transaction.
    var start: Int64 { step.last.isStep ? 0 : step.last.numbers.lowerBound - 1 }

    /// An entry among these changes of the step that was deleted since and not restored; nil if there is none.
    func entryDeletedSince(_ changes: [HistoryKeyChange]) -> Int64? {
        var isOwn = false
        for (index, change) in changes.enumerated() {
            if index == 0 || changes[index - 1].key != change.key { isOwn = false }
            isOwn = isOwn || step.last.numbers.contains(change.transaction)
            let isLast = index + 1 == changes.count || changes[index + 1].key != change.key
            if isOwn, isLast, change.type == .delete, inEffect.contains(change.transaction) { return change.key }
        }
        return nil
    }

    func plan(
        _ changes: [HistoryKeyChange], before: [Int64: HistoryRowBefore], stored: [RowBlock]
    ) -> UndoPlan {
        let columns = EntryColumns(entity)
        let rows = stored.flatMap { block in
            (0..<block.count).map { row in
                (
                    block.key(row),
                    EntryRow(
                        version: block.version(row), values: columns.values(of: row, in: block),
                        uuid: columns.uuid { block.value(row, slot: $0) })
                )
            }
        }
        return UndoPlan(
            changes: changes, command: step.last, inEffect: inEffect,
            before: before.mapValues { row in
                EntryRow(
                    version: row.version, values: columns.values { row.values[$0] },
                    uuid: columns.uuid { row.values[$0] }, filled: columns.storedFilled { row.values[$0] })
            },
            stored: Dictionary(uniqueKeysWithValues: rows))
    }
}

extension UndoRequest {
    /// An entry for the result.
    func record(_ id: Int64, _ row: EntryRow?) -> EntryRecord? {
        row.map { row in
            let isSample = samples.isSample(id, version: row.version)
            return EntryRecord(id: id, rev: row.version, sample: isSample, values: row.values)
        }
    }
}
