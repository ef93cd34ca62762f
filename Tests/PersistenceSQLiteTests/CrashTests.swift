import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Processes killed while they save.
@Suite struct CrashTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// B-STO-09: the last committed save is complete, an uncommitted one leaves nothing, and no key is used twice.
    @Test func `a process killed at any moment leaves only complete saves, and no key is reused`() async throws {
        for round in 0..<6 {
            let path = folder.url.path
            let delay = UInt32.random(in: 0...60_000)
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, delay = delay as UInt32] in
                try BatchWriter(folder: URL(fileURLWithPath: path)).run { usleep(delay) }
            }
            try checkStore(round: round)
        }
        let keys = try BatchWriter.notes(in: folder.url, "keys")
        #expect(keys.count > 6 * BatchWriter.size)
        #expect(Set(keys).count == keys.count, "A key was given twice.")
    }

    private func checkStore(round: Int) throws {
        #expect(try folder.plainConnection().integrityCheck().isEmpty)
        let stack = try Stack(folder.file(), model: BatchWriter.model())
        let reported = try BatchWriter.notes(in: folder.url, "saved").max() ?? 0
        try stack.withContext { context throws in
            let rows = try context.fetch(FetchRequest<ManagedObject>(entityName: "Row"))
            let batches = Dictionary(grouping: rows) { $0.value(forKey: "batch") as? Int64 ?? -1 }
            let last = try #require(batches.keys.max())
            #expect(reported > 0 && (reported...reported + 1).contains(last))
            // Each save inserts one batch and deletes the one before, so there is always exactly one complete batch.
            #expect(batches.mapValues(\.count) == [last: BatchWriter.size])
            let total = try #require(try context.fetch(FetchRequest<ManagedObject>(entityName: "Total")).first)
            #expect(total.value(forKey: "saves") as? Int64 == last)
            #expect(total.mutableSetValue(forKey: "rows").count == BatchWriter.size)
        }
    }
}
