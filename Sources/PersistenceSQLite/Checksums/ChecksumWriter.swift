import Persistence
import SQLite

/// Keeps the checksums of the rows that one transaction writes, inside it.
final class ChecksumWriter {
    private let table: ChecksumTable
    private let schema: StoreSchema

    /// Makes the checksums of a store that never had any. Nil for one that lost them: what is there now is not trusted.
    init?(_ connection: Connection, schema: StoreSchema) throws {
        table = ChecksumTable(connection: connection)
        self.schema = schema
        if try ChecksumTable.exists(connection) { return }
        if try ChecksumTable.isMarked(connection) { return nil }
        try ChecksumTable.renew(for: schema, connection)
    }

    /// Calls `write`, which writes the changes, and keeps the checksums of what it wrote.
    ///
    /// A row that did not match before it is updated keeps the checksum that it does not match.
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

/// The keys of the rows that changes write, by the number of their layout.
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
    /// The numbers as ranges of those that follow one another.
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
