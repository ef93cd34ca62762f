import Foundation
import SQLite
import Testing

/// Input that `import` refuses: the journal stays unchanged.
struct ImportErrorTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try sandbox.makeSmallJournal()
    }

    private static let private_ = "A Secret Place"

    static let badRows: [(String, Int, String)] = [
        ("\(private_),9,", 2, "rating '9' is not a whole number from 1 to 5"),
        ("\(private_),,soon", 2, "date 'soon' is not a date"),
        ("\(private_),,2999-01-01", 2, "date '2999-01-01' is in the future"),
        ("\(private_),,2014-02-30", 2, "calendar"),
        ("\(private_),,2014-08", 2, "date '2014-08' is not a single day"),
        ("\(private_),,,x", 2, "the row has 4 cells for 3 columns"),
        ("Zuma,4,\n\"\(private_),1,", 3, "not closed"),
        ("\"\(private_)\"x,,", 2, "after a cell's closing quote"), ("\(private_)\0,,", 2, "NUL"),
    ]

    @Test(arguments: badRows)
    func `a bad row is reported by file and line without its text, and nothing is imported`(
        rows: String, line: Int, words: String
    ) throws {
        try sandbox.write("location,rating,date\n\(rows)\n", to: "a.csv")
        let outcome = try sandbox.run("import", "a.csv", "--allow-missing")
        #expect(outcome.code == 5)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.hasPrefix("surfjournal: a.csv:\(line): "))
        #expect(outcome.errors.contains(words))
        #expect(outcome.errors.hasSuffix("Nothing was imported.\n"))
        #expect(!outcome.errors.contains(Self.private_))
        #expect(try sandbox.entryCount() == 3)
        #expect(sandbox.files == ["a.csv"])
    }

    static let badObjects = [
        "{\"rating\":9}", "{\"rating\":true}", "{\"date\":5}", "{\"location\":[\"A\"]}",
        "{\"location\":\"A\",\"spot\":\"B\"}",
        "{\"location\":\"A\"", "7", "{\"id\":\"x\"}", "{\"id\":-1}", "{\"swellHeight\":500}",
        "{\"location\":\"a\\u0000b\"}",
    ]

    @Test(arguments: badObjects)
    func `a bad object is reported by file and line`(object: String) throws {
        try sandbox.write("{\"location\":\"Zuma\"}\n\(object)\n", to: "a.jsonl")
        let outcome = try sandbox.run("import", "a.jsonl", "--allow-missing")
        #expect(outcome.code == 5)
        #expect(outcome.errors.hasPrefix("surfjournal: a.jsonl:2: "))
        #expect(try sandbox.entryCount() == 3)
    }

    @Test func `a program is not a table, whatever its name`() throws {
        try Data(contentsOf: sandbox.program).prefix(100_000).write(to: URL(fileURLWithPath: sandbox.file("a.csv")))
        let outcome = try sandbox.run("import", "a.csv")
        #expect(outcome.code == 5)
        #expect(
            outcome.errors
                == "surfjournal: a.csv is not text. Export it as CSV from the program that wrote it, and import that. Nothing was imported.\n"
        )
    }

    @Test func `of several bad rows the first ten are listed`() throws {
        try sandbox.write("location,rating\n" + String(repeating: "Zuma,9\n", count: 12), to: "a.csv")
        let outcome = try sandbox.run("import", "a.csv")
        #expect(outcome.code == 5)
        #expect(outcome.errorLines.count == 11)
        #expect(outcome.errorLines[9].hasPrefix("a.csv:11: "))
        #expect(outcome.errorLines[10].contains("a.csv has 12 bad rows"))
    }

    @Test func `--skip-bad imports the good rows, and its rejects can be corrected and imported`() throws {
        try sandbox.write(
            "location,rating,notes\nZuma,9,\"a, \"\"b\"\"\nc\"\nSwami's,4,'=1\nRincon,4,'x,\"z\"\n\"Trest\"les,1,\n",
            to: "a.csv")
        let outcome = try sandbox.run("import", "a.csv", "--allow-missing", "--skip-bad")
        #expect(outcome.code == 0)
        #expect(outcome.errorLines.last == "Imported 1 session; 3 skipped (a.csv.rejects.csv).")
        let rejects = try sandbox.read("a.csv.rejects.csv")
        #expect(
            rejects == """
                line,problem,location,rating,notes
                2,rating '9' is not a whole number from 1 to 5,Zuma,9,"a, ""b""
                c"
                5,the row has 4 cells for 3 columns,Rincon,4,'x,"z"
                6,there is text after a cell's closing quote,\"""Trest""les,1,"

                """)
        #expect(try mode("a.csv.rejects.csv") == 0o600)
        let mended = rejects.split(separator: "\n").prefix(3).joined(separator: "\n").replacing(
            "Zuma,9", with: "Zuma,3")
        try sandbox.write(mended, to: "mended.csv")
        #expect(try sandbox.run("import", "mended.csv", "--allow-missing").code == 0)
        #expect(try sandbox.run("show", "5", "--json").object()["notes"] as? String == "a, \"b\"\nc")
    }

    private func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: sandbox.file(name))[.posixPermissions] as? Int
    }

    @Test func `rejects of JSON have one cell each, and those of standard input are named stdin`() throws {
        try sandbox.write("{\"location\":\"Zuma\",\"rating\":9}\n{\"location\":\"Swami's\"}\n", to: "a.jsonl")
        #expect(try sandbox.run("import", "a.jsonl", "--allow-missing", "--skip-bad").code == 0)
        let expected = """
            line,problem,row
            1,rating '9' is not a whole number from 1 to 5,"{""location"":""Zuma"",""rating"":9}"

            """
        #expect(try sandbox.read("a.jsonl.rejects.csv") == expected)
        #expect(try sandbox.shell("\"$SURF\" import - --allow-missing --skip-bad < a.jsonl").code == 0)
        #expect(try sandbox.read("stdin.rejects.csv") == expected)
    }

    @Test(.enabled(if: access("/dev/shm", W_OK) == 0))
    func `rejects of a file in shared memory are written beside it`() throws {
        let folder = "/dev/shm/rejects-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data("location,date,rating\nA,2014-01-01,9\n".utf8).write(to: URL(fileURLWithPath: folder + "/a.csv"))
        let outcome = try sandbox.run("import", folder + "/a.csv", "--skip-bad")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["a.csv", "a.csv.rejects.csv"])
        #expect(!sandbox.files.contains("stdin.rejects.csv"))
    }

    @Test func `an existing file of other rejects stops an import and stays`() throws {
        try sandbox.write("location,rating\nZuma,9\nSwami's,4\n", to: "a.csv")
        try sandbox.write("mine\n", to: "a.csv.rejects.csv")
        let outcome = try sandbox.run("import", "a.csv", "--allow-missing", "--skip-bad")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("a.csv.rejects.csv already exists"))
        #expect(try sandbox.read("a.csv.rejects.csv") == "mine\n")
        #expect(try sandbox.entryCount() == 3)
    }

    @Test func `an import that fails after writing its rejects removes them`() throws {
        try sandbox.write("location,rating\nZuma,9\nSwami's,4\n", to: "a.csv")
        let holder = try Connection(path: sandbox.journal)
        try holder.execute("BEGIN IMMEDIATE")
        let outcome = try sandbox.run("import", "a.csv", "--allow-missing", "--skip-bad")
        #expect(outcome.code == 6)
        #expect(sandbox.files == ["a.csv"])
        try holder.execute("ROLLBACK")
        #expect(try sandbox.run("import", "a.csv", "--allow-missing", "--skip-bad").code == 0)
    }

    static let usage: [[String]] = [
        ["import"], ["import", "a.csv", "--map", "location"], ["import", "a.csv", "--map", "=date"],
        ["import", "a.csv", "--map", "location=nowhere"], ["import", "a.csv", "--map", "location=rev"],
        ["import", "a.csv", "--map", "nowhere=location"],
        ["import", "a.csv", "--map", "location=wind", "--map", "rating=wind"],
        ["import", "a.csv", "--format", "xml"], ["import", "a.csv", "--format", "json", "--dialect", "excel"],
        ["import", "a.csv", "--csv"], ["import", "a.csv", "--plain"], ["import", "a.csv", "--rating", "4"],
        ["import", "a.csv", "b.csv"],
    ]

    @Test(arguments: usage)
    func `invalid arguments of import are a usage error`(arguments: [String]) throws {
        try sandbox.write("location,rating\nZuma,4\n", to: "a.csv")
        #expect(try sandbox.start(arguments).outcome().code == 2)
        #expect(try sandbox.entryCount() == 3)
    }

    static let files: [(String, String, String, Int32)] = [
        ("Fun,Thing\nZuma,4\n", "a.csv", "--map COLUMN=FIELD", 5),
        ("{\"location\":\"Zuma\"}", "a.json", "a.json:1: this is not a JSON array", 5),
        ("[{\"location\":\"Zuma\"}\n", "a.json", "ends inside the array", 5),
        ("[{\"location\":\"Zuma\"},\n]", "a.json", "a.json:2: ", 5),
    ]

    @Test(arguments: files)
    func `a file that is not a table or JSON is bad data, even with --skip-bad`(
        text: String, name: String, words: String, code: Int32
    ) throws {
        try sandbox.write(text, to: name)
        for option in [[], ["--skip-bad"]] as [[String]] {
            let outcome = try sandbox.start(["import", name] + option).outcome()
            #expect(outcome.code == code)
            #expect(outcome.errors.contains(words))
        }
        #expect(sandbox.files == [name])
        #expect(try sandbox.entryCount() == 3)
    }

    @Test(arguments: ["missing.csv", "/", ""])
    func `a file that cannot be read is an error`(name: String) throws {
        #expect(try sandbox.run("import", name).code == 1)
    }

    @Test(arguments: ["", "\u{FEFF}", "\n\n"])
    func `an empty file is refused`(text: String) throws {
        try sandbox.write(text, to: "a.csv")
        let outcome = try sandbox.run("import", "a.csv")
        #expect(outcome.code == 5)
        #expect(outcome.errors.hasPrefix("surfjournal: a.csv is empty."))
    }

    @Test func `a file without rows imports nothing`() throws {
        try sandbox.write("location,rating\n", to: "a.csv")
        #expect(try sandbox.run("import", "a.csv") == Outcome(code: 0, output: "", errors: "Imported 0 sessions.\n"))
    }

    @Test func `a journal of the first version imports its six fields and names a field that it lacks`() throws {
        let apple = try Sandbox.withAppleStore(.checkpointed)
        let tables = "SELECT group_concat(name) FROM sqlite_master"
        let before = try apple.sql(tables)
        try apple.write("date,location,notes\n2015-01-02,Zuma,\n", to: "six.csv")
        #expect(try apple.run("import", "six.csv").errors.contains("Imported 1 session."))
        #expect(try apple.entryCount() == 5001)
        #expect(try apple.sql(tables) == before)
        try apple.write("date,location,notes\n2015-01-02,Zuma,\n2015-01-03,Zuma,fine\n", to: "notes.csv")
        let outcome = try apple.run("import", "notes.csv", "--skip-bad")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("notes.csv:3: This journal has the first version's fields, without notes"))
        #expect(outcome.errors.contains("migrate"))
        #expect(try apple.entryCount() == 5001)
    }

    @Test(arguments: SignalTests.signals)
    func `a signal during an import leaves nothing imported`(signal: Int32, code: Int32) throws {
        #expect(mkfifo(sandbox.file("pipe"), 0o600) == 0)
        let running = try sandbox.start(["import", "pipe"])
        let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: sandbox.file("pipe")))
        try writer.write(contentsOf: Data("location\nZuma\n".utf8))
        usleep(300_000)
        running.send(signal)
        let outcome = try running.outcome()
        try writer.close()
        #expect(outcome.code == code)
        #expect(outcome.errors == "Cancelled. The journal was not changed.\n")
        #expect(try sandbox.entryCount() == 3)
    }

    @Test func `a quick import shows no progress bar on a terminal`() throws {
        try sandbox.write("location,date\nZuma,2014-10-01\n", to: "a.csv")
        let terminal = try TerminalSession(["import", "a.csv"], in: sandbox)
        #expect(terminal.exitCode() == 0)
        #expect(terminal.screen.lines == ["Imported 1 session."])
    }

    @Test func `a row needs a place and a date, and the error names what is missing`() throws {
        try sandbox.write("location,date,rating\nZuma,,4\n,2015-01-02,5\n", to: "a.csv")
        let outcome = try sandbox.run("import", "a.csv")
        #expect(outcome.code == 5)
        #expect(outcome.errors.contains("a.csv:2: the row has no date (use --allow-missing)"))
        #expect(outcome.errors.contains("a.csv:3: the row has no place (use --location PLACE"))
        try sandbox.write("[{\"location\":\"\",\"date\":\"2015-01-02\"}]", to: "a.json")
        #expect(try sandbox.run("import", "a.json").errors.contains("a.json:1: the row has no place"))
        #expect(try sandbox.run("import", "a.csv", "--location", "Rincon").code == 5)
        #expect(try sandbox.run("import", "a.csv", "--location", "").code == 2)
        #expect(try sandbox.entryCount() == 3)
        #expect(try sandbox.run("import", "a.csv", "--allow-missing").code == 0)
        #expect(try sandbox.run("import", "a.json", "--location", "Swami's").code == 0)
        #expect(
            try sandbox.run("list", "--plain", "--sort", "id", "--columns", "location,rating").lines.suffix(3)
                == ["Zuma\t4", "\t5", "Swami's\t"])
    }

    @Test func `exported files can be imported without places or dates`() throws {
        try sandbox.write("rating,notes\n4,one\n5,two\n", to: "a.csv")
        #expect(try sandbox.run("import", "a.csv", "--allow-missing").code == 0)
        for name in ["out.csv", "out.json", "out.jsonl"] {
            #expect(try sandbox.run("export", name).code == 0)
            let store = sandbox.file(name + ".sqlite")
            #expect(try sandbox.run("init", "--store", store).code == 0)
            #expect(try sandbox.run("import", name, "--store", store).errors == "Imported 5 sessions.\n")
        }
    }

    @Test func `rejects keep the mapping of their columns and never import as empty sessions`() throws {
        try sandbox.write("When,Break,notes,Stars\n2015-01-02,Zuma,mine,9\n2015-01-03,Rincon,too,4\n", to: "a.csv")
        let map = ["--map", "When=date", "--map", "Break=location", "--map", "Stars=rating", "--map", "notes="]
        #expect(try sandbox.start(["import", "a.csv", "--skip-bad"] + map).outcome().code == 0)
        let rejects = try sandbox.read("a.csv.rejects.csv")
        #expect(rejects.hasPrefix("line,problem,date,location,(notes),rating\n2,"))
        let again = try sandbox.run("import", "a.csv.rejects.csv")
        #expect(again.code == 5)
        #expect(try sandbox.entryCount() == 4)
        try sandbox.write(rejects.replacing("mine,9", with: "mine,3"), to: "mended.csv")
        #expect(try sandbox.run("import", "mended.csv").code == 0)
        let entry = try sandbox.run("show", "5", "--json").object()
        #expect(entry["location"] as? String == "Zuma" && entry["rating"] as? Int == 3 && entry["notes"] is NSNull)
        try sandbox.write("line,problem,Fun,Thing\n2,rating is no whole number from 1 to 5,Zuma,4\n", to: "old.csv")
        #expect(try sandbox.run("import", "old.csv").code == 5)
        #expect(try sandbox.entryCount() == 5)
    }

    @Test func `rejects of JSON can be corrected and imported`() throws {
        try sandbox.write("{\"location\":\"Zuma\",\"date\":\"2015-01-02\",\"rating\":9}\n", to: "a.jsonl")
        #expect(try sandbox.run("import", "a.jsonl", "--skip-bad").code == 0)
        let rejects = try sandbox.read("a.jsonl.rejects.csv")
        #expect(try sandbox.run("import", "a.jsonl.rejects.csv").code == 5)
        try sandbox.write(rejects.replacing(":9", with: ":4"), to: "mended.csv")
        #expect(try sandbox.run("import", "mended.csv").errors == "Imported 1 session.\n")
        #expect(try sandbox.sql("SELECT ZLOCATION || ZRATING FROM ZJOURNALENTRY WHERE Z_PK = 4") == "Zuma4")
    }
}
