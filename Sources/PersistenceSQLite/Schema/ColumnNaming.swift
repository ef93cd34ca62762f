import Persistence

/// The names of a store's tables and columns, for compiling predicates to SQL.
///
/// Every name is returned as SQL, quoted where necessary. A table's primary key is `Z_PK`, its entity `Z_ENT`.
package protocol ColumnNaming {
    func table(of layout: EntityLayout) -> String
    /// The column of an attribute or of a to-one relationship.
    func column(slot: Int, of layout: EntityLayout) -> String
    /// The table with the links of a to-many relationship; nil if they are a property of the destination.
    func joinTable(forSlot slot: Int, of layout: EntityLayout) -> JoinTable?
    /// The entity's number in the file.
    func entityNumber(of entity: EntityDescription) -> Int64
    /// The primary key in this store; nil for an object of another store or an unsaved one.
    func key(of id: ManagedObjectID) -> Int64?
}

/// The join table of a many-to-many relationship, seen from one of its ends, or the destinations' table of a
/// relationship without an inverse.
package struct JoinTable: Sendable, Equatable {
    package let name: String
    /// The column with the keys of the source objects.
    package let sourceColumn: String
    /// The column with the keys of the destinations.
    package let destinationColumn: String

    package init(name: String, sourceColumn: String, destinationColumn: String) {
        self.name = name
        self.sourceColumn = sourceColumn
        self.destinationColumn = destinationColumn
    }
}
