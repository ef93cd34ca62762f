import Persistence

extension Journal {
    /// How many entries are read by one statement.
    private static let readTogether = 500

    /// Deletes entries in one transaction; returns what is gone, in the order of the IDs.
    /// - Throws: `.noEntry` for the first ID without entry, `.conflict` when one was changed meanwhile. Nothing is gone then.
    package func delete(_ ids: [Int64]) throws(JournalError) -> [EntryRecord] {
        try rethrowing {
            try mainContext.performAndWait {
                let entries = try entries(ids, in: mainContext)
                let gone = entries.map { $0.record(samples: samples) }
                for entry in entries { mainContext.delete(entry) }
                try saveMain(.fail)
                return gone
            }
        }
    }

    /// The entries' objects, many of them read by one statement.
    private func entries(_ ids: [Int64], in context: ManagedObjectContext) throws -> [JournalEntry] {
        let request = FetchRequest<JournalEntry>()
        var read: [JournalEntry] = []
        for start in stride(from: 0, to: ids.count, by: Journal.readTogether) {
            let part = try ids[start..<min(start + Journal.readTogether, ids.count)].map(objectID)
            request.values.predicate = try FetchPredicate(format: "SELF IN %@", part)
            read += try context.fetch(request)
        }
        return try withExtendedLifetime(read) { try ids.map { try entry($0, in: context) } }
    }
}
