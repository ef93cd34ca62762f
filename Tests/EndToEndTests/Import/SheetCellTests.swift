import Foundation
import Testing

/// How the cells of a table are read, and the messages when one cannot be read.
struct SheetCellTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox.empty()
        sandbox.environment["TZ"] = "Europe/Berlin"
    }

    private func entry(_ id: Int = 1) throws -> [String: Any] { try sandbox.run("show", "\(id)", "--json").object() }

    /// The one session of a table.
    private func imported(_ header: String, _ row: String, _ options: String...) throws -> [String: Any] {
        try sandbox.write("\(header)\n\(row)\n", to: "a.csv")
        let outcome = try sandbox.start(["import", "a.csv"] + options).outcome()
        try #require(outcome.code == 0, "\(outcome.errors)")
        return try entry()
    }

    @Test(arguments: [
        ("06.30", "06:30"), ("7.15 Uhr", "07:15"), ("630", "06:30"), ("0.270833333", "06:30"), ("6:30 a. m.", "06:30"),
        ("06:30 p. m.", "18:30"), ("1899-12-30 06:30:00", "06:30"), ("7:30 h", "07:30"), ("--", "12:00"),
    ])
    func `a time in its own column is read as spreadsheets write it`(cell: String, time: String) throws {
        let entry = try imported("Date,Time,Spot", "2025-09-13,\(cell),Sylt")
        #expect((entry["date"] as? String)?.hasPrefix("2025-09-13T\(time)") == true)
    }

    @Test(arguments: ["06:30-08:00", "06:30 - 08:00", "6.30 – 8.00"])
    func `a range of times gives the duration`(cell: String) throws {
        let entry = try imported("Date,Time,Spot", "2025-09-13,\(cell),Sylt")
        #expect((entry["date"] as? String)?.hasPrefix("2025-09-13T06:30") == true)
        #expect(entry["duration"] as? Double == 90)
    }

    @Test func `a duration column takes precedence over a range of times`() throws {
        let entry = try imported("Date,Time,Spot,Duration", "2025-09-13,06:30-08:00,Sylt,60 min")
        #expect(entry["duration"] as? Double == 60)
    }

    @Test func `a range of times in a date is not read as a time zone`() throws {
        let entry = try imported("Date,Spot", "2025-09-13 18:30 - 20:00,Sylt")
        #expect((entry["date"] as? String)?.hasPrefix("2025-09-13T18:30") == true)
    }

    @Test func `the error for an unreadable time names the time's column, not the date's`() throws {
        try sandbox.write("Date,Time,Spot\n2025-09-12,7:30,Sylt\n2025-09-13,soon,Sylt\n", to: "a.csv")
        let outcome = try sandbox.run("import", "a.csv")
        #expect(outcome.code == 5)
        #expect(outcome.errors.contains("a.csv:3: Time 'soon' is not a time such as 7:30"))
    }

    @Test(arguments: [
        ("temprano", "time"), ("90", "duration"), ("1h 31m", "duration"), ("7am", "time"), ("1830", "time"),
    ])
    func `a column called time holds durations if its cells do`(cell: String, meaning: String) throws {
        try sandbox.write("Date,Hora,Spot\n2025-09-12,\(cell),Sylt\n", to: "a.csv")
        let errors = try sandbox.run("import", "a.csv", "--dry-run").errors
        #expect(errors.contains("'Hora' is \(meaning)"), "\(errors)")
    }

    @Test func `one odd cell does not turn a column of times into durations`() throws {
        try sandbox.write(
            "Date,Time,Spot\n2025-09-12,7:30,Sylt\n2025-09-13,13.09.2025,Sylt\n2025-09-14,8:00,Sylt\n", to: "a.csv")
        #expect(try sandbox.run("import", "a.csv", "--skip-bad").code == 0)
        #expect(try (entry()["date"] as? String)?.hasPrefix("2025-09-12T07:30") == true)
    }

    @Test func `a dash instead of a date is a missing date, even beside a time`() throws {
        try sandbox.write("Date,Time,Spot\n2025-09-12,7:30,Sylt\n--,8:00,Sylt\n", to: "a.csv")
        #expect(try sandbox.run("import", "a.csv").errors.contains("a.csv:3: the row has no date"))
    }

    @Test(arguments: [
        ("80'", 80), ("1 h 20", 80), ("1h 31m 30s", 91.5), ("1h20'", 80), ("90 mn", 90), ("1 Std. 20 Min.", 80),
        ("00:48:12,4", 48.206667), ("PT1H20M", 80),
    ])
    func `a duration is read as watches and people write it`(cell: String, minutes: Double) throws {
        let entry = try imported("Date;Spot;Dauer", "2025-09-13;Sylt;\(cell)")
        #expect(entry["duration"] as? Double == minutes)
    }

    @Test func `durations below ten are read as hours, and the message shows that`() throws {
        try sandbox.write("Date,Spot,Duration\n2025-09-12,Sylt,1.5\n2025-09-13,Sylt,2\n", to: "a.csv")
        #expect(try sandbox.run("import", "a.csv").errors.contains("'Duration' is duration (h)"))
        #expect(try entry()["duration"] as? Double == 90)
    }

    @Test(arguments: [("3/4", "3-4ft"), ("3/4 ft", "3-4 ft"), ("1,5/2m", "1,5-2m")])
    func `two numbers with a slash are read as a range of heights`(cell: String, height: String) throws {
        #expect(try imported("Date;Spot;Size", "2025-09-13;Sylt;\(cell)")["height"] as? String == height)
    }

    @Test(arguments: ["4/3", "2 1/2", "03/04"])
    func `numbers with a slash that are not a range of heights make a bad row`(cell: String) throws {
        try sandbox.write("Date,Spot,Size\n2025-09-13,Sylt,\(cell)\n", to: "a.csv")
        let outcome = try sandbox.run("import", "a.csv")
        #expect(outcome.code == 5 && outcome.errors.contains("Size '\(cell)' is not a valid height"))
    }

    @Test func `rating stars may be separated by blanks`() throws {
        #expect(try imported("Date,Spot,Stars", "2025-09-13,Sylt,★ ★ ★ ☆ ☆")["rating"] as? Int == 3)
    }

    @Test func `several columns of notes are joined`() throws {
        let entry = try imported(
            "Date,Spot,Title,Comments,Remarks,Buddies", "2025-09-13,Sylt,Dawnie,glassy,glassy,Uwe", "--map",
            "Title=notes")
        #expect(entry["notes"] as? String == "Dawnie; glassy; Uwe")
    }

    @Test func `two columns can be mapped to the notes`() throws {
        let entry = try imported("Date,Spot,A,B", "2025-09-13,Sylt,one,two", "--map", "A=notes", "--map", "B=notes")
        #expect(entry["notes"] as? String == "one; two")
    }

    @Test(arguments: ["Anstieg gesamt", "Total Ascent"])
    func `heights in a table with ascents are not imported as wave heights`(header: String) throws {
        let entry = try imported("Date,Spot,\(header),Max Height", "2025-09-13,Sylt,3,12")
        #expect(entry["height"] is NSNull)
    }

    @Test(arguments: [
        "Aktivitätstyp,Favorit,Datum,Titel,Zeit", "Type d'activité,Favori,Date,Titre,Durée",
        "Tipo de actividad,Favorito,Fecha,Título,Tiempo",
    ])
    func `Garmin exports are recognized in other languages`(header: String) throws {
        try sandbox.write(
            "\(header)\nSurf,false,2025-09-13 06:30:00,Sylt,01:31:30\nLauf,false,2025-09-14 06:30:00,Sylt,01:31:30\n",
            to: "a.csv")
        let outcome = try sandbox.run("import", "a.csv", "--location", "Sylt")
        #expect(outcome.errors.contains("an export of Garmin"))
        #expect(outcome.errors.contains("Skipped: 1 other row."))
        #expect(try entry()["duration"] as? Double == 91.5)
    }

    // MARK: Messages

    @Test func `a failed import names the columns that were not recognized`() throws {
        try sandbox.write("Datum,Wo genau,Spaß\n2025-09-13,Sylt,4\n", to: "a.csv")
        for options in [[], ["--dry-run"]] {
            let outcome = try sandbox.start(["import", "a.csv"] + options).outcome()
            #expect(outcome.code == 5)
            #expect(outcome.errors.contains("Columns: 'Datum' is date."))
            #expect(outcome.errors.contains("Not imported: 'Wo genau', 'Spaß'. 'Wo genau' looks like a place"))
            #expect(outcome.errors.contains("Try: surfjournal import a.csv "))
        }
    }

    @Test(arguments: ["cat a.csv |", ""])
    func `a command for standard input is tried on what was read, and works with the same input`(
        source: String
    ) throws {
        try sandbox.write("Datum,Wo genau,Spaß\n2025-09-13,Sylt,4\n", to: "a.csv")
        let redirection = source.isEmpty ? "<a.csv" : ""
        let refused = try sandbox.shell("\(source) $SURF import - \(redirection)")
        #expect(refused.code == 5)
        let command = try #require(refused.errors.firstMatch(of: /Try: surfjournal (import .+)\. Nothing was/)?.1)
        #expect(try sandbox.shell("\(source) $SURF \(command) \(redirection)").code == 0)
        #expect(try entry()["location"] as? String == "Sylt")
    }

    @Test func `an unrecognized header is shown, but only its beginning`() throws {
        let header = (1...40).map { "Spalte\($0)" + String(repeating: "x", count: 500) }.joined(separator: ",")
        try sandbox.write(header + "\na,b\n", to: "a.csv")
        let errors = try sandbox.run("import", "a.csv").errors
        #expect(errors.contains("none of its 40 columns is a known field ('Spalte1x"))
        #expect(errors.utf8.count < 3000)
    }

    @Test func `a first line that may be a session is not shown`() throws {
        try sandbox.write("2025-09-13,my secret,x\n", to: "a.csv")
        let errors = try sandbox.run("import", "a.csv").errors
        #expect(errors.contains("none of its 3 columns is a known field.") && !errors.contains("secret"))
    }

    @Test func `a dry run shows the place given by --location`() throws {
        try sandbox.write("Date,Height\n2025-09-13,3ft\n", to: "a.csv")
        let outcome = try sandbox.run("import", "a.csv", "--dry-run", "--location", "Sylt")
        #expect(outcome.code == 0 && outcome.output.contains("Sylt"))
    }
}
