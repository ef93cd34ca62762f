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
    /// A counter of history is below a number that it gave, so that nothing can be saved.
    case historyCounter(entity: String)
    /// So many rows are of an entity that the table does not hold.
    case entity(table: String, rows: Int)
    /// So many rows have no version from 1, without which lost updates go unnoticed.
    case version(table: String, rows: Int)
    /// So many rows hold something of another type in the column of a property.
    case type(table: String, property: String, rows: Int)
    /// So many rows have the key of another one.
    case repeatedKeys(table: String, rows: Int)
    /// A table, an index or a trigger is not as it was made.
    case changedSchema
    /// The metadata are not as they were written.
    case changedMetadata
    /// Rows are not as they were written: another program changed them, or they are damaged.
    case changedRows(table: String, FoundRows)
    /// Rows were not written by whoever keeps the checksums, or the checksums are damaged.
    case addedRows(table: String, FoundRows)
    /// Rows that were written are gone.
    case lostRows(table: String, FoundRows)
    /// The store had checksums of its rows, and they are gone.
    case lostChecksums

    /// Whether a checksum tells it.
    package var isOfChecksums: Bool {
        switch self {
        case .changedSchema, .changedMetadata, .changedRows, .addedRows, .lostRows, .lostChecksums: true
        default: false
        }
    }
}

/// Some rows: the first keys, and how many there are.
package struct FoundRows: Equatable, Sendable {
    /// How many are named.
    static let limit = 10

    /// The first of the keys, ascending.
    package let keys: [Int64]
    package let count: Int

    package init(keys: [Int64], count: Int) {
        (self.keys, self.count) = (keys, count)
    }
}

/// What checking a store came to.
package struct StoreReport: Equatable, Sendable {
    /// The store's UUID; empty where it could not be read.
    package var identifier = ""
    /// The rows of all tables of the model; nil where the file is too damaged to count them.
    package var rowCount: Int?
    /// Whether the rows have checksums, so that a change of any bit is found.
    package var hasChecksums = false
    package var findings: [StoreFinding] = []
}
