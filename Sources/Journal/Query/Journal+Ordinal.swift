import Persistence

extension Journal {
    /// The number of a session in the user's life, 1 for the first by date; of several with the same date, the lower ID
    /// is earlier. Nil for a sample, and for a session without a date.
    /// - Complexity: A count on the index of dates, and the rows of the samples if there are any.
    package func ordinal(of record: EntryRecord) throws -> Int? {
        guard !record.sample, let date = record.values.date else { return nil }
        let before: [FilterTerm] = [.date(from: nil, before: date)]
        var count = try count(EntryQuery(filter: before)) - samplesMatching(before)
        try blocks(EntryQuery(filter: [.date(from: date, before: date.nextUp)])) { block in
            count += (0..<block.count).count { block.id($0) < record.id && !block.isSample($0) }
        }
        return count + 1
    }

    /// The number of unedited samples that match a filter.
    private func samplesMatching(_ filter: [FilterTerm]) throws -> Int {
        guard let span = samples.span else { return 0 }
        var count = 0
        let query = EntryQuery(filter: filter, sort: .id, samples: .only)
        try mainContext.performAndWait {
            try RecordReader(query, of: self).read(in: mainContext, among: span) { count += $0.count }
        }
        return count
    }
}
