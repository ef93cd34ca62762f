import Persistence

extension Journal {
    /// Calls `body` with each entry that the query wants, in its order. Errors of `body` pass through.
    /// - Throws: a `JournalError`, or what `body` throws.
    /// - Complexity: one statement; memory for a block of rows.
    package func records(_ query: EntryQuery, _ body: (EntryRecord) throws -> Void) throws {
        try blocks(query) { block in
            for index in 0..<block.count { try body(block.record(index)) }
        }
    }

    /// Calls `body` with the entries block by block, without making objects or strings. Errors of `body` pass through.
    package func blocks(_ query: EntryQuery, _ body: (RecordBlock) throws -> Void) throws {
        try mainContext.performAndWait {
            try RecordReader(query, fields: fields, samples: samples, at: url).read(in: mainContext, body)
        }
    }

    /// How many entries the query wants, its limit aside.
    package func count(_ query: EntryQuery) throws(JournalError) -> Int {
        try count(query, atMost: nil)
    }

    /// How many entries the query wants, its limit aside; nil for more than `bound` in a journal of more than some
    /// thousands.
    /// - Complexity: O(`bound`) where no filter skips entries.
    package func count(_ query: EntryQuery, upTo bound: Int) throws(JournalError) -> Int? {
        let highest = try rethrowing {
            try mainContext.performAndWait {
                try RecordReader(EntryQuery(), fields: fields, samples: samples, at: url)
                    .firstKey(in: mainContext, ascending: false)
            }
        }
        if highest ?? 0 <= Journal.quicklyCounted { return try count(query) }
        let count = try count(query, atMost: bound + 1)
        return count > bound ? nil : count
    }

    /// SQLite counts the pages of so many rows in less time than it takes to step through a thousand of them.
    private static let quicklyCounted: Int64 = 10_000

    private func count(_ query: EntryQuery, atMost limit: Int?) throws(JournalError) -> Int {
        try rethrowing {
            var counted = query
            counted.limit = limit
            if query.judgesSamples {
                var count = 0
                try blocks(counted) { count += $0.count }
                return count
            }
            var values = counted.fetchValues(fields: fields)
            values.sortDescriptors = []
            return try mainContext.performAndWait { try mainContext.count(values) }
        }
    }

    /// The entry with this ID.
    package func record(_ id: Int64) throws(JournalError) -> EntryRecord {
        try rethrowing {
            try mainContext.performAndWait { try entry(id, in: mainContext).record(samples: samples) }
        }
    }

    /// The newest entry by date; of two, the higher ID. Nil when there is none.
    package func newest() throws(JournalError) -> EntryRecord? {
        try rethrowing {
            var newest: EntryRecord?
            try records(EntryQuery(limit: 1)) { newest = $0 }
            return newest
        }
    }

    /// Reads the entries on a private background context that sees one state of the journal however long it takes, and
    /// whatever is saved meanwhile. `body` runs on that context's queue.
    package func export(_ query: EntryQuery, _ body: @Sendable (RecordBlock) throws -> Void) throws {
        try reading(query).run(body)
    }

    /// A reading of the journal for any thread; it sees the state at the moment when it is begun.
    package func reading(_ query: EntryQuery) -> SnapshotReading {
        SnapshotReading(query, fields: fields, samples: samples, container: container, url: url)
    }
}
