import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// The statements that history runs in SQLite.
@Suite struct HistoryStatementTests {
    private func statements(_ log: LockedValue<[String]>, _ body: () throws -> Void) rethrows -> [String] {
        log.withLock { $0.removeAll() }
        try body()
        return log.withLock { $0 }
    }

    @Test(arguments: [false, true]) func `a second save with history changes no schema`(keepsValues: Bool) throws {
        let log = LockedValue<[String]>([])
        let trace = SQLiteTrace { event in log.withLock { $0.append(event.sql) } }
        var options = TrackedStore.tracking
        options[SQLiteStore.traceOption] = trace
        let annals = try TrackedStore(options: options)
        annals.stack.backend.history?.track(keepingValues: keepsValues)
        let first = try statements(log) { try annals.add("Malibu") }
        #expect(first.contains { $0.hasPrefix("CREATE TABLE") })
        let second = try statements(log) { try annals.add("Rincon") }
        #expect(!second.isEmpty)
        #expect(!second.contains { $0.hasPrefix("CREATE") || $0.hasPrefix("ALTER") || $0.hasPrefix("DROP") })
    }

    @Test(arguments: [false, true])
    func `changed and deleted rows with consecutive keys are recorded by one statement`(keepsValues: Bool) throws {
        let log = LockedValue<[String]>([])
        var options = TrackedStore.tracking
        options[SQLiteStore.traceOption] = SQLiteTrace { event in log.withLock { $0.append(event.sql) } }
        let annals = try TrackedStore(options: options)
        annals.stack.backend.history?.track(keepingValues: keepsValues)
        let ids = try annals.add("a", "b", "c", "d", "e", "f")
        // The number of statements that record changes, and of those that keep the values before.
        func recording(_ body: ([ManagedObject]) -> Void) throws -> [Int] {
            let sql = try statements(log) {
                try annals.context.performAndWait {
                    body(ids.compactMap { try? annals.context.existingObject(with: $0) })
                    try annals.context.save()
                }
            }
            return ["INSERT INTO ACHANGE", "INSERT INTO HISTORY_ZPLACE"].map { start in
                sql.count { $0.replacing("\"", with: "").hasPrefix(start) }
            }
        }
        // The keys 1, 2 and 3, and 5 and 6; the last in another property.
        let changed = try recording { places in
            for place in places where place != places[3] { place.setValue("changed", forKey: "name") }
            places[5].setValue(9, forKey: "code")
        }
        #expect(changed == (keepsValues ? [3, 3] : [3, 0]))
        let updates = try #require(try annals.transactions().last?.changes)
        #expect(updates.map(\.changedObjectID) == [0, 1, 2, 4, 5].map { ids[$0] })
        #expect(updates.map { $0.updatedProperties?.count } == [1, 1, 1, 1, 2])
        let deleted = try recording { places in places[..<4].forEach { annals.context.delete($0) } }
        #expect(deleted == (keepsValues ? [1, 1] : [1, 0]))
        let deletions = try #require(try annals.transactions().last?.changes)
        #expect(deletions.map(\.changedObjectID) == Array(ids[..<4]))
        #expect(deletions.map { $0.tombstone?["name"] as? String } == ["changed", "changed", "changed", "d"])
    }

    @Test func `reading earlier values reads only the rows asked for, however far apart their changes are`() throws {
        let annals = try TrackedStore()
        annals.stack.backend.history?.track(keepingValues: true)
        let ids = try annals.add("a", "b")
        try annals.change(ids[0], ["name": "first"])
        for code in 0..<50 { try annals.change(ids[1], ["code": 100 + code]) }
        try annals.change(ids[0], ["name": "last"])
        let backend = try #require(annals.stack.backend as? SQLiteBackend)
        let connection = try annals.folder.plainConnection()
        let history = try HistoryReader(connection, naming: backend.naming)
        // The changes 1 and 2 insert the two places.
        func read(_ changes: [Int64]) throws -> (numbers: [Int64], rows: Int) {
            connection.counters = Counters()
            let before = try history.rowsBefore(changes, in: annals.stack.layout("Place"), backend.tables())
            return (before.keys.sorted(), connection.counters.rows)
        }
        let overhead = try read([1, 2]).rows
        let apart = try read([54, 3, 54])
        #expect(apart.numbers == [3, 54])
        #expect(apart.rows == overhead + 2)
        let all = try read(Array(1...54))
        #expect(all.numbers == Array(3...54))
        #expect(all.rows == overhead + 52)
    }

    @Test func `the changes of each row are passed on while they are read`() throws {
        let annals = try TrackedStore()
        annals.stack.backend.history?.track(keepingValues: true)
        let ids = try annals.add("a", "b", "c")
        try annals.change(ids[0], ["name": "first"])
        let backend = try #require(annals.stack.backend as? SQLiteBackend)
        let connection = try annals.folder.plainConnection()
        let history = try HistoryReader(connection, naming: backend.naming)
        connection.counters = Counters()
        var (numbers, rows): ([Int64], [Int]) = ([], [])
        try history.forEachKeyChange(after: 0, in: annals.stack.layout("Place")) { change in
            numbers.append(change.number)
            rows.append(connection.counters.rows)
        }
        #expect(numbers == [1, 4, 2, 3])
        #expect(rows == [1, 2, 3, 4])
    }

    @Test func `deleting history in parts removes the transactions at once and their changes step by step`() throws {
        let annals = try TrackedStore()
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
        var options = TrackedStore.tracking
        options[SQLiteStore.traceOption] = trace
        options[StoreOption.timeout] = 0.05
        let annals = try TrackedStore(options: options)
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
