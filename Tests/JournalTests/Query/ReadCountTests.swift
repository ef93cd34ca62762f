import Foundation
import PersistenceSQLite
import Testing

@testable import Journal
@testable import JournalTransfer

/// The statements and rows that reading a journal of 5,000 entries takes.
@Suite struct ReadCountTests {
    private let file: TemporaryJournal
    private let journal: Journal
    private let probe: SQLiteStoreProbe

    init() throws {
        file = try TemporaryJournal(sample: true)
        journal = try file.open()
        probe = try #require(SQLiteStoreProbe(journal.store))
    }

    private var registeredCount: Int {
        journal.mainContext.performAndWait { journal.mainContext.registeredObjects.count }
    }

    @Test(arguments: [EntrySort.field(.date), .id])
    func `a list of twenty entries runs one statement and reads twenty rows`(sort: EntrySort) throws {
        probe.reset()
        #expect(try journal.all(EntryQuery(sort: sort, limit: 20)).count == 20)
        #expect(probe.executedStatements == 1)
        #expect(probe.rowsRead == 20)
    }

    @Test func `entries are read without creating objects`() throws {
        var seen = 0
        try journal.blocks(EntryQuery()) { block in
            seen += block.count
            #expect(registeredCount == 0)
        }
        #expect(seen == 5_000)
    }

    /// An export by ID is read in parts, whose bounds take a few statements; every row is read once.
    @Test func `an export reads each row once`() throws {
        probe.reset()
        let target = file.folder.appendingPathComponent("out").path
        let output = try OutputFile.replacing(target, force: true, sparing: nil)
        #expect(try Export(EntryQuery(), of: journal, as: .jsonl, zone: .gmt, to: output).run() == 5_000)
        #expect((5_000..<5_050).contains(probe.rowsRead))
        #expect(probe.executedStatements < 50)
        #expect(registeredCount == 0)
    }
}
