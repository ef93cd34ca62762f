import Foundation
import Persistence

/// The samples: seeded sessions that were never edited.
extension Journal {
    /// The number of samples in the journal.
    package func sampleCount() throws(JournalError) -> Int {
        try count(EntryQuery(samples: .only))
    }

    /// Deletes the samples in one transaction and returns their number. Edited sessions stay.
    /// - Throws: `.notOwn` for a journal made by Core Data.
    package func removeSamples() throws(JournalError) -> Int {
        guard isOwn else { throw .notOwn(url) }
        var ids: [Int64] = []
        try rethrowing {
            try blocks(EntryQuery(sort: .id, samples: .only).reading([])) { block in
                ids += (0..<block.count).map(block.id)
            }
        }
        try delete(ids, reporting: 0)
        return ids.count
    }

    /// Restores the missing seeded sessions under their old IDs and returns their number.
    /// - Throws: `.notOwn` for a journal made by Core Data, or one that was made without samples.
    package func restoreSamples() throws(JournalError) -> Int {
        guard isOwn else { throw .notOwn(url) }
        return try rethrowing {
            let missing = try Seed.records(samples).filter { try stored($0.id) == nil }
            return try mainContext.performAndWait {
                for record in missing { try insert(record) }
                try saveMain(.fail)
                return missing.count
            }
        }
    }

    private func insert(_ record: EntryRecord) throws {
        let object = mainContext.insertObject(with: try objectID(record.id))
        for field in fields { (object as? JournalEntry)?.set(field, record.values[field]) }
    }
}
