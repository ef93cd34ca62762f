import Foundation
import SQLite
import Testing

struct BackupCommandTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try sandbox.makeSmallJournal()
    }

    @Test func `a backup is a complete journal in one private file`() throws {
        let outcome = try sandbox.run("backup", "copy.sqlite")
        #expect(outcome.code == 0)
        #expect(outcome.errors.hasPrefix("Backed up 3 sessions to copy.sqlite. "))
        #expect(sandbox.files == ["copy.sqlite"])
        #expect(mode(of: "copy.sqlite") == 0o600)
        let listed = try sandbox.run("list", "--json", "--store", "copy.sqlite")
        #expect(listed.output == (try sandbox.run("list", "--json")).output)
    }

    @Test func `copying a backup over a lost journal restores it, and its drafts still work`() throws {
        #expect(try sandbox.run("edit", "1", "--rating", "1", "--draft").code == 0)
        let before = try sandbox.run("list", "--json").output
        #expect(try sandbox.run("backup", "copy.sqlite", "--json").object()["entries"] as? Int == 3)
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: sandbox.journal + suffix) }
        try FileManager.default.copyItem(atPath: sandbox.file("copy.sqlite"), toPath: sandbox.journal)
        #expect(try sandbox.run("list", "--json").output == before)
        #expect(try sandbox.run("check").code == 0)
        #expect(try sandbox.run("save", "d1").code == 0)
    }

    @Test func `a backup taken while another program writes holds committed data and does not block it`() throws {
        let writer = try Connection(path: sandbox.journal)
        try writer.execute("PRAGMA wal_autocheckpoint = 0; SELECT * FROM ZJOURNALENTRY")
        for id in ["1", "2", "3"] {
            #expect(try sandbox.run("edit", id, "--rating", "2", "--notes", "later").code == 0)
        }
        try writer.execute("BEGIN IMMEDIATE; DELETE FROM ZJOURNALENTRY")
        #expect(try sandbox.run("backup", "copy.sqlite").code == 0)
        try writer.execute("COMMIT")
        let copy = try Connection(path: sandbox.file("copy.sqlite"))
        #expect(try copy.scalar("SELECT count(*) FROM ZJOURNALENTRY WHERE ZRATING = 2") == 3)
    }

    @Test func `a backup overwrites a file only with --force, and never the journal or a database in use`() throws {
        try sandbox.write("mine", to: "copy.sqlite")
        let refused = try sandbox.run("backup", "copy.sqlite")
        #expect(refused.code == 1)
        #expect(refused.errors.contains("--force"))
        #expect(try sandbox.read("copy.sqlite") == "mine")
        #expect(try sandbox.run("backup", "copy.sqlite", "--force").code == 0)
        #expect(try sandbox.run("backup", sandbox.journal, "--force").code == 1)
        let user = try Connection(path: sandbox.file("copy.sqlite"))
        try user.execute("CREATE TABLE t(a)")
        #expect(try sandbox.run("backup", "copy.sqlite", "--force").code == 1)
        try user.close()
        #expect(try sandbox.entryCount() == 3)
    }

    @Test(arguments: ["nowhere/copy.sqlite", "-", "/dev/null"])
    func `a backup to an invalid path fails and leaves no file`(path: String) throws {
        let outcome = try sandbox.run("backup", path)
        #expect(outcome.code == 1)
        #expect(outcome.errorLines.count == 1)
        #expect(sandbox.files == [])
    }

    @Test func `a damaged journal is not backed up`() throws {
        let database = try Connection(path: sandbox.journal)
        try database.execute("UPDATE ZJOURNALENTRY SET Z_OPT = NULL WHERE Z_PK = 2")
        try database.close()
        let outcome = try sandbox.run("backup", "copy.sqlite")
        #expect(outcome.code == 5)
        #expect(outcome.errors.contains("surfjournal check"))
        #expect(sandbox.files == [])
    }

    @Test func `without a file name, a backup is named after the journal and the time`() throws {
        #expect(try sandbox.run("backup").code == 0)
        let name = try #require(sandbox.files.first)
        #expect(name.wholeMatch(of: /SurfJournalModel-\d{4}-\d\d-\d\dT\d{6}\.sqlite/) != nil)
    }

    @Test func `a symbolic link is replaced, not followed`() throws {
        try sandbox.write("theirs", to: "other")
        #expect(symlink("other", sandbox.file("copy.sqlite")) == 0)
        #expect(try sandbox.run("backup", "copy.sqlite").code == 1)
        #expect(try sandbox.run("backup", "copy.sqlite", "--force").code == 0)
        #expect(try sandbox.read("other") == "theirs")
    }

    private func mode(of name: String) -> mode_t {
        var status = stat()
        return lstat(sandbox.file(name), &status) == 0 ? status.st_mode & 0o777 : 0
    }
}
