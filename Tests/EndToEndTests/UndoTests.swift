import Foundation
import SQLite
import Testing

/// Undo from one process to the next. Session 1 is Malibu, 4ft @ 12s, offshore 5kts, 4 stars.
struct UndoTests {
    static let commands: [[String]] = [
        ["add", "2015-01-01: Trestles, 3ft"], ["edit", "1", "--rating", "1", "--clear", "wind"], ["delete", "1", "3"],
        ["delete", "--on", "2014-08"], ["spots", "rename", "Malibu", "First Point"],
    ]

    @Test(arguments: commands)
    func `undo reverses a command of another process, and redo repeats it`(command: [String]) throws {
        let sandbox = try Sandbox.small()
        let columns = ["list", "--plain", "--all", "--columns", "id,date,location,height,period,wind,rating"]
        let before = try sandbox.start(columns).outcome().output
        #expect(try sandbox.start(command).outcome().code == 0)
        let after = try sandbox.start(columns).outcome().output
        #expect(after != before)
        #expect(try sandbox.run("undo").code == 0)
        #expect(try sandbox.start(columns).outcome().output == before)
        #expect(try sandbox.run("redo").code == 0)
        #expect(try sandbox.start(columns).outcome().output == after)
    }

    @Test func `a large command can be undone in a journal in rollback mode`()
        throws
    {
        let sandbox = try Sandbox.small()
        let rows = (0..<8_000).map { "2001-01-\(10 + $0 % 20) 07:\(10 + $0 % 50),Spot \($0),4ft\n" }
        try sandbox.write("date,location,height\n" + rows.joined(), to: "many.csv")
        #expect(try sandbox.run("import", "many.csv").code == 0)
        #expect(try Connection(path: sandbox.journal).scalar("PRAGMA journal_mode = DELETE") == .text("delete"))
        let outcome = try sandbox.run("undo")
        #expect(outcome.errors.hasPrefix("Undid 'import' (8,000 sessions).\n"))
        #expect(try sandbox.sql("SELECT max(Z_PK) FROM ZJOURNALENTRY") == .integer(3))
    }

    @Test func `undo shows the values before and after for edits, deletions and additions`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--rating", "2")
        #expect(try sandbox.run("undo").errors == "Undid 'edit' (1 session).\n  1: rating ★★ → ★★★★.\n")
        try sandbox.run("delete", "2")
        #expect(
            try sandbox.run("undo").errors
                == "Undid 'delete' (1 session).\n  2 is back: Rincon, Sat 2014-08-02 08:00.\n")
        #expect(
            try sandbox.run("redo").errors
                == "Redid 'delete' (1 session).\n  2 is gone: Rincon, Sat 2014-08-02 08:00.\n")
        #expect(try sandbox.run("undo", "-q").errors == "")
    }

    @Test func `undo --json is one object with every session before and after`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--rating", "2")
        let object = try sandbox.run("undo", "--json").object()
        #expect((object["undone"] as? [String: Any])?["command"] as? String == "edit")
        let entry = try #require((object["entries"] as? [[String: Any]])?.first)
        #expect(entry["id"] as? Int == 1)
        #expect((entry["before"] as? [String: Any])?["rating"] as? Int == 2)
        #expect((entry["after"] as? [String: Any])?["rating"] as? Int == 4)
        try sandbox.run("delete", "3")
        let back = try #require((try sandbox.run("undo", "--json").object()["entries"] as? [[String: Any]])?.first)
        #expect(back["before"] is NSNull)
        #expect((back["after"] as? [String: Any])?["rev"] as? Int == 1)
    }

    @Test func `undo --list shows the commands, newest first`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("delete", "1", "2")
        let commands = try sandbox.run("undo", "--list", "--json").objects()
        #expect(commands.map { $0["command"] as? String } == ["delete", "add", "add", "add"])
        #expect(commands.map { $0["deleted"] as? Int } == [2, 0, 0, 0])
        let lines = try sandbox.run("undo", "--list").lines
        #expect(lines.count == 5)
        #expect(lines[1].hasSuffix("delete   2 deleted  1 Malibu, 2 Rincon"))
        #expect(try sandbox.run("list", "--plain").lines.count == 1)
    }

    @Test func `undo has nothing to do in a new journal`() throws {
        let sandbox = try Sandbox.empty()
        #expect(try sandbox.run("undo").code == 3)
        #expect(try sandbox.run("undo", "--list", "--json").output == "[]\n")
    }

    @Test func `undo reports a conflict with changes by a program without history`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--rating", "2")
        try Connection(path: sandbox.journal).execute(
            "UPDATE ZJOURNALENTRY SET ZRATING = 3, Z_OPT = Z_OPT + 1 WHERE Z_PK = 1")
        let refused = try sandbox.run("undo")
        #expect(refused.code == 4)
        #expect(refused.errors.contains("undo --on-conflict mine"))
        #expect(refused.errorLines.first?.hasPrefix("field") == true)
        #expect(try sandbox.sql("SELECT ZRATING FROM ZJOURNALENTRY WHERE Z_PK = 1") == 3)
        #expect(try sandbox.run("undo", "--on-conflict", "mine").code == 0)
        #expect(try sandbox.sql("SELECT ZRATING FROM ZJOURNALENTRY WHERE Z_PK = 1") == 4)
    }

    @Test func `a cancelled draft can be brought back with undo, and redo discards it again`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--draft", "--rating", "1")
        try sandbox.run("add", "Zuma", "--draft")
        let before = try sandbox.run("drafts", "--json").objects().map { $0["changes"] as? NSDictionary }
        try sandbox.run("cancel", "--all")
        #expect(sandbox.drafts.isEmpty)
        #expect(try sandbox.run("undo", "--json").output == "{\"restored\":[\"d1\",\"d2\"]}\n")
        #expect(try sandbox.run("drafts", "--json").objects().map { $0["changes"] as? NSDictionary } == before)
        #expect(try sandbox.run("redo", "--json").output == "{\"cancelled\":[\"d1\",\"d2\"]}\n")
        #expect(sandbox.drafts.isEmpty)
        try sandbox.run("undo")
        #expect(try sandbox.run("save", "d1").code == 0)
        #expect(try sandbox.run("undo").errors.contains("Undid 'save'"))
    }

    @Test func `save --all counts as one command in the history`() throws {
        let sandbox = try Sandbox.small()
        for id in 1...3 { try sandbox.run("edit", "\(id)", "--draft", "--rating", "1") }
        #expect(try sandbox.run("save", "--all").code == 0)
        #expect(try sandbox.run("undo", "--list", "--json").objects().first?["changed"] as? Int == 3)
        try sandbox.run("undo")
        #expect(try sandbox.sql("SELECT group_concat(ZRATING) FROM ZJOURNALENTRY") == "4,2,5")
    }

    @Test func `only the last cancel can be undone, after any later command`() throws {
        let sandbox = try Sandbox.small()
        for number in 1...2 {
            try sandbox.run("edit", "1", "--draft", "--rating", "\(number)")
            try sandbox.run("cancel")
        }
        try sandbox.run("edit", "2", "--rating", "5")
        #expect(try sandbox.run("undo").errors.contains("Undid 'edit'"))
        #expect(try sandbox.run("undo", "--json").output == "{\"restored\":[\"d2\"]}\n")
        #expect(try sandbox.run("undo").errors.contains("Undid 'add'"))
        #expect(sandbox.drafts == ["d2"])
    }

    @Test func `an undo that fails changes nothing`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("delete", "1", "2")
        try Connection(path: sandbox.journal).execute(
            "INSERT INTO ZJOURNALENTRY (Z_PK, Z_ENT, Z_OPT, ZLOCATION) VALUES (2, 1, 1, 'Intruder')")
        #expect(try sandbox.run("undo").code == 4)
        #expect(try sandbox.sql("SELECT group_concat(Z_PK) FROM ZJOURNALENTRY") == "2,3")
    }

    @Test func `a store made by Core Data gets no history, and undo suggests migrate`() throws {
        let sandbox = try Sandbox()
        let store = sandbox.file("apple.sqlite")
        try Connection(path: store).execute(
            """
            CREATE TABLE ZJOURNALENTRY ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZRATING INTEGER,
                ZDATE TIMESTAMP, ZHEIGHT VARCHAR, ZLOCATION VARCHAR, ZPERIOD VARCHAR, ZWIND VARCHAR );
            CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
            CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
            INSERT INTO Z_METADATA VALUES (1, '6F9619FF-8B86-D011-B42D-00C04FC964FF', NULL);
            INSERT INTO Z_PRIMARYKEY VALUES (1, 'JournalEntry', 0, 0);
            """)
        #expect(try sandbox.run("add", "Malibu", "--store", store).code == 0)
        for arguments in [["undo"], ["undo", "--list"]] {
            let outcome = try sandbox.start(arguments + ["--store", store]).outcome()
            #expect(outcome.code == 1)
            #expect(outcome.errors.contains("'surfjournal migrate'"))
        }
        #expect(
            try Connection(path: store).scalar("SELECT group_concat(name) FROM sqlite_master WHERE type = 'table'")
                == "ZJOURNALENTRY,Z_PRIMARYKEY,Z_METADATA")
    }
}
