import Foundation
import Testing

/// What `import` detects in a table, reports, asks and remembers.
struct SheetReadingTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox.empty()
    }

    private func entry(_ id: Int = 1) throws -> [String: Any] { try sandbox.run("show", "\(id)", "--json").object() }

    @Test func `import reports what it detected before the result`() throws {
        let text = "Saison 2025\n\nDatum;Ort;Höhe (m);Stern\n25.08.2025;Wijk aan Zee;1,5;\n"
        try sandbox.write(text, to: "a.csv")
        #expect(
            try sandbox.run("import", "a.csv").errorLines == [
                "a.csv: semicolons between cells, 2 lines above the header.",
                "Columns: 'Datum' is date, 'Ort' is place, 'Höhe (m)' is height (m).", "Imported 1 session.",
            ])
        #expect(try entry()["height"] as? String == "1,5m")
        #expect(try sandbox.run("list", "--height", "4..6", "--json").objects().count == 1)
    }

    @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
    func `a file in UTF-16 is read, and an incomplete character in it makes a bad row`(encoding: String.Encoding) throws
    {
        let text = "\u{FEFF}Date,Spot\n2025-01-01,Rincon\n2025-01-02,Zuma 🏄"
        let bytes = try #require(text.data(using: encoding))
        for missing in [1, 2] {
            try bytes.dropLast(missing).write(to: URL(fileURLWithPath: sandbox.file("cut.csv")))
            let outcome = try sandbox.run("import", "cut.csv")
            #expect(outcome.code == 5 && outcome.errors.contains("cut.csv:3: the text is not UTF-8"))
        }
        #expect(try sandbox.run("import", "cut.csv", "--skip-bad").code == 0)
        #expect(try sandbox.entryCount() == 1)
        try bytes.write(to: URL(fileURLWithPath: sandbox.file("whole.csv")))
        #expect(try sandbox.run("import", "whole.csv").code == 0)
        #expect(try entry(2)["location"] as? String == "Zuma 🏄")
    }

    @Test func `a height without a unit gets the assumed unit, and the message shows that`() throws {
        try sandbox.write("Date,Spot,Height\n2025-01-02,Zuma,3-4\n2025-01-03,Zuma,2ft\n", to: "a.csv")
        #expect(try sandbox.run("import", "a.csv").errors.contains("Heights without a unit are in feet"))
        #expect(try entry()["height"] as? String == "3-4ft")
        try sandbox.write("Date,Spot,Height\n2025-01-05,Zuma,2ft\n", to: "b.csv")
        #expect(!(try sandbox.run("import", "b.csv").errors.contains("without a unit")))
    }

    @Test func `import looks at all rows to decide whether day or month comes first`() throws {
        let rows = (1...12).map { "0\($0 % 9 + 1)/02/2024,Zuma\n" }.joined()
        try sandbox.write("Date,Spot\n\(rows)25/03/2024,Zuma\n", to: "a.csv")
        let outcome = try sandbox.run("import", "a.csv")
        #expect(outcome.errors.contains("a.csv: day first.\n"))
        #expect(try (entry()["date"] as? String)?.hasPrefix("2024-02-02") == true)
    }

    @Test func `the rows override the date-order setting, and --date-order overrides the rows`() throws {
        try sandbox.run("config", "date-order", "mdy")
        try sandbox.write("Date,Spot\n03/02/2024,Zuma\n25/03/2024,Zuma\n", to: "a.csv")
        #expect(try sandbox.run("import", "a.csv").code == 0)
        #expect(try (entry(1)["date"] as? String)?.hasPrefix("2024-02-03") == true)
        #expect(try sandbox.run("import", "a.csv", "--date-order", "mdy").code == 0)
        #expect(try (entry(3)["date"] as? String)?.hasPrefix("2024-03-02") == true)
        try sandbox.write("Date,Spot\n05/06/2024,Zuma\n", to: "b.csv")
        #expect(try sandbox.run("import", "b.csv").code == 0)
        #expect(try (entry(4)["date"] as? String)?.hasPrefix("2024-05-06") == true)
    }

    @Test func `rows that contradict each other leave the date order undecided`() throws {
        try sandbox.write("Date,Spot\n03/02/2024,Zuma\n25/03/2024,Zuma\n03/25/2024,Zuma\n", to: "a.csv")
        let outcome = try sandbox.run("import", "a.csv")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("'03/02/2024' in 'Date' could be two days"))
        #expect(outcome.errors.contains("--date-order"))
    }

    @Test func `on a terminal, import asks once for the date order`() throws {
        try sandbox.write("Date,Spot\n03/02/2024,Zuma\n05/02/2024,Zuma\n", to: "a.csv")
        let terminal = try TerminalSession(["import", "a.csv"], in: sandbox)
        terminal.expect("Which comes")
        terminal.expect("1  day first: 2024-02-03")
        terminal.expect("2")
        terminal.type("1\r")
        #expect(terminal.exitCode() == 0)
        #expect(try (entry(2)["date"] as? String)?.hasPrefix("2024-02-05") == true)
    }

    @Test(arguments: [
        ("Activity Type = Surfing", ["Zuma", "Rincon"]), ("activity type=surfing", ["Zuma", "Rincon"]),
        ("Activity Type != Surfing", ["Track"]),
    ])
    func `--where imports only matching rows`(condition: String, places: [String]) throws {
        try sandbox.write(
            "Activity Type,Date,Spot\nSurfing,2025-01-02,Zuma\nRun,2025-01-03,Track\nsurfing,2025-01-04,Rincon\n",
            to: "a.csv")
        let outcome = try sandbox.run("import", "a.csv", "--where", condition)
        #expect(outcome.errors.contains("Skipped: \(3 - places.count) other row"))
        #expect(try sandbox.run("list", "--plain", "--sort", "id", "--columns", "location").lines == places)
    }

    @Test(arguments: ["Surfing", "= Surfing", "Sport = Surfing"])
    func `a --where without a known column is a usage error`(condition: String) throws {
        try sandbox.write("Date,Spot\n2025-01-02,Zuma\n", to: "a.csv")
        #expect(try sandbox.run("import", "a.csv", "--where", condition).code == 2)
    }

    @Test func `a mapping is remembered for the next file with the same header, and --map replaces it`() throws {
        try sandbox.write("Day,Wo genau,Spaß\n2025-01-02,Zuma,4\n", to: "a.csv")
        #expect(try sandbox.run("import", "a.csv", "--map", "Wo genau=location", "--map", "Spaß=rating").code == 0)
        try sandbox.write("day,wo genau,spaß\n2025-01-03,Rincon,5\n", to: "b.csv")
        let outcome = try sandbox.run("import", "b.csv")
        #expect(outcome.errors.contains("Mapped as last time: 'Wo genau=location', 'Spaß=rating'"))
        #expect(try entry(2)["rating"] as? Int == 5)
        try sandbox.write("day,wo genau,spaß\n2025-01-04,Swami's,3\n", to: "c.csv")
        let anew = try sandbox.run("import", "c.csv", "--map", "wo genau=place", "--map", "spaß=")
        #expect(anew.code == 0 && !anew.errors.contains("last time"))
        #expect(try entry(3)["rating"] is NSNull)
        #expect(try sandbox.run("config").code == 0)
    }

    @Test func `a new mapping keeps the remembered ones`() throws {
        try sandbox.write("Day,Wo genau,Spaß\n2025-01-02,Zuma,4\n", to: "a.csv")
        #expect(try sandbox.run("import", "a.csv", "--map", "Wo genau=location").code == 0)
        #expect(try sandbox.run("import", "a.csv", "--map", "Spaß=rating").code == 0)
        try sandbox.write("Day,Wo genau,Spaß\n2025-01-03,Rincon,5\n", to: "b.csv")
        #expect(try sandbox.run("import", "b.csv").code == 0)
        #expect(try entry(3)["location"] as? String == "Rincon" && entry(3)["rating"] as? Int == 5)
    }

    @Test func `ratings of ten that the header does not name are answered with the mapping that reads them`() throws {
        let rows = [4, 7, 5, 8, 3, 9].enumerated().map { "2025-01-0\($0 + 1),Zuma,\($1)\n" }.joined()
        try sandbox.write("Date,Spot,Stars\n\(rows)", to: "a.csv")
        let outcome = try sandbox.run("import", "a.csv")
        #expect(outcome.code == 5)
        #expect(outcome.errors.contains("Try: surfjournal import a.csv --map 'Stars=rating:"), "\(outcome.errors)")
    }

    @Test func `rows of other sports are skipped and counted, and a second column with the same header is used`() throws
    {
        try sandbox.write(
            "Type,Date,Spot,rating,rating\nSurf,2025-01-02,Zuma,,4\nYoga,2025-01-03,Home,5,\n", to: "a.csv")
        let outcome = try sandbox.run("import", "a.csv")
        #expect(outcome.errors.contains("Skipped: 1 other row."))
        #expect(outcome.errors.contains("Use --where 'Type = SPORT' to import them."))
        #expect(outcome.errors.contains("A second column 'rating' is used only where the first is empty."))
        #expect(try entry(1)["rating"] as? Int == 4)
    }

    @Test func `a date with an offset keeps the hours of the place, and --time-zone gives them to others`() throws {
        try sandbox.write("Date,Spot\n2025-10-01T06:31:12+11:00,Bells\n", to: "a.csv")
        #expect(try sandbox.run("import", "a.csv").code == 0)
        #expect(try entry(1)["timeZone"] as? String == "GMT+11:00")
        #expect(try sandbox.run("show", "1").output.contains("2025-10-01 06:31"))
        try sandbox.write("Date,Spot\n2025-10-02 06:31,Bells\n", to: "b.csv")
        #expect(try sandbox.run("import", "b.csv", "--time-zone", "Australia/Melbourne").code == 0)
        #expect(try entry(2)["timeZone"] as? String == "Australia/Melbourne")
        #expect(try sandbox.run("show", "2").output.contains("2025-10-02 06:31"))
    }

    @Test func `characters that nobody sees, marks for nothing and formulas do not become values`() throws {
        try sandbox.write(
            "\u{FEFF}\u{FEFF}Date,\u{FEFF}Spot,Height,Wind,Notes\n2025-01-02,\"=\"\"Mali\u{200B}bu\"\"\",#REF!,NaN,None\n\u{1A}",
            to: "a.csv")
        #expect(try sandbox.run("import", "a.csv").code == 0)
        let session = try entry(1)
        #expect(session["location"] as? String == "Malibu")
        for field in ["height", "wind", "notes"] { #expect(session[field] is NSNull, "\(field)") }
    }

    @Test func `a dry run does not remember a mapping`() throws {
        try sandbox.write("Day,Wo genau\n2025-01-02,Zuma\n", to: "a.csv")
        #expect(try sandbox.run("import", "a.csv", "--map", "Wo genau=location", "--dry-run").code == 0)
        #expect(try sandbox.run("import", "a.csv").code == 5)
    }

    @Test func `the settings keep the newest fifty mappings`() throws {
        for number in 1...52 {
            try sandbox.write("Day,Where \(number)\n2025-01-02,Zuma\n", to: "a.csv")
            #expect(try sandbox.run("import", "a.csv", "--map", "Where \(number)=location").code == 0)
        }
        let settings = try String(contentsOfFile: sandbox.path + "/config/surfjournal/config", encoding: .utf8)
        #expect(settings.split(separator: "\n").count == 50)
        #expect(settings.contains("Where 52=location") && !settings.contains("Where 2="))
    }

    @Test func `--map can define rating words and units that the header lacks`() throws {
        try sandbox.write("Date,Spot,Fun,Long\n2025-01-02,Zuma,Good,2\n2025-01-03,Zuma,poor,1.5\n", to: "a.csv")
        let outcome = try sandbox.run(
            "import", "a.csv", "--map", "Fun=rating:POOR=1,GOOD=4", "--map", "Long=duration:h")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try entry(1)["rating"] as? Int == 4 && entry(2)["rating"] as? Int == 1)
        #expect(try entry(1)["duration"] as? Double == 120 && entry(2)["duration"] as? Double == 90)
    }

    @Test func `rejects keep what import detected and can be imported once corrected`() throws {
        let text =
            "Datum;Uhrzeit;Ort;Höhe (m);Punkte (1-10)\n"
            + "03.02.2025;7:30;Zuma;1,5;17\n04.02.2025;8:00;Rincon;2;8\n"
        try sandbox.write(text, to: "a.csv")
        #expect(try sandbox.run("import", "a.csv", "--skip-bad").code == 0)
        let rejects = try sandbox.read("a.csv.rejects.csv")
        #expect(rejects.hasPrefix("line;problem;date;time;location;height (m);rating (1-10)\n2;"))
        try sandbox.write(rejects.replacing("1,5;17", with: "1,5;6"), to: "mended.csv")
        let outcome = try sandbox.run("import", "mended.csv")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try entry(2)["height"] as? String == "1,5m" && entry(2)["rating"] as? Int == 3)
        #expect(try (entry(2)["date"] as? String)?.hasPrefix("2025-02-03T07:30") == true)
    }

    @Test func `rejects keep the date order of the whole file`() throws {
        try sandbox.write("Date,Spot,Stars\n03/02/2024,Zuma,9\n25/03/2024,Rincon,4\n", to: "a.csv")
        #expect(try sandbox.run("import", "a.csv", "--skip-bad").code == 0)
        let rejects = try sandbox.read("a.csv.rejects.csv")
        try sandbox.write(rejects.replacing("Zuma,9", with: "Zuma,3"), to: "mended.csv")
        #expect(try sandbox.run("import", "mended.csv").code == 0)
        #expect(try (entry(2)["date"] as? String)?.hasPrefix("2024-02-03") == true)
    }

    @Test func `every problem of a row is reported, and a dry run with --skip-bad lists all of them`() throws {
        let rows = (1...15).map { "soon,,\($0 % 4 + 6)\n" }.joined()
        try sandbox.write("Date,Spot,Stars\n\(rows)2025-01-02,Zuma,4\n", to: "a.csv")
        let outcome = try sandbox.run("import", "a.csv", "--dry-run", "--skip-bad")
        #expect(outcome.code == 0)
        let told = outcome.errorLines.filter { $0.hasPrefix("a.csv:") }
        #expect(told.count == 15)
        #expect(
            told.first
                == "a.csv:2: Date 'soon' is not a date such as 2026-09-12T07:00; Stars '7' is not a whole number from 1 to 5."
        )
    }

    @Test(arguments: ["a.xlsx", "a.numbers", "a.ods", "a.csv"])
    func `a workbook is refused with a hint to save it as CSV`(name: String) throws {
        try Data([0x50, 0x4B, 0x03, 0x04, 0x14, 0x00]).write(to: URL(fileURLWithPath: sandbox.file(name)))
        let outcome = try sandbox.run("import", name)
        #expect(outcome.code == 5)
        #expect(outcome.errors.contains("as CSV"))
    }

    @Test(arguments: ["a.xlsx", "a.numbers", "a.pdf", "a.tsv"])
    func `export refuses a file extension of a format that it cannot write`(name: String) throws {
        let outcome = try sandbox.run("export", name)
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("--format"))
        #expect(sandbox.files.isEmpty)
        #expect(try sandbox.run("export", name, "--format", "csv").code == 0)
    }

    @Test func `a file without an extension, or with a number as extension, is written as CSV`() throws {
        #expect(try sandbox.run("export", "sessions").code == 0)
        #expect(try sandbox.run("export", "sessions.2026").code == 0)
    }

    @Test func `Windows-1252 is recognized even if its first special letter comes late`() throws {
        let rows = String(repeating: "2025-01-02,Zuma,\n", count: 20_000)
        var bytes = Array("Date,Spot,Notes\n\(rows)2025-01-03,C".utf8)
        bytes += [0xF4] + Array("te des Basques,".utf8) + [0x93] + Array("oui".utf8) + [0x94, 0x0A]
        try Data(bytes).write(to: URL(fileURLWithPath: sandbox.file("a.csv")))
        let outcome = try sandbox.run("import", "a.csv")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("Windows-1252"))
        #expect(try sandbox.run("list", "Basques", "--json").objects().first?["notes"] as? String == "“oui”")
    }

    @Test func `a byte that is not valid UTF-8 in a UTF-8 file makes a bad row`() throws {
        let bytes = Array("Date,Spot\n2025-01-02,Côte\n2025-01-03,C".utf8) + [0xF4, 0x74, 0x65, 0x0A]
        try Data(bytes).write(to: URL(fileURLWithPath: sandbox.file("a.csv")))
        let outcome = try sandbox.run("import", "a.csv")
        #expect(outcome.code == 5)
        #expect(outcome.errors.contains("a.csv:3: the text is not UTF-8"))
    }

    @Test(arguments: [
        ("a.csv", "sep=;\nDate;Spot\n2025-01-02;Zuma\n"),
        ("a.json", "[{\"date\":\"2025-01-02\",\"location\":\"Zuma\"}]"),
        ("a.jsonl", "{\"date\":\"2025-01-02\",\"location\":\"Zuma\"}\n"),
        ("a", "[{\"date\":\"2025-01-02\",\"location\":\"Zuma\"}]"),
        (
            "a.gpx",
            "<?xml version=\"1.0\"?><gpx version=\"1.1\"><trk><trkseg><trkpt lat=\"34\" lon=\"-118\">"
                + "<time>2025-01-02T15:00:00Z</time></trkpt></trkseg></trk></gpx>"
        ),
    ])
    func `a byte-order mark before any kind of file is ignored`(name: String, text: String) throws {
        try sandbox.write("\u{FEFF}" + text, to: name)
        let outcome = try sandbox.run("import", name, "--location", "Zuma", "--json")
        #expect(try outcome.object()["imported"] as? Int == 1, "\(outcome.errors)")
        #expect(try entry()["location"] as? String == "Zuma")
    }

    @Test func `a stream is read just like a file`() throws {
        try sandbox.write("Datum;Ort\n03.02.2025;Zuma\n", to: "a.csv")
        #expect(try sandbox.shell("(head -c 3 a.csv; sleep 0.2; tail -c +4 a.csv) | \"$SURF\" import -").code == 0)
        #expect(try entry()["location"] as? String == "Zuma")
    }

    @Test func `of two columns for one field the more exact one is used, and the message shows that`() throws {
        try sandbox.write("Timestamp,Date,Spot\n2025-01-03 09:00,2025-01-02 07:00,Zuma\n", to: "a.csv")
        let errors = try sandbox.run("import", "a.csv").errors
        #expect(errors.contains("'Timestamp' is skipped: 'Date' has the same field."))
        #expect(try (entry()["date"] as? String)?.hasPrefix("2025-01-02T07:00") == true)
    }
}
