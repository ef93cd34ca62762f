import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// The statements that history runs in SQLite.
@Suite struct HistoryStatementTests {
    private func statements(_ log: Guarded<[String]>, _ body: () throws -> Void) rethrows -> [String] {
        log.withLock { $0.removeAll() }
        try body()
        return log.withLock { $0 }
    }

    @Test(arguments: [false, true]) func `a second save with history changes no schema`(keepsValues: Bool) throws {
        let log = Guarded<[String]>([])
        let trace = SQLiteTrace { event in log.withLock { $0.append(event.sql) } }
        var options = Annals.tracking
        options[SQLiteStore.traceOption] = trace
        let annals = try Annals(options: options)
        annals.stack.backend.history?.track(keepingValues: keepsValues)
        let first = try statements(log) { try annals.add("Malibu") }
        #expect(first.contains { $0.hasPrefix("CREATE TABLE") })
        let second = try statements(log) { try annals.add("Rincon") }
        #expect(!second.isEmpty)
        #expect(!second.contains { $0.hasPrefix("CREATE") || $0.hasPrefix("ALTER") || $0.hasPrefix("DROP") })
    }

    @Test func `deleting history in parts removes the transactions at once and their changes step by step`() throws {
        let annals = try Annals()
        annals.stack.backend.history?.track(keepingValues: true)
        let history = try #require(annals.stack.backend.history)
        let ids = try (0..<25).map { try annals.add("Spot \($0)")[0] }
        for id in ids { try annals.change(id, ["name": "Other"]) }
        let last = try #require(try history.lastNumber())
        let file = try annals.folder.plainConnection()
        func left() throws -> [[Value]] {
            try file.rows(
                "SELECT (SELECT count(*) FROM ATRANSACTION), (SELECT count(*) FROM ACHANGE),"
                    + " (SELECT count(*) FROM HISTORY_ZPLACE), (SELECT count(*) FROM HISTORY_SIZE)")
        }
        #expect(try left() == [[50, 50, 25, 50]])
        try history.delete(before: last, atMost: 20)
        #expect(try left() == [[1, 30, 5, 1]])
        #expect(try history.changeCounts().map(\.transaction) == [last])
        #expect(try history.unfinishedDeletion() == last)
        #expect(try annals.transactions().map(\.transactionNumber) == [last])
        try history.delete(before: last, atMost: 20)
        try history.delete(before: last, atMost: 20)
        #expect(try left() == [[1, 1, 1, 1]])
        #expect(try history.unfinishedDeletion() == nil)
        #expect(try history.rowsBefore([50], in: annals.stack.layout("Place")).count == 1)
    }

    @Test func `deleted history stays deleted even if its pages cannot be freed`() throws {
        let other = Box<Connection>()
        let trace = SQLiteTrace { event in
            if event.sql.contains("incremental_vacuum") || event.sql.contains("freelist_count") {
                try? other.value?.begin(.immediate)
            }
        }
        var options = Annals.tracking
        options[SQLiteStore.traceOption] = trace
        options[StoreOption.timeout] = 0.05
        let annals = try Annals(options: options)
        for number in 0..<300 { try annals.add(String(repeating: "\(number % 10)", count: 2), "a", "b", "c") }
        let ids = try annals.add("last")
        annals.stack.backend.history?.track(keepingValues: true)
        for _ in 0..<40 { try annals.change(ids[0], ["name": String(repeating: "x", count: 60_000)]) }
        other.value = try annals.folder.plainConnection()
        let token = try #require(annals.token)
        _ = try annals.result(.deleteHistory(before: token))
        #expect(other.value?.isAutocommit == false)
        try other.value?.rollback()
        #expect(try annals.transactions().count == 1)
    }
}
