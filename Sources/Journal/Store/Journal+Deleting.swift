import Persistence

extension Journal {
    /// The number of entries read by one statement.
    private static let readTogether = 500

    /// Deletes entries in one transaction. Returns the deleted entries in the order of `ids`.
    /// - Throws: `.noEntry` for the first ID without an entry, `.conflict` if one was changed meanwhile. Nothing is
    ///   deleted then.
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

    /// The entries' objects, read with one statement for many.
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
