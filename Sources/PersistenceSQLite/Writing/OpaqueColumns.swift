import Persistence
import SQLite

/// Columns that are read as they are and never written: large data that Core Data may store outside the file, in an
/// unknown format.
struct OpaqueColumns {
    let connection: Connection
    let schema: StoreSchema

    /// - Throws: `saveFailed` when the changes would write such a column, or delete a row with a value in it.
    func refuse(_ changes: StoreChanges) throws {
        guard schema.tables.contains(where: { !$0.opaqueSlots.isEmpty }) else { return }
        for block in changes.insertions { try refuse(block) }
        for row in changes.updates { try refuse(row.slots, row.layout) }
        for row in changes.deletions { try refuseDeletion(of: row.key, row.layout) }
    }

    private func refuse(_ block: RowBlock) throws {
        guard let table = schema[block.table.layout] else { return }
        for slot in table.opaqueSlots {
            for row in 0..<block.count where !block.isNull(row, column: slot) {
                throw OpaqueColumns.refusal(table.layout.slots[slot])
            }
        }
    }

    private func refuse(_ slots: SlotSet, _ layout: EntityLayout) throws {
        guard let table = schema[layout] else { return }
        for slot in table.opaqueSlots where slots.contains(slot) { throw OpaqueColumns.refusal(layout.slots[slot]) }
    }

    private func refuseDeletion(of key: Int64, _ layout: EntityLayout) throws {
        guard let table = schema[layout] else { return }
        for slot in table.opaqueSlots {
            let column = SQLName.identifier(table.columnName(ofSlot: slot))
            let statement = try connection.cached(
                "SELECT 1 FROM \(SQLName.identifier(table.name)) WHERE Z_PK = ? AND \(column) IS NOT NULL")
            defer { statement.reset() }
            try statement.bind(int64: key, at: 1)
            if try statement.step() { throw OpaqueColumns.refusal(layout.slots[slot]) }
        }
    }

    private static func refusal(_ slot: EntityLayout.Slot) -> PersistenceError {
        PersistenceError(
            .saveFailed,
            "“\(slot.name)” of “\(slot.declaringEntity.name ?? "")” may be stored outside the file, in a format that is not"
                + " known, so it cannot be written. Nothing was saved.")
    }
}
