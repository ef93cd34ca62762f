/// Rows that are written straight into a store, in one open transaction that also shows what is there: under keys and in
/// versions that the caller chooses, and with the store's rows to compare with.
///
/// Use inside `batchWrite` only. Nothing is validated and nobody is notified; history has it.
package struct RowBatch {
    /// A row to insert, or what it is to have instead.
    package struct Row {
        package let key: Int64
        /// The version that the row is to have.
        package let version: Int64
        /// Values by slot; of a new row nulls may be left out, of another one what stays.
        package let values: SparseValues

        package init(key: Int64, version: Int64 = 1, values: SparseValues) {
            (self.key, self.version, self.values) = (key, version, values)
        }
    }

    private let write: BatchWrite
    private let coordinator: PersistentStoreCoordinator
    package let entity: EntityDescription

    fileprivate init(_ write: BatchWrite, _ entity: EntityDescription, _ coordinator: PersistentStoreCoordinator) {
        (self.write, self.entity, self.coordinator) = (write, entity, coordinator)
    }

    /// The highest key that the store ever gave, this transaction included.
    package func highestKey() throws -> Int64 { try write.transaction.allocateKeys(0, in: entity.layout) - 1 }

    /// Calls `body` with the rows that a request fetches, as this transaction sees them.
    package func forEachRowBlock(_ values: FetchValues, _ body: (RowBlock) throws -> Void) throws {
        let fetch = try ResolvedFetch(values, entity: entity, coordinator: coordinator)
        try write.transaction.fetch(fetch.storeFetch, body)
    }

    /// The rows with these keys; a row that is not there is absent.
    package func rows(keys: [Int64]) throws -> [RowBlock] { try write.transaction.rows(keys: keys, in: entity.layout) }

    /// The rows before the changes with these numbers, as far as a history keeps them.
    package func rowsBefore(_ changes: [Int64]) throws -> [Int64: HistoryRowBefore] {
        try write.transaction.rowsBefore(changes, in: entity.layout)
    }

    /// Inserts rows under their keys; the store gives none of these again.
    /// - Precondition: no row has any of the keys.
    package func insert(_ rows: [Row]) throws { try write.insert(rows, entity) }

    /// Gives rows other values and their next version.
    /// - Throws: when a row's version is not the one before that which it is to have.
    package func update(_ rows: [Row]) throws { try write.update(rows, entity.layout) }

    /// Deletes the rows with these keys that are there.
    package func delete(_ keys: [Int64]) throws { _ = try write.delete(keys, in: entity.layout) }

    /// Has the history record the transaction even if nothing is changed in it.
    package func recordTransaction() throws { try write.transaction.recordTransaction(write.origin) }
}

extension ManagedObjectContext {
    /// Runs `body` in one transaction of the store that has an entity's rows, under the context's author and name; an error
    /// leaves the store as it was. Call on the context's queue.
    package func batchWrite<Result>(
        to entityName: String, _ body: (RowBatch) throws -> Result
    ) throws -> Result {
        let entity = try batchEntity(entityName)
        let stores = try batchStores(for: entity, of: PersistentStoreRequest())
        let coordinator = try coordinator()
        return try batch(in: stores[0]) { try body(RowBatch($0, entity, coordinator)) }
    }
}
