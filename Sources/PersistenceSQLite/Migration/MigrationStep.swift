import Persistence
import SQLite

/// One change of a migration to a store's file; `StoreMigration` performs it.
enum MigrationStep: Equatable {
    /// A row of `Z_PRIMARYKEY`.
    struct EntityRow: Equatable {
        let number: Int64
        let name: String
        let parent: Int64
        /// The number of the old root entity whose counter continues; nil for a new hierarchy and for sub-entities.
        let formerNumber: Int64?
    }

    /// A statement that creates, fills, renames or drops a table, a column or an index.
    case schema(String)
    /// Creates an index or a trigger of another program again after its table was copied, if it still can be.
    case restore(String)
    /// Replaces the model's rows in `Z_PRIMARYKEY`, and renumbers the entities in the history.
    case entities([EntityRow])
    /// Sets the column to the value in all rows of these entities where it is null.
    case fill(table: String, column: String, entities: [Int64], value: Value)
    /// Fails if the statement selects a row: something that the property cannot keep.
    case refuse(ifAny: String, property: String, entity: String, reason: String)
    /// Fails if a row of these entities has no value in the column; `property` is its name for messages.
    case require(table: String, column: String, entities: [Int64], property: String)
}

extension MigrationStep {
    static func refuse(ifAny sql: String, _ property: PropertyDescription, _ reason: String) -> MigrationStep {
        .refuse(ifAny: sql, property: property.name, entity: property.entity?.name ?? "", reason: reason)
    }
}
