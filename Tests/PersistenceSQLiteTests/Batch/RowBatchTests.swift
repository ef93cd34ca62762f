import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Rows written directly to a store, with chosen keys and versions.
@Suite struct RowBatchTests {
    private let annals: TrackedStore
    private let ids: [ManagedObjectID]

    init() throws {
        annals = try TrackedStore()
        ids = try annals.add("Malibu", "Rincon")
    }

    private func write<Result>(_ body: (RowBatch) throws -> Result) throws -> Result {
        try annals.context.performAndWait { try annals.context.batchWrite(to: "Place", body) }
    }

    /// The key, version and name of each row.
    private func rows() throws -> [String] {
        try write { batch in
            let slot = try #require(batch.entity.slot(named: "name"))
            return try batch.rows(keys: [1, 2, 3, 7]).flatMap { block in
                (0..<block.count).map { "\(block.key($0)) \(block.version($0)) \(block.value($0, slot: slot))" }
            }
        }
    }

    private func name(_ text: String) throws -> SparseValues {
        try write { batch in
            var values = SparseValues()
            values[try #require(batch.entity.slot(named: "name"))] = .string(text)
            return values
        }
    }

    @Test func `rows inserted, updated and deleted in one batch are one transaction in the history`() throws {
        let (zuma, trestles) = (try name("Zuma"), try name("Trestles"))
        try write { batch in
            try batch.insert([.init(key: 7, version: 4, values: zuma)])
            try batch.update([.init(key: 1, version: 2, values: trestles)])
            try batch.delete([2])
        }
        #expect(try rows() == ["1 2 string(\"Trestles\")", "7 4 string(\"Zuma\")"])
        let history = try #require(annals.stack.store.backend.history)
        let counts = try history.changeCounts().filter { $0.transaction == 2 }
        #expect(counts.map(\.type.rawValue).sorted() == [0, 1, 2])
        #expect(counts.map(\.count) == [1, 1, 1])
    }

    @Test func `rows are updated in parts, each row once, also if it matches again`() throws {
        let zuma = try name("Zuma")
        try write { try $0.insert((10..<2_510).map { RowBatch.Row(key: $0, values: zuma) }) }
        let (all, depth) = (
            FetchValues(entityName: "Place"),
            try #require(annals.stack.layout("Place").slots.first { $0.name == "depth" }?.index)
        )
        var (read, written): (Int, [Int]) = (0, [])
        let count = try write { batch in
            try batch.updateRows(all) { _, row in
                if row == 0 { written.append(try changedRows(in: batch, of: depth)) }
                read += 1
                var values = SparseValues()
                values[depth] = .double(3)
                return values
            }
        }
        #expect((count, read) == (2_502, 2_502))
        #expect(Set(written) == [0, 1_000, 2_000])
        #expect(try write { try changedRows(in: $0, of: depth) } == 2_502)
        #expect(try rows().prefix(1) == ["1 2 string(\"Malibu\")"])
    }

    @Test func `a row whose change is nil stays as it is`() throws {
        let (before, trestles) = (try rows(), try name("Trestles"))
        let count = try write { batch in
            try batch.updateRows(FetchValues(entityName: "Place")) { block, row in
                block.key(row) == 2 ? trestles : nil
            }
        }
        #expect(count == 1)
        #expect(try rows() == [before[0], "2 2 string(\"Trestles\")"])
    }

    /// The number of rows with a value in a slot.
    private func changedRows(in batch: RowBatch, of slot: Int) throws -> Int {
        var count = 0
        try batch.forEachRowBlock(FetchValues(entityName: "Place")) { block in
            count += (0..<block.count).count { !block.isNull($0, column: slot) }
        }
        return count
    }

    @Test func `an empty transaction is recorded in the history only on request`() throws {
        let history = try #require(annals.stack.store.backend.history)
        try write { _ in }
        #expect(try history.lastNumber() == 1)
        try write { batch in
            try batch.recordTransaction()
            try batch.recordTransaction()
        }
        #expect(try history.lastNumber() == 2)
        #expect(try history.changeCounts().map(\.transaction) == [1])
        try annals.change(ids[0], ["depth": 2.0])
        #expect(try history.changes(after: 1).map(\.transaction) == [3])
    }

    @Test func `a batch write with a wrong expected version leaves the store unchanged`() throws {
        let (before, trestles) = (try rows(), try name("Trestles"))
        #expect(throws: PersistenceError.self) {
            try write { batch in
                try batch.delete([2])
                try batch.update([.init(key: 1, version: 3, values: trestles)])
            }
        }
        #expect(try rows() == before)
    }

    @Test func `history changes are read row by row, in the order they were made`() throws {
        try annals.change(ids[1], ["name": "Rincon Cove"])
        try annals.change(ids[0], ["depth": 2.0])
        try annals.change(ids[0], ["depth": nil])
        let history = try #require(annals.stack.store.backend.history)
        let marks = try history.keyChanges(after: 1, in: annals.stack.layout("Place"))
        #expect(marks.map { "\($0.key) in \($0.transaction)" } == ["1 in 3", "1 in 4", "2 in 2"])
    }
}
