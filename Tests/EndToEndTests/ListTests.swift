import SQLite
import Testing

struct ListTests {
    private func ids(_ arguments: [String], in sandbox: Sandbox) throws -> [Int] {
        try sandbox.start(["list", "--json"] + arguments).outcome().objects().compactMap { $0["id"] as? Int }
    }

    @Test func `the table shows 20 rows and the total`() throws {
        let sandbox = try Sandbox()
        let outcome = try sandbox.run("list")
        #expect(outcome.lines.count == 21)
        #expect(outcome.errors.contains("20 of 5,000 sessions"))
    }

    /// Counting all sessions takes longer than reading 20.
    @Test func `in a journal of more than 10,000 sessions, list stops counting at 1,000 or at -n`() throws {
        let sandbox = try Sandbox()
        #expect(try sandbox.run("list", "-n", "1").code == 0)
        let copy =
            "UPDATE Z_PRIMARYKEY SET Z_MAX = 20000 WHERE Z_ENT = 1;"
            + " INSERT INTO ZJOURNALENTRY (Z_ENT, Z_OPT, ZDATE, ZLOCATION) SELECT 1, 1, ZDATE, ZLOCATION FROM"
        let connection = try Connection(path: sandbox.journal)
        try connection.execute("\(copy) ZJOURNALENTRY")
        #expect(try sandbox.run("list").errors.contains("20 of 5,000 sessions. --all or -n shows more."))
        try connection.execute("\(copy) ZJOURNALENTRY WHERE Z_PK = 1")
        #expect(try sandbox.run("list").errors.contains("20 of more than 1,000 sessions. --all or -n shows more."))
        #expect(try sandbox.run("list", "-n", "2000").errors.contains("2,000 of more than 2,000 sessions. --all"))
        #expect(try sandbox.run("list", "--all").errors.contains("5,001 sessions."))
    }

    @Test func `the table has the fields that sessions are sorted and found by`() throws {
        let sandbox = try Sandbox.empty()
        try sandbox.run("add", "2015-01-02 08:00: Malibu, 12 waves, board: 6'2 fish")
        #expect(try sandbox.run("list").lines[0].hasSuffix("rating"))
        #expect(
            try sandbox.run("list", "--sort", "waves", "--board", "fish").lines[0].hasSuffix("rating  waves  board"))
        #expect(try sandbox.run("list", "--sort", "rating", "--notes", "x").lines.isEmpty)
        #expect(try sandbox.run("list", "--waves", "1..", "--csv").lines[0].contains("rating,notes,"))
    }

    @Test(arguments: ["--json", "--csv", "--plain"])
    func `other formats list all rows`(format: String) throws {
        let sandbox = try Sandbox()
        let outcome = try sandbox.run("list", format)
        let rows = format == "--json" ? try outcome.objects().count : outcome.lines.count - (format == "--csv" ? 1 : 0)
        #expect(rows == 5000)
    }

    @Test(arguments: ["list", "ls"])
    func `ls is an alias of list`(name: String) throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run(name, "--plain").lines.count == 3)
    }

    @Test func `a JSON entry has its keys in a fixed order`() throws {
        let sandbox = try Sandbox.small()
        let outcome = try sandbox.run("list", "--json", "--on", "2014-08-02")
        #expect(
            outcome.output == """
                [{"id":2,"rev":1,"date":"2014-08-02T08:00:00-07:00","location":"Rincon","height":"6ft","period":null,\
                "wind":null,"rating":2,"sample":false,"notes":null,"timeZone":"America/Los_Angeles","board":null,"tide":null,\
                "crowd":null,"waves":null,"duration":null,"swellHeight":null,"swellPeriod":null,"swellDirection":null,\
                "waterTemperature":null,"tags":[],"people":[]}]

                """)
    }

    @Test func `CSV has a header and plain output has none`() throws {
        let sandbox = try Sandbox.small()
        let csv = try sandbox.run("list", "--csv", "--rating", "2").lines
        #expect(csv.first?.hasPrefix("id,date,location,height,period,wind,rating,notes,") == true)
        #expect(csv.dropFirst() == ["2,2014-08-02T08:00:00-07:00,Rincon,6ft,,,2,,America/Los_Angeles,,,,,,,,,"])
        let plain = try sandbox.run("list", "--plain", "--rating", "2").lines
        #expect(plain == ["2\t2014-08-02T08:00:00-07:00\tRincon\t6ft\t\t\t2\t\tAmerica/Los_Angeles\t\t\t\t\t\t\t\t\t"])
    }

    @Test func `the table has a header and shows ratings as stars`() throws {
        let sandbox = try Sandbox.small()
        let outcome = try sandbox.run("list", "rincon")
        #expect(
            outcome.lines == [
                "id  date              place   height  period  wind  rating",
                " 2  2014-08-02 08:00  Rincon  6ft                   ★★",
            ])
        #expect(outcome.errors == "1 session.\n")
    }

    static let choices: [([String], [Int])] = [
        ([], [3, 2, 1]), (["--reverse"], [1, 2, 3]), (["-n", "2"], [3, 2]), (["-n1"], [3]), (["--limit=0"], []),
        (["--sort", "location"], [1, 3, 2]), (["--sort", "height"], [1, 2, 3]), (["--sort", "rating"], [2, 1, 3]),
        (["--sort", "period"], [1, 3, 2]), (["--sort", "id", "--reverse"], [3, 2, 1]), (["malibu"], [1]),
        (["--location", "MAL"], [1]), (["--spot", "rin"], [2]), (["--rating", "4.."], [3, 1]),
        (["--rating", "2"], [2]),
        (["--height", "5..7"], [2]), (["--height", "..22"], [3, 2, 1]), (["--height", "1m..2m"], [2, 1]),
        (["--period", "..12"], [1]), (["--wind", "glass"], [3]), (["--wind", "4..6"], [1]),
        (["--on", "2014-08"], [2, 1]),
        (["--from", "2014-08-02"], [3, 2]), (["--to", "2014-08-02"], [2, 1]),
        (["--date", "2014-08-02..2014-09"], [3, 2]),
        (["--where", "rating >= 4 AND location BEGINSWITH[c] \"mal\""], [1]),
        (["--where", "heightFeet > 5"], [3, 2]),
        (["--rating", "4..", "--location", "ma", "--on", "2014-08"], [1]), (["--samples", "only"], []),
        (["--last", "30d"], []), (["nowhere"], []), (["--units", "m", "--height", "1..2"], [2, 1]),
    ]

    @Test(arguments: choices)
    func `filters, sorting and limits choose the sessions`(arguments: [String], expected: [Int]) throws {
        let sandbox = try Sandbox.small()
        #expect(try ids(arguments, in: sandbox) == expected)
    }

    @Test func `--columns chooses columns in every format`() throws {
        let sandbox = try Sandbox.small()
        #expect(
            try sandbox.run("list", "--plain", "--columns", "location,rating", "-n", "1").output == "Mavericks\t5\n")
        let json = try sandbox.run("list", "--json", "--columns", "spot", "-n", "1").output
        #expect(json == "[{\"location\":\"Mavericks\"}]\n")
    }

    @Test func `a mistyped column gets a suggestion`() throws {
        let outcome = try Sandbox().run("list", "--columns", "locaton")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("'locaton'. Did you mean 'location'? The fields are id, rev"))
        let unknown = try Sandbox().run("list", "--columns", "x").errors
        #expect(unknown.contains("'x'. The fields are id, rev") && unknown.contains(" time-zone, "))
        #expect(try Sandbox().run("list", "--sort", "swell-heigt").errors.contains("Did you mean 'swell-height'?"))
    }

    @Test func `a list without matches succeeds and reports it`() throws {
        let sandbox = try Sandbox.small()
        #expect(
            try sandbox.run("list", "nowhere") == Outcome(code: 0, output: "", errors: "No sessions match.\n"))
        #expect(try sandbox.run("list", "nowhere", "--json").output == "[]\n")
    }

    @Test func `an empty journal suggests an add command that works in a shell`() throws {
        let sandbox = try Sandbox.empty()
        let told = try sandbox.run("list").errors
        let command = try #require(told.firstMatch(of: /Add one: surfjournal ([^\n]+)/)?.1)
        try sandbox.write("", to: "a file that *s would be")
        #expect(try sandbox.shell("\"$SURF\" \(command)").code == 0)
        #expect(try sandbox.run("list", "--json").objects().first?["rating"] as? Int == 4)
    }

    @Test func `a date filter shows how its dates were understood`() throws {
        let sandbox = try Sandbox.small()
        let outcome = try sandbox.run("list", "--on", "aug 2014")
        #expect(outcome.errors.contains("Dates from Fri 2014-08-01 through Sun 2014-08-31."))
    }

    @Test func `global options work before and after the command`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("--json", "--store", sandbox.journal, "list") == sandbox.run("list", "--json"))
    }

    @Test func `a table fits in 40 columns`() throws {
        let sandbox = try Sandbox()
        sandbox.environment["COLUMNS"] = "40"
        let lines = try sandbox.run("list").lines
        #expect(lines.count == 21)
        #expect(lines.allSatisfy { $0.count <= 40 })
        #expect(lines[0].hasPrefix("  id  date        place"))
    }

    @Test func `control characters in an entry do not reach the terminal`() throws {
        let sandbox = try Sandbox.empty()
        #expect(try sandbox.run("add", "--location", "a\u{1B}[31mb\nc").code == 0)
        let outcome = try sandbox.run("list")
        #expect(!outcome.output.contains("\u{1B}"))
        #expect(outcome.lines.count == 2)
        #expect(try sandbox.run("list", "--json").objects()[0]["location"] as? String == "a\u{1B}[31mb\nc")
    }

    @Test func `-v traces SQL without values and -vv with them`() throws {
        let sandbox = try Sandbox.small()
        let once = try sandbox.run("list", "--location", "secretspot", "-v").errors
        #expect(once.contains("SELECT"))
        #expect(!once.contains("secretspot"))
        #expect(try sandbox.run("list", "--location", "secretspot", "-vv").errors.contains("secretspot"))
    }

    @Test func `the program ends quietly when the reader of a pipe exits`() throws {
        let sandbox = try Sandbox()
        let outcome = try sandbox.shell("\"$SURF\" list --plain | head -1; \"$SURF\" list --json -q | true")
        #expect(outcome.lines.count == 1)
        #expect(!outcome.errors.contains("surfjournal:"))
    }

    @Test func `writing standard output to a full disk is an error`() throws {
        let sandbox = try Sandbox.small()
        let outcome = try sandbox.shell("\"$SURF\" list --plain > /dev/full")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("no space left"))
    }

    @Test func `colour is printed only when requested`() throws {
        let sandbox = try Sandbox.small()
        #expect(try !sandbox.run("list").output.contains("\u{1B}"))
        #expect(try sandbox.run("list", "--color", "always").output.contains("\u{1B}[1m"))
    }
}
