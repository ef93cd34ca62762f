import Testing

/// `TZ`, and what it may say.
struct ZoneTests {
    private static let note = "TZ is 'Nowhere/Else', which is no time zone here; dates are read and shown in UTC.\n"

    private func sandbox(_ zone: String) throws -> Sandbox {
        let sandbox = try Sandbox.small()
        sandbox.environment["TZ"] = zone
        return sandbox
    }

    @Test func `a time zone that is unknown is told, and dates are in UTC`() throws {
        let sandbox = try sandbox("Nowhere/Else")
        let outcome = try sandbox.run("show", "1", "--json")
        #expect(outcome.code == 0)
        #expect(outcome.errors == Self.note)
        #expect(try outcome.object()["date"] as? String == "2014-08-01T14:00:00Z")
        #expect(try sandbox.run("show", "1", "--json", "-q").errors == "")
    }

    @Test func `a session tells an unknown time zone once`() throws {
        let terminal = try TerminalSession.small(environment: ["TZ": "Nowhere/Else"])
        terminal.expect("no time zone here")
        terminal.enter("show 1", at: "surf> ")
        terminal.enter("list -n 1", at: "surf> ")
        terminal.leave()
        #expect(terminal.words.components(separatedBy: "no time zone here").count == 2)
    }

    @Test func `Tab in a shell says nothing of an unknown time zone`() throws {
        let outcome = try sandbox("Nowhere/Else").run("completions", "zsh", "--complete", "--", "show", "1")
        #expect(outcome.lines.count > 1)
        #expect(outcome.errors == "")
    }

    @Test func `a zone behind a colon is the zone`() throws {
        let outcome = try sandbox(":America/Los_Angeles").run("show", "1", "--json")
        #expect(outcome.errors == "")
        #expect(try outcome.object()["date"] as? String == "2014-08-01T07:00:00-07:00")
    }
}
