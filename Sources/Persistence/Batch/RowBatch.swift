/// Access to a store's rows in one open write transaction. The caller chooses keys and versions, and can read the
/// present rows for comparison.
///
/// Use inside `batchWrite` only. Nothing is validated and no context is notified, but history records the changes.
package struct RowBatch {
    /// A row to insert, or the new content of an existing row.
    package struct Row {
        package let key: Int64
        /// The version of the row after the write.
        package let version: Int64
        /// The version that an existing row must have.
        let versionBefore: Int64
        /// Values by slot. Nulls of a new row, and unchanged values of an existing one, can be omitted.
        package let values: SparseValues

        package init(key: Int64, version: Int64 = 1, values: SparseValues) {
            (self.key, self.version, self.values) = (key, version, values)
            versionBefore = StoreNumbers.version(before: version)
        }

        /// The next version of a row that was read, with other values.
        init(after block: RowBlock, _ row: Int, values: SparseValues) {
            (key, versionBefore, self.values) = (block.key(row), block.version(row), values)
            version = StoreNumbers.version(after: versionBefore)
        }

        private init(_ row: Row, _ values: SparseValues) {
            (key, version, versionBefore, self.values) = (row.key, row.version, row.versionBefore, values)
        }

        /// The same version of the row with other values.
        func taking(_ values: SparseValues) -> Row { Row(self, values) }
    }

    private let write: BatchWrite
    private let coordinator: PersistentStoreCoordinator
    package let entity: EntityDescription

    fileprivate init(_ write: BatchWrite, _ entity: EntityDescription, _ coordinator: PersistentStoreCoordinator) {
        (self.write, self.entity, self.coordinator) = (write, entity, coordinator)
    }

    /// The highest key that the store has ever assigned, including in this transaction.
    package func highestKey() throws -> Int64 { try write.transaction.allocateKeys(0, in: entity.layout) - 1 }

    /// Calls `body` with the rows that a request matches, as this transaction sees them.
    /// - Parameter keys: The range of keys to read; nil for all.
    package func forEachRowBlock(
        _ values: FetchValues, keys: ClosedRange<Int64>? = nil, _ body: (RowBlock) throws -> Void
    ) throws {
        var fetch = try ResolvedFetch(values, entity: entity, coordinator: coordinator).storeFetch
        fetch.keys = keys
        try write.transaction.fetch(fetch, body)
    }

    /// The rows with these keys. Rows that do not exist are absent.
    package func rows(keys: [Int64]) throws -> [RowBlock] { try write.transaction.rows(keys: keys, in: entity.layout) }

    /// The rows before the changes with these numbers, as far as the history has them.
    package func rowsBefore(_ changes: [Int64]) throws -> [Int64: HistoryRowBefore] {
        try write.transaction.rowsBefore(changes, in: entity.layout)
    }

    /// Inserts rows under their keys. The store will not assign these keys again.
    /// - Precondition: No row has any of the keys.
    package func insert(_ rows: [Row]) throws { try write.insert(rows, entity) }

    /// Sets new values and the next version of rows.
    /// - Throws: `coreData` if a row does not have the version before its new one.
    package func update(_ rows: [Row]) throws { try write.update(rows, entity.layout) }

    /// The number of rows that `updateRows` reads and writes at once.
    private static let partSize = 1_000

    /// Changes the rows that a request matches, in the order of their keys. Memory does not grow with the number of
    /// rows. The request's order and limit are ignored.
    /// - Parameter change: The new values of a row by slot; nil leaves it as it is.
    /// - Returns: The number of rows changed.
    package func updateRows(
        _ request: FetchValues, _ change: (_ block: RowBlock, _ row: Int) throws -> SparseValues?
    ) throws -> Int {
        var part = request
        part.sortDescriptors = [FetchSortDescriptor(key: "SELF")]
        (part.fetchOffset, part.fetchLimit) = (0, RowBatch.partSize)
        var (next, count): (Int64?, Int) = (.min, 0)
        while let first = next {
            next = nil
            var rows: [Row] = []
            try forEachRowBlock(part, keys: first...Int64.max) { block in
                for row in 0..<block.count {
                    let key = block.key(row)
                    next = key < .max ? key + 1 : nil
                    if let values = try change(block, row) { rows.append(Row(after: block, row, values: values)) }
                }
            }
            try update(rows)
            count += rows.count
        }
        return count
    }

    /// Deletes those of the rows with these keys that exist, and returns them.
    @discardableResult
    package func delete(_ keys: [Int64]) throws -> [RowBlock] {
        let blocks = try rows(keys: keys)
        _ = try write.delete(blocks, in: entity.layout)
        return blocks
    }

    /// The number of the last transaction in the history before this one; nil if there is none.
    package func lastTransaction() throws -> Int64? { try write.store.backend.history?.lastNumber() }

    /// The number of this transaction in the history; nil if nothing was recorded yet.
    package var transactionNumber: Int64? { write.transaction.historyNumber }

    /// The application's metadata before this transaction.
    package func metadata() throws -> [String: any Sendable] { try write.store.backend.metadata() }

    /// Replaces the application's metadata as part of this transaction.
    package func setMetadata(_ metadata: [String: any Sendable]) throws {
        try write.transaction.setMetadata(metadata)
    }

    /// Makes the history record the transaction even if it changes nothing.
    package func recordTransaction() throws { try write.transaction.recordTransaction(write.origin) }
}

extension ManagedObjectContext {
    /// Runs `body` in one transaction of the store for an entity's rows, with the context's author and name. An error
    /// leaves the store unchanged. Call on the context's queue.
    package func batchWrite<Result>(
        to entityName: String, _ body: (RowBatch) throws -> Result
    ) throws -> Result {
        let entity = try batchEntity(entityName)
        let stores = try batchStores(for: entity, of: PersistentStoreRequest())
        let coordinator = try coordinator()
        return try batch(in: stores[0]) { try body(RowBatch($0, entity, coordinator)) }
    }
}
