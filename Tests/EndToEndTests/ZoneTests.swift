import Testing

/// Values of `TZ`.
struct ZoneTests {
    private static let note = "TZ is 'Nowhere/Else', which is not a time zone on this computer. Dates are in UTC.\n"

    private func sandbox(_ zone: String) throws -> Sandbox {
        let sandbox = try Sandbox.small()
        sandbox.environment["TZ"] = zone
        return sandbox
    }

    @Test func `an unknown time zone is reported once and dates are shown in UTC`() throws {
        let sandbox = try sandbox("Nowhere/Else")
        let outcome = try sandbox.run("show", "1", "--json")
        #expect(outcome.code == 0)
        #expect(outcome.errors == Self.note)
        #expect(try outcome.object()["date"] as? String == "2014-08-01T14:00:00Z")
        #expect(try sandbox.run("show", "1", "--json", "-q").errors == "")
    }

    @Test func `the prompt reports an unknown time zone only once`() throws {
        let terminal = try TerminalSession.small(environment: ["TZ": "Nowhere/Else"])
        terminal.expect("not a time zone on this computer")
        terminal.enter("show 1", at: "surf> ")
        terminal.enter("list -n 1", at: "surf> ")
        terminal.leave()
        #expect(terminal.words.components(separatedBy: "not a time zone on this computer").count == 2)
    }

    @Test func `Tab completion in a shell does not report an unknown time zone`() throws {
        let outcome = try sandbox("Nowhere/Else").run("completions", "zsh", "--complete", "--", "show", "1")
        #expect(outcome.lines.count > 1)
        #expect(outcome.errors == "")
    }

    @Test func `a time zone may begin with a colon`() throws {
        let outcome = try sandbox(":America/Los_Angeles").run("show", "1", "--json")
        #expect(outcome.errors == "")
        #expect(try outcome.object()["date"] as? String == "2014-08-01T07:00:00-07:00")
    }

    @Test func `a time is read in the zone given with it and shown in that zone`() throws {
        let sandbox = try Sandbox.small()
        let zone = ["--time-zone", "Pacific/Honolulu"]
        let added = try sandbox.start(["add", "2015-01-02 08:00: Pipeline"] + zone).outcome()
        #expect(added.errors.contains("Fri 2015-01-02 08:00 Pacific/Honolulu"))
        #expect(try sandbox.start(["edit", "1", "--date", "2015-01-02 08:00"] + zone).outcome().code == 0)
        #expect(
            try sandbox.start(["add", "--spot", "Hale'iwa", "--date", "2015-01-02 08:00"] + zone).outcome().code == 0)
        try sandbox.write("date,location,timeZone\n2015-01-02 08:00,Waimea,Pacific/Honolulu\n", to: "a.csv")
        #expect(try sandbox.run("import", "a.csv").code == 0)
        try sandbox.write(
            "[{\"date\":\"2015-01-02 08:00\",\"location\":\"Sunset\",\"timeZone\":\"Pacific/Honolulu\"}]", to: "a.json")
        #expect(try sandbox.run("import", "a.json").code == 0)
        try sandbox.write("edit 2\nset timeZone Pacific/Honolulu\nset date 2015-01-02 08:00\nsave\n", to: "script")
        #expect(try sandbox.run("run", "script").code == 0)
        let dates = try sandbox.run("list", "--json").objects().compactMap { $0["date"] as? String }
        #expect(dates.filter { $0 == "2015-01-02T10:00:00-08:00" }.count == 6)
        #expect(try sandbox.run("show", "1").output.contains("Fri 2015-01-02 08:00:00-10:00"))
    }
}
