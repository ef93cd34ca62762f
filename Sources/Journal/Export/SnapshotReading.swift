import Foundation
import Persistence

/// A reading of a journal on a private background context that sees one state of it, however long it takes and whatever
/// is saved meanwhile. Sendable: it may be run on a thread other than the journal's.
package struct SnapshotReading: Sendable {
    private let query: EntryQuery
    private let fields: [EntryField]
    private let samples: SampleKeys
    private let container: PersistentStoreCoordinator
    let url: URL

    init(
        _ query: EntryQuery, fields: [EntryField], samples: SampleKeys, container: PersistentStoreCoordinator, url: URL
    ) {
        self.query = query
        self.fields = fields
        self.samples = samples
        self.container = container
        self.url = url
    }

    /// Calls `body` with the entries block by block, on the context's queue.
    /// - Parameter began: Called when the state that is read is settled: what is saved afterwards is not seen.
    /// - Throws: a `JournalError`, or what `body` throws.
    package func run(began: @Sendable () -> Void = {}, _ body: @Sendable (RecordBlock) throws -> Void) throws {
        let context = ManagedObjectContext(concurrencyType: .privateQueue)
        context.persistentStoreCoordinator = container
        try context.performAndWait {
            do {
                try context.withReadSnapshot {
                    began()
                    try RecordReader(query, fields: fields, samples: samples, at: url).read(in: context, body)
                }
            } catch let error as PersistenceError {
                throw JournalError(error, at: url)
            }
        }
    }
}
