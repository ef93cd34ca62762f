import Journal
import Persistence
import SurfLanguage

/// Writes the rows of an import in its transaction, in chunks. Rows that already exist are skipped, and rows with the
/// number of a session change it. A new row keeps the ID in the file if that is higher than every ID that the journal
/// has used; otherwise it gets a new one.
struct ImportedRowWriter {
    typealias Row = (id: Int64?, values: EntryValues)

    /// The number of rows written at once.
    static let chunk = 1_000

    private let batch: RowBatch
    private var matching: RowMatching
    private let columns: EntryColumns
    /// The highest ID used before the import.
    private let floor: Int64
    /// The next new ID, higher than all IDs in the file.
    private var nextNew: Int64
    private var highestKept: Int64
    private var rows: [Row] = []

    private(set) var present = PresentRows()

    init(_ batch: RowBatch, _ survey: ImportSurvey, _ matching: RowMatching) throws {
        (self.batch, self.matching) = (batch, matching)
        columns = EntryColumns(batch.entity)
        floor = try batch.highestKey()
        highestKept = floor
        nextNew = max(floor, survey.highestID).successor
    }

    mutating func add(_ id: Int64?, _ values: EntryValues) throws {
        rows.append((id, values))
        if rows.count == ImportedRowWriter.chunk { try flush() }
    }

    /// Writes the pending rows.
    mutating func flush() throws {
        let matches = try matching.matches(rows)
        let new = matches.isEmpty ? rows : rows.indices.filter { matches[$0] == nil }.map { rows[$0] }
        present.add(matches, of: rows.count)
        rows.removeAll(keepingCapacity: true)
        try change(matches.values)
        try insert(new)
    }

    private func change(_ matches: some Sequence<RowMatching.Match>) throws {
        try batch.update(
            matches.compactMap { match in
                guard case .change(let change) = match, !change.fields.isEmpty else { return nil }
                return RowBatch.Row(
                    key: change.stored.id, version: StoreNumbers.version(after: change.stored.rev),
                    values: columns.difference(change.stored.values, change.values))
            })
    }

    private mutating func insert(_ new: [Row]) throws {
        var given = try givenIDs(new.compactMap(\.id))
        var insertions: [RowBatch.Row] = []
        insertions.reserveCapacity(new.count)
        for (id, values) in new {
            let row = columns.row(values, uuid: .random())
            insertions.append(RowBatch.Row(key: try key(id, &given), values: row))
        }
        try batch.insert(insertions)
    }

    /// The ID of a row. An ID that an earlier row of the file has is not used again.
    /// - Parameter given: The IDs already assigned; nil if those of the rows ascend.
    /// - Throws: An error if no new ID is left.
    private mutating func key(_ id: Int64?, _ given: inout Set<Int64>?) throws -> Int64 {
        if let id, id > floor {
            let ascends = id > highestKept
            highestKept = max(highestKept, id)
            if given?.insert(id).inserted ?? ascends { return id }
        }
        guard nextNew <= ImportedID.highest else { throw StoreNumbers.used(.keys, "keys") }
        defer { nextNew += 1 }
        return nextNew
    }

    /// The requested IDs that are already assigned; nil if they ascend, so that none is.
    private func givenIDs(_ ids: [Int64]) throws -> Set<Int64>? {
        let wanted = ids.filter { $0 > floor }
        let ascend = zip([highestKept] + wanted, wanted).allSatisfy { $0 < $1 }
        if ascend { return nil }
        var given: Set<Int64> = []
        for block in try batch.rows(keys: Set(wanted).sorted()) {
            for row in 0..<block.count { given.insert(block.key(row)) }
        }
        return given
    }
}
