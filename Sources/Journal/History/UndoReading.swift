import Persistence
import SurfLanguage

/// A command that is to be taken back: what it and everybody since changed, and how that is read and told.
struct UndoRequest {
    let command: ChangeCommand
    let changes: [HistoryChangeMark]
    let reading: UndoReading
    let telling: UndoTelling
}

/// Makes plans to take a command back of what is read: the rows before its changes, and those that are stored.
struct UndoReading {
    let entity: EntityDescription
    let fields: [EntryField]

    func plan(
        _ command: ChangeCommand, _ changes: ArraySlice<HistoryChangeMark>, before: [Int64: HistoryRowBefore],
        stored: [RowBlock]
    ) -> UndoPlan {
        let before = before.mapValues { row in
            EntryRow(version: row.version, values: EntryValues(row.values, entity, fields))
        }
        return UndoPlan(changes: changes, command: command, before: before, stored: entries(stored))
    }

    private func entries(_ blocks: [RowBlock]) -> [Int64: EntryRow] {
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
