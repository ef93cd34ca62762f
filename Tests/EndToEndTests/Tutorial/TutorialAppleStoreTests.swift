import Foundation
import SQLite
import Testing

/// The program with stores that Apple's Core Data wrote for the tutorial's app.
@Suite struct TutorialAppleStoreTests {
    /// The store of each system in each complete shape.
    static let whole: [(TutorialAppleStore.Shape, TutorialAppleStore.System)] = [
        (.checkpointed, .current), (.inLog, .current), (.checkpointed, .old), (.inLog, .old),
    ]

    /// The expected export, made by plain SQL.
    private func exported(_ sandbox: Sandbox) throws -> String {
        let connection = try sandbox.connect()
        let lines = try connection.texts(
            """
            SELECT Z_PK || ',' || coalesce(strftime('%Y-%m-%dT%H:%M:%SZ', CAST(ZDATE AS INTEGER) + 978307200, \
            'unixepoch'), '') || ',' || coalesce(ZLOCATION, '') || ',' || coalesce(ZHEIGHT, '') || ',' \
            || coalesce(ZPERIOD, '') || ',' || coalesce(ZWIND, '') || ',' || coalesce(ZRATING, '')
            FROM ZJOURNALENTRY ORDER BY Z_PK
            """)
        try connection.close()
        return (["id,date,location,height,period,wind,rating"] + lines).joined(separator: "\n") + "\n"
    }

    // MARK: Reading

    @Test(arguments: whole)
    func `all entries of a Core Data store are exported, listed and shown`(
        shape: TutorialAppleStore.Shape, system: TutorialAppleStore.System
    ) throws {
        let sandbox = try Sandbox.withAppleStore(shape, system)
        let export = try sandbox.run("export")
        #expect(export.code == 0)
        #expect(export.lines.count == 5_001)
        #expect(try export.output == exported(sandbox))
        let list = try sandbox.run("list", "--json").objects()
        #expect(list.count == 5_000)
        #expect(list.first?["id"] as? Int == 4_999)
        #expect(list.allSatisfy { $0["sample"] as? Bool == false })
        let shown = try sandbox.run("show", "7", "--csv")
        #expect(try shown.lines.last == exported(sandbox).split(separator: "\n").map(String.init)[7])
    }

    @Test func `filters and sorting work on a Core Data store`() throws {
        let sandbox = try Sandbox.withAppleStore(.checkpointed)
        let high = try sandbox.run("list", "--height", "9.5..", "--json", "--sort", "height").objects()
        let expected = try sandbox.sql("SELECT count(*) FROM ZJOURNALENTRY WHERE CAST(ZHEIGHT AS REAL) >= 9.5")
        #expect(Value.integer(Int64(high.count)) == expected)
        #expect(high.first?["height"] as? String == "9.5")
        #expect(high.last?["height"] as? String == "9.9")
    }

    /// SEED-08
    @Test(arguments: [(TutorialAppleStore.Shape.logLost, 100), (.inLog, 5_000)])
    func `a store without its log opens with fewer entries`(shape: TutorialAppleStore.Shape, count: Int) throws {
        let sandbox = try Sandbox.withAppleStore(shape)
        let list = try sandbox.run("list", "--json")
        #expect(list.code == 0)
        #expect(try list.objects().count == count)
    }

    // MARK: Writing

    @Test(arguments: whole)
    func `adding, editing and deleting change nothing that belongs to Core Data`(
        shape: TutorialAppleStore.Shape, system: TutorialAppleStore.System
    ) throws {
        let sandbox = try Sandbox.withAppleStore(shape, system)
        let facts = try TutorialStoreFacts(sandbox.journal)
        #expect(try sandbox.run("add", "2014-08-01 07:00: Trestles, 4ft @ 12s, offshore 5kts, ****").code == 0)
        #expect(try sandbox.run("edit", "8", "--wind", "glassy").code == 0)
        #expect(try sandbox.run("edit", "7", "--clear", "height").code == 0)
        #expect(try sandbox.run("delete", "9", "10").code == 0)
        #expect(try TutorialStoreFacts(sandbox.journal) == facts)
        #expect(facts.schema.count == (system == .old ? 6 : 4))
        #expect(facts.pragmas == [4096, 2, 0, 0, "UTF-8", "wal"])
        let own = ["", "-shm", "-wal"].map { "SurfJournalModel.sqlite" + $0 }
        #expect(Set(sandbox.journalNames).subtracting(own) == [])
    }

    @Test(arguments: [TutorialAppleStore.Shape.checkpointed, .inLog])
    func `keys, entities and versions of written rows are as Core Data writes them`(
        shape: TutorialAppleStore.Shape
    ) throws {
        let sandbox = try Sandbox.withAppleStore(shape)
        let versions = "SELECT sum(Z_OPT) FROM ZJOURNALENTRY WHERE Z_PK NOT IN (7, 8, 9, 5001)"
        let untouched = try sandbox.sql(versions)
        let date = try sandbox.sql("SELECT ZDATE FROM ZJOURNALENTRY WHERE Z_PK = 8")
        #expect(try sandbox.run("add", "2014-08-01 07:00: Trestles, 4ft @ 12s, offshore 5kts, ****").code == 0)
        #expect(try sandbox.run("edit", "7", "--wind", "glassy").code == 0)
        #expect(try sandbox.run("edit", "8", "--wind", "glassy").code == 0)
        #expect(try sandbox.run("delete", "9").code == 0)
        #expect(
            try sandbox.sql("SELECT group_concat(Z_ENT || Z_NAME || Z_SUPER || '|' || Z_MAX) FROM Z_PRIMARYKEY")
                == "1JournalEntry0|5001")
        let added =
            "SELECT Z_ENT || '|' || Z_OPT || '|' || ZDATE || '|' || ZLOCATION || '|' || ZHEIGHT FROM ZJOURNALENTRY"
        #expect(try sandbox.sql(added + " WHERE Z_PK = 5001") == "1|1|428569200|Trestles|4ft")
        #expect(try sandbox.sql("SELECT Z_OPT || ZWIND FROM ZJOURNALENTRY WHERE Z_PK = 7") == "4glassy")
        #expect(try sandbox.sql("SELECT Z_OPT || ZWIND FROM ZJOURNALENTRY WHERE Z_PK = 8") == "2glassy")
        #expect(try sandbox.sql("SELECT ZDATE FROM ZJOURNALENTRY WHERE Z_PK = 8") == date)
        #expect(try sandbox.sql("SELECT count(*) FROM ZJOURNALENTRY WHERE Z_PK = 9") == 0)
        #expect(try sandbox.sql(versions) == untouched)
        #expect(try sandbox.sql("PRAGMA integrity_check") == "ok")
    }

    @Test func `a draft does not change the store`() throws {
        let sandbox = try Sandbox.withAppleStore(.inLog)
        let before = try exported(sandbox)
        let facts = try TutorialStoreFacts(sandbox.journal)
        #expect(try sandbox.run("add", "Trestles, 4ft", "--draft").code == 0)
        #expect(try sandbox.run("edit", "8", "--wind", "glassy", "--draft").code == 0)
        #expect(try exported(sandbox) == before)
        #expect(try sandbox.run("save", "--all").code == 0)
        #expect(try sandbox.sql("SELECT Z_MAX FROM Z_PRIMARYKEY") == 5_001)
        #expect(try sandbox.sql("SELECT Z_OPT || ZWIND FROM ZJOURNALENTRY WHERE Z_PK = 8") == "2glassy")
        #expect(try TutorialStoreFacts(sandbox.journal) == facts)
    }

    // MARK: Refusing

    @Test(arguments: ["remove", "restore"])
    func `sample commands are refused on a Core Data store and suggest migrate`(action: String) throws {
        let sandbox = try Sandbox.withAppleStore(.checkpointed)
        let (facts, before) = (try TutorialStoreFacts(sandbox.journal), try exported(sandbox))
        let outcome = try sandbox.run("sample", action)
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("surfjournal migrate"))
        #expect(try TutorialStoreFacts(sandbox.journal) == facts)
        #expect(try exported(sandbox) == before)
    }

    @Test(arguments: ["ZDATE", "ZHEIGHT", "ZLOCATION", "ZPERIOD", "ZRATING", "ZWIND", "Z_OPT"])
    func `a store whose entity lacks a column is refused and stays unchanged`(column: String) throws {
        let sandbox = try Sandbox.withAppleStore(.checkpointed, missing: column)
        let before = sandbox.journalBytes
        for command in [["list"], ["export"], ["show", "1"], ["add", "Malibu"], ["delete", "1"]] {
            let outcome = try sandbox.start(command).outcome()
            #expect(outcome.code == 5)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.contains("not a surf journal"))
        }
        #expect(sandbox.journalBytes == before)
    }
}
