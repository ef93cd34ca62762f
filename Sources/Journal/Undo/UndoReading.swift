import Persistence
import SurfLanguage

/// An undo or a redo to carry out: the changes of the last transaction of its chain and all later changes, and how to
/// read and report them.
struct UndoRequest {
    let step: CommandHistory.Step
    let changes: [HistoryChangeMark]
    /// The later transactions, without those that cancel out because they were undone or redone.
    let inEffect: Set<Int64>
    let reading: UndoReading
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
        _ changes: ArraySlice<HistoryChangeMark>, before: [Int64: HistoryRowBefore], stored: [RowBlock]
    ) -> UndoPlan {
        UndoPlan(
            changes: changes, command: step.last, inEffect: inEffect, before: reading.entries(before),
            stored: reading.entries(stored))
    }
}

/// Converts rows before changes, and stored rows, to entries.
struct UndoReading {
    let entity: EntityDescription
    let fields: [EntryField]

    fileprivate func entries(_ rows: [Int64: HistoryRowBefore]) -> [Int64: EntryRow] {
        rows.mapValues { EntryRow(version: $0.version, values: EntryValues($0.values, entity, fields)) }
    }

    fileprivate func entries(_ blocks: [RowBlock]) -> [Int64: EntryRow] {
        var rows: [Int64: EntryRow] = [:]
        for block in blocks {
            for row in 0..<block.count {
                var values = SparseValues()
                for slot in 0..<entity.layout.columnCount { values[slot] = block.value(row, slot: slot) }
                rows[block.key(row)] = EntryRow(
                    version: block.version(row), values: EntryValues(values, entity, fields))
            }
        }
        return rows
    }
}

/// How the result is reported: which samples it includes, and how many entries it lists individually.
struct UndoReporting {
    let samples: SampleKeys
    let limit: Int

    func record(_ id: Int64, _ row: EntryRow?) -> EntryRecord? {
        row.map { row in
            let isSample = row.version == 1 && samples.contains(id)
            return EntryRecord(id: id, rev: row.version, sample: isSample, values: row.values)
        }
    }
}

extension EntryValues {
    /// The values of the fields, from the slots of the entity.
    fileprivate init(_ values: SparseValues, _ entity: EntityDescription, _ fields: [EntryField]) {
        self.init()
        for field in fields {
            guard let slot = entity.slot(named: field.name), let value = values[slot] else { continue }
            self[field] = FieldValue(value, of: field)
        }
    }
}
