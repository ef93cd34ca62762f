import Foundation
import SQLite
import Testing

struct BadStoreTests {
    @Test(arguments: [["list"], ["show", "1"], ["add", "Malibu"], ["export"], ["delete", "1"], ["drafts"]])
    func `a file that is not a database is bad data and stays unchanged`(command: [String]) throws {
        let sandbox = try Sandbox()
        let text = String(repeating: "not a database ", count: 400)
        try sandbox.write(text, to: "x.sqlite")
        let outcome = try sandbox.start(command + ["--store", "x.sqlite"]).outcome()
        #expect(outcome.code == 5)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.contains("is not a database"))
        #expect(try sandbox.read("x.sqlite") == text)
        #expect(sandbox.files == ["x.sqlite"])
    }

    @Test(arguments: [
        "CREATE TABLE t(a)",
        "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB); "
            + "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER); "
            + "INSERT INTO Z_METADATA VALUES (1, '5A4F1D7C-0000-4000-8000-000000000001', NULL); "
            + "INSERT INTO Z_PRIMARYKEY VALUES (1, 'Cat', 0, 0); CREATE TABLE ZCAT (Z_PK INTEGER PRIMARY KEY)",
    ])
    func `a database that is not a journal is bad data`(sql: String) throws {
        let sandbox = try Sandbox()
        let other = try Connection(path: sandbox.file("x.sqlite"))
        try other.execute(sql)
        try other.close()
        let outcome = try sandbox.run("list", "--store", "x.sqlite")
        #expect(outcome.code == 5)
        #expect(outcome.errors.contains("not a surf journal"))
    }

    @Test func `an empty file is bad data`() throws {
        let sandbox = try Sandbox()
        try sandbox.write("", to: "x.sqlite")
        #expect(try sandbox.run("list", "--store", "x.sqlite").code == 5)
    }

    @Test(arguments: [5000, 60_000])
    func `a truncated journal is bad data`(length: Int) throws {
        let sandbox = try Sandbox()
        #expect(try sandbox.run("init", "--sample", "--store", "x.sqlite").code == 0)
        #expect(truncate(sandbox.file("x.sqlite"), length) == 0)
        let outcome = try sandbox.run("list", "--json", "--store", "x.sqlite")
        #expect(outcome.code == 5)
        #expect(outcome.errors.hasPrefix("surfjournal: "))
    }

    @Test func `a folder at the journal's path is an error`() throws {
        let sandbox = try Sandbox()
        try FileManager.default.createDirectory(atPath: sandbox.journal, withIntermediateDirectories: true)
        let outcome = try sandbox.run("list")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("is a folder"))
    }

    @Test func `a file at the path of the journal's folder is an error`() throws {
        let sandbox = try Sandbox()
        try sandbox.write("", to: sandbox.path + "/data")
        #expect(try sandbox.run("list").code == 1)
    }

    @Test func `when another program has locked the journal, a change is kept as a draft`() throws {
        let sandbox = try Sandbox.small()
        let other = try Connection(path: sandbox.journal)
        try other.execute("BEGIN EXCLUSIVE")
        let outcome = try sandbox.run("edit", "1", "--rating", "1")
        try other.execute("COMMIT")
        #expect(outcome.code == 6)
        #expect(outcome.errors.hasSuffix("Draft d1 was not saved and is kept.\n"))
        #expect(try sandbox.run("save", "d1").code == 0)
        #expect(try sandbox.sql("SELECT ZRATING FROM ZJOURNALENTRY WHERE Z_PK = 1") == 1)
    }

    @Test func `reading works while another program writes`() throws {
        let sandbox = try Sandbox.small()
        let other = try Connection(path: sandbox.journal)
        try other.execute("BEGIN IMMEDIATE; DELETE FROM ZJOURNALENTRY")
        #expect(try sandbox.run("list", "--plain").lines.count == 3)
        try other.execute("ROLLBACK")
    }

    @Test func `a full disk is an error that leaves the journal unchanged`() throws {
        let sandbox = try Sandbox.small()
        let place = String(repeating: "x", count: 300_000)
        try sandbox.write(place, to: "place")
        let outcome = try sandbox.shell(
            "trap '' XFSZ; ulimit -f 100; exec \"$SURF\" add --location \"$(head -c 120000 place)\"")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("Nothing was saved"))
        #expect(try sandbox.entryCount() == 3)
    }

    @Test(.enabled(if: geteuid() != 0, "permissions do not bind the superuser"))
    func `a read-only journal can be read, and changing it is an error`() throws {
        let sandbox = try Sandbox.small()
        let folder = URL(fileURLWithPath: sandbox.journal).deletingLastPathComponent().path
        chmod(sandbox.journal, 0o400)
        chmod(folder, 0o500)
        defer { chmod(folder, 0o700) }
        #expect(try sandbox.run("list", "--plain").lines.count == 3)
        let outcome = try sandbox.run("edit", "1", "--rating", "1")
        #expect(outcome.code == 1)
    }
}
