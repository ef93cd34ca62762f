import Foundation
import Persistence

/// The seeded sessions that were never edited.
extension Journal {
    /// How many sample sessions the journal holds.
    package func sampleCount() throws(JournalError) -> Int {
        try count(EntryQuery(samples: .only))
    }

    /// Deletes the sample sessions in one transaction; returns how many. Sessions that were edited stay.
    /// - Throws: `.notOwn` in a journal of Core Data's own.
    package func removeSamples() throws(JournalError) -> Int {
        guard isOwn else { throw .notOwn(url) }
        var ids: [Int64] = []
        try rethrowing { try records(EntryQuery(sort: .id, samples: .only)) { ids.append($0.id) } }
        return try delete(ids).count
    }

    /// Brings back, under their old IDs, the seeded sessions that are gone; returns how many.
    /// - Throws: `.notOwn` in a journal of Core Data's own, or one that was not made with samples.
    package func restoreSamples() throws(JournalError) -> Int {
        guard isOwn else { throw .notOwn(url) }
        return try rethrowing {
            let missing = try Seed.records(samples).filter { try !exists($0.id) }
            return try mainContext.performAndWait {
                for record in missing { try insert(record) }
                try saveMain(.fail)
                return missing.count
            }
        }
    }

    private func exists(_ id: Int64) throws -> Bool {
        do {
            _ = try record(id)
            return true
        } catch .noEntry {
            return false
        }
    }

    private func insert(_ record: EntryRecord) throws {
        let object = mainContext.insertObject(with: try objectID(record.id))
        for field in fields { (object as? JournalEntry)?.set(field, record.values[field]) }
    }
}
