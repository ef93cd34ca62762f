import Persistence

/// One change to a store's file that a migration makes. A value: `StoreMigration` carries it out.
enum MigrationStep: Equatable {
    /// A statement of the schema: a table, a column or an index is made or renamed.
    case schema(String)
    /// A row of `Z_PRIMARYKEY` for an entity that the store did not know.
    case addEntity(number: Int64, name: String, parent: Int64)
    /// The entity has another name.
    case renameEntity(number: Int64, name: String)
    /// The column gets the value in all rows of these entities that have none.
    case fill(table: String, column: String, entities: [Int64], value: PropertyValue)
    /// No row of these entities may be without a value in the column; `property` is its name in sentences.
    case require(table: String, column: String, entities: [Int64], property: String)
}
