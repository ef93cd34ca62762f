import Foundation
import SQLite
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Persistent history in the file: Core Data's tables, and the engine's own side tables.
@Suite struct HistoryFileTests {
    @Test func `the history tables, columns and indexes are Core Data's`() throws {
        let annals = try TrackedStore()
        try annals.add("Malibu")
        let file = try annals.folder.plainConnection()
        #expect(
            try file.columns(of: "ATRANSACTION").map(\.name) == [
                "Z_PK", "Z_ENT", "Z_OPT", "ZAUTHORTS", "ZBUNDLEIDTS", "ZCONTEXTNAMETS", "ZPROCESSIDTS", "ZTIMESTAMP",
                "ZAUTHOR", "ZBUNDLEID", "ZCONTEXTNAME", "ZPROCESSID", "ZQUERYGEN",
            ])
        #expect(
            try file.columns(of: "ACHANGE").map(\.name) == [
                "Z_PK", "Z_ENT", "Z_OPT", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZTRANSACTIONID", "ZCOLUMNS",
                "ZTOMBSTONE0", "ZTOMBSTONE1",
            ])
        #expect(
            try file.texts("SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name LIKE 'A%' ORDER BY name")
                == [
                    "ACHANGE_ZTRANSACTIONID_INDEX", "ATRANSACTION_ZAUTHORTS_INDEX", "ATRANSACTION_ZBUNDLEIDTS_INDEX",
                    "ATRANSACTION_ZCONTEXTNAMETS_INDEX", "ATRANSACTION_ZPROCESSIDTS_INDEX",
                    "Z_TRANSACTIONSTRING_UNIQUE_NAME", "Z_TRANSACTION_TransactionAuthorIndex",
                    "Z_TRANSACTION_TransactionTimestampIndex",
                ])
        #expect(
            try file.rows("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000 ORDER BY 1") == [
                [16001, "CHANGE", 0, 1], [16002, "TRANSACTION", 0, 1], [16003, "TRANSACTIONSTRING", 0, 1],
            ])
    }

    @Test func `history entities are not entities of the model`() throws {
        let annals = try TrackedStore()
        try annals.add("Malibu")
        let catalog = try StoreCatalog(annals.folder.plainConnection(), name: "store")
        #expect(catalog.entities.map(\.name) == ["Place"])
    }

    @Test func `history rows are written as Core Data writes them`() throws {
        let annals = try TrackedStore()
        annals.context.transactionAuthor = "surfer"
        let ids = try annals.add("Malibu", "Rincon")
        try annals.change(ids[1], ["code": 3])
        let file = try annals.folder.plainConnection()
        #expect(
            try file.rows(
                "SELECT Z_PK, Z_ENT, Z_OPT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, hex(ZCOLUMNS) FROM ACHANGE"
            ) == [
                [1, 16001, .null, 0, 1, 1, 1, ""], [2, 16001, .null, 0, 1, 2, 1, ""],
                [3, 16001, .null, 1, 1, 2, 2, "80"],
            ])
        #expect(
            try file.rows(
                "SELECT t.Z_PK, t.Z_ENT, t.Z_OPT, s.ZNAME, t.ZAUTHOR FROM ATRANSACTION t"
                    + " JOIN ATRANSACTIONSTRING s ON s.Z_PK = t.ZAUTHORTS ORDER BY 1") == [
                    [1, 16002, .null, "surfer", .null], [2, 16002, .null, "surfer", .null],
                ])
        #expect(try file.integer("SELECT count(*) FROM ATRANSACTIONSTRING") == 2)
    }

    @Test func `a history written by an older system without string tables is read and continued`() throws {
        let annals = try TrackedStore(options: [:])
        try annals.add("Malibu")
        let head = "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER"
        let file = try annals.folder.plainConnection()
        try file.execute(
            """
            CREATE TABLE ACHANGE (\(head), ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER,
                ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB);
            CREATE TABLE ATRANSACTION (\(head), ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR,
                ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR);
            INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 1), (16002, 'TRANSACTION', 0, 1);
            INSERT INTO ATRANSACTION VALUES (1, 16002, NULL, 700000000, 'app', 'com.example.app', 'view', 'App');
            INSERT INTO ACHANGE VALUES (1, 16001, NULL, 0, 1, 1, 1, NULL);
            """)
        try file.close()
        let later = try TrackedStore(in: annals.folder, options: [:])
        later.context.transactionAuthor = "us"
        try later.add("Rincon")
        let transactions = try later.transactions()
        #expect(transactions.map(\.author) == ["app", "us"])
        #expect(transactions.map(\.bundleID).first == "com.example.app")
        #expect(transactions.map { $0.changes?.count } == [1, 1])
    }

    /// B-HIS-10
    @Test func `a schema migration's marker and changes of removed entities are read without error`() throws {
        let annals = try TrackedStore()
        try annals.add("Malibu")
        let file = try annals.folder.plainConnection()
        try file.execute(
            """
            INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZTIMESTAMP, ZAUTHOR)
                VALUES (2, 16002, 700000000, 'com.apple.coredata.schemamigrator');
            INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID) VALUES (2, 16001, 1, 9, 1, 2);
            UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_ENT IN (16001, 16002);
            """)
        try file.close()
        let later = try TrackedStore(in: annals.folder)
        try later.add("Rincon")
        let transactions = try later.transactions()
        #expect(transactions.map(\.transactionNumber) == [1, 2, 3])
        #expect(transactions[1].author == "com.apple.coredata.schemamigrator")
        #expect(transactions[1].changes?.isEmpty == true)
        #expect(later.stack.store.identifier == annals.stack.store.identifier)
    }

    @Test func `old row values are kept on request, exactly, and survive an added column`() throws {
        let annals = try TrackedStore()
        let history = try #require(annals.stack.backend.history)
        history.track(keepingValues: true)
        let ids = try annals.add("Malibu", "Rincon")
        try annals.change(
            ids[0], ["depth": 0.1 + 0.2, "seen": Date(timeIntervalSinceReferenceDate: 363_215_648.859691)])
        try annals.change(ids[0], ["name": nil])
        try annals.delete(ids[0])
        try annals.folder.plainConnection().execute("ALTER TABLE HISTORY_ZPLACE DROP COLUMN ZCODE")
        try annals.change(ids[1], ["code": 1])
        let changes = try history.changes(after: 0)
        let before = try history.rowsBefore(changes.map(\.number), in: annals.stack.layout("Place"))
        let entity = try annals.stack.entity("Place")
        func value(_ change: Int64, _ name: String) throws -> PropertyValue? {
            before[change]?.values[try #require(entity.slot(named: name))]
        }
        #expect(before.keys.sorted() == [3, 4, 5, 6])
        #expect(before.mapValues(\.version) == [3: 1, 4: 2, 5: 3, 6: 1])
        #expect(try value(4, "depth") == .double(0.1 + 0.2))
        #expect(try value(5, "seen") == .date(363_215_648.859691))
        #expect(try value(4, "name") == .string("Malibu"))
        #expect(try value(5, "name") == nil)
        #expect(try value(6, "code") == .integer(7))
        let sizes = try history.sizes()
        #expect(sizes.map(\.changes) == [2, 1, 1, 1, 1])
        #expect(sizes[0].bytes == 0)
        #expect(sizes.dropFirst().allSatisfy { $0.bytes > 32 })
        #expect(try history.totals()?.bytes == sizes.map(\.bytes).reduce(0, +))
    }

    @Test func `deleting history frees its pages and removes unused row values and strings`() throws {
        let annals = try TrackedStore()
        try #require(annals.stack.backend.history).track(keepingValues: true)
        let id = try annals.add("Malibu")[0]
        for turn in 0..<40 {
            annals.context.transactionAuthor = "author \(turn)"
            try annals.change(id, ["name": String(repeating: "x", count: 100_000) + "\(turn)"])
        }
        let file = try annals.folder.plainConnection()
        let before = try #require(try file.integer("PRAGMA page_count"))
        let last = try #require(try annals.transactions().last)
        _ = try annals.result(.deleteHistory(before: last))
        #expect(try #require(try file.integer("PRAGMA page_count")) < before / 4)
        #expect(try file.integer("SELECT count(*) FROM HISTORY_ZPLACE") == 1)
        #expect(try file.integer("SELECT count(*) FROM HISTORY_SIZE") == 1)
        #expect(try file.texts("SELECT ZNAME FROM ATRANSACTIONSTRING WHERE ZNAME LIKE 'author%'") == ["author 39"])
        #expect(try file.scalar("PRAGMA integrity_check") == "ok")
    }

    /// Core Data makes the tables when the store is opened, and the counters with the first transaction.
    @Test func `a history whose counters are missing or below its numbers is continued`() throws {
        let annals = try TrackedStore()
        try annals.folder.plainConnection().execute("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT > 16000")
        try annals.add("Malibu", "Rincon")
        try annals.folder.plainConnection().execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_ENT > 16000")
        annals.context.transactionAuthor = "Ann"
        try annals.add("Trestles")
        #expect(try annals.transactions().map { $0.changes?.count } == [2, 1])
        #expect(
            try annals.folder.plainConnection().rows(
                "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000 ORDER BY Z_ENT") == [
                    [16001, "CHANGE", 0, 3], [16002, "TRANSACTION", 0, 2], [16003, "TRANSACTIONSTRING", 0, 2],
                ])
    }

    @Test func `history tables without counters, as Core Data leaves them in a new store, are written to`() throws {
        let annals = try TrackedStore()
        try annals.add("Malibu")
        let file = try annals.folder.plainConnection()
        try annals.stack.coordinator.remove(annals.stack.store)
        try file.execute(
            """
            DELETE FROM ACHANGE; DELETE FROM ATRANSACTION; DELETE FROM ATRANSACTIONSTRING;
            DELETE FROM Z_PRIMARYKEY WHERE Z_ENT > 16000
            """)
        let later = try TrackedStore(in: annals.folder, options: [:])
        try later.add("Rincon")
        #expect(try later.transactions().map(\.transactionNumber) == [1])
    }
}
