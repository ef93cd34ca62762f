/// Something that is wrong with a store. It names tables and columns, never what is in them.
package enum StoreFinding: Equatable, Sendable {
    /// The file is damaged; what SQLite says of it.
    case damage([String])
    /// The metadata are not one row with a UUID and a property list.
    case metadata
    /// A table has no counter of its keys.
    case noCounter(table: String)
    /// A table's counter is below a key in it, so that keys would be given twice.
    case counter(table: String, counter: Int64, highestKey: Int64)
    /// A counter has no numbers left: of a table's keys, or nil for that of the history.
    case counterEnd(table: String?, counter: Int64)
    /// So many rows have a version that no other one follows.
    case versionEnd(table: String, rows: Int)
    /// So many rows are of an entity that the table does not hold.
    case entity(table: String, rows: Int)
    /// So many rows have no version from 1, without which lost updates go unnoticed.
    case version(table: String, rows: Int)
    /// So many rows hold something of another type in the column of a property.
    case type(table: String, property: String, rows: Int)
}

/// What checking a store came to.
package struct StoreReport: Equatable, Sendable {
    /// The store's UUID; empty where it could not be read.
    package var identifier = ""
    /// The rows of all tables of the model; nil where the file is too damaged to count them.
    package var rowCount: Int?
    package var findings: [StoreFinding] = []
}
