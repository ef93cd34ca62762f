import Persistence

extension Journal {
    /// Deletes entries in one transaction; returns what is gone, in the order of the IDs.
    /// - Throws: `.noEntry` for the first ID without entry, `.conflict` when one was changed meanwhile. Nothing is gone then.
    package func delete(_ ids: [Int64]) throws(JournalError) -> [EntryRecord] {
        try rethrowing {
            try mainContext.performAndWait {
                let entries = try ids.map { try entry($0, in: mainContext) }
                let gone = entries.map { $0.record(samples: samples) }
                for entry in entries { mainContext.delete(entry) }
                try saveMain(.fail)
                return gone
            }
        }
    }
}
