import Foundation
import SQLite
import Testing

struct CheckTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try sandbox.makeSmallJournal()
    }

    @Test func `checking a sound journal with drafts reports no problems`() throws {
        #expect(try sandbox.run("edit", "1", "--rating", "1", "--draft").code == 0)
        let outcome = try sandbox.run("check")
        #expect(outcome == Outcome(code: 0, output: "", errors: "Checked 3 sessions and 1 draft: no problems found.\n"))
        let json = try sandbox.run("check", "--json").object()
        #expect(json["entries"] as? Int == 3)
        #expect(json["drafts"] as? Int == 1)
        #expect(json["findings"] as? [String] == [])
        #expect(json["store"] as? String == sandbox.journal)
    }

    @Test func `check creates a first journal like any command, but none at a mistyped path`() throws {
        let new = try Sandbox()
        #expect(try new.run("check", "-q").code == 0)
        #expect(try new.entryCount() == 5000)
        #expect(try new.run("check", "--store", "typo.sqlite").code == 3)
        #expect(new.files == [])
    }

    @Test(arguments: [
        ("UPDATE Z_PRIMARYKEY SET Z_MAX = 2", "counter of IDs says 2, but there is a session 3"),
        ("DELETE FROM Z_PRIMARYKEY", "not a surf journal"),
        ("UPDATE Z_PRIMARYKEY SET Z_MAX = NULL", "The counter of IDs is missing"),
        ("UPDATE ZJOURNALENTRY SET Z_OPT = NULL WHERE Z_PK = 2", "1 row without a version"),
        ("UPDATE ZJOURNALENTRY SET Z_OPT = 0 WHERE Z_PK > 1", "2 rows without a version"),
        ("UPDATE ZJOURNALENTRY SET Z_ENT = 7 WHERE Z_PK = 1", "1 row among the sessions is not a session"),
        ("UPDATE ZJOURNALENTRY SET ZRATING = 'four' WHERE Z_PK = 1", "1 row with a value of the wrong type for rating"),
        ("UPDATE ZJOURNALENTRY SET ZDATE = x'00' WHERE Z_PK = 1", "1 row with a value of the wrong type for date"),
        ("UPDATE ZJOURNALENTRY SET ZLOCATION = x'00'", "3 rows with a value of the wrong type for location"),
        ("UPDATE Z_METADATA SET Z_UUID = NULL", "metadata is damaged"),
        ("UPDATE Z_METADATA SET Z_PLIST = x'00'", "metadata is damaged"),
    ])
    func `check finds damage to the format and describes it`(sql: String, sentence: String) throws {
        let database = try Connection(path: sandbox.journal)
        try database.execute(sql)
        try database.close()
        let outcome = try sandbox.run("check")
        #expect(outcome.code == 5)
        #expect((outcome.output + outcome.errors).contains(sentence))
        #expect(!(outcome.output + outcome.errors).contains("Malibu"))
    }

    @Test func `check finds a list of samples that cannot be read`() throws {
        let database = try Connection(path: sandbox.journal)
        let bytes = try #require(try database.scalar("SELECT Z_PLIST FROM Z_METADATA").blob)
        var list = try #require(
            try PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String: Any])
        list["SurfJournalSampleKeys"] = "5-1"
        let changed = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        try database.prepare("UPDATE Z_METADATA SET Z_PLIST = ?").run(.blob([UInt8](changed)))
        try database.close()
        let outcome = try sandbox.run("check")
        #expect(outcome.code == 5)
        #expect(outcome.output.contains("sample sessions cannot be read"))
    }

    @Test func `check finds a damaged page`() throws {
        let big = try Sandbox()
        #expect(try big.run("init", "--sample").code == 0)
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: big.journal))
        try file.seek(toOffset: 40_960)
        try file.write(contentsOf: Data(repeating: 0x5A, count: 4096))
        try file.close()
        let outcome = try big.run("check")
        #expect(outcome.code == 5)
        #expect((outcome.output + outcome.errors).contains("damaged"))
    }

    @Test func `check finds drafts that are unreadable or belong to another journal`() throws {
        #expect(try sandbox.run("edit", "1", "--rating", "1", "--draft").code == 0)
        let uuid = try #require(try sandbox.sql("SELECT Z_UUID FROM Z_METADATA").text)
        for number in 7...8 { try sandbox.copyDraft(1, to: number) }
        try sandbox.changeDraft(7) { _ in "{" }
        try sandbox.changeDraft(8) { $0.replacingOccurrences(of: uuid, with: UUID().uuidString) }
        let outcome = try sandbox.run("check")
        #expect(outcome.code == 5)
        #expect(outcome.lines.map { $0.prefix(8) } == ["Draft d7", "Draft d8"])
        #expect(outcome.errors == "Checked 3 sessions and 1 draft: 2 problems found.\n")
    }

    @Test func `check warns about a synced folder but does not count it as a problem`() throws {
        let store = sandbox.file("Dropbox (Surf)/journal.sqlite")
        try sandbox.write("", to: sandbox.file("Dropbox (Surf)/readme"))
        #expect(try sandbox.run("init", "--store", store).code == 0)
        let outcome = try sandbox.run("check", "--store", store)
        #expect(outcome.code == 0)
        #expect(outcome.errorLines.count == 2)
        #expect(outcome.errors.contains("Dropbox syncs"))
        #expect(outcome.errors.contains("surfjournal backup"))
        #expect((try sandbox.run("check", "--json", "--store", store).object()["warnings"] as? [String])?.count == 1)
        #expect(try sandbox.run("check", "--json").object()["warnings"] as? [String] == [])
    }

    @Test func `check changes nothing`() throws {
        let before = try Data(contentsOf: URL(fileURLWithPath: sandbox.journal))
        #expect(try sandbox.run("check").code == 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: sandbox.journal)) == before)
    }

    /// Changes the journal as another program would.
    private func sql(_ statement: String) throws {
        let database = try Connection(path: sandbox.journal)
        try database.execute(statement)
        try database.close()
    }

    @Test func `a journal of the first version is checked and backed up without being changed`() throws {
        let old = try Sandbox.withAppleStore(.checkpointed)
        let outcome = try old.run("check")
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("Checked 5,000 sessions and 0 drafts: no problems found."))
        #expect(outcome.errors.contains("5,000 sessions have no checksum yet"))
        #expect(outcome.errors.contains("surfjournal migrate"))
        #expect(try old.run("backup", "copy.sqlite", "--json").object()["entries"] as? Int == 5_000)
        #expect(try old.run("check", "--store", "copy.sqlite").code == 0)
        #expect(try old.run("check", "--accept").code == 1)
        #expect(try old.database().scalar("SELECT count(*) FROM sqlite_master WHERE name = 'Z_CHECKSUM'") == 0)
        #expect(try old.run("migrate").code == 0)
        #expect(try old.run("check").errors == "Checked 5,000 sessions and 0 drafts: no problems found.\n")
    }

    @Test func `sessions that another program changed, added or deleted are named, and backup refuses them`() throws {
        try sql(
            """
            UPDATE ZJOURNALENTRY SET ZRATING = 1, Z_OPT = Z_OPT + 1 WHERE Z_PK = 1;
            DELETE FROM ZJOURNALENTRY WHERE Z_PK = 2;
            INSERT INTO ZJOURNALENTRY (Z_PK, Z_ENT, Z_OPT, ZLOCATION) VALUES (4, 1, 1, 'Zuma');
            UPDATE Z_PRIMARYKEY SET Z_MAX = 4 WHERE Z_ENT = 1
            """)
        let outcome = try sandbox.run("check")
        #expect(outcome.code == 5)
        #expect(outcome.lines.map { $0.prefix(17) } == ["Session 1 was cha", "Session 4 was add", "Session 2 was los"])
        let backup = try sandbox.run("backup", "copy.sqlite")
        #expect(backup.code == 5)
        #expect(backup.errors.contains("Session 1 was changed"))
        #expect(sandbox.files == [])
        // Editing one of them does not hide the change.
        #expect(try sandbox.run("edit", "1", "--rating", "5").code == 0)
        #expect(try sandbox.run("check").lines.count == 3)
        let accepted = try sandbox.run("check", "--accept")
        #expect(accepted.code == 0)
        #expect(accepted.errorLines.first == "Accepted 3 sessions as stored.")
        #expect(try sandbox.run("check").code == 0)
        #expect(try sandbox.run("backup", "copy.sqlite").code == 0)
    }

    @Test func `a journal made before checksums reports that, and gets them with the next change`()
        throws
    {
        try sql("DROP TABLE Z_CHECKSUM; PRAGMA user_version = 0")
        let before = try Data(contentsOf: URL(fileURLWithPath: sandbox.journal))
        let outcome = try sandbox.run("check")
        #expect(outcome.code == 0)
        #expect(outcome.errorLines.first?.hasPrefix("3 sessions have no checksum yet") == true)
        #expect(try sandbox.run("check", "--json").object()["unchecked"] as? Int == 3)
        #expect(try Data(contentsOf: URL(fileURLWithPath: sandbox.journal)) == before)
        #expect(try sandbox.run("edit", "1", "--rating", "5").code == 0)
        #expect(try sandbox.run("check", "--json").object()["unchecked"] as? Int == 0)
        try sql("UPDATE ZJOURNALENTRY SET ZHEIGHT = '5ft' WHERE Z_PK = 3")
        #expect(try sandbox.run("check").output.hasPrefix("Session 3 was changed"))
    }

    @Test(arguments: [
        "CREATE TRIGGER t BEFORE INSERT ON ZJOURNALENTRY BEGIN SELECT RAISE(ABORT, 'no'); END",
        "CREATE TRIGGER t BEFORE INSERT ON ACHANGE BEGIN SELECT RAISE(ABORT, 'no'); END", "DROP TABLE ACHANGE",
        "ALTER TABLE ACHANGE DROP COLUMN ZENTITYPK",
        "DROP TABLE HISTORY_ZJOURNALENTRY; CREATE VIEW HISTORY_ZJOURNALENTRY AS SELECT 1 AS Z_CHANGE",
        "UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775807 WHERE Z_ENT = 1",
        "UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775806 WHERE Z_ENT = 16001",
        "UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_ENT = 16002", "DELETE FROM Z_PRIMARYKEY WHERE Z_ENT = 16001",
        "UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_ENT = 16001", "DROP INDEX Z_JournalEntry_byDate",
    ])
    func `check finds a journal that cannot be saved to or lacks a table or index`(
        spoiling: String
    ) throws {
        try sql(spoiling)
        let before = try JournalState(sandbox)
        let outcome = try sandbox.run("check")
        #expect(outcome.code == 5, "\(spoiling): \(outcome)")
        #expect(outcome.output + outcome.errors != "")
        #expect(try JournalState(sandbox) == before)
    }

    @Test func `--accept changes nothing when check finds more than wrong checksums`() throws {
        try sql("UPDATE ZJOURNALENTRY SET ZHEIGHT = '5ft' WHERE Z_PK = 1")
        try sql("UPDATE ZJOURNALENTRY SET Z_OPT = 9223372036854775807 WHERE Z_PK = 2")
        let before = try sandbox.run("check")
        #expect(before.code == 5)
        #expect(try sandbox.run("check", "--accept").code == 5)
        #expect(try sandbox.run("check") == before)
    }

    @Test(arguments: [0, 1, 2])
    func `check finds a trigger that refuses only additions, only edits or only deletions`(kind: Int) throws {
        let refusal = "BEGIN SELECT RAISE(ABORT, 'no'); END"
        try sql("CREATE TRIGGER t BEFORE INSERT ON ACHANGE WHEN NEW.ZCHANGETYPE = \(kind) \(refusal)")
        #expect(try sandbox.run("check").code == 5)
    }

    @Test func `check saves nothing, uses up no ID, and works while another program writes`() throws {
        let writer = try Connection(path: sandbox.journal)
        try writer.execute("BEGIN IMMEDIATE; UPDATE Z_PRIMARYKEY SET Z_MAX = 90 WHERE Z_ENT = 1")
        #expect(try sandbox.run("check").code == 0)
        try writer.execute("ROLLBACK")
        try writer.close()
        #expect(try sandbox.run("check").code == 0)
        #expect(try sandbox.run("add", "Zuma", "--json").object()["id"] as? Int == 4)
        #expect(try sandbox.run("undo", "--list", "--json").objects().count == 4)
    }
}
