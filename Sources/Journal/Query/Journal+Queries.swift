import Persistence

extension Journal {
    /// Calls `body` with each entry of a query, in order.
    /// - Throws: A `JournalError`, or an error of `body`.
    /// - Complexity: One statement; memory for a block of rows.
    package func records(_ query: EntryQuery, _ body: (EntryRecord) throws -> Void) throws {
        try blocks(query) { block in
            for index in 0..<block.count { try body(block.record(index)) }
        }
    }

    /// Calls `body` with the entries of a query, block by block, without making objects or strings.
    /// - Throws: A `JournalError`, or an error of `body`.
    package func blocks(_ query: EntryQuery, _ body: (RecordBlock) throws -> Void) throws {
        try mainContext.performAndWait {
            try RecordReader(query, of: self).read(in: mainContext, body)
        }
    }

    /// The same, but another thread reads the next blocks while `body` runs. Use it if `body` takes about as long as
    /// reading.
    package func blocksAhead(_ query: EntryQuery, _ body: (RecordBlock) throws -> Void) throws {
        let reader = try backgroundQuery(query).readers(1)[0]
        try ReadAhead.forEach(chunk: 1, of: { try reader.read($0) }, body)
    }

    /// Runs `body` in a read transaction: all its queries see the journal as it is when `body` begins.
    /// - Parameter isNeeded: If false, there is no transaction, and each query sees the journal as it is then.
    package func withReadTransaction<T>(if isNeeded: Bool, _ body: () throws -> T) throws -> T {
        if !isNeeded { return try body() }
        do {
            return try mainContext.performAndWait { try mainContext.withReadTransaction(body) }
        } catch let error where JournalError.isOfEngine(error) {
            throw JournalError(error, at: url)
        }
    }

    /// The number of entries in a query, ignoring its limit.
    package func count(_ query: EntryQuery) throws(JournalError) -> Int {
        try count(query, atMost: nil)
    }

    /// The number of entries in a query, ignoring its limit; nil if it exceeds `bound`. In a small journal the number
    /// is returned even then.
    /// - Complexity: O(`bound`) if no filter skips entries.
    package func count(_ query: EntryQuery, upTo bound: Int) throws(JournalError) -> Int? {
        let highest = try rethrowing {
            try mainContext.performAndWait {
                try RecordReader(EntryQuery(), of: self).firstKey(in: mainContext, ascending: false)
            }
        }
        if highest ?? 0 <= Journal.quicklyCounted { return try count(query) }
        let count = try count(query, atMost: bound + 1)
        return count > bound ? nil : count
    }

    /// The highest ID in a small journal. SQLite counts this many rows faster than it steps through a thousand.
    private static let quicklyCounted: Int64 = 10_000

    private func count(_ query: EntryQuery, atMost limit: Int?) throws(JournalError) -> Int {
        try rethrowing {
            var counted = query
            counted.limit = limit
            if query.checksRows {
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
    /// - Throws: `.noEntry` if there is none.
    package func record(_ id: Int64) throws(JournalError) -> EntryRecord {
        try rethrowing {
            try mainContext.performAndWait { try entry(id, in: mainContext).record(samples: samples) }
        }
    }

    /// The values that were filled in, if the entry still has them.
    /// - Throws: `.noEntry` if there is none.
    package func filledValues(of id: Int64) throws(JournalError) -> [FilledValue] {
        try rethrowing { try mainContext.performAndWait { try entry(id, in: mainContext).filled } }
    }

    /// The entry with this ID, or nil if there is none.
    package func stored(_ id: Int64) throws(JournalError) -> EntryRecord? {
        do { return try record(id) } catch .noEntry { return nil }
    }

    /// The entry with the latest date; of several, the one with the highest ID. Nil if there are no entries.
    package func newest(samples: SampleChoice = .with) throws(JournalError) -> EntryRecord? {
        try rethrowing {
            var newest: EntryRecord?
            try records(EntryQuery(limit: 1, samples: samples)) { newest = $0 }
            return newest
        }
    }

    /// A query for any thread. It sees the state of the journal when it starts.
    package func backgroundQuery(_ query: EntryQuery) -> BackgroundQuery {
        BackgroundQuery(RecordReader(query, of: self), coordinator)
    }
}
