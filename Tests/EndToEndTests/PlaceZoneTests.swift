import Testing

/// Time zones of places, in which times there are read and shown. The machine is in Los Angeles.
struct PlaceZoneTests {
    private static let melbourne = "Australia/Melbourne"

    private func sandbox() throws -> Sandbox {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("spots", "zone", "Bells Beach", Self.melbourne).code == 0)
        return sandbox
    }

    private func date(of id: String, in sandbox: Sandbox) throws -> String? {
        var utc = sandbox.environment
        utc["TZ"] = "UTC"
        let machine = sandbox.environment
        defer { sandbox.environment = machine }
        sandbox.environment = utc
        return try sandbox.run("show", id, "--json").object()["date"] as? String
    }

    // MARK: spots zone

    @Test func `spots zone sets, prints, lists and clears the zone of a place`() throws {
        let sandbox = try Sandbox.small()
        let set = try sandbox.run("spots", "zone", "Bells Beach", Self.melbourne)
        #expect(
            set
                == Outcome(
                    code: 0, output: "",
                    errors: "Times at Bells Beach are read in Australia/Melbourne from now on.\n"))
        #expect(try sandbox.run("spots", "zone", "bells beach").output == "Australia/Melbourne\n")
        let json = try sandbox.run("spots", "zone", "Bells Beach", "--json").object()
        #expect(json["timeZone"] as? String == Self.melbourne)
        #expect(try sandbox.run("spots", "zone", "Malibu", "America/Los_Angeles").code == 0)
        let listed = try sandbox.run("spots", "zone").lines
        #expect(
            listed == [
                "place        time zone", "Bells Beach  Australia/Melbourne", "Malibu       America/Los_Angeles",
            ])
        #expect(try sandbox.run("spots", "zone", "Bells Beach", "-").errors.contains("is forgotten"))
        #expect(try sandbox.run("spots", "zone", "Malibu", "--clear").errors.contains("is forgotten"))
        let none = try sandbox.run("spots", "zone", "Malibu")
        #expect(none.code == 0)
        #expect(none.output == "")
        #expect(none.errors.hasPrefix("No time zone is remembered for Malibu."))
        #expect(try sandbox.run("spots", "zone", "--json").objects().isEmpty)
    }

    @Test(arguments: [
        ["zone", "Malibu", "melbourne"], ["zone", "Malibu", "Nowhere"], ["zone", "--clear"], ["--clear"],
        ["zone", "Malibu", "America/Los_Angeles", "--clear"], ["zone", "a", "b", "c"], ["zone", "", "Europe/Paris"],
        ["zone", "Malibu", "--rating", "4"],
    ])
    func `invalid arguments of spots zone change nothing`(words: [String]) throws {
        let sandbox = try Sandbox.small()
        let outcome = try sandbox.start(["spots"] + words).outcome()
        #expect(outcome.code == 2)
        #expect(outcome.errorLines.count == 1)
        #expect(try sandbox.run("spots", "zone").output == "")
    }

    @Test(arguments: [("Mailbu", "Malibu"), ("bells", "Bells Beach")])
    func `spots zone asks about a place that resembles a known one`(typed: String, meant: String) throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("add", "2014-10-01 7am: \"Bells Beach\"").code == 0)
        for words in [["zone", typed], ["zone", typed, Self.melbourne]] {
            let outcome = try sandbox.start(["spots"] + words).outcome()
            #expect(outcome.code == 3)
            #expect(outcome.errors.contains("Did you mean '\(meant)'?"))
        }
    }

    @Test(arguments: [
        ("melbourne", "Did you mean Australia/Melbourne?"), ("AEST", "Did you mean Australia/Melbourne, "),
        ("australia/melbourne ", "Did you mean Australia/Melbourne?"), ("new york", "Did you mean America/New_York?"),
        ("Australia/Melborne", "Did you mean Australia/Melbourne?"), ("PDT", "Did you mean America/Los_Angeles?"),
        ("honolulu", "Did you mean Pacific/Honolulu?"), ("xyzzy", "Try --time-zone America/Los_Angeles."),
    ])
    func `a mistyped time zone gets a suggestion`(typed: String, next: String) throws {
        let sandbox = try Sandbox.small()
        let outcome = try sandbox.run("add", "Bells", "--time-zone", typed)
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("'\(typed)' in --time-zone is not a time zone. \(next)"))
    }

    // MARK: Reading

    @Test func `a time is read in the zone of the place and shown with that zone`() throws {
        let sandbox = try sandbox()
        let told = "Fri 2015-01-02 07:00 Australia/Melbourne"
        let ways = [
            ["2015-01-02 7am: Bells Beach, 4ft"], ["Bells Beach, 4ft, 2015-01-02 7am"],
            ["--location", "Bells Beach", "--date", "2015-01-02 7am"],
            ["Bells Beach", "--date", "2015-01-02 7am"], ["2015-01-02 7am, 4ft", "--place", "Bells Beach"],
        ]
        for (index, arguments) in ways.enumerated() {
            #expect(try sandbox.start(["add"] + arguments).outcome().errors.contains(told), "\(arguments)")
            let id = String(4 + index)
            #expect(try date(of: id, in: sandbox) == "2015-01-01T20:00:00Z")
            #expect(try sandbox.run("show", id, "--json").object()["timeZone"] as? String == Self.melbourne)
        }
        let list = try sandbox.run("list", "-n", "1", "--columns", "date,location").lines
        #expect(list.last == "2015-01-02 07:00 Australia/Melbourne  Bells Beach")
        #expect(try sandbox.run("show", "4").output.contains("Fri 2015-01-02 07:00:00+11:00"))
        let preview = try sandbox.run("add", "2015-01-02 9am: Bells Beach", "--dry-run")
        #expect(preview.output.contains("Fri 2015-01-02 09:00:00+11:00"))
    }

    @Test(arguments: [
        ("2015-01-02 7am", "2015-01-01T20:00:00Z"), ("2015-07-02 7am", "2015-07-01T21:00:00Z"),
        // The clocks went back at 3:00 on 5 April 2015: 2:30 occurs twice, and the first counts.
        ("2015-04-05 2:30am", "2015-04-04T15:30:00Z"),
        // A time that the clocks of Los Angeles skip is valid in Melbourne.
        ("2015-03-08 2:30am", "2015-03-07T15:30:00Z"),
        ("2015-01-02T07:00-10:00", "2015-01-02T17:00:00Z"),
    ])
    func `daylight saving time is that of the place`(typed: String, moment: String) throws {
        let sandbox = try sandbox()
        #expect(try sandbox.run("add", "--place", "Bells Beach", "--date", typed).code == 0)
        #expect(try date(of: "4", in: sandbox) == moment)
    }

    @Test func `a time that the place's clocks skip is refused and adds nothing`() throws {
        let sandbox = try sandbox()
        for arguments in [["2015-10-04 2:30am: Bells Beach"], ["Bells Beach", "--date", "2015-10-04 2:30am"]] {
            let outcome = try sandbox.start(["add"] + arguments).outcome()
            #expect(outcome.code == 2)
            #expect(outcome.errors.contains("skip"))
        }
        #expect(try sandbox.entryCount() == 3)
    }

    @Test func `--time-zone overrides the place's zone and is remembered for it`() throws {
        let sandbox = try Sandbox.small()
        let given = try sandbox.run("add", "2015-01-02 7am: Pipeline", "--time-zone", "Pacific/Honolulu")
        #expect(given.errorLines.last == "Times at Pipeline are read in Pacific/Honolulu from now on.")
        #expect(try sandbox.run("add", "2015-01-03 7am: pipeline").errors.contains("07:00 Pacific/Honolulu"))
        #expect(try date(of: "5", in: sandbox) == "2015-01-03T17:00:00Z")
        let other = try sandbox.run("add", "2015-01-04 7am: Pipeline", "--time-zone", "America/Los_Angeles")
        #expect(!other.errors.contains("Pacific/Honolulu"))
        #expect(try sandbox.run("spots", "zone", "Pipeline").output == "America/Los_Angeles\n")
        #expect(try sandbox.run("edit", "4", "--time-zone", "Pacific/Honolulu").code == 0)
        #expect(try sandbox.run("edit", "6", "--time-zone", "Pacific/Honolulu").errorLines.count == 2)
        #expect(try sandbox.run("spots", "zone", "Pipeline").output == "Pacific/Honolulu\n")
    }

    @Test func `the machine's zone is not remembered for a place`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("add", "2015-01-02 7am: Zuma").code == 0)
        #expect(try sandbox.run("spots", "zone").output == "")
        sandbox.environment["TZ"] = Self.melbourne
        #expect(try sandbox.run("add", "2015-01-03 7am: Zuma").code == 0)
        #expect(try date(of: "5", in: sandbox) == "2015-01-02T20:00:00Z")
    }

    @Test func `edit reads a time in the session's zone, or in that of the place it moves to`() throws {
        let sandbox = try sandbox()
        #expect(try sandbox.run("add", "2015-01-02 7am: Pipeline", "--time-zone", "Pacific/Honolulu").code == 0)
        #expect(try sandbox.run("edit", "4", "--date", "2015-01-02 8am").errors.contains("08:00 Pacific/Honolulu"))
        let moved = try sandbox.run("edit", "4", "--place", "Bells Beach", "--date", "2015-01-02 9am")
        #expect(moved.errors.contains("Fri 2015-01-02 09:00 Australia/Melbourne"))
        #expect(try date(of: "4", in: sandbox) == "2015-01-01T22:00:00Z")
        try sandbox.write("date,location\n2015-01-05T00:00Z,Bells Beach\n", to: "a.csv")
        #expect(try sandbox.run("import", "a.csv").code == 0)
        #expect(try sandbox.run("edit", "5", "--date", "2015-01-05 8am").errors.contains("08:00 Australia/Melbourne"))
    }

    @Test func `scratchpads, drafts and prompts read times in the place's zone`() throws {
        let sandbox = try sandbox()
        #expect(try sandbox.run("add", "2015-01-02 7am: Bells Beach", "--draft").code == 0)
        #expect(try sandbox.run("save").errors.contains("07:00 Australia/Melbourne"))
        try sandbox.write("edit 1\nset place Bells Beach\nset timeZone -\nset date 2015-01-03 7am\nsave\n", to: "s")
        #expect(try sandbox.run("run", "s").code == 0)
        #expect(try date(of: "1", in: sandbox) == "2015-01-02T20:00:00Z")
        let terminal = try TerminalSession(["add"], in: sandbox)
        terminal.enter("\u{15}2015-01-05 7am", at: "date: ")
        terminal.enter("Bells Beach", at: "place: ")
        terminal.expect("Mon 2015-01-05 07:00 Australia/Melbourne")
        for _ in 0..<5 { terminal.type("\r") }
        #expect(terminal.exitCode() == 0)
        #expect(try date(of: "5", in: sandbox) == "2015-01-04T20:00:00Z")
    }

    @Test(arguments: ["csv", "json"])
    func `an imported time without a zone is read in the place's zone`(format: String) throws {
        let sandbox = try sandbox()
        let rows = [
            ("2015-01-02 07:00", "Bells Beach", ""), ("2015-07-02 07:00", "bells beach", ""),
            ("2015-01-02 07:00", "Bells Beach", "Pacific/Honolulu"), ("2015-01-02 07:00", "Rincon", ""),
            ("2015-01-02T07:00:00Z", "Bells Beach", ""),
        ]
        let csv = "date,location,timeZone\n" + rows.map { "\($0.0),\($0.1),\($0.2)\n" }.joined()
        let json = rows.map { "{\"date\":\"\($0.0)\",\"location\":\"\($0.1)\",\"timeZone\":\"\($0.2)\"}" }
        try sandbox.write(
            format == "csv" ? csv : "[" + json.joined(separator: ",").replacing("\"\"", with: "null") + "]",
            to: "a." + format)
        #expect(try sandbox.run("import", "a." + format).code == 0)
        let dates = try (4...8).map { try date(of: String($0), in: sandbox) }
        #expect(
            dates == [
                "2015-01-01T20:00:00Z", "2015-07-01T21:00:00Z", "2015-01-02T17:00:00Z", "2015-01-02T15:00:00Z",
                "2015-01-02T07:00:00Z",
            ])
        #expect(try sandbox.run("show", "4", "--json").object()["timeZone"] as? String == Self.melbourne)
        #expect(try sandbox.run("import", "a." + format).errors.contains("5"))
        #expect(try sandbox.entryCount() == 8)
    }

    @Test func `imported rows without a place get the zone of the place given by --place`() throws {
        let sandbox = try sandbox()
        try sandbox.write("date,rating\n2015-01-02 07:00,4\n", to: "a.csv")
        #expect(try sandbox.run("import", "a.csv", "--place", "Bells Beach").code == 0)
        #expect(try date(of: "4", in: sandbox) == "2015-01-01T20:00:00Z")
    }

    // MARK: Persistence

    @Test func `zones survive a rename, a backup and a restore`() throws {
        let sandbox = try sandbox()
        #expect(try sandbox.run("add", "2015-01-02 7am: Bells Beach").code == 0)
        #expect(try sandbox.run("spots", "rename", "Bells Beach", "Bells").code == 0)
        #expect(try sandbox.run("spots", "zone", "Bells").output == "Australia/Melbourne\n")
        #expect(try sandbox.run("undo").code == 0)
        #expect(try sandbox.run("spots", "zone", "Bells Beach").output == "Australia/Melbourne\n")
        #expect(try sandbox.run("backup", "copy.sqlite").code == 0)
        #expect(try sandbox.run("spots", "zone", "Bells Beach", "--clear").code == 0)
        #expect(try sandbox.run("restore", "copy.sqlite", "--yes").code == 0)
        #expect(try sandbox.run("spots", "zone", "Bells Beach").output == "Australia/Melbourne\n")
        #expect(try sandbox.run("check").code == 0)
    }

    @Test func `a journal of the first version has no zones and suggests migrate`() throws {
        let sandbox = try Sandbox.withAppleStore(.checkpointed)
        let outcome = try sandbox.run("spots", "zone", "Bells Beach", Self.melbourne)
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("'surfjournal migrate'"))
        #expect(try sandbox.run("add", "2015-01-02 7am: Bells Beach").code == 0)
        #expect(try sandbox.run("migrate").code == 0)
        #expect(try sandbox.run("spots", "zone", "Bells Beach", Self.melbourne).code == 0)
    }

    @Test func `a zone cannot be set for a place name that is too long`() throws {
        let sandbox = try Sandbox.empty()
        let name = "x" + String(repeating: "y", count: 1000)
        let outcome = try sandbox.run("spots", "zone", name, "Europe/Lisbon")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("Zones and coordinates can be remembered for at most 2,000 places each"))
        #expect(try sandbox.run("spots", "zone").output == "")
    }

    @Test func `a time in the future is refused and shown in its session's zone`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("spots", "zone", "Malibu", "Asia/Tokyo").code == 0)
        for arguments in [
            ["2999-01-01 6am: Malibu"], ["Malibu", "--date", "2999-01-01 6am"],
            ["Zuma", "--date", "2999-01-01 6am", "--time-zone", "Asia/Tokyo"],
        ] {
            let outcome = try sandbox.start(["add"] + arguments).outcome()
            #expect(outcome.code == 2)
            #expect(outcome.errors.contains("in the future (Tue 2999-01-01 06:00 Asia/Tokyo)"), "\(outcome.errors)")
        }
        let here = try sandbox.run("add", "2999-01-01 6am: Zuma").errors
        #expect(here.contains("in the future (Tue 2999-01-01 06:00)"))
    }
}
