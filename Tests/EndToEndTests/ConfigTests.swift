import Foundation
import SQLite
import Testing

struct ConfigTests {
    private func file(_ sandbox: Sandbox) -> String { sandbox.path + "/config/surfjournal/config" }

    @Test func `config lists every setting, with defaults for those not set`() throws {
        let sandbox = try Sandbox()
        #expect(
            try sandbox.run("config").output
                == "units = ft\ntemperature = C\ncolor = auto\ndate-order =\ngoal =\ngoal-month =\ngoal-waves =\ngoal-waves-month =\n"
                + "goal-hours =\ngoal-hours-month =\nsync-after =\nbackup-after =\ntides =\n")
        #expect(
            try sandbox.run("config", "--json").output
                == "{\"units\":\"ft\",\"temperature\":\"C\",\"color\":\"auto\",\"date-order\":null,\"goal\":null,\"goal-month\":null,"
                + "\"goal-waves\":null,\"goal-waves-month\":null,\"goal-hours\":null,\"goal-hours-month\":null,\"sync-after\":null,\"backup-after\":null,\"tides\":null}\n"
        )
        #expect(!FileManager.default.fileExists(atPath: sandbox.journal))
    }

    @Test func `config sets a setting and keeps comments, and an option overrides the setting`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.write("# mine\nunits = ft\n\ncolor = never\n", to: file(sandbox))
        #expect(try sandbox.run("config", "units", "m").code == 0)
        #expect(try String(contentsOfFile: file(sandbox), encoding: .utf8) == "# mine\nunits = m\n\ncolor = never\n")
        #expect(try sandbox.run("config", "units").output == "units = m\n")
        #expect(try sandbox.run("list", "--plain", "--height", "6..8", "--columns", "id").output == "3\n")
        #expect(
            try sandbox.run("list", "--plain", "--height", "6..8", "--columns", "id", "--units", "ft").output == "2\n")
        #expect(try sandbox.run("config", "units", "--unset").code == 0)
        #expect(try sandbox.run("config", "units", "--json").output == "{\"units\":\"ft\"}\n")
        #expect(try String(contentsOfFile: file(sandbox), encoding: .utf8) == "# mine\n\ncolor = never\n")
    }

    @Test func `config appends a new setting to the file, and creates the file if needed`() throws {
        let sandbox = try Sandbox()
        #expect(try sandbox.run("config", "date-order", "dmy").code == 0)
        #expect(try sandbox.run("config", "color", "never").code == 0)
        #expect(try String(contentsOfFile: file(sandbox), encoding: .utf8) == "date-order = dmy\ncolor = never\n")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: sandbox.path + "/config/surfjournal") == ["config"])
    }

    @Test func `config says how a setting that has one value is turned off`() throws {
        for (key, value) in [("sync-after", "save"), ("backup-after", "import")] {
            let outcome = try Sandbox().run("config", key, "never")
            let end = "'surfjournal config \(key) --unset' turns it off."
            #expect(outcome.code == 2 && outcome.errors.contains("\(key) can only be \(value). \(end)"))
        }
    }

    /// A bug once found: heights had a setting, and temperatures were always in °C.
    @Test func `config temperature decides in every output, and for numbers without a unit`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("add", "today: Malibu", "--water-temperature", "17").code == 0)
        #expect(try sandbox.run("show", "last").output.contains("17°C (63°F)"))
        #expect(try sandbox.run("config", "temperature", "F").code == 0)
        #expect(try sandbox.run("show", "last").output.contains("62.6°F (17°C)"))
        #expect(try sandbox.run("plot", "hist", "waterTemperature", "--json").output.contains("\"unit\":\"°F\""))
        #expect(try sandbox.run("list", "--water-temperature", "62..63", "--columns", "id").output.contains("4"))
        #expect(try sandbox.run("edit", "last", "--water-temperature", "59").code == 0)
        #expect(try sandbox.run("export", "--format", "json").output.contains("\"waterTemperature\":15,"))
    }

    @Test func `config backup-after import backs up before an import and before many sessions are changed`() throws {
        let sandbox = try Sandbox.small()
        let folder = sandbox.journal + "-backups"
        #expect(try sandbox.run("config", "backup-after", "import").code == 0)
        #expect(try sandbox.run("edit", "1", "--rating", "2").code == 0)
        #expect(!FileManager.default.fileExists(atPath: folder))
        let rows = (1...5).map { "2024-01-0\($0) 07:00,Malibu\n" }.joined()
        try sandbox.write("date,place\n" + rows, to: sandbox.file("in.csv"))
        #expect(try sandbox.run("import", "in.csv", "--dry-run").code == 0)
        #expect(!FileManager.default.fileExists(atPath: folder))
        #expect(try sandbox.run("import", "in.csv").code == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.count == 1)
        let backup = folder + "/" + (names.first ?? "")
        #expect(
            try sandbox.run("list", "--plain", "--sort", "id", "--columns", "id", "--store", backup).output
                == "1\n2\n3\n")
        try FileManager.default.removeItem(atPath: folder)
        #expect(try sandbox.run("delete", "--spot", "malibu", "--yes").code == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
    }

    @Test func `a command that should back up first changes nothing if it cannot`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("config", "backup-after", "import").code == 0)
        try sandbox.write("date,place\n2024-01-01 07:00,Malibu\n", to: sandbox.file("in.csv"))
        try sandbox.write("", to: sandbox.journal + "-backups")
        let outcome = try sandbox.run("import", "in.csv")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("cannot be used for backups"))
        #expect(try sandbox.entryCount() == .integer(3))
    }

    @Test(arguments: [
        (["LANG": "en_US.UTF-8"], "F"), (["LANG": "en_US.UTF-8", "LC_MEASUREMENT": "de_DE.UTF-8"], "C"),
        (["LANG": "C.UTF-8"], "C"), (["LANG": "de_DE", "LC_ALL": "es_US@x"], "F"), ([:], "C"),
    ])
    func `temperatures are in the unit of the locale by default`(locale: [String: String], unit: String) throws {
        let sandbox = try Sandbox()
        sandbox.environment.merge(locale) { $1 }
        #expect(try sandbox.run("config", "temperature").output == "temperature = \(unit)\n")
    }

    static let mistakes: [[String]] = [
        ["colour"], ["units", "furlongs"], ["temperature", "K"], ["colour", "never"], ["units", "m", "--unset"],
        ["--unset"],
        ["goal", "0"], ["goal", "-3"], ["goal", "many"], ["goal", "1.5"],
    ]

    @Test(arguments: mistakes)
    func `an unknown setting or an invalid value changes nothing`(arguments: [String]) throws {
        let sandbox = try Sandbox()
        #expect(try sandbox.start(["config"] + arguments).outcome().code == 2)
        #expect(!FileManager.default.fileExists(atPath: file(sandbox)))
    }

    @Test func `stats shows the goal for all sessions, but not for a filtered few`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("add", "today: Malibu").code == 0)
        #expect(try !sandbox.run("stats").output.contains("goal"))
        #expect(try sandbox.run("config", "goal", "4").code == 0)
        #expect(try sandbox.run("config", "goal", "--json").output == "{\"goal\":4}\n")
        #expect(try sandbox.run("stats").output.contains("25% of your goal of 4, 3 to go"))
        #expect(try (sandbox.run("stats", "--json").object()["year"] as? [String: Any])?["goal"] as? Int == 4)
        #expect(try !sandbox.run("stats", "--location", "malibu").output.contains("goal"))
        #expect(try sandbox.run("stats", "--location", "malibu", "--goal", "1").output.contains("goal of 1 reached"))
        #expect(try sandbox.run("stats", "--goal", "2").output.contains("50% of your goal of 2, 1 to go"))
        #expect(try sandbox.run("config", "goal", "--unset").code == 0)
        #expect(try !sandbox.run("stats").output.contains("goal"))
    }

    @Test func `a mistyped setting gets a suggestion`() throws {
        let outcome = try Sandbox().run("config", "unit")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("Did you mean 'units'?"))
    }

    @Test func `unreadable settings are an error, and nothing replaces them`() throws {
        let sandbox = try Sandbox()
        try sandbox.makeSmallJournal()
        // A folder takes the place of an unreadable file, because permissions do not apply to every user who runs
        // tests.
        try sandbox.write("", to: file(sandbox) + "/inside")
        for command in [["list"], ["config"], ["config", "units", "m"], ["add", "Malibu, 4ft"]] {
            let outcome = try sandbox.start(command).outcome()
            #expect(outcome.code == 1)
            #expect(outcome.errors.contains("cannot be read. Check its permissions"))
        }
        #expect(FileManager.default.fileExists(atPath: file(sandbox) + "/inside"))
    }

    @Test func `config makes the settings file private and writes through a symbolic link`() throws {
        let sandbox = try Sandbox()
        try sandbox.write("# mine\n", to: "dotfiles")
        try FileManager.default.createDirectory(
            atPath: sandbox.path + "/config/surfjournal", withIntermediateDirectories: true)
        #expect(symlink(sandbox.file("dotfiles"), file(sandbox)) == 0)
        #expect(try sandbox.run("config", "units", "m").code == 0)
        #expect(try sandbox.read("dotfiles") == "# mine\nunits = m\n")
        var status = stat()
        #expect(lstat(file(sandbox), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(stat(file(sandbox), &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func `a settings file that cannot be written is an error`() throws {
        let sandbox = try Sandbox()
        try sandbox.write("not a folder", to: sandbox.path + "/config")
        let outcome = try sandbox.run("config", "units", "m")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("cannot be written"))
    }

    // MARK: The settings file

    @Test func `the date-order setting decides what 03/04 means`() throws {
        let sandbox = try Sandbox.empty()
        try sandbox.write("date-order = dmy", to: file(sandbox))
        let entry = try sandbox.run("add", "Malibu", "--date", "03/04/2014", "--json").object()
        #expect(entry["date"] as? String == "2014-04-03T12:00:00-07:00")
    }

    @Test(arguments: ["units = furlongs", "colour = always", "units"])
    func `an invalid line of the settings is reported with its number`(line: String) throws {
        let sandbox = try Sandbox()
        try sandbox.write("\n" + line, to: file(sandbox))
        let outcome = try sandbox.run("list")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("config:2:"))
    }

    /// The IDs of the sessions whose height reads as at most 3 feet.
    private func low(_ sandbox: Sandbox) throws -> [String] {
        try sandbox.run("list", "--plain", "--where", "heightFeet <= 3", "--sort", "id", "--columns", "id").lines
    }

    @Test func `a setting changes how typed values are read, but no stored session`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("edit", "1", "--height", "2").code == 0)
        try Connection(path: sandbox.journal).execute("UPDATE ZJOURNALENTRY SET ZHEIGHT = '3' WHERE Z_PK = 2")
        #expect(try low(sandbox) == ["1", "2"])
        #expect(try sandbox.run("config", "units", "m").code == 0)
        #expect(try low(sandbox) == ["1", "2"])
        #expect(try sandbox.run("list", "--plain", "--height", "..1", "--columns", "id").lines == ["2", "1"])
        #expect(try sandbox.run("edit", "3", "--height", "2-2.5", "--tide", "1 rising").code == 0)
        #expect(
            try sandbox.sql("SELECT group_concat(ZHEIGHT || ifnull(ZTIDE, ''), '|') FROM ZJOURNALENTRY")
                == "2ft|3|2-2.5m1m rising")
        #expect(try sandbox.run("add", "Zuma", "--height", "2", "--units", "ft").errors.contains("2ft"))
        try sandbox.write("edit 1\nset height 1\nsave\n", to: "script")
        #expect(try sandbox.run("run", "script").errors.contains("1m"))
    }

    @Test func `an imported height without a unit gets the current unit, except in files that export wrote`() throws {
        let sandbox = try Sandbox.empty()
        try sandbox.write("date,location,height\n2015-01-02,Zuma,2\n", to: "a.csv")
        #expect(try sandbox.run("import", "a.csv", "--units", "m").code == 0)
        #expect(try sandbox.run("import", "a.csv").code == 0)
        #expect(try sandbox.sql("SELECT group_concat(ZHEIGHT) FROM ZJOURNALENTRY") == "2m,2ft")
        try Connection(path: sandbox.journal).execute("UPDATE ZJOURNALENTRY SET ZHEIGHT = '3'")
        for name in ["out.csv", "out.json"] {
            #expect(try sandbox.run("export", name).code == 0)
            #expect(try sandbox.run("import", name, "--units", "m").errors.contains("Imported 0 sessions"))
        }
    }
}
