import Testing

struct ShowTests {
    @Test func `show --json prints one object`() throws {
        let sandbox = try Sandbox.small()
        let entry = try sandbox.run("show", "1", "--json").object()
        #expect(entry["location"] as? String == "Malibu")
        #expect(entry["wind"] as? String == "offshore 5kts")
    }

    @Test func `last is the newest session by date`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("show", "last", "--json").object()["id"] as? Int == 3)
    }

    @Test func `show without an ID shows the newest session`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("show") == sandbox.run("show", "last"))
        #expect(try sandbox.run("show", "--json").object()["id"] as? Int == 3)
        try sandbox.write("show\nedit 1\nset rating 1\nshow\ncancel\nshow --json\n", to: "script")
        let lines = try sandbox.run("run", "script").lines
        #expect(lines.filter { $0.contains("Session ") || $0.contains("Mavericks") }.count >= 2)
        #expect(lines.first == "Session 3 (revision 1), your 3rd")
        #expect(lines.contains { $0.hasPrefix("* rating") })
        #expect(lines.last?.hasPrefix("{\"id\":3,") == true)
    }

    @Test func `show prints a line for each field`() throws {
        let sandbox = try Sandbox.small()
        let lines = try sandbox.run("show", "1").lines
        #expect(lines[0] == "Session 1 (revision 1), your 1st")
        #expect(lines[1] == "  date       Fri 2014-08-01 07:00:00-07:00")
        #expect(lines.count == 8)
    }

    static let ids: [(String, Int32)] = [
        ("99", 3), ("abc", 2), ("0", 2), ("-1", 2), ("99999999999999999999", 2), ("d1", 3),
    ]

    @Test(arguments: ids)
    func `an invalid ID is a usage error, and a missing session is not found`(id: String, code: Int32) throws {
        let sandbox = try Sandbox.small()
        let outcome = try sandbox.run("show", id)
        #expect(outcome.code == code)
        #expect(outcome.output == "")
        #expect(outcome.errorLines.count == 1)
    }

    @Test func `the error for a draft's number says that it is a draft`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--rating", "2", "--draft")
        let outcome = try sandbox.run("show", "d1")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("'d1' is a draft, not a session"))
    }

    @Test func `an empty journal has no last session`() throws {
        let sandbox = try Sandbox.empty()
        #expect(try sandbox.run("show", "last").code == 3)
        #expect(try sandbox.run("show").code == 3)
    }
}
