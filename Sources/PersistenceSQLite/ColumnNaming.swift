import Persistence

/// What a store calls its tables and columns: all that a predicate's SQL needs to know of a file.
///
/// Every name is returned as it stands in SQL, quoted where it has to be. A table's own key is `Z_PK`, its entity `Z_ENT`.
package protocol ColumnNaming {
    func table(of layout: EntityLayout) -> String
    /// The column of an attribute or of a to-one relationship.
    func column(slot: Int, of layout: EntityLayout) -> String
    /// The table of a many-to-many relationship; nil where the destination has the column.
    func joinTable(forSlot slot: Int, of layout: EntityLayout) -> JoinTable?
    /// The number of the entity in the file.
    func entityNumber(of entity: EntityDescription) -> Int64
    /// The primary key that an ID has in this store; nil for an object of another store or one that is not saved.
    func key(of id: ManagedObjectID) -> Int64?
}

/// The table of a many-to-many relationship, seen from one of its ends.
package struct JoinTable: Sendable, Equatable {
    package let name: String
    /// The column with the keys of the objects that have the relationship.
    package let sourceColumn: String
    /// The column with the keys of its members.
    package let destinationColumn: String

    package init(name: String, sourceColumn: String, destinationColumn: String) {
        self.name = name
        self.sourceColumn = sourceColumn
        self.destinationColumn = destinationColumn
    }
}
