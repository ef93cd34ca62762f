/// An open write. Dropping it without `commit()` is a rollback.
package protocol StoreTransaction: AnyObject {
    /// Reserves `count` keys of the table; returns the first. Keys are never given twice.
    func allocateKeys(_ count: Int, in layout: EntityLayout) throws -> Int64
    /// Writes as far as versions allow. Returns the rows whose version was not the expected one; if there are any, the
    /// transaction must be rolled back or the whole change applied again.
    func apply(_ changes: StoreChanges) throws -> [StoredKeyInTable]
    /// The rows with these keys as this transaction sees them.
    func rows(keys: [Int64], in layout: EntityLayout) throws -> [RowBlock]
    /// Replaces the application's metadata, with this transaction.
    func setMetadata(_ metadata: [String: any Sendable]) throws
    func commit() throws
    func rollback()
    /// The number that the history gave what was written; nil where nothing was recorded.
    var historyNumber: Int64? { get }
    /// Has the history record the transaction even if nothing is changed in it.
    func recordTransaction(_ origin: TransactionOrigin) throws
    /// The rows before the changes with these numbers, as far as a history keeps them.
    func rowsBefore(_ changes: [Int64], in layout: EntityLayout) throws -> [Int64: HistoryRowBefore]
    /// Calls `body` with the rows that match as this transaction sees them. For stores that take batches.
    func fetch(_ fetch: StoreFetch, _ body: (RowBlock) throws -> Void) throws
    /// The destinations of a to-many relationship as this transaction sees them. For stores that take batches.
    func destinations(of slot: Int, in layout: EntityLayout, key: Int64) throws -> [StoredKey]
}

extension StoreTransaction {
    package var historyNumber: Int64? { nil }

    package func recordTransaction(_ origin: TransactionOrigin) throws {}

    package func rowsBefore(_ changes: [Int64], in layout: EntityLayout) throws -> [Int64: HistoryRowBefore] { [:] }

    package func fetch(_ fetch: StoreFetch, _ body: (RowBlock) throws -> Void) throws {
        throw PersistenceError(.coreData, "The store takes no batch requests.")
    }

    package func destinations(of slot: Int, in layout: EntityLayout, key: Int64) throws -> [StoredKey] {
        throw PersistenceError(.coreData, "The store takes no batch requests.")
    }
}

/// A row by table and key.
package struct StoredKeyInTable: Hashable, Sendable {
    package let layout: EntityLayout
    package let key: Int64

    package init(layout: EntityLayout, key: Int64) {
        self.layout = layout
        self.key = key
    }

    package static func == (left: StoredKeyInTable, right: StoredKeyInTable) -> Bool {
        left.key == right.key && left.layout === right.layout
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(key)
    }
}
