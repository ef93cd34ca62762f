/// An open write transaction. Releasing it without `commit()` rolls it back.
package protocol StoreTransaction: AnyObject {
    /// Reserves `count` keys of the table and returns the first. A key is never assigned twice.
    func allocateKeys(_ count: Int, in layout: EntityLayout) throws -> Int64
    /// Writes all changes whose row has the expected version, and returns the other rows. If there are any, the
    /// transaction must be rolled back, or all changes applied again.
    func apply(_ changes: StoreChanges) throws -> [StoredKeyInTable]
    /// Calls `body` once with a reader that sees what this transaction wrote. It must not be used afterwards.
    func reading<T>(_ body: (any StoreReader) throws -> T) throws -> T
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

    // MARK: One store's part of a save

    /// Whether `rollback()` reverts what was written. Stores that cannot revert it are written last. True by default.
    var canRollBack: Bool { get }
    /// Permanent keys for the part's new objects, in the same order. Adds to `ids` the IDs that replace temporary ones,
    /// if other objects may refer to them.
    func keys(for part: SavePlan.Part, _ ids: AssignedIDs) throws -> [Int64]
    /// Writes the part. Returns the rows that did not have the expected version, in which case the transaction must be
    /// rolled back; and all rows that were written.
    func save(
        _ rows: PlannedRows, origin: TransactionOrigin
    ) throws -> (stale: [StoredKeyInTable], written: [WrittenRows])
    /// The conflicts of the rows that `save` found outdated.
    func conflicts(of part: SavePlan.Part, stale: [StoredKeyInTable]) throws -> [MergeConflict]
}

extension StoreTransaction {
    package var historyNumber: Int64? { nil }

    package func recordTransaction(_ origin: TransactionOrigin) throws {}

    package func rowsBefore(_ changes: [Int64], in layout: EntityLayout) throws -> [Int64: HistoryRowBefore] { [:] }

    package func rows(keys: [Int64], in layout: EntityLayout) throws -> [RowBlock] {
        try reading { try $0.rows(keys: keys, in: layout) }
    }

    package func fetch(_ fetch: StoreFetch, _ body: (RowBlock) throws -> Void) throws {
        try reading { try $0.fetch(fetch, body) }
    }

    package func destinations(of slot: Int, in layout: EntityLayout, key: Int64) throws -> [StoredKey] {
        try reading { try $0.destinations(of: slot, in: layout, key: key) }
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
