import Persistence

/// An undo or a redo to carry out: the changes of the last transaction of its chain and all later changes, and how to
/// read and report them.
struct UndoRequest {
    let step: CommandHistory.Step
    let changes: [HistoryKeyChange]
    /// The later transactions, without those that cancel out because they were undone or redone.
    let inEffect: Set<Int64>
    let entity: EntityDescription
    let reporting: UndoReporting

    /// An entry of the step that was deleted since and not restored; nil if there is none.
    var entryDeletedSince: Int64? {
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
        _ changes: ArraySlice<HistoryKeyChange>, before: [Int64: HistoryRowBefore], stored: [RowBlock]
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
                    uuid: columns.uuid { row.values[$0] })
            },
            stored: Dictionary(uniqueKeysWithValues: rows))
    }
}

/// How the result is reported: which samples it includes, and how many entries it lists individually.
struct UndoReporting {
    let samples: SampleKeys
    let limit: Int

    func record(_ id: Int64, _ row: EntryRow?) -> EntryRecord? {
        row.map { row in
            let isSample = samples.isSample(id, version: row.version)
            return EntryRecord(id: id, rev: row.version, sample: isSample, values: row.values)
        }
    }
}
