import SQLite

/// One change of a migration to a store's file; `StoreMigration` performs it.
enum MigrationStep: Equatable {
    /// A statement that creates or renames a table, a column or an index.
    case schema(String)
    /// Adds a row to `Z_PRIMARYKEY` for an entity that is new in the store.
    case addEntity(number: Int64, name: String, parent: Int64)
    /// Renames an entity.
    case renameEntity(number: Int64, name: String)
    /// Sets the column to the value in all rows of these entities where it is null.
    case fill(table: String, column: String, entities: [Int64], value: Value)
    /// Fails if a row of these entities has no value in the column; `property` is its name for messages.
    case require(table: String, column: String, entities: [Int64], property: String)
}
