import Persistence

extension Journal {
    /// The number of entries read by one statement, and deleted before the next ones are read.
    private static let readTogether = 500

    /// Deletes entries in one transaction. Memory does not grow with the number of entries.
    /// - Parameter limit: The most entries that are returned.
    /// - Returns: The first of the deleted entries, in the order of `ids`.
    /// - Throws: `.noEntry` for an ID without an entry. Nothing is deleted then. `.uncertain` if the save succeeded but
    ///   its result cannot be determined.
    @discardableResult
    package func delete(_ ids: [Int64], reporting limit: Int = .max) throws(JournalError) -> [EntryRecord] {
        if ids.isEmpty { return [] }
        let deleted = try rethrowing {
            let context = commandContext()
            return try context.performAndWait {
                try context.batchWrite(to: JournalModel.entityName) { batch in
                    var deleted: [EntryRecord] = []
                    for start in stride(from: 0, to: ids.count, by: Journal.readTogether) {
                        let part = ids[start..<min(start + Journal.readTogether, ids.count)]
                        deleted += try delete(part, reporting: limit - deleted.count, in: batch)
                    }
                    return deleted
                }
            }
        }
        trimHistory()
        try refreshAfterSave()
        return deleted
    }

    private func delete(
        _ ids: ArraySlice<Int64>, reporting limit: Int, in batch: RowBatch
    ) throws -> [EntryRecord] {
        var rows: [Int64: (block: RowBlock, row: Int)] = [:]
        for block in try batch.delete(Array(ids)) {
            for row in 0..<block.count { rows[block.key(row)] = (block, row) }
        }
        if let missing = ids.first(where: { rows[$0] == nil }) { throw JournalError.noEntry(missing) }
        let columns = EntryColumns(batch.entity)
        return ids.prefix(limit).compactMap { id in
            rows[id].map { RecordBlock(block: $0.block, columns: columns, samples: samples).record($0.row) }
        }
    }
}
