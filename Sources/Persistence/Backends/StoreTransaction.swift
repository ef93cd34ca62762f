/// An open write transaction. Releasing it without `commit()` rolls it back.
package protocol StoreTransaction: AnyObject {
    /// Reserves `count` keys of the table and returns the first. A key is never assigned twice.
    func allocateKeys(_ count: Int, in layout: EntityLayout) throws -> Int64
    /// Writes all changes whose row has the expected version, and returns the other rows. If there are any, the
    /// transaction must be rolled back, or all changes applied again.
    func apply(_ changes: StoreChanges) throws -> [StoredKeyInTable]
    /// The rows with these keys, as this transaction sees them.
    func rows(keys: [Int64], in layout: EntityLayout) throws -> [RowBlock]
    /// Replaces the application's metadata as part of this transaction.
    func setMetadata(_ metadata: [String: any Sendable]) throws
    func commit() throws
    func rollback()
    /// The transaction's number in the history; nil when it is not recorded.
    var historyNumber: Int64? { get }
    /// Makes the history record the transaction even if it changes nothing.
    func recordTransaction(_ origin: TransactionOrigin) throws
    /// The rows as they were before the changes with these numbers, as far as the history has them.
    func rowsBefore(_ changes: [Int64], in layout: EntityLayout) throws -> [Int64: HistoryRowBefore]
    /// Calls `body` with the matching rows as this transaction sees them. For stores that support batches.
    func fetch(_ fetch: StoreFetch, _ body: (RowBlock) throws -> Void) throws
    /// The destinations of a to-many relationship as this transaction sees them. For stores that support batches.
    func destinations(of slot: Int, in layout: EntityLayout, key: Int64) throws -> [StoredKey]
}

extension StoreTransaction {
    package var historyNumber: Int64? { nil }

    package func recordTransaction(_ origin: TransactionOrigin) throws {}

    package func rowsBefore(_ changes: [Int64], in layout: EntityLayout) throws -> [Int64: HistoryRowBefore] { [:] }

    package func fetch(_ fetch: StoreFetch, _ body: (RowBlock) throws -> Void) throws {
        throw PersistenceError(.coreData, "The store does not support batch requests.")
    }

    package func destinations(of slot: Int, in layout: EntityLayout, key: Int64) throws -> [StoredKey] {
        throw PersistenceError(.coreData, "The store does not support batch requests.")
    }
}

/// A row, identified by table and key.
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
