import Persistence
import SurfLanguage

/// A step that is to be taken: what the end of its chain and everybody since changed, and how that is read and told.
struct UndoRequest {
    let step: CommandHistory.Step
    let changes: [HistoryChangeMark]
    /// The transactions since, without those that come to nothing because they were undone, or redone.
    let standing: Set<Int64>
    let reading: UndoReading
    let telling: UndoTelling

    /// An entry of the step that was deleted since and is not back; nil where there is none.
    var entryDeletedSince: Int64? {
        var isOwn = false
        for (index, change) in changes.enumerated() {
            if index == 0 || changes[index - 1].key != change.key { isOwn = false }
            isOwn = isOwn || step.last.numbers.contains(change.transaction)
            let isLast = index + 1 == changes.count || changes[index + 1].key != change.key
            if isOwn, isLast, change.type == .delete, standing.contains(change.transaction) { return change.key }
        }
        return nil
    }

    func plan(
        _ changes: ArraySlice<HistoryChangeMark>, before: [Int64: HistoryRowBefore], stored: [RowBlock]
    ) -> UndoPlan {
        UndoPlan(
            changes: changes, command: step.last, standing: standing, before: reading.entries(before),
            stored: reading.entries(stored))
    }
}

/// Makes entries of what is read: the rows before changes, and those that are stored.
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

/// How what was taken back is told: with which samples, and of how many entries one by one.
struct UndoTelling {
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
    /// The values of these fields by slot of the entity.
    fileprivate init(_ values: SparseValues, _ entity: EntityDescription, _ fields: [EntryField]) {
        self.init()
        for field in fields {
            guard let slot = entity.slot(named: field.name), let value = values[slot] else { continue }
            self[field] = FieldValue(value, of: field)
        }
    }
}
