/// A defect of a store. It names tables and columns, never their content.
package enum StoreFinding: Equatable, Sendable {
    /// The file is damaged, with SQLite's messages.
    case damage([String])
    /// The metadata is not a single row with a UUID and a property list.
    case metadata
    /// A table has no counter of its keys.
    case noCounter(table: String)
    /// A table's counter is less than one of its keys, so that keys would be assigned twice.
    case counter(table: String, counter: Int64, highestKey: Int64)
    /// A counter has reached its limit: that of a table's keys, or nil for the history's.
    case counterEnd(table: String?, counter: Int64)
    /// The number of rows whose version is the highest possible.
    case versionEnd(table: String, rows: Int)
    /// A counter of the history is less than a number that it assigned, so that nothing can be saved.
    case historyCounter(entity: String)
    /// The number of rows whose entity does not belong to the table.
    case entity(table: String, rows: Int)
    /// The number of rows without a version of at least 1, for which lost updates are not detected.
    case version(table: String, rows: Int)
    /// The number of rows with a value of the wrong type in a property's column.
    case type(table: String, property: String, rows: Int)
    /// The number of rows that have the key of another row.
    case repeatedKeys(table: String, rows: Int)
    /// A table, an index or a trigger was changed.
    case changedSchema
    /// The metadata was changed.
    case changedMetadata
    /// Rows differ from what was written: another program changed them, or they are damaged.
    case changedRows(table: String, FoundRows)
    /// Rows were added by a program that does not keep the checksums, or the checksums are damaged.
    case addedRows(table: String, FoundRows)
    /// Rows that were written are missing.
    case lostRows(table: String, FoundRows)
    /// The store had checksums of its rows, which are missing.
    case lostChecksums

    /// Whether a checksum revealed it.
    package var isOfChecksums: Bool {
        switch self {
        case .changedSchema, .changedMetadata, .changedRows, .addedRows, .lostRows, .lostChecksums: true
        default: false
        }
    }
}

/// Some rows: the first keys, and the total number.
package struct FoundRows: Equatable, Sendable {
    /// The maximum number of keys in `keys`.
    static let limit = 10

    /// The first keys, in ascending order.
    package private(set) var keys: [Int64]
    package private(set) var count: Int

    package init(keys: [Int64] = [], count: Int = 0) {
        (self.keys, self.count) = (keys, count)
    }

    mutating func add(_ key: Int64) {
        if count < FoundRows.limit { keys.append(key) }
        count += 1
    }
}

/// The result of checking a store.
package struct StoreReport: Equatable, Sendable {
    /// The store's UUID; empty if it could not be read.
    package var identifier = ""
    /// The number of rows in all tables of the model; nil if the file is too damaged to count them.
    package var rowCount: Int?
    /// Whether the rows have checksums, so that any changed bit is detected.
    package var hasChecksums = false
    package var findings: [StoreFinding] = []
}
