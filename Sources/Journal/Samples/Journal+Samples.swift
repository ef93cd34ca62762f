import Foundation
import Persistence

/// Whether a journal has samples, and sessions of one's own beside them.
package enum SampleState: Sendable {
    /// No samples.
    case none
    /// Samples, and no session of one's own.
    case alone
    /// Samples, and sessions of one's own.
    case besides

    /// The samples that count unless the person says otherwise: all until there is a session of one's own.
    package var ordinaryChoice: SampleChoice { self == .besides ? .without : .with }
}

/// The samples: seeded sessions that were never edited.
extension Journal {
    /// The number of samples in the journal.
    package func sampleCount() throws(JournalError) -> Int {
        try count(EntryQuery(samples: .only))
    }

    /// Whether there are samples, and sessions of one's own beside them.
    /// - Complexity: Two statements by key. Only while all sessions are samples, the rows of all of them.
    package func sampleState() throws(JournalError) -> SampleState {
        guard let span = samples.span else { return .none }
        return try rethrowing {
            guard try has(.only, among: span) else { return .none }
            return try has(.without) ? .besides : .alone
        }
    }

    /// Whether there are sessions of this kind, looking at those with the highest keys first.
    private func has(_ samples: SampleChoice, among keys: ClosedRange<Int64>? = nil) throws -> Bool {
        let query = EntryQuery(sort: .id, reversed: keys == nil, limit: 1, samples: samples).reading([])
        var isFound = false
        try mainContext.performAndWait {
            try RecordReader(query, of: self).read(in: mainContext, among: keys) { _ in isFound = true }
        }
        return isFound
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
