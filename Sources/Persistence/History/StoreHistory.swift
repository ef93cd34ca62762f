/// Who makes the changes of a transaction, for a store's history.
package struct TransactionOrigin: Sendable, Equatable {
    package var author: String?
    package var contextName: String?

    package init(author: String? = nil, contextName: String? = nil) {
        self.author = author
        self.contextName = contextName
    }
}

/// A transaction as a store's history has it.
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

/// A change as a store's history has it.
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

/// Which row a change was of, and which change: no more than fits a list of millions.
package struct HistoryChangeMark: Sendable, Equatable {
    /// The row's key.
    package let key: Int64
    package let number: Int64
    package let transaction: Int64
    package let type: PersistentHistoryChangeType

    package init(key: Int64, number: Int64, transaction: Int64, type: PersistentHistoryChangeType) {
        (self.key, self.number, self.transaction, self.type) = (key, number, transaction, type)
    }
}

/// How many changes of one type a transaction made.
package struct HistoryChangeCount: Sendable, Equatable {
    package let transaction: Int64
    package let type: PersistentHistoryChangeType
    package let count: Int

    package init(transaction: Int64, type: PersistentHistoryChangeType, count: Int) {
        (self.transaction, self.type, self.count) = (transaction, type, count)
    }
}

/// A row as it was before a change.
package struct HistoryRowBefore: Sendable {
    package let version: Int64
    /// The values of slots with columns that were not null.
    package let values: SparseValues

    package init(version: Int64, values: SparseValues) {
        self.version = version
        self.values = values
    }
}

/// What a transaction takes up in a history that keeps values.
package struct HistorySize: Sendable, Equatable {
    package let transaction: Int64
    /// Seconds since 2001-01-01T00:00:00Z.
    package let timestamp: Double
    package let changes: Int
    /// Bytes of the rows that were kept.
    package let bytes: Int

    package init(transaction: Int64, timestamp: Double, changes: Int, bytes: Int) {
        self.transaction = transaction
        self.timestamp = timestamp
        self.changes = changes
        self.bytes = bytes
    }
}

/// What a history that keeps values takes up.
package struct HistoryTotals: Sendable, Equatable {
    package let transactions: Int
    package let changes: Int
    package let bytes: Int
    /// When the oldest transaction was written, in seconds since 2001-01-01T00:00:00Z.
    package let oldest: Double

    package init(transactions: Int, changes: Int, bytes: Int, oldest: Double) {
        self.transactions = transactions
        self.changes = changes
        self.bytes = bytes
        self.oldest = oldest
    }
}

/// The history of one store, in values. Any thread; each call sees one committed state.
package protocol StoreHistory: AnyObject, Sendable {
    /// Whether saves are recorded.
    var isTracking: Bool { get throws }
    /// Records saves from now on; with `keepingValues` also what changed rows were before.
    func track(keepingValues: Bool)
    /// The transactions, oldest first: those with a greater number, and a later time, than given.
    func transactions(after number: Int64, since timestamp: Double?) throws -> [HistoryTransactionRow]
    /// The changes of transactions with a greater number than given, in their order; those of unknown entities are left out.
    func changes(after transaction: Int64) throws -> [HistoryChangeRow]
    /// What transactions with a greater number than given changed in a table: record by record, in the order of the keys,
    /// each record's changes in their order.
    func changeMarks(after transaction: Int64, in layout: EntityLayout) throws -> [HistoryChangeMark]
    /// How many changes of which type each transaction made.
    func changeCounts() throws -> [HistoryChangeCount]
    /// The rows before the changes with these numbers, as far as they were kept.
    func rowsBefore(_ changes: [Int64], in layout: EntityLayout) throws -> [Int64: HistoryRowBefore]
    /// The number of the last transaction; nil where there is none.
    func lastNumber() throws -> Int64?
    /// What all transactions take up; nil where none keeps values.
    func totals() throws -> HistoryTotals?
    /// What each transaction takes up, oldest first.
    func sizes() throws -> [HistorySize]
    /// Deletes the transactions with smaller numbers, at once for every reader.
    /// - Parameter rows: Of what belongs to them, at most so many rows of each kind go now; nil is all.
    func delete(before number: Int64, atMost rows: Int?) throws
    /// The number of the first transaction, where a deletion left rows of those before it; nil where it left none.
    func unfinishedDeletion() throws -> Int64?
}
