import Persistence
import PersistenceSQLite
import SurfLanguage

/// Changing several sessions in one step.
extension Journal {
    /// Changes sessions in one transaction: each field that is given, in the sessions as they are now. What others saved
    /// in other fields stays.
    /// - Parameters:
    ///   - ids: The sessions. Those that were deleted meanwhile are left out.
    ///   - changes: The new values for a session with these values; nil clears a field.
    /// - Returns: The IDs of the sessions that differ now.
    /// - Throws: A `JournalError`, or what `changes` throws. Nothing is changed then.
    package func change(
        _ ids: [Int64], by changes: (EntryValues) throws -> [EntryField: FieldValue?]
    ) throws -> [Int64] {
        let changed = try rethrowingOwn {
            let context = commandContext()
            return try context.performAndWait {
                try context.batchWrite(to: JournalModel.entityName) { batch in
                    var changed: [Int64] = []
                    for start in stride(from: 0, to: ids.count, by: Journal.changedAtOnce) {
                        let part = ids[start..<min(start + Journal.changedAtOnce, ids.count)].sorted()
                        let rows = try batch.rows(keys: part).flatMap { try Journal.rows($0, batch, changes) }
                        try batch.update(rows)
                        changed += rows.map(\.key)
                    }
                    return changed
                }
            }
        }
        trimHistory()
        try rethrowing { try refreshAfterSave() }
        return changed
    }

    private static let changedAtOnce = 1_000

    /// The rows of a block that differ after the changes.
    private static func rows(
        _ block: RowBlock, _ batch: RowBatch, _ changes: (EntryValues) throws -> [EntryField: FieldValue?]
    ) throws -> [RowBatch.Row] {
        let columns = EntryColumns(batch.entity)
        return try (0..<block.count).compactMap { index in
            let before = columns.values(of: index, in: block)
            var after = before
            for (field, value) in try changes(before) { after[field] = value }
            let difference = columns.difference(before, after)
            if difference.isEmpty { return nil }
            return RowBatch.Row(
                key: block.key(index), version: StoreNumbers.version(after: block.version(index)), values: difference)
        }
    }

    /// The result of `body`. Its errors of the engine become those of the journal; others pass.
    private func rethrowingOwn<T>(_ body: () throws -> T) throws -> T {
        do { return try body() } catch let error where JournalError.isOfEngine(error) {
            throw JournalError(error, at: url)
        }
    }
}
