import Journal
import Testing

@testable import JournalCLI

struct ConfigurationTests {
    @Test func `lines set values, and comments and blank lines are ignored`() throws {
        let configuration = try Configuration("# mine\n\nunits = m\r\n color=never \ndate-order = ymd", path: "config")
        #expect(configuration.units == .metres)
        #expect(configuration.colour == .never)
        #expect(configuration.dateOrder == .ymd)
    }

    /// A bug once found: such a file was read as one line, and setting one value removed all others.
    @Test(arguments: ["\n", "\r\n", "\r", "\u{2028}"])
    func `setting one value keeps all others, whatever the line endings`(end: String) throws {
        let old = ["units = m", "# mine", "color = never", "goal = 5"].joined(separator: end)
        let text = ConfigurationFile.text(old, setting: "units", to: "ft")
        #expect(text == "units = ft\n# mine\ncolor = never\ngoal = 5\n")
    }

    @Test(arguments: [
        ("units", ConfigurationMistake.noEqualsSign), ("units =", .noEqualsSign),
        ("colour = never", .unknownKey("colour")),
        ("units = feet", .badValue(key: "units", value: "feet", allowed: ["ft", "m"])),
    ])
    func `an invalid line is refused with its number`(line: String, mistake: ConfigurationMistake) {
        #expect {
            try Configuration("units = ft\n" + line, path: "config")
        } throws: { error in
            error as? ConfigurationError == ConfigurationError(path: "config", line: 2, mistake: mistake)
        }
    }

    @Test(
        arguments: [
            (["XDG_CONFIG_HOME": "/c", "HOME": "/h"], "/c/surfjournal/config"),
            (["XDG_CONFIG_HOME": "c", "HOME": "/h"], "/h/.config/surfjournal/config"),
            (["HOME": "/h"], "/h/.config/surfjournal/config"), ([:], nil),
        ] as [([String: String], String?)])
    func `the settings file is where XDG says`(environment: [String: String], path: String?) {
        #expect(Configuration.path(environment) == path)
    }

    @Test func `an option overrides the settings file`() throws {
        let options = try GlobalOptions.parse(["--units", "ft", "-vv"])
        let settings = Settings(options, try Configuration("units = m\ndate-order = dmy", path: "config"), [:])
        #expect(settings.units == .feet)
        #expect(settings.dateOrder == .dmy)
        #expect(settings.verbosity == 2)
    }
}
