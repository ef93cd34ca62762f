import Testing

struct ConfigurationTests {
    @Test func `the file says what a bare height means, and a flag beats it`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.write("# mine\nunits = m\n", to: sandbox.path + "/config/surfjournal/config")
        #expect(try sandbox.run("list", "--plain", "--height", "6..8").lines.count == 1)
        #expect(try sandbox.run("list", "--plain", "--height", "6..8", "--units", "ft").lines.count == 1)
        #expect(try sandbox.run("list", "--height", "6..8", "--plain", "--columns", "location").output == "Mavericks\n")
    }

    @Test func `the file says what 03/04 means`() throws {
        let sandbox = try Sandbox.empty()
        try sandbox.write("date-order = dmy", to: sandbox.path + "/config/surfjournal/config")
        let entry = try sandbox.run("add", "Malibu", "--date", "03/04/2014", "--json").object()
        #expect(entry["date"] as? String == "2014-04-03T12:00:00-07:00")
    }

    @Test(arguments: ["units = furlongs", "colour = always", "units"])
    func `a line that is wrong is told with its place`(line: String) throws {
        let sandbox = try Sandbox()
        try sandbox.write("\n" + line, to: sandbox.path + "/config/surfjournal/config")
        let outcome = try sandbox.run("list")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("config:2:"))
    }
}
