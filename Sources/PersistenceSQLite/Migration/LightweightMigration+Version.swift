import Persistence
import SQLite

/// Whether a store that has exactly the tables of the model was written with another version of it, which is not told by
/// the version hashes of Core Data.
extension StoreSchema {
    /// Decided by the model in Core Data's cache. Without one, a store is of another version if rows lack a required
    /// value that has a default: Core Data saves none like that.
    func isOfAnotherVersion(_ model: ManagedObjectModel, _ connection: Connection, name: String) throws -> Bool {
        let source = try MigrationSource(connection, name: name)
        guard let old = try source.cached(connection)?.model() else { return try lacksDefaults(connection) }
        let schema = try StoreSchema(model: old, numbering: source.catalog.numbering(for: old))
            .matched(to: source.catalog)
        return LightweightMigration(source: source, old: schema, oldModel: old, new: self, model: model).changesValues
    }

    private func lacksDefaults(_ connection: Connection) throws -> Bool {
        try tables.contains { table in
            try table.columns.filter(\.content.isValue).contains { column in
                let slot = table.layout.slots[column.slot]
                guard !slot.property.isOptional, !slot.defaultValue.isNull else { return false }
                let entities = table.layout.entities.filter { $0.isKindOf(entity: slot.declaringEntity) }
                let numbers = entities.compactMap { numbering[$0] }
                return try StoreMigration.hasRow(without: column.name, of: numbers, in: table.name, connection)
            }
        }
    }
}

extension LightweightMigration {
    /// Whether a property that the old model has, too, has another name or column now, or is required now and was not; or
    /// whether a new property would take over a column.
    var changesValues: Bool {
        new.tables.contains { table in
            table.columns.filter(\.content.isValue).contains { column in
                let slot = table.layout.slots[column.slot]
                return table.layout.entities.contains {
                    $0.isKindOf(entity: slot.declaringEntity) && changes(slot, in: column.name, of: $0)
                }
            }
        }
    }

    private func changes(_ slot: EntityLayout.Slot, in column: String, of entity: EntityDescription) -> Bool {
        guard let entity = former(entity), let table = old[entity.layout] else { return false }
        guard let before = former(slot.property, in: entity) else {
            // A name in other letters is taken for the same property: nothing is lost by that.
            return table.columns.contains { other in
                let name = table.layout.slots[other.slot].name
                return other.name == column && name.uppercased() != slot.name.uppercased()
            }
        }
        if before.name != slot.name || !before.isColumn { return true }
        if table.columnName(ofSlot: before.index) != column { return true }
        return slot.attribute != nil && before.property.isOptional && !slot.property.isOptional
    }
}
