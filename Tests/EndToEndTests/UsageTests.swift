import Testing

struct UsageTests {
    @Test(arguments: [[], ["--json"], ["-q"], ["--store", "x.sqlite"]] as [[String]])
    func `without a command the program prints short help and exits with a usage error`(arguments: [String]) throws {
        let outcome = try Sandbox().start(arguments).outcome()
        #expect(outcome.code == 2)
        #expect(outcome.output == "")
        #expect(outcome.errors.contains("surfjournal help"))
    }

    @Test func `a mistyped command gets a suggestion and nothing runs`() throws {
        let sandbox = try Sandbox()
        let outcome = try sandbox.run("lst")
        #expect(outcome.code == 2)
        #expect(outcome.errors == "surfjournal: There is no command 'lst'. Did you mean 'list'? Nothing was changed.\n")
    }

    @Test(arguments: [("lsit", "list"), ("exoprt", "export"), ("y", nil), ("zz", nil)] as [(String, String?)])
    func `swapped letters get a suggestion, but very short words do not`(typed: String, meant: String?) throws {
        let sandbox = try Sandbox.small()
        for errors in [try sandbox.run(typed).errors, try sandbox.shell("echo \(typed) | \"$SURF\"").errors] {
            #expect(errors.contains("There is no command '\(typed)'"))
            #expect(errors.contains(meant.map { "Did you mean '\($0)'?" } ?? "See '"))
        }
    }

    @Test(arguments: ["set", "jobs", "quit"])
    func `the error for a command that works only at the prompt explains how to start it`(name: String) throws {
        let outcome = try Sandbox().run(name)
        #expect(outcome.code == 2)
        #expect(
            outcome.errors.hasPrefix("surfjournal: '\(name)' works only at the prompt. Start it with 'surfjournal'"))
    }

    @Test func `the values that an option accepts are listed in one line`() throws {
        let outcome = try Sandbox().run("list", "--sort", "mood")
        #expect(outcome.errors.contains("--sort must be id, date, location,"))
        #expect(!outcome.errors.contains(" - "))
    }

    @Test(arguments: ["imprt", "statistics", "frobnicate", "./list"])
    func `an unknown command is a usage error`(name: String) throws {
        #expect(try Sandbox().run(name).code == 2)
    }

    @Test func `a mistyped option before the command gets a suggestion`() throws {
        let outcome = try Sandbox().run("--stor", "surf.sqlite", "list")
        #expect(outcome.code == 2)
        #expect(outcome.errors.hasPrefix("surfjournal: Unknown option '--stor'. Did you mean '--store'?"))
    }

    @Test func `a mistyped option gets a suggestion`() throws {
        let outcome = try Sandbox().run("list", "--heigth", "3")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("Did you mean '--height'?"))
        #expect(outcome.errorLines.count == 1)
    }

    @Test(arguments: [
        ["list", "--rating", "7"], ["list", "--height", "tall"], ["list", "--height", ".."],
        ["list", "--rating", "4..2"],
        ["list", "--last", "3x"], ["list", "--on", "someday"], ["list", "-n", "-1"], ["list", "-n", "x"],
        ["list", "-n", "3", "--all"],
        ["list", "--sort", "mood"], ["list", "--color", "blue"], ["list", "--json", "--plain"],
        ["list", "--samples", "some"],
        ["show", "1", "2"], ["drafts", "--csv"], ["save", "d1", "--all"], ["cancel", "1", "--all"],
        ["list", "--verbosity"],
    ])
    func `a usage error prints one line and exits with 2`(arguments: [String]) throws {
        let sandbox = try Sandbox.small()
        let outcome = try sandbox.start(arguments).outcome()
        #expect(outcome.code == 2)
        #expect(outcome.output == "")
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.hasPrefix("surfjournal: "))
    }

    @Test func `an error in a predicate shows its position`() throws {
        let sandbox = try Sandbox.small()
        let syntax = try sandbox.run("list", "--where", "rating >")
        #expect(syntax.code == 2)
        #expect(syntax.errors.contains("character 9"))
        let name = try sandbox.run("list", "--where", "ratng > 3")
        #expect(name.code == 2)
        #expect(name.errors.contains("Did you mean 'rating'?"))
    }

    @Test(arguments: [["--help"], ["-h"], ["help"]])
    func `help lists the commands`(arguments: [String]) throws {
        let outcome = try Sandbox().start(arguments).outcome()
        #expect(outcome.code == 0)
        for name in ["init", "list", "show", "add", "edit", "drafts", "save", "cancel", "delete", "export", "sample"] {
            #expect(outcome.output.contains("\n  \(name)"))
        }
    }

    @Test(arguments: [["help", "ls"], ["list", "--help"], ["--help", "list"], ["list", "-h", "x"]])
    func `help describes a command`(arguments: [String]) throws {
        let outcome = try Sandbox().start(arguments).outcome()
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("USAGE: surfjournal list"))
    }

    @Test(arguments: ["import", "list", "plot", "run", "sentence"])
    func `help wraps its words on a narrow terminal, and never an example`(topic: String) throws {
        let sandbox = try Sandbox()
        sandbox.environment["COLUMNS"] = "40"
        let lines = try sandbox.start(["help", topic]).outcome().lines
        #expect(lines.allSatisfy { $0.count <= 40 || $0.hasPrefix("  ") && !$0.hasPrefix("   ") })
        #expect(lines.contains { $0.count > 40 })
        #expect(!lines.contains { ["version.", "information."].contains($0.trimmingCharacters(in: .whitespaces)) })
    }

    @Test func `the usage of a command leaves out the options of every command`() throws {
        let outcome = try Sandbox().start(["help", "restore"]).outcome()
        #expect(outcome.output.contains("USAGE: surfjournal restore [<options>] [<file>]\n"))
    }

    @Test(arguments: [["--version"], ["list", "--version"]])
    func `--version prints the version`(arguments: [String]) throws {
        let outcome = try Sandbox().start(arguments).outcome()
        #expect(outcome.code == 0)
        #expect(outcome.output.split(separator: ".").count == 3)
    }
}
