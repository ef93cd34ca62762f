import Foundation
import Persistence

/// A query that any thread can run, in a read transaction: it sees one state of the journal, whatever is saved while it
/// runs.
package struct BackgroundQuery: Sendable {
    private let rows: RecordReader
    private let coordinator: PersistentStoreCoordinator

    init(_ rows: RecordReader, _ coordinator: PersistentStoreCoordinator) {
        (self.rows, self.coordinator) = (rows, coordinator)
    }

    /// The file of the journal.
    package var url: URL { rows.url }

    /// Whether the entries are in order of ID, so that they can be read in parts.
    package var isByID: Bool { rows.query.sort == .id && !rows.query.reversed && rows.query.limit == nil }

    /// Readers of the journal's current state, the same for all, for up to `count` threads. If no more connections are
    /// available, there are fewer, but at least one.
    package func readers(_ count: Int) throws -> [Reader] {
        do {
            return try coordinator.readTransactions(count).map { transaction in
                Reader(coordinator: coordinator, transaction: transaction, rows: rows)
            }
        } catch let error where JournalError.isOfEngine(error) {
            throw JournalError(error, at: url)
        }
    }

    /// Reads one state of the journal with private background contexts, on one thread at a time.
    package struct Reader: Sendable {
        fileprivate let coordinator: PersistentStoreCoordinator
        fileprivate let transaction: ReadTransaction
        fileprivate let rows: RecordReader

        /// Calls `body` with the entries, block by block, on a context's queue.
        /// - Parameter keys: The range of IDs to read; nil for all.
        /// - Throws: A `JournalError`, or an error of `body`.
        package func read(among keys: ClosedRange<Int64>? = nil, _ body: (RecordBlock) throws -> Void) throws {
            try reading { try rows.read(in: $0, among: keys, body) }
        }

        /// The lowest and the highest ID; nil if there are no entries.
        package func keys() throws -> ClosedRange<Int64>? {
            try reading { context in
                guard let lowest = try rows.firstKey(in: context, ascending: true),
                    let highest = try rows.firstKey(in: context, ascending: false)
                else { return nil }
                return lowest...highest
            }
        }

        private func reading<T>(_ body: (ManagedObjectContext) throws -> T) throws -> T {
            let context = ManagedObjectContext(concurrencyType: .privateQueue)
            context.persistentStoreCoordinator = coordinator
            return try context.performAndWait { try context.withReadTransaction(transaction) { try body(context) } }
        }
    }
}
