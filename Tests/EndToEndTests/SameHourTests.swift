import Testing

/// The message of `add` about an existing session at the same place and hour.
struct SameHourTests {
    private static let remark = "You already have a session there around that time, "

    @Test func `a session at the same place and hour is added, and the earlier one is pointed out`() throws {
        let sandbox = try Sandbox.small()
        let outcome = try sandbox.run("add", "2014-08-01 7:50: malibu, 3ft")
        #expect(outcome.code == 0)
        #expect(outcome.errorLines.count == 2)
        #expect(outcome.errorLines[0].hasPrefix("Added 4: Malibu"))
        let summary = "Malibu, Fri 2014-08-01 07:00, 4ft @ 12s, offshore 5kts, \u{2605}\u{2605}\u{2605}\u{2605}"
        #expect(outcome.errorLines[1] == Self.remark + "1: \(summary). 'surfjournal undo' removes the new one.")
        #expect(try sandbox.entryCount() == 4)
        #expect(try sandbox.run("undo").code == 0)
        #expect(try sandbox.run("list", "--json").objects().count == 3)
    }

    @Test(arguments: [
        "2014-08-01 8:00: Malibu", "2014-08-01 6:59: Malibu", "2014-08-01 7:00: Rincon", "2014-08-02 7:00: Malibu",
    ])
    func `a session at another hour, day or place is not pointed out`(sentence: String) throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("add", sentence).errorLines.count == 1)
    }

    @Test(arguments: ["Asia/Kolkata", "America/St_Johns"])
    func `the hour is read from the clock in the session's zone`(zone: String) throws {
        let sandbox = try Sandbox.empty()
        let first = try sandbox.run("add", "2014-08-01 7:05: Varkala", "--time-zone", zone)
        #expect(!first.errors.contains(Self.remark))
        let same = try sandbox.run("add", "2014-08-01 7:55: Varkala", "--time-zone", zone)
        #expect(same.errors.contains(Self.remark))
        #expect(try sandbox.run("add", "2014-08-01 8:05: Varkala", "--time-zone", zone).errorLines.count == 1)
    }

    @Test func `an hour that the clocks repeat counts as two hours`() throws {
        let sandbox = try Sandbox.empty()
        #expect(try sandbox.run("add", "Malibu", "--date", "2014-11-02T01:10-07:00").errorLines.count == 1)
        #expect(try sandbox.run("add", "Malibu", "--date", "2014-11-02T01:10-08:00").errorLines.count == 1)
        #expect(try sandbox.run("add", "Malibu", "--date", "2014-11-02T01:40-08:00").errorLines.count == 2)
    }

    @Test func `samples, and undone or deleted sessions, are not pointed out`() throws {
        let sandbox = try Sandbox()
        #expect(try sandbox.run("list", "-n", "1").code == 0)
        let sample = try #require(try sandbox.run("show", "--json").object()["date"] as? String)
        let place = try #require(try sandbox.run("show", "--json").object()["location"] as? String)
        let add = ["add", "--location", place, "--date", sample]
        #expect(try !sandbox.start(add).outcome().errors.contains(Self.remark))
        #expect(try sandbox.run("undo").code == 0)
        #expect(try !sandbox.start(add).outcome().errors.contains(Self.remark))
        #expect(try sandbox.run("delete", "last").code == 0)
        #expect(try !sandbox.start(add).outcome().errors.contains(Self.remark))
        #expect(try sandbox.start(add).outcome().errors.contains(Self.remark))
    }

    @Test func `for drafts and at the prompt the earlier session is pointed out when saving`() throws {
        let sandbox = try Sandbox.small()
        let draft = try sandbox.run("add", "2014-08-01 7:30: Malibu", "--draft")
        #expect(!draft.errors.contains(Self.remark))
        #expect(try sandbox.run("save").errors.contains(Self.remark + "1: "))
        try sandbox.write("add 2014-08-02 8am: Rincon\n", to: "script")
        #expect(try sandbox.run("run", "script").errors.contains(Self.remark + "2: "))
    }

    @Test func `--quiet hides the message about an earlier session, and JSON does not contain it`() throws {
        let sandbox = try Sandbox.small()
        let outcome = try sandbox.run("add", "2014-08-01 7:30: Malibu", "-q", "--json")
        #expect(outcome.errors == "")
        #expect(try outcome.object()["id"] as? Int == 4)
    }

    @Test func `the earlier session is found with the index on the date, in one statement with a limit`() throws {
        let sandbox = try Sandbox.small()
        let outcome = try sandbox.run("add", "2014-08-01 7:30: Malibu", "-v")
        let looking = outcome.errorLines.filter { $0.contains("ZDATE < ?") }
        #expect(looking.count == 1)
        let statement = try #require(looking.first?.components(separatedBy: " ms  ").last)
        let plan = try sandbox.database().prepare("EXPLAIN QUERY PLAN " + statement)
        #expect(try plan.step())
        #expect(plan.string(3).contains("USING INDEX"))
    }
}
