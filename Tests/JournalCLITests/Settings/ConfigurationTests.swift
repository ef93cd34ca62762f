import Journal
import Testing

@testable import JournalCLI

struct ConfigurationTests {
    @Test func `lines set, comments and blanks do not`() throws {
        let configuration = try Configuration("# mine\n\nunits = m\r\n color=never \ndate-order = ymd", path: "config")
        #expect(configuration.units == .metres)
        #expect(configuration.colour == .never)
        #expect(configuration.dateOrder == .ymd)
    }

    /// A find: the lines of such a file were one line, and setting one took all others away.
    @Test(arguments: ["\n", "\r\n", "\r", "\u{2028}"])
    func `setting one keeps all others, whatever ends the lines`(end: String) throws {
        let old = ["units = m", "# mine", "color = never", "goal = 5"].joined(separator: end)
        let text = ConfigurationFile.text(old, setting: "units", to: "ft")
        #expect(text == "units = ft\n# mine\ncolor = never\ngoal = 5\n")
    }

    @Test(arguments: [
        ("units", ConfigurationMistake.noEqualsSign), ("units =", .noEqualsSign),
        ("colour = never", .unknownKey("colour")),
        ("units = feet", .badValue(key: "units", value: "feet", allowed: ["ft", "m"])),
    ])
    func `a line that is wrong is refused with its place`(line: String, mistake: ConfigurationMistake) {
        #expect {
            try Configuration("units = ft\n" + line, path: "config")
        } throws: { error in
            if case Complaint.configuration("config", 2, mistake) = error { true } else { false }
        }
    }

    @Test(
        arguments: [
            (["XDG_CONFIG_HOME": "/c", "HOME": "/h"], "/c/surfjournal/config"),
            (["XDG_CONFIG_HOME": "c", "HOME": "/h"], "/h/.config/surfjournal/config"),
            (["HOME": "/h"], "/h/.config/surfjournal/config"), ([:], nil),
        ] as [([String: String], String?)])
    func `the file lies where XDG says`(environment: [String: String], path: String?) {
        #expect(Configuration.path(environment) == path)
    }

    @Test func `a flag beats the file`() throws {
        let options = try GlobalOptions.parse(["--units", "ft", "-vv"])
        let settings = Settings(options, try Configuration("units = m\ndate-order = dmy", path: "config"))
        #expect(settings.units == .feet)
        #expect(settings.dateOrder == .dmy)
        #expect(settings.verbosity == 2)
    }
}
