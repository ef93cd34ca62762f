import Foundation
import SQLite
import Testing

/// `import` from file to journal. The small journal has Malibu, Rincon and Mavericks with the IDs 1 to 3.
struct ImportTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try sandbox.makeSmallJournal()
    }

    private var list: String {
        get throws {
            try sandbox.run("list", "--plain", "--sort", "id", "--columns", "id,location,height,rating").output
        }
    }

    @Test func `an exported file can be imported, and sessions that are already there are skipped`() throws {
        try sandbox.run("export", "all.csv")
        try sandbox.run("delete", "1", "2")
        let outcome = try sandbox.run("import", "all.csv")
        #expect(outcome == Outcome(code: 0, output: "", errors: "Imported 2 sessions; 1 was already there.\n"))
        #expect(try list == "3\tMavericks\t20-25ft\t5\n4\tMalibu\t4ft\t4\n5\tRincon\t6ft\t2\n")
        #expect(
            try sandbox.run("import", "all.csv").errors == "Imported 0 sessions; 3 were already there.\n")
    }

    @Test func `the tutorial's file without a header is recognized by the dates in its six columns`() throws {
        try sandbox.write(
            "2014-08-05T10:00:00-07:00,1.4,12,3.5,\"Trestles, Lowers\",3\n2014-08-06,,,,,\n", to: "export.txt")
        #expect(try sandbox.run("import", "export.txt").errors == "Imported 2 sessions.\n")
        #expect(try list.hasSuffix("4\tTrestles, Lowers\t1.4\t3\n5\t\t\t\n"))
        try sandbox.write("8/5/14,1,2,3,Zuma,4\n08/05/2014,1,2,3,Zuma,4\n", to: "short.csv")
        #expect(try sandbox.run("import", "short.csv", "--dialect", "original").code == 2)
        try sandbox.write("8/5/14,1,2,3,Zuma,4\n", to: "short.csv")
        #expect(try sandbox.run("import", "short.csv").errors.contains("--date-order"))
        #expect(try sandbox.run("import", "short.csv", "--date-order", "mdy").code == 0)
        #expect(try sandbox.sql("SELECT ZDATE FROM ZJOURNALENTRY WHERE ZLOCATION = 'Zuma'") == .integer(428_958_000))
    }

    @Test func `--map imports a file with any columns`() throws {
        try sandbox.write(
            "Session,Break,Stars,Weather,Notes\n2015-01-02 07:00,Zuma,4,sunny,\"good, long\"\n", to: "other.csv")
        let outcome = try sandbox.run(
            "import", "other.csv", "--map", "Session=date", "--map", "break=spot", "--map", "Stars=rating",
            "--map", "Notes=")
        #expect(outcome.code == 0)
        #expect(
            outcome.errorLines == [
                "Columns: 'Session' is date, 'Break' is place, 'Stars' is rating.",
                "Not imported: 'Weather'. Use --map COLUMN=FIELD to import a column.", "Imported 1 session.",
            ])
        let entry = try sandbox.run("show", "4", "--json").object()
        #expect(entry["location"] as? String == "Zuma")
        #expect(entry["date"] as? String == "2015-01-02T07:00:00-08:00")
        #expect(entry["rating"] as? Int == 4)
        #expect(entry["notes"] is NSNull)
    }

    @Test func `column names are recognized in any case`() throws {
        try sandbox.write(
            "Date,Spot,Swell Height,swell-period,WATERTEMPERATURE\n2015-01-02,Zuma,1.5,12s,63F\n", to: "a.csv")
        #expect(try sandbox.run("import", "a.csv").code == 0)
        let entry = try sandbox.run("show", "4", "--json").object()
        #expect(entry["location"] as? String == "Zuma")
        #expect(entry["swellHeight"] as? Double == 1.5)
        #expect(entry["swellPeriod"] as? Double == 12)
        #expect(entry["waterTemperature"] as? Double == 17.222222)
    }

    @Test(arguments: [("a.json", "json"), ("a.jsonl", "jsonl"), ("a.data", ""), ("-", "")])
    func `JSON is recognized by --format, by the file name and by its beginning`(name: String, format: String) throws {
        let array =
            "[{\"location\":\"Zuma\",\"height\":\"4ft\",\"rating\":5},\n{\"location\":\"Zuma\",\"rating\":null}]"
        let lines = "{\"location\":\"Zuma\",\"height\":\"4ft\",\"rating\":5}\n\n{\"spot\":\"Zuma\",\"x\":{\"y\":[]}}"
        for (text, isLines) in [(array, false), (lines, true)] where format.isEmpty || isLines == (format == "jsonl") {
            let sandbox = try Sandbox.empty()
            try sandbox.write(text, to: "a.data")
            if name != "-" { try sandbox.write(text, to: name) }
            let command =
                name == "-" ? "\"$SURF\" import - --allow-missing < a.data" : "\"$SURF\" import \(name) --allow-missing"
            #expect(try sandbox.shell(command).code == 0)
            if name != "a.json", name != "a.jsonl" { continue }
            try sandbox.write(text, to: "b.txt")
            #expect(
                try sandbox.run("import", "b.txt", "--format", format, "--allow-missing").errors.contains(
                    "2 were already there"))
        }
    }

    @Test func `a pipe is read to its end and its format recognized by its beginning`() throws {
        let outcome = try sandbox.shell("\"$SURF\" export - --format jsonl | \"$SURF\" import -")
        #expect(outcome.errors.hasSuffix("Imported 0 sessions; 3 were already there.\n"))
        let more = try sandbox.shell(
            "(echo location; sleep 1; echo Zuma) | \"$SURF\" import /dev/stdin --quiet --allow-missing")
        #expect(more == Outcome(code: 0, output: "", errors: ""))
        #expect(try sandbox.entryCount() == 4)
    }

    @Test func `--dry-run shows how a file is understood and writes nothing`() throws {
        try sandbox.write("id,date,location,rating,mood\n9,2015-01-02,Zuma,4,fine\n10,2014-08-02,Zuma,,\n", to: "a.csv")
        let outcome = try sandbox.run("import", "a.csv", "--dry-run")
        #expect(outcome.code == 0)
        #expect(
            outcome.lines.map { $0.split(separator: " ").map(String.init) } == [
                ["id", "date", "place", "rating"], ["9", "2015-01-02", "12:00", "Zuma", "★★★★"],
                ["10", "2014-08-02", "12:00", "Zuma"],
            ])
        #expect(
            outcome.errorLines == [
                "Not imported: 'mood'. Use --map COLUMN=FIELD to import a column.",
                "2 sessions would be imported. Nothing was written.",
            ])
        let json = try sandbox.run("import", "a.csv", "--dry-run", "--json").object()
        #expect(json["dryRun"] as? Bool == true)
        #expect(json["imported"] as? Int == 2)
        #expect(json["ignored"] as? [String] == ["mood"])
        #expect((json["sessions"] as? [[String: Any]])?.compactMap { $0["id"] as? Int } == [9, 10])
        #expect(try sandbox.entryCount() == 3)
        try sandbox.run("import", "a.csv", "-q")
        #expect(
            try sandbox.run("import", "a.csv", "--dry-run").errors.hasSuffix(
                "0 sessions would be imported; 2 are already there. Nothing was written.\n"))
    }

    @Test func `undo reverses a whole import, and redo repeats it`() throws {
        let before = try list
        try sandbox.write("location,rating\nZuma,4\nSwami's,5\n", to: "a.csv")
        #expect(try sandbox.run("import", "a.csv", "--allow-missing").code == 0)
        let after = try list
        let command = try #require(try sandbox.run("undo", "--list", "--json").objects().first)
        #expect(command["command"] as? String == "import")
        #expect(command["added"] as? Int == 2)
        #expect(try sandbox.run("undo").errors.hasPrefix("Undid 'import' (2 sessions).\n"))
        #expect(try list == before)
        #expect(try sandbox.run("redo").code == 0)
        #expect(try list == after)
    }

    @Test func `import --json prints one object with the counts`() throws {
        try sandbox.write("location,rating\nZuma,4\nSwami's,9\n", to: "a.csv")
        #expect(
            try sandbox.run("import", "a.csv", "--allow-missing", "--skip-bad", "--json").output
                == "{\"dryRun\":false,\"imported\":1,\"present\":0,\"skipped\":1,\"empty\":0,\"unwanted\":0,\"rejects\":\"a.csv.rejects.csv\",\"ignored\":[],\"beaten\":[]}\n"
        )
    }

    @Test func `imported sessions stay when the samples are removed`() throws {
        let seeded = try Sandbox()
        try seeded.run("init", "--sample")
        try seeded.run("export", "few.csv", "--where", "rating == 5 AND location == 'Rincon'")
        let count = try seeded.read("few.csv").split(separator: "\n").count - 1
        try seeded.run("sample", "remove")
        #expect(try seeded.run("import", "few.csv").code == 0)
        #expect(try seeded.run("sample", "remove").code == 0)
        #expect(try seeded.entryCount() == .integer(Int64(count)))
        #expect(try seeded.sql("SELECT min(Z_PK) FROM ZJOURNALENTRY") == 5001)
    }

    @Test func `a date without a time means noon, even today`() throws {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "America/Los_Angeles")
        format.dateFormat = "yyyy-MM-dd"
        try sandbox.write("date,location\n\(format.string(from: Date())),Zuma\n", to: "today.csv")
        #expect(try sandbox.run("import", "today.csv").code == 0)
        let date = try #require(try sandbox.run("show", "4", "--json").object()["date"] as? String)
        #expect(date.contains("T12:00:00"))
        #expect(try sandbox.run("import", "today.csv").errors.contains("1 was already there"))
    }

    @Test func `on a first launch, import creates the journal and imports into it`() throws {
        let new = try Sandbox()
        try new.write("location\nZuma\n", to: "a.csv")
        #expect(try new.run("import", "missing.csv").code == 1)
        #expect(try new.run("import", "a.csv", "--map", "location=nowhere").code == 2)
        #expect(!FileManager.default.fileExists(atPath: new.journal))
        #expect(try new.run("import", "a.csv", "--allow-missing").code == 0)
        #expect(try new.entryCount() == 1)
        #expect(try new.run("import", "a.csv", "--store", "typo.sqlite").code == 3)
    }

    @Test func `importing 12,000 rows keeps the key counter and the history correct`() throws {
        let rows = (0..<12_000).map { index in
            "2014-0\(index % 9 + 1)-1\(index % 7)T1\(index % 10):\(index % 50 + 10):00Z,Spot \(index),\(index % 9 + 1)ft,\(index % 5 + 1)\n"
        }
        try sandbox.write("date,location,height,rating\n" + rows.joined(), to: "big.csv")
        #expect(try sandbox.run("import", "big.csv", "--json").object()["imported"] as? Int == 12_000)
        #expect(try sandbox.entryCount() == 12_003)
        #expect(try sandbox.sql("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 1") == 12_003)
        #expect(
            try sandbox.sql("SELECT count(*) FROM ACHANGE WHERE ZTRANSACTIONID = (SELECT max(Z_PK) FROM ATRANSACTION)")
                == 12_000)
        #expect(try sandbox.run("check").code == 0)
        #expect(try sandbox.run("import", "big.csv").errors.contains("12,000 were already there"))
    }
}
