import Foundation
import Persistence
import SurfLanguage

/// Reads the rows of a query, block by block, without making objects.
struct RecordReader {
    let query: EntryQuery
    /// The journal's file.
    let url: URL
    private let samples: SampleKeys
    private let fields: [EntryField]

    init(_ query: EntryQuery, of journal: Journal) {
        (self.query, url, samples, fields) = (query, journal.url, journal.samples, journal.fields)
    }

    /// Ends a read when the limit is reached.
    private struct LimitReached: Error {}

    /// Calls `body` with the rows of the query, block by block.
    /// - Parameter keys: The range of IDs to read; nil for all.
    /// - Throws: A `JournalError`, or an error of `body`.
    func read(
        in context: ManagedObjectContext, among keys: ClosedRange<Int64>? = nil, _ body: (RecordBlock) throws -> Void
    ) throws {
        if query.limit == 0 { return }
        let entity = EntityDescription.entity(forEntityName: JournalModel.entityName, in: context)
        let columns = entity.map(EntryColumns.init) ?? EntryColumns([])
        var remaining = query.limit ?? .max
        do {
            try context.forEachRowBlock(query.fetchValues(fields: fields), keys: keys) { block in
                guard query.checksRows else { return try body(records(block, columns)) }
                guard let wanted = wantedRows(of: block, columns, atMost: remaining) else { return }
                remaining -= wanted.count
                try body(records(wanted, columns))
                if remaining == 0 { throw LimitReached() }
            }
            for condition in query.conditions { try condition.check() }
        } catch is LimitReached {
            return
        } catch let error where JournalError.isOfEngine(error) {
            throw JournalError(error, at: url)
        } catch let error as PredicateBindingError {
            throw JournalError(error)
        }
    }

    private func records(_ block: RowBlock, _ columns: EntryColumns) -> RecordBlock {
        RecordBlock(block: block, columns: columns, samples: samples, read: query.fields)
    }

    /// The lowest or the highest ID; nil if there are no entries.
    func firstKey(in context: ManagedObjectContext, ascending: Bool) throws -> Int64? {
        var values = FetchValues(entityName: JournalModel.entityName)
        values.sortDescriptors = [FetchSortDescriptor(key: "SELF", ascending: ascending)]
        values.fetchLimit = 1
        var key: Int64?
        do {
            try context.forEachRowBlock(values) { key = $0.key(0) }
        } catch let error where JournalError.isOfEngine(error) {
            throw JournalError(error, at: url)
        }
        return key
    }

    /// The rows of a block that match what the predicate cannot express; nil if there are none.
    private func wantedRows(of block: RowBlock, _ columns: EntryColumns, atMost limit: Int) -> RowBlock? {
        let notes = columns[.notes]
        let records = RecordBlock(block: block, columns: columns, samples: samples, read: query.readFields)
        let isWanted = { row in
            query.matches(
                isSample: samples.isSample(block.key(row), version: block.version(row)),
                notes: notes.flatMap { block.isNull(row, column: $0) ? nil : block.bytes(row, column: $0) })
                && query.conditions.allSatisfy { $0.holds(row, of: records) }
        }
        if block.count <= limit, (0..<block.count).allSatisfy(isWanted) { return block }
        let rows = (0..<block.count).lazy.filter(isWanted).prefix(limit)
        let builder = RowBlockBuilder(table: block.table, capacity: block.count)
        for row in rows { builder.append(copyOf: row, in: block) }
        return builder.count > 0 ? builder.finish(fetchedAt: block.fetchedAt) : nil
    }
}
