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
    /// - Parameter bound: No more than that are counted; nil is all.
    /// - Complexity: O(`bound`) where no filter skips entries.
    package func count(_ query: EntryQuery, upTo bound: Int? = nil) throws(JournalError) -> Int {
        try rethrowing {
            var counted = query
            counted.limit = bound
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
