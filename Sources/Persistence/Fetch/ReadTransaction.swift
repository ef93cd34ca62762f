import Foundation

extension ManagedObjectContext {
    /// Runs `body` in a read transaction: every fetch and fault inside sees the state of the stores at the beginning,
    /// whatever is saved in the meantime. Rows read inside are not shared with other contexts.
    /// - Throws: `coreData` if the context has no coordinator, the store's error if it cannot be read, or the error of
    ///   `body`. The read transaction ends in any case.
    /// - Precondition: The context has no parent.
    public func withReadTransaction<T>(_ body: () throws -> T) throws -> T {
        try withReadTransaction(try coordinator().readTransactions(1)[0], body)
    }

    /// Runs `body` with the context pinned to a read transaction of its coordinator's stores that no other context uses.
    /// - Throws: the error of `body`.
    package func withReadTransaction<T>(_ transaction: ReadTransaction, _ body: () throws -> T) throws -> T {
        assertConfined()
        precondition(parentContext == nil, "Only a context without a parent can use a read transaction.")
        let outer = pinnedReaders
        pinnedReaders = transaction.readers
        defer { pinnedReaders = outer }
        return try body()
    }

    /// Calls `body` with the stored rows that match, block by block, without creating objects. Ignores unsaved changes.
    /// With `propertiesToFetch`, only the values of these properties are read; others may be null.
    /// - Parameter keys: The range of keys to read; nil for all.
    /// - Throws: like `fetch(_:)`, or the error of `body`.
    package func forEachRowBlock(
        _ values: FetchValues, keys: ClosedRange<Int64>? = nil, _ body: (RowBlock) throws -> Void
    ) throws {
        let fetch = try resolve(values)
        var storeFetch = fetch.storeFetch
        storeFetch.keys = keys
        storeFetch.slots = fetch.wantedSlots
        for store in fetch.stores { try reader(of: store).fetch(storeFetch, body) }
    }
}

/// The state of a coordinator's stores at one moment, retained as long as this value is. For use by one context.
package struct ReadTransaction: Sendable {
    fileprivate(set) var readers: [ObjectIdentifier: any StoreReader] = [:]
}

extension PersistentStoreCoordinator {
    /// Returns read transactions in which each store has the same state, for contexts that read on several threads.
    /// - Parameter count: The number of read transactions wanted, at least 1. The result may have fewer, but at least one.
    /// - Throws: the store's error.
    package func readTransactions(_ count: Int) throws -> [ReadTransaction] {
        var transactions = Array(repeating: ReadTransaction(), count: count)
        for store in persistentStores {
            let readers = try store.backend.readTransactions(transactions.count)
            transactions.removeLast(transactions.count - readers.count)
            for (index, reader) in readers.enumerated() {
                transactions[index].readers[ObjectIdentifier(store)] = reader
            }
        }
        return transactions
    }
}
