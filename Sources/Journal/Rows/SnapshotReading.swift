import Foundation
import Persistence
import SurfLanguage

/// Reads one snapshot of a journal, however long it takes and whatever is saved meanwhile. Sendable: it may run on a
/// thread other than the journal's.
package struct SnapshotReading: Sendable {
    private let query: EntryQuery
    private let fields: [EntryField]
    private let samples: SampleKeys
    private let container: PersistentStoreCoordinator
    package let url: URL

    init(
        _ query: EntryQuery, fields: [EntryField], samples: SampleKeys, container: PersistentStoreCoordinator, url: URL
    ) {
        self.query = query
        self.fields = fields
        self.samples = samples
        self.container = container
        self.url = url
    }

    /// Whether the entries are in order of ID, so that they can be read in parts.
    package var isByID: Bool { query.sort == .id && !query.reversed && query.limit == nil }

    /// Calls `body` with the entries, block by block, on the queue of a private background context.
    /// - Throws: A `JournalError`, or an error of `body`.
    package func run(_ body: @Sendable (RecordBlock) throws -> Void) throws {
        try sources(1)[0].read(body)
    }

    /// Sources of the same snapshot for up to `count` threads: at least one, fewer than `count` if no more are
    /// available. Later saves are not seen.
    package func sources(_ count: Int) throws -> [BlockSource] {
        try rethrowing {
            try container.readTransactions(count).map { snapshot in
                BlockSource(
                    container: container, snapshot: snapshot,
                    reader: RecordReader(query, fields: fields, samples: samples, at: url))
            }
        }
    }

    private func rethrowing<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error where JournalError.isOfEngine(error) {
            throw JournalError(error, at: url)
        }
    }
}

/// A snapshot of a journal for one thread at a time, read with private background contexts.
package struct BlockSource: Sendable {
    fileprivate let container: PersistentStoreCoordinator
    fileprivate let snapshot: ReadTransaction
    fileprivate let reader: RecordReader

    /// Calls `body` with the entries, block by block, on a context's queue.
    /// - Parameter keys: The range of IDs to read; nil for all.
    /// - Throws: A `JournalError`, or an error of `body`.
    package func read(among keys: ClosedRange<Int64>? = nil, _ body: (RecordBlock) throws -> Void) throws {
        try pinned { try reader.read(in: $0, among: keys, body) }
    }

    /// The lowest and the highest ID; nil if there are no entries.
    package func keys() throws -> ClosedRange<Int64>? {
        try pinned { context in
            guard let lowest = try reader.firstKey(in: context, ascending: true),
                let highest = try reader.firstKey(in: context, ascending: false)
            else { return nil }
            return lowest...highest
        }
    }

    private func pinned<T>(_ body: (ManagedObjectContext) throws -> T) throws -> T {
        let context = ManagedObjectContext(concurrencyType: .privateQueue)
        context.persistentStoreCoordinator = container
        return try context.performAndWait { try context.withReadSnapshot(snapshot) { try body(context) } }
    }
}
