/// The author and the context of a transaction, for a store's history.
package struct TransactionOrigin: Sendable, Equatable {
    package var author: String?
    package var contextName: String?

    package init(author: String? = nil, contextName: String? = nil) {
        self.author = author
        self.contextName = contextName
    }
}

/// A transaction in a store's history.
package struct HistoryTransactionRow: Sendable, Equatable {
    package let number: Int64
    /// Seconds since 2001-01-01T00:00:00Z.
    package let timestamp: Double
    package let author: String?
    package let contextName: String?
    package let bundleID: String?
    package let processID: String?

    package init(
        number: Int64, timestamp: Double, author: String?, contextName: String?, bundleID: String?, processID: String?
    ) {
        self.number = number
        self.timestamp = timestamp
        self.author = author
        self.contextName = contextName
        self.bundleID = bundleID
        self.processID = processID
    }
}

/// A change in a store's history.
package struct HistoryChangeRow: Sendable {
    package let number: Int64
    package let transaction: Int64
    package let type: PersistentHistoryChangeType
    package let objectID: ManagedObjectID
    package let updatedProperties: [PropertyDescription]
    package let tombstone: [(name: String, value: PropertyValue)]

    package init(
        number: Int64, transaction: Int64, type: PersistentHistoryChangeType, objectID: ManagedObjectID,
        updatedProperties: [PropertyDescription], tombstone: [(name: String, value: PropertyValue)]
    ) {
        self.number = number
        self.transaction = transaction
        self.type = type
        self.objectID = objectID
        self.updatedProperties = updatedProperties
        self.tombstone = tombstone
    }
}

/// A change without its details, small enough for a list of millions.
package struct HistoryKeyChange: Sendable, Equatable {
    /// The key of the changed row.
    package let key: Int64
    package let number: Int64
    package let transaction: Int64
    package let type: PersistentHistoryChangeType

    package init(key: Int64, number: Int64, transaction: Int64, type: PersistentHistoryChangeType) {
        (self.key, self.number, self.transaction, self.type) = (key, number, transaction, type)
    }
}

/// The number of changes of one type in a transaction.
package struct HistoryChangeCount: Sendable, Equatable {
    package let transaction: Int64
    package let type: PersistentHistoryChangeType
    package let count: Int

    package init(transaction: Int64, type: PersistentHistoryChangeType, count: Int) {
        (self.transaction, self.type, self.count) = (transaction, type, count)
    }
}

/// A row before a change.
package struct HistoryRowBefore: Sendable {
    package let version: Int64
    /// The values of slots with columns, except null.
    package let values: SparseValues

    package init(version: Int64, values: SparseValues) {
        self.version = version
        self.values = values
    }
}

/// The size of a transaction in a history that keeps values.
package struct HistorySize: Sendable, Equatable {
    package let transaction: Int64
    /// Seconds since 2001-01-01T00:00:00Z.
    package let timestamp: Double
    package let changes: Int
    /// The size of the rows before the changes, in bytes.
    package let bytes: Int

    package init(transaction: Int64, timestamp: Double, changes: Int, bytes: Int) {
        self.transaction = transaction
        self.timestamp = timestamp
        self.changes = changes
        self.bytes = bytes
    }
}

/// The size of a history that keeps values.
package struct HistoryTotals: Sendable, Equatable {
    package let transactions: Int
    package let changes: Int
    package let bytes: Int
    /// The time of the oldest transaction, in seconds since 2001-01-01T00:00:00Z.
    package let oldest: Double

    package init(transactions: Int, changes: Int, bytes: Int, oldest: Double) {
        self.transactions = transactions
        self.changes = changes
        self.bytes = bytes
        self.oldest = oldest
    }
}

/// The history of one store, as values. Can be used on any thread; each call sees one committed state.
package protocol StoreHistory: AnyObject, Sendable {
    /// Whether saves are recorded.
    var isTracking: Bool { get throws }
    /// Starts recording saves. With `keepingValues`, the rows before each change are recorded too.
    func track(keepingValues: Bool)
    /// The transactions with a greater number and a later time than given, oldest first.
    func transactions(after number: Int64, since timestamp: Double?) throws -> [HistoryTransactionRow]
    /// The changes of transactions with a greater number than given, in order, except those of unknown entities.
    func changes(after transaction: Int64) throws -> [HistoryChangeRow]
    /// Calls `body` with the changes that transactions with a greater number than given made in a table: by row, in the
    /// order of the keys, and in order for each row.
    /// - Throws: The error of `body`, or the store's.
    func forEachKeyChange(
        after transaction: Int64, in layout: EntityLayout, _ body: (HistoryKeyChange) throws -> Void) throws
    /// The number of changes of each type in each transaction.
    func changeCounts() throws -> [HistoryChangeCount]
    /// The rows before the changes with these numbers, as far as the history has them.
    func rowsBefore(_ changes: [Int64], in layout: EntityLayout) throws -> [Int64: HistoryRowBefore]
    /// The number of the last transaction; nil if there is none.
    func lastNumber() throws -> Int64?
    /// The size of all transactions; nil if no values are kept.
    func totals() throws -> HistoryTotals?
    /// The size of each transaction, oldest first.
    func sizes() throws -> [HistorySize]
    /// Deletes the transactions with smaller numbers. All readers see this at once.
    /// - Parameter rows: the maximum number of their rows of each kind to delete now; nil for all.
    func delete(before number: Int64, atMost rows: Int?) throws
    /// The number of the first transaction, if a deletion left rows of earlier ones; nil otherwise.
    func unfinishedDeletion() throws -> Int64?
}

extension StoreHistory {
    /// The changes that `forEachKeyChange` passes on, in the same order.
    package func keyChanges(after transaction: Int64, in layout: EntityLayout) throws -> [HistoryKeyChange] {
        var changes: [HistoryKeyChange] = []
        try forEachKeyChange(after: transaction, in: layout) { changes.append($0) }
        return changes
    }
}
