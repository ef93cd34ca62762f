import Foundation
import SQLite
import Testing

/// Stores that Apple's Core Data wrote for the tutorial's app, used through the program.
@Suite struct TutorialAppleStoreTests {
    private typealias Apple = TutorialAppleStore

    /// Each system's store in each of its whole shapes.
    static let whole: [(TutorialAppleStore.Shape, TutorialAppleStore.System)] = [
        (.checkpointed, .current), (.inLog, .current), (.checkpointed, .old), (.inLog, .old),
    ]

    private let scene: TutorialScene

    init() throws {
        scene = try TutorialScene()
    }

    /// What an export is, as plain SQL makes it.
    private func exported() throws -> String {
        let connection = try scene.connect()
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
    func `all its entries are exported, listed and shown`(
        shape: TutorialAppleStore.Shape, system: TutorialAppleStore.System
    ) throws {
        try Apple.make(at: scene.store, shape, system)
        let export = try scene.run("export")
        #expect(export.code == 0)
        #expect(export.lines.count == 5_001)
        #expect(try export.text == exported())
        let list = try scene.run("list", "--json").objects
        #expect(list.count == 5_000)
        #expect(list.first?["id"] as? Int == 4_999)
        #expect(list.allSatisfy { $0["sample"] as? Bool == false })
        let shown = try scene.run("show", "7", "--csv")
        #expect(shown.lines.last.map(String.init) == (try exported().split(separator: "\n").map(String.init)[7]))
    }

    @Test func `filters and sorts understand its texts`() throws {
        try Apple.make(at: scene.store, .checkpointed)
        let high = try scene.run("list", "--height", "9.5..", "--json", "--sort", "height").objects
        let expected = try scene.sql("SELECT count(*) FROM ZJOURNALENTRY WHERE CAST(ZHEIGHT AS REAL) >= 9.5")
        #expect(Value.integer(Int64(high.count)) == expected)
        #expect(high.first?["height"] as? String == "9.5")
        #expect(high.last?["height"] as? String == "9.9")
    }

    /// SEED-08
    @Test(arguments: [(TutorialAppleStore.Shape.logLost, 100), (.inLog, 5_000)])
    func `without its log it opens with fewer entries`(shape: TutorialAppleStore.Shape, count: Int) throws {
        try Apple.make(at: scene.store, shape)
        let list = try scene.run("list", "--json")
        #expect(list.code == 0)
        #expect(list.objects.count == count)
    }

    // MARK: Writing

    @Test(arguments: whole)
    func `adding, editing and deleting leave everything of Core Data's as it was`(
        shape: TutorialAppleStore.Shape, system: TutorialAppleStore.System
    ) throws {
        try Apple.make(at: scene.store, shape, system)
        let facts = try TutorialStoreFacts(scene.store)
        #expect(try scene.run("add", "2014-08-01 07:00: Trestles, 4ft @ 12s, offshore 5kts, ****").code == 0)
        #expect(try scene.run("edit", "8", "--wind", "glassy").code == 0)
        #expect(try scene.run("edit", "7", "--clear", "height").code == 0)
        #expect(try scene.run("delete", "9", "10").code == 0)
        #expect(try TutorialStoreFacts(scene.store) == facts)
        #expect(facts.schema.count == (system == .old ? 6 : 4))
        #expect(facts.pragmas == [4096, 2, 0, 0, "UTF-8", "wal"])
        let own = ["", "-shm", "-wal"].map { "SurfJournalModel.sqlite" + $0 }
        #expect(Set(scene.names).subtracting(own) == [])
    }

    @Test(arguments: [TutorialAppleStore.Shape.checkpointed, .inLog])
    func `keys, entities and versions of written rows are as Core Data counts them`(
        shape: TutorialAppleStore.Shape
    ) throws {
        try Apple.make(at: scene.store, shape)
        let versions = "SELECT sum(Z_OPT) FROM ZJOURNALENTRY WHERE Z_PK NOT IN (7, 8, 9, 5001)"
        let untouched = try scene.sql(versions)
        let date = try scene.sql("SELECT ZDATE FROM ZJOURNALENTRY WHERE Z_PK = 8")
        #expect(try scene.run("add", "2014-08-01 07:00: Trestles, 4ft @ 12s, offshore 5kts, ****").code == 0)
        #expect(try scene.run("edit", "7", "--wind", "glassy").code == 0)
        #expect(try scene.run("edit", "8", "--wind", "glassy").code == 0)
        #expect(try scene.run("delete", "9").code == 0)
        #expect(
            try scene.sql("SELECT group_concat(Z_ENT || Z_NAME || Z_SUPER || '|' || Z_MAX) FROM Z_PRIMARYKEY")
                == "1JournalEntry0|5001")
        let added =
            "SELECT Z_ENT || '|' || Z_OPT || '|' || ZDATE || '|' || ZLOCATION || '|' || ZHEIGHT FROM ZJOURNALENTRY"
        #expect(try scene.sql(added + " WHERE Z_PK = 5001") == "1|1|428569200|Trestles|4ft")
        #expect(try scene.sql("SELECT Z_OPT || ZWIND FROM ZJOURNALENTRY WHERE Z_PK = 7") == "4glassy")
        #expect(try scene.sql("SELECT Z_OPT || ZWIND FROM ZJOURNALENTRY WHERE Z_PK = 8") == "2glassy")
        #expect(try scene.sql("SELECT ZDATE FROM ZJOURNALENTRY WHERE Z_PK = 8") == date)
        #expect(try scene.sql("SELECT count(*) FROM ZJOURNALENTRY WHERE Z_PK = 9") == 0)
        #expect(try scene.sql(versions) == untouched)
        #expect(try scene.sql("PRAGMA integrity_check") == "ok")
    }

    @Test func `a draft leaves the store as it was`() throws {
        try Apple.make(at: scene.store, .inLog)
        let before = try exported()
        let facts = try TutorialStoreFacts(scene.store)
        #expect(try scene.run("add", "Trestles, 4ft", "--draft").code == 0)
        #expect(try scene.run("edit", "8", "--wind", "glassy", "--draft").code == 0)
        #expect(try exported() == before)
        #expect(try scene.run("save", "--all").code == 0)
        #expect(try scene.sql("SELECT Z_MAX FROM Z_PRIMARYKEY") == 5_001)
        #expect(try scene.sql("SELECT Z_OPT || ZWIND FROM ZJOURNALENTRY WHERE Z_PK = 8") == "2glassy")
        #expect(try TutorialStoreFacts(scene.store) == facts)
    }

    // MARK: Refusing

    @Test(arguments: ["remove", "restore"])
    func `sample sessions would need keys of ours, so they are refused and migrating named`(action: String) throws {
        try Apple.make(at: scene.store, .checkpointed)
        let (facts, before) = (try TutorialStoreFacts(scene.store), try exported())
        let outcome = try scene.run("sample", action)
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("surfjournal migrate"))
        #expect(try TutorialStoreFacts(scene.store) == facts)
        #expect(try exported() == before)
    }

    @Test(arguments: ["ZDATE", "ZHEIGHT", "ZLOCATION", "ZPERIOD", "ZRATING", "ZWIND", "Z_OPT"])
    func `a store whose entity lacks a column is of another model, and stays`(column: String) throws {
        try Apple.make(at: scene.store, .checkpointed, missing: column)
        let before = scene.bytes
        for command in [["list"], ["export"], ["show", "1"], ["add", "Malibu"], ["delete", "1"]] {
            let outcome = try scene.run(command)
            #expect(outcome.code == 5)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.contains("no surf journal"))
        }
        #expect(scene.bytes == before)
    }
}
