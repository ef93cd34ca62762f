import Persistence
import SQLite

/// Updates the checksums of the rows that a transaction writes, as part of it.
final class ChecksumWriter {
    private let table: ChecksumTable
    private let schema: StoreSchema

    /// Creates the checksums of a store that never had any. Nil for a store that lost them, because its content is not
    /// trusted.
    init?(_ connection: Connection, schema: StoreSchema) throws {
        table = ChecksumTable(connection: connection)
        self.schema = schema
        if try ChecksumTable.exists(connection) { return }
        if try ChecksumTable.isMarked(connection) { return nil }
        try ChecksumTable.renew(for: schema, connection)
    }

    /// Calls `write`, which writes the changes, and updates the checksums of the written rows.
    ///
    /// A row that does not match its checksum before an update keeps that checksum.
    func following<T>(_ changes: StoreChanges, _ write: () throws -> T) throws -> T {
        var keys = WrittenKeys(changes)
        for (number, updated) in keys.updated {
            let suspects = try table.mismatches(among: updated, of: table(number))
            if !suspects.isEmpty { keys.updated[number]?.removeAll(where: suspects.contains) }
        }
        let result = try write()
        for (number, deleted) in keys.deleted {
            for run in deleted.runs() { try table.forget(run, of: table(number)) }
        }
        for (number, written) in keys.updated.merging(keys.inserted, uniquingKeysWith: +) {
            for run in written.runs() { try table.note(run, of: table(number)) }
        }
        return result
    }

    private func table(_ number: UInt32) throws -> TableSchema {
        guard let table = schema.tables.first(where: { $0.layout.number == number }) else {
            throw PersistenceError(.coreData, "The store has no table for these rows.")
        }
        return table
    }
}

/// The keys of the written rows, by layout number.
private struct WrittenKeys {
    var inserted: [UInt32: [Int64]] = [:]
    var updated: [UInt32: [Int64]] = [:]
    var deleted: [UInt32: [Int64]] = [:]

    init(_ changes: StoreChanges) {
        for block in changes.insertions {
            inserted[block.table.layout.number, default: []] += (0..<block.count).map { block.key($0) }
        }
        for row in changes.updates { updated[row.layout.number, default: []].append(row.key) }
        for row in changes.deletions { deleted[row.layout.number, default: []].append(row.key) }
    }
}

extension [Int64] {
    /// The ranges of consecutive numbers.
    fileprivate func runs() -> [ClosedRange<Int64>] {
        var runs: [ClosedRange<Int64>] = []
        for key in sorted() {
            if let last = runs.last, key == last.upperBound || key - 1 == last.upperBound {
                runs[runs.count - 1] = last.lowerBound...key
            } else {
                runs.append(key...key)
            }
        }
        return runs
    }
}
