import Foundation
import Persistence

/// Reads the rows that a query wants, block by block, without making objects.
struct RecordReader {
    private let query: EntryQuery
    private let samples: SampleKeys
    private let url: URL

    init(_ query: EntryQuery, samples: SampleKeys, at url: URL) {
        self.query = query
        self.samples = samples
        self.url = url
    }

    /// Thrown to end a read that has enough.
    private struct Enough: Error {}

    /// Calls `body` with the rows that are wanted. Errors of `body` pass through.
    func read(in context: ManagedObjectContext, _ body: (RecordBlock) throws -> Void) throws {
        let slots = try RecordReader.slots(in: context)
        var remaining = query.limit ?? .max
        do {
            try context.forEachRowBlock(query.fetchValues) { block in
                let records = RecordBlock(block: block, slots: slots, samples: samples)
                guard query.judgesSamples else { return try body(records) }
                let wanted = records.filtered { query.wants(sample: $0) }.prefix(remaining)
                remaining -= wanted.count
                if wanted.count > 0 { try body(wanted) }
                if remaining == 0 { throw Enough() }
            }
        } catch is Enough {
            return
        } catch let error as PersistenceError {
            throw JournalError(error, at: url)
        }
    }

    private static func slots(in context: ManagedObjectContext) throws -> [EntryField: Int] {
        guard let entity = EntityDescription.entity(forEntityName: JournalModel.entityName, in: context) else { return [:] }
        var slots: [EntryField: Int] = [:]
        for field in JournalModel.fields { slots[field] = entity.slot(named: field.name) }
        return slots
    }
}
